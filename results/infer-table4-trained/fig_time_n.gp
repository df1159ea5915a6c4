# Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,530 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Inference time of the self-attention module, leaves as uneven as those of a trained model}' at screen 0.0184211, screen 0.962264 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: paper   ·   time of an attention module   ·   768 channels, 8 heads, batch 1, 1 thread' at screen 0.0184211, screen 0.924528 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (1024, 2048, 4096, 8192)
set xrange [930.909:9011.2]
set yrange [36.8667:3105.15]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1

plot 'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 title 'Four projections: n^1.01', \
     'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer: n^1.64', \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, height=6: n^1.13', \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer k-ary TF-A, branching=[100,10]: n^1.07'

set terminal pngcairo size 1520,1060 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
replot
set output
