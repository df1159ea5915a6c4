# Time of an attention module. Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,575 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Time of an attention module: Agglomerative and full attention, batch 32}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   512 channels, 8 heads, batch 32, 1 thread' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set key maxrows 3 noenhanced
set logscale xy
set xlabel 'tokens n (log scale)'
set xtics (64, 128, 256, 512, 1024, 2048)
set xrange [58.1818:2252.8]
set ylabel 'ms (log scale)'
set format y '%.10g'
set yrange [10.3039:2642.38]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
plot 'fig_time_n.csv' using 1:2 with linespoints title 'Four projections: n^1.01' lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6, \
     'fig_time_n.csv' using 1:3 with linespoints title 'Transformer: n^1.28' lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:4 with linespoints title 'Agglomerative attention: n^1.01' lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:5 with linespoints title 'Transformer, causal: n^1.17' lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:6 with linespoints title 'Agglomerative attention, causal: n^1.01' lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6

set terminal pngcairo size 1520,1150 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
replot
set output
