# Validation accuracy. Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,492 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: Narrow BERT, TC-A of several heights}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   lowest, middle and highest tree' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training step'
set xrange [0:1000]
set ylabel 'validation accuracy (%)'
set yrange [12.5278:31.8882]
set arrow from first 250, graph 0 to first 250, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 500, graph 0 to first 500, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 100, graph 0 to first 100, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 350, graph 0 to first 350, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 600, graph 0 to first 600, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 850, graph 0 to first 850, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 50, graph 0 to first 50, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 300, graph 0 to first 300, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 400, graph 0 to first 400, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 550, graph 0 to first 550, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 650, graph 0 to first 650, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 800, graph 0 to first 800, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 900, graph 0 to first 900, graph 1 nohead back lc rgb '#999999' dt 3 lw 1

plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Treeformer TC-A, h=2', \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=4', \
     'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 title 'Treeformer TC-A, h=6', \
     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'

set terminal pngcairo size 1520,984 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
replot
set output
