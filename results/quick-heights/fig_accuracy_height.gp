# Draw again, inside this folder: gnuplot fig_accuracy_height.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,486 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_height.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against tree height: ListOps, trees of many heights}' at screen 0.0184211, screen 0.958848 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.917695 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'bars, grey band: 95 % interval over the test set' at screen 0.0184211, screen 0.884774 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'tree height'
set xtics 1
set xrange [0.5:10.5]
set ylabel 'test accuracy (%)'
set errorbars small
set yrange [30.9431:43.5422]
set ytics 2
set format y '%.0f'
set object rectangle from graph 0, first 36.81078529 to graph 1, first 42.86728059 behind fc rgb '#666666' fs solid 0.12 noborder

plot 'fig_accuracy_height.csv' using (column('curve') == 1 ? column('height') + -0.05 : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A', \
     'fig_accuracy_height.csv' using (column('curve') == 2 ? column('height') + 0.05 : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title 'Treeformer TC-A', \
     39.8 with lines lc rgb '#0072B2' lw 1.4 dt 2 title 'Transformer'

set terminal pngcairo size 1520,972 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_height.png'
replot
set output
