# Test accuracy against tree height. Draw again, inside this folder: gnuplot fig_accuracy_height.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,470 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_height.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against tree height: ListOps, trees of many heights}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars, grey band: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'tree height'
set xtics 1
set xrange [0.5:10.5]
set ylabel 'test accuracy (%)'
set errorbars small
set yrange [30.9431:43.5422]
set object rectangle from graph 0, first 36.81078529 to graph 1, first 42.86728059 behind fc rgb '#666666' fs solid 0.12 noborder

plot 'fig_accuracy_height.csv' using (column('curve') == 1 ? column('height') + -0.05 : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A', \
     'fig_accuracy_height.csv' using (column('curve') == 2 ? column('height') + 0.05 : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A', \
     39.8 with lines lc rgb '#666666' lw 1.4 dt 2 title 'Transformer'

set terminal pngcairo size 1520,940 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_height.png'
replot
set output
