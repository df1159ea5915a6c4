# Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,1542 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Inference time of every mechanism}' at screen 0.0184211, screen 0.98703 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'time of an attention module   ·   768 channels, 8 heads, batch 1, 1 thread   ·   grey: full attention' at screen 0.0184211, screen 0.97406 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (1024, '' 2048, 4096, '' 8192, 16384)
set xrange [930.909:18022.4]
set yrange [20.3111:14377.8]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
unset xlabel
unset ylabel

set multiplot
unset key
set label 'ms (log scale)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'tokens n (log scale)' at screen 0.54, screen 0.0103761 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Four projections: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Transformer: n^1.70' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A: n^1.05' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'k-ary TF-A, branching…: n^0.97' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TC-A: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:6 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'Linformer: n^0.97' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:7 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Nyströmformer: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:8 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Performer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:9 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Linear transformer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:10 with linespoints lc rgb '#888888' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'Synthesizer: n^1.75' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:11 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'Agglomerative attenti…: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:12 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'BigBird: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:13 with linespoints lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Longformer: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:14 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Local Attention: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:15 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Sinkhorn Transformer: n^1.06' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:16 with linespoints lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'Sparse Transformer: n^1.40' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:17 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'BlockBERT: n^1.55' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:18 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'SegTree Transformer: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:19 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'Star-Transformer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:20 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'BP-Transformer: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:21 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'Luna: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:22 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Reformer: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:23 with linespoints lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Routing Transformer: n^1.09' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:24 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'LSTM: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:25 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Bidirectional LSTM: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:26 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'S4D: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:27 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Transformer-XL: n^1.84' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:28 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Compressive Transform…: n^1.84' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:29 with linespoints lc rgb '#000000' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'ETC: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:30 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Adaptive Span: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:31 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,3084 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
set label '{/:Bold Inference time of every mechanism}' at screen 0.0184211, screen 0.98703 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'time of an attention module   ·   768 channels, 8 heads, batch 1, 1 thread   ·   grey: full attention' at screen 0.0184211, screen 0.97406 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (1024, '' 2048, 4096, '' 8192, 16384)
set xrange [930.909:18022.4]
set yrange [20.3111:14377.8]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
unset xlabel
unset ylabel

set multiplot
unset key
set label 'ms (log scale)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'tokens n (log scale)' at screen 0.54, screen 0.0103761 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Four projections: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Transformer: n^1.70' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A: n^1.05' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'k-ary TF-A, branching…: n^0.97' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TC-A: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:6 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'Linformer: n^0.97' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:7 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Nyströmformer: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:8 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Performer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:9 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'Linear transformer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:10 with linespoints lc rgb '#888888' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'Synthesizer: n^1.75' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:11 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'Agglomerative attenti…: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:12 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'BigBird: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:13 with linespoints lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Longformer: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:14 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Local Attention: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:15 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'Sinkhorn Transformer: n^1.06' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:16 with linespoints lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'Sparse Transformer: n^1.40' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:17 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'BlockBERT: n^1.55' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:18 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'SegTree Transformer: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:19 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'Star-Transformer: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:20 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'BP-Transformer: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:21 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'Luna: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:22 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Reformer: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:23 with linespoints lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Routing Transformer: n^1.09' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:24 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'LSTM: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:25 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Bidirectional LSTM: n^1.01' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:26 with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'S4D: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:27 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Transformer-XL: n^1.84' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:28 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Compressive Transform…: n^1.84' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:29 with linespoints lc rgb '#000000' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'ETC: n^0.99' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:30 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Adaptive Span: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:31 with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
