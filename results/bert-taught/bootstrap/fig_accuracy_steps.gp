# Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,454 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: Narrow BERT, rotary positions, bootstrapped trees}' at screen 0.0184211, screen 0.955947 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.911894 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:1500]
set yrange [30.5975:31.5812]
set ytics 0.2
set format y '%.1f'
set xlabel 'training step'
set ylabel 'validation accuracy (%)'
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set label 'h=3' at first 375, graph 1 left offset 0.3,-0.6 font 'sans-serif,10' textcolor rgb '#777777'
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set label 'h=3' at first 750, graph 1 left offset 0.3,-0.6 font 'sans-serif,10' textcolor rgb '#777777'
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set label 'h=3' at first 1125, graph 1 left offset 0.3,-0.6 font 'sans-serif,10' textcolor rgb '#777777'

plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=3', \
     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'

set terminal pngcairo size 1520,908 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
replot
set output
