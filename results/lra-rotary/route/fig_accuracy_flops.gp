# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,533 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Short ListOps, trees and hashes on rotated vectors}' at screen 0.0184211, screen 0.962477 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.924953 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dashed: the best trade-off' at screen 0.0184211, screen 0.894934 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [49.831:100.567]
set yrange [39.5133:61.3633]
set ytics 5
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100)
set arrow from first 59.91001935, first 41.64666667 to first 67.09242991, first 43.16 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 67.09242991, first 43.16 to first 74.86623429, first 59.23333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=3 window=0', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=3 window=8', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title 'Treeformer k-ary TF-A', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 11 ps 1.1 title 'Reformer, route=rotated', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#999999' lw 1.6 pt 10 ps 1.1 title 'Reformer, route=unrotated'

set terminal pngcairo size 1520,1066 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
