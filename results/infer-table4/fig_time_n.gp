# Time of an attention module. Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,670 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Time of an attention module: Inference time of the self-attention module}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   768 channels, 8 heads, batch 1, 1 thread' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set key maxrows 5 noenhanced
set logscale xy
set xlabel 'tokens n (log scale)'
set xtics (1024, 2048, 4096, 8192, 16384, 32768, 65536)
set xrange [930.909:72089.6]
set ylabel 'ms (log scale)'
set format y '%.10g'
set yrange [10.4595:6025.3]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
plot 'fig_time_n.csv' using 1:2 with linespoints title 'Four projections: n^0.99' lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:3 with linespoints title 'Transformer: n^1.69' lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:4 with linespoints title 'Treeformer TF-A, height=6: n^1.09' lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:5 with linespoints title 'Treeformer k-ary TF-A, branching=[100,10]: n^0.97' lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:6 with linespoints title 'Treeformer TC-A, height=6: n^0.99' lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6, \
     'fig_time_n.csv' using 1:7 with linespoints title 'Treeformer TC-A, height=6 fold=true: n^1.00' lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6, \
     'fig_time_n.csv' using 1:8 with linespoints title 'Treeformer TC-A, height=6 fold=true scope=layer: n^0.99' lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6, \
     'fig_time_n.csv' using 1:9 with linespoints title 'Linformer: n^0.97' lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6, \
     'fig_time_n.csv' using 1:10 with linespoints title 'Performer: n^0.99' lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:11 with linespoints title 'BigBird: n^1.01' lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6

set terminal pngcairo size 1520,1340 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
replot
set output
