# Draw again, inside this folder: gnuplot fig_lengths.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,350 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_lengths.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set label '{/:Bold What leaves and window keep of full attention''s probability, by length}' at screen 0.0184211, screen 0.942857 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'masked words: TF-A, h=3, window=32, frozen-mass; 200 test examples at each length' at screen 0.0184211, screen 0.885714 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.097143 to screen 0.136842, screen 0.097143 nohead lc rgb '#D55E00' lw 2
set label 'leaves and window, mean' at screen 0.143421, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.394737, screen 0.097143 to screen 0.421053, screen 0.097143 nohead lc rgb '#ECB58A' lw 2
set label 'their 10 % quantile' at screen 0.427632, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.665789, screen 0.097143 to screen 0.692105, screen 0.097143 nohead lc rgb '#666666' lw 2
set label 'best keys, as many' at screen 0.698684, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.045714 to screen 0.136842, screen 0.045714 nohead lc rgb '#989898' lw 2
set label 'nearest keys, as many' at screen 0.143421, screen 0.045714 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.394737, screen 0.045714 to screen 0.421053, screen 0.045714 nohead lc rgb '#BABABA' lw 2
set label 'keys (chance)' at screen 0.427632, screen 0.045714 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.785714
set bmargin at screen 0.302857
set label 99 'all twelve layers' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '% of the probability' noenhanced
set xlabel 'tokens, at most (log scale)'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set logscale x 2
set xrange [56:292]
set xtics (64, 128, 256)
plot 'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.785714
set bmargin at screen 0.302857
set label 99 'layer 7' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'tokens, at most (log scale)'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set logscale x 2
set xrange [56:292]
set xtics (64, 128, 256)
plot 'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,700 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_lengths.png'
set label '{/:Bold What leaves and window keep of full attention''s probability, by length}' at screen 0.0184211, screen 0.942857 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'masked words: TF-A, h=3, window=32, frozen-mass; 200 test examples at each length' at screen 0.0184211, screen 0.885714 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.097143 to screen 0.136842, screen 0.097143 nohead lc rgb '#D55E00' lw 2
set label 'leaves and window, mean' at screen 0.143421, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.394737, screen 0.097143 to screen 0.421053, screen 0.097143 nohead lc rgb '#ECB58A' lw 2
set label 'their 10 % quantile' at screen 0.427632, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.665789, screen 0.097143 to screen 0.692105, screen 0.097143 nohead lc rgb '#666666' lw 2
set label 'best keys, as many' at screen 0.698684, screen 0.097143 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.045714 to screen 0.136842, screen 0.045714 nohead lc rgb '#989898' lw 2
set label 'nearest keys, as many' at screen 0.143421, screen 0.045714 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.394737, screen 0.045714 to screen 0.421053, screen 0.045714 nohead lc rgb '#BABABA' lw 2
set label 'keys (chance)' at screen 0.427632, screen 0.045714 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.785714
set bmargin at screen 0.302857
set label 99 'all twelve layers' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '% of the probability' noenhanced
set xlabel 'tokens, at most (log scale)'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set logscale x 2
set xrange [56:292]
set xtics (64, 128, 256)
plot 'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 1 ? column('max_length') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.785714
set bmargin at screen 0.302857
set label 99 'layer 7' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'tokens, at most (log scale)'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set logscale x 2
set xrange [56:292]
set xtics (64, 128, 256)
plot 'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_lengths.csv' using (column('panel') == 2 ? column('max_length') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
