# Keys over leaves. Draw again, inside this folder: gnuplot fig_leaves_corpus-tf-a-h2-s1.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,530 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_leaves_corpus-tf-a-h2-s1.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Keys over leaves: corpus-tf-a-h2-s1}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   200 sequences; pale: early, dark: late' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set label 1 at screen 0.0184211, screen 0.962264 left offset 0,0
set label 2 at screen 0.0184211, screen 0.924528 left offset 0,0
set label 'training step:' at screen 0.110526, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.260526, screen 0.0641509 to screen 0.286842, screen 0.0641509 nohead lc rgb '#BFDCEC' lw 2
set label '300' at screen 0.293421, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.342105, screen 0.0641509 to screen 0.368421, screen 0.0641509 nohead lc rgb '#AAD0E5' lw 2
set label '600' at screen 0.375, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.423684, screen 0.0641509 to screen 0.45, screen 0.0641509 nohead lc rgb '#95C4DF' lw 2
set label '1200' at screen 0.456579, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.514474, screen 0.0641509 to screen 0.540789, screen 0.0641509 nohead lc rgb '#80B9D9' lw 2
set label '1500' at screen 0.547368, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.605263, screen 0.0641509 to screen 0.631579, screen 0.0641509 nohead lc rgb '#6AADD2' lw 2
set label '2100' at screen 0.638158, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.696053, screen 0.0641509 to screen 0.722368, screen 0.0641509 nohead lc rgb '#55A1CC' lw 2
set label '2400' at screen 0.728947, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.786842, screen 0.0641509 to screen 0.813158, screen 0.0641509 nohead lc rgb '#4095C5' lw 2
set label '3000' at screen 0.819737, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.877632, screen 0.0641509 to screen 0.903947, screen 0.0641509 nohead lc rgb '#2B8ABF' lw 2
set label '3300' at screen 0.910526, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0301887 to screen 0.136842, screen 0.0301887 nohead lc rgb '#157EB8' lw 2
set label '3900' at screen 0.143421, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.201316, screen 0.0301887 to screen 0.227632, screen 0.0301887 nohead lc rgb '#0072B2' lw 2
set label '4000' at screen 0.234211, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.292105, screen 0.0301887 to screen 0.318421, screen 0.0301887 nohead lc rgb '#888888' dt 3 lw 1
set label 'leaves of equal size' at screen 0.325, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.299342
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'keys by leaf (%)' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y '%g'
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.333553
set rmargin at screen 0.522368
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.556579
set rmargin at screen 0.745395
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.779605
set rmargin at screen 0.968421
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#BFDCEC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 600 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#AAD0E5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.299342
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'keys, sorted (%)' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y '%g'
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.333553
set rmargin at screen 0.522368
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.556579
set rmargin at screen 0.745395
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.779605
set rmargin at screen 0.968421
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#BFDCEC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 600 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#AAD0E5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1060 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_leaves_corpus-tf-a-h2-s1.png'
set label '{/:Bold Keys over leaves: corpus-tf-a-h2-s1}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   200 sequences; pale: early, dark: late' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set label 1 at screen 0.0184211, screen 0.962264 left offset 0,0
set label 2 at screen 0.0184211, screen 0.924528 left offset 0,0
set label 'training step:' at screen 0.110526, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.260526, screen 0.0641509 to screen 0.286842, screen 0.0641509 nohead lc rgb '#BFDCEC' lw 2
set label '300' at screen 0.293421, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.342105, screen 0.0641509 to screen 0.368421, screen 0.0641509 nohead lc rgb '#AAD0E5' lw 2
set label '600' at screen 0.375, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.423684, screen 0.0641509 to screen 0.45, screen 0.0641509 nohead lc rgb '#95C4DF' lw 2
set label '1200' at screen 0.456579, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.514474, screen 0.0641509 to screen 0.540789, screen 0.0641509 nohead lc rgb '#80B9D9' lw 2
set label '1500' at screen 0.547368, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.605263, screen 0.0641509 to screen 0.631579, screen 0.0641509 nohead lc rgb '#6AADD2' lw 2
set label '2100' at screen 0.638158, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.696053, screen 0.0641509 to screen 0.722368, screen 0.0641509 nohead lc rgb '#55A1CC' lw 2
set label '2400' at screen 0.728947, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.786842, screen 0.0641509 to screen 0.813158, screen 0.0641509 nohead lc rgb '#4095C5' lw 2
set label '3000' at screen 0.819737, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.877632, screen 0.0641509 to screen 0.903947, screen 0.0641509 nohead lc rgb '#2B8ABF' lw 2
set label '3300' at screen 0.910526, screen 0.0641509 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0301887 to screen 0.136842, screen 0.0301887 nohead lc rgb '#157EB8' lw 2
set label '3900' at screen 0.143421, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.201316, screen 0.0301887 to screen 0.227632, screen 0.0301887 nohead lc rgb '#0072B2' lw 2
set label '4000' at screen 0.234211, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.292105, screen 0.0301887 to screen 0.318421, screen 0.0301887 nohead lc rgb '#888888' dt 3 lw 1
set label 'leaves of equal size' at screen 0.325, screen 0.0301887 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'

set lmargin at screen 0.110526
set rmargin at screen 0.299342
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'keys by leaf (%)' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y '%g'
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 1 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.333553
set rmargin at screen 0.522368
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 2 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.556579
set rmargin at screen 0.745395
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 3 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.779605
set rmargin at screen 0.968421
set tmargin at screen 0.860377
set bmargin at screen 0.588679
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel ''
set format y ''
set xrange [0:3]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#BFDCEC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 600 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#AAD0E5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 4 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.299342
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'keys, sorted (%)' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y '%g'
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 5 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.333553
set rmargin at screen 0.522368
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 6 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.556579
set rmargin at screen 0.745395
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 7 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow

set lmargin at screen 0.779605
set rmargin at screen 0.968421
set tmargin at screen 0.490566
set bmargin at screen 0.218868
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set yrange [0:85.9599]
set xlabel 'leaf, largest first'
set format y ''
set xrange [1:4]
set xtics 1
plot 25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#BFDCEC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 600 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#AAD0E5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 1200 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#95C4DF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 1500 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#80B9D9' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 2100 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#6AADD2' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 2400 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#55A1CC' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#4095C5' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3300 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#2B8ABF' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 3900 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#157EB8' notitle, \
     'fig_leaves_corpus-tf-a-h2-s1.csv' using (column('panel') == 8 && column('step') == 4000 ? column('leaf') : NaN):(column('share_pct')) with lines lw 1.6 lc rgb '#0072B2' notitle
unset label
unset arrow
unset multiplot
set output
