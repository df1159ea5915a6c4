# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,552 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Image, the published configurations}' at screen 0.0184211, screen 0.963768 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   bars: 95 % interval over the test set   ·   dashed: the best trade-off' at screen 0.0184211, screen 0.927536 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'steps or settings differ' at screen 0.0184211, screen 0.898551 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'all work of one attention layer, projections too (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [8.80521:129.737]
set yrange [34.4655:44.3521]
set ytics 2
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (10, 20, 50, 100)
set arrow from first 11.42361111, first 36.56 to first 18.24644301, first 42.85 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title 'Treeformer k-ary TF-A', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title 'Treeformer TC-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 title 'Linformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 title 'BigBird', \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 15 ps 1.1 title 'Performer'

set terminal pngcairo size 1520,1104 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
