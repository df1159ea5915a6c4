# Draw again, inside this folder: gnuplot fig_accuracy_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,530 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against length: MQAR, 32 to 128 tokens, 4 pairs}' at screen 0.0184211, screen 0.962264 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   mean over seeds' at screen 0.0184211, screen 0.924528 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale x
set xlabel 'tokens n (log scale)'
set ylabel 'test accuracy (%)'
set format y '%.10g'
set xtics (32, 64, 128)
set xrange [29.0909:140.8]
set yrange [2.54183:100]
set ytics 20
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1

plot 'fig_accuracy_n.csv' using 1:2 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer', \
     'fig_accuracy_n.csv' using 1:3 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, window=1', \
     'fig_accuracy_n.csv' using 1:4 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 title 'Linformer, rank=16', \
     'fig_accuracy_n.csv' using 1:5 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 title 'Longformer, window=8 global_tokens=0'

set terminal pngcairo size 1520,1060 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_n.png'
replot
set output
