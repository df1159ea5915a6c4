# Draw again, inside this folder: gnuplot fig_recall.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,390 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_recall.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold What leaves keep of full attention''s probability: QNLI, narrow BERT with rotary positions, t…}' at screen 0.0184211, screen 0.948718 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.897436 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.0871795 to screen 0.136842, screen 0.0871795 nohead lc rgb '#D55E00' lw 2
set label 'kept, mean' at screen 0.143421, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.256579, screen 0.0871795 to screen 0.282895, screen 0.0871795 nohead lc rgb '#ECB58A' lw 2
set label 'kept, 10 % quantile' at screen 0.289474, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.485526, screen 0.0871795 to screen 0.511842, screen 0.0871795 nohead lc rgb '#666666' lw 2
set label 'best keys, as many' at screen 0.518421, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.705263, screen 0.0871795 to screen 0.731579, screen 0.0871795 nohead lc rgb '#989898' lw 2
set label 'nearest keys, as many' at screen 0.738158, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0410256 to screen 0.136842, screen 0.0410256 nohead lc rgb '#BABABA' lw 2
set label 'keys (chance)' at screen 0.143421, screen 0.0410256 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.968421
set tmargin at screen 0.810256
set bmargin at screen 0.297436
set label 99 'TF-A, h=3, stages=1650+150+1650' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '% of the probability' noenhanced
set xlabel 'layer'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set xrange [0.5:12.5]
set xtics 2
plot 'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,780 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_recall.png'
set label '{/:Bold What leaves keep of full attention''s probability: QNLI, narrow BERT with rotary positions, t…}' at screen 0.0184211, screen 0.948718 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.897436 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.0871795 to screen 0.136842, screen 0.0871795 nohead lc rgb '#D55E00' lw 2
set label 'kept, mean' at screen 0.143421, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.256579, screen 0.0871795 to screen 0.282895, screen 0.0871795 nohead lc rgb '#ECB58A' lw 2
set label 'kept, 10 % quantile' at screen 0.289474, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.485526, screen 0.0871795 to screen 0.511842, screen 0.0871795 nohead lc rgb '#666666' lw 2
set label 'best keys, as many' at screen 0.518421, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.705263, screen 0.0871795 to screen 0.731579, screen 0.0871795 nohead lc rgb '#989898' lw 2
set label 'nearest keys, as many' at screen 0.738158, screen 0.0871795 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0410256 to screen 0.136842, screen 0.0410256 nohead lc rgb '#BABABA' lw 2
set label 'keys (chance)' at screen 0.143421, screen 0.0410256 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.968421
set tmargin at screen 0.810256
set bmargin at screen 0.297436
set label 99 'TF-A, h=3, stages=1650+150+1650' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '% of the probability' noenhanced
set xlabel 'layer'
set yrange [0:100]
set ytics 20
set format y '%.0f'
set xrange [0.5:12.5]
set xtics 2
plot 'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('recall_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('recall_q10_pct')) with linespoints lc rgb '#ECB58A' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('oracle_pct')) with linespoints lc rgb '#666666' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('window_pct')) with linespoints lc rgb '#989898' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_recall.csv' using (column('panel') == 1 ? column('layer') : NaN):(column('kept_pct')) with linespoints lc rgb '#BABABA' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
