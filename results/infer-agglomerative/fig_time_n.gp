# Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,549 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Agglomerative and full attention, batch 32}' at screen 0.0184211, screen 0.96357 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   time of an attention module   ·   512 channels, 8 heads, batch 32, 1 thread' at screen 0.0184211, screen 0.92714 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (64, 128, 256, 512, 1024, 2048)
set xrange [58.1818:2252.8]
set yrange [19.5017:5462.43]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1

plot 'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 title 'Four projections: n^1.00', \
     'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer: n^1.28', \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 4 pt 9 ps 0.6 title 'Agglomerative attention: n^1.00', \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#99C7E0' lw 2 dt 2 pt 6 ps 0.6 title 'Transformer, causal: n^1.17', \
     'fig_time_n.csv' using 1:6 with linespoints lc rgb '#EEBF99' lw 2 dt 5 pt 8 ps 0.6 title 'Agglomerative attention, causal: n^1.00'

set terminal pngcairo size 1520,1098 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
replot
set output
