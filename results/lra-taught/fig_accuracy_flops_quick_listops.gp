# Draw again, inside this folder: gnuplot fig_accuracy_flops_quick_listops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,647 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops_quick_listops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps}' at screen 0.0184211, screen 0.969088 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.938176 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dashed: the best trade-off' at screen 0.0184211, screen 0.913447 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [48.8631:120.226]
set yrange [39.5049:55.1899]
set ytics 2
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100)
set arrow from first 58.74634192, first 45.08 to first 64.04718984, first 47.55333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 64.04718984, first 47.55333333 to first 68.55852219, first 51.47333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 68.55852219, first 51.47333333 to first 70.10408051, first 52.72333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 70.10408051, first 52.72333333 to first 100, first 53.37333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2

plot 'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=3 at once', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7626' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=3 stages=200+1800 taught', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E28E4D' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=3 stages=200+1800 taught, frozen', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A673' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=3 stages=200+1800 taught, window', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=3 with window', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 title 'Longformer, 9 tokens', \
     'fig_accuracy_flops_quick_listops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#C3B1D7' lw 1.6 pt 6 ps 1.1 title 'Longformer, 33 tokens'

set terminal pngcairo size 1520,1294 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops_quick_listops.png'
replot
set output
