# Time of an attention module. Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,917 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Time of an attention module: Inference time of every mechanism}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: other   ·   768 channels, 8 heads, batch 1, 1 thread' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set key maxrows 12 noenhanced
set logscale xy
set xlabel 'tokens n (log scale)'
set xtics (1024, 2048, 4096, 8192, 16384)
set xrange [930.909:18022.4]
set ylabel 'ms (log scale)'
set format y '%.10g'
set yrange [10.4033:5495.02]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
plot 'fig_time_n.csv' using 1:2 with linespoints title 'Four projections: n^0.99' lc rgb '#009E73' lw 2 dt 4 pt 11 ps 0.6, \
     'fig_time_n.csv' using 1:3 with linespoints title 'Transformer: n^1.70' lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:4 with linespoints title 'Treeformer TF-A: n^1.05' lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:5 with linespoints title 'Treeformer k-ary TF-A, branching=[100,10]: n^0.96' lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:6 with linespoints title 'Treeformer TC-A: n^1.00' lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6, \
     'fig_time_n.csv' using 1:7 with linespoints title 'Linformer: n^0.97' lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6, \
     'fig_time_n.csv' using 1:8 with linespoints title 'Nyströmformer: n^1.00' lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6, \
     'fig_time_n.csv' using 1:9 with linespoints title 'Performer: n^1.00' lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6, \
     'fig_time_n.csv' using 1:10 with linespoints title 'Linear transformer: n^1.00' lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:11 with linespoints title 'Synthesizer: n^1.75' lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:12 with linespoints title 'Agglomerative attention: n^1.00' lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:13 with linespoints title 'BigBird: n^1.02' lc rgb '#0072B2' lw 2 dt 2 pt 13 ps 0.6, \
     'fig_time_n.csv' using 1:14 with linespoints title 'Longformer: n^1.02' lc rgb '#D55E00' lw 2 dt 2 pt 15 ps 0.6, \
     'fig_time_n.csv' using 1:15 with linespoints title 'Local Attention: n^1.01' lc rgb '#009E73' lw 2 dt 2 pt 3 ps 0.6, \
     'fig_time_n.csv' using 1:16 with linespoints title 'Sinkhorn Transformer: n^1.06' lc rgb '#CC79A7' lw 2 dt 2 pt 7 ps 0.6, \
     'fig_time_n.csv' using 1:17 with linespoints title 'Sparse Transformer: n^1.40' lc rgb '#E69F00' lw 2 dt 2 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:18 with linespoints title 'BlockBERT: n^1.55' lc rgb '#56B4E9' lw 2 dt 2 pt 9 ps 0.6, \
     'fig_time_n.csv' using 1:19 with linespoints title 'SegTree Transformer: n^1.01' lc rgb '#000000' lw 2 dt 2 pt 11 ps 0.6, \
     'fig_time_n.csv' using 1:20 with linespoints title 'Star-Transformer: n^1.00' lc rgb '#6A3D9A' lw 2 dt 2 pt 13 ps 0.6, \
     'fig_time_n.csv' using 1:21 with linespoints title 'BP-Transformer: n^1.03' lc rgb '#8C564B' lw 2 dt 2 pt 15 ps 0.6, \
     'fig_time_n.csv' using 1:22 with linespoints title 'Luna: n^0.99' lc rgb '#888888' lw 2 dt 2 pt 3 ps 0.6, \
     'fig_time_n.csv' using 1:23 with linespoints title 'Reformer: n^1.02' lc rgb '#0072B2' lw 2 dt 4 pt 5 ps 0.6, \
     'fig_time_n.csv' using 1:24 with linespoints title 'Routing Transformer: n^1.08' lc rgb '#D55E00' lw 2 dt 4 pt 9 ps 0.6

set terminal pngcairo size 1520,1834 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
replot
set output
