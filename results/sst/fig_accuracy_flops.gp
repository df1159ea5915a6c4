# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,536 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: SST-1, small models}' at screen 0.0184211, screen 0.962687 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set   ·   dashed: the best trade-off' at screen 0.0184211, screen 0.925373 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [55.2064:192.954]
set yrange [36.9773:43.6437]
set ytics 1
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100, 150)
set arrow from first 66.37271149, first 40.58823529 to first 100, first 41.05580694 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 100, first 41.05580694 to first 139.9162524, first 41.14630468 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title 'Treeformer TC-A, h=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 3 ps 1.1 title 'SegTree Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 7 ps 1.1 title 'Star-Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 5 ps 1.1 title 'BP-Transformer'

set terminal pngcairo size 1520,1072 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
