# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,628 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps, trees of many heights}' at screen 0.0184211, screen 0.968153 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.936306 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dashed: the best trade-off' at screen 0.0184211, screen 0.910828 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [41.8604:120.226]
set yrange [30.9431:43.5422]
set ytics 2
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100)
set arrow from first 74.40358233, first 38.3 to first 63.24733934, first 38.23333333 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 63.24733934, first 38.23333333 to first 58.31559626, first 37.7 nohead back lc rgb '#A0D96C16' lw 0.8 dt 1
set arrow from first 58.31559626, first 37.7 to first 56.99510273, first 34.5 nohead back lc rgb '#A0DC7A2C' lw 0.8 dt 1
set arrow from first 56.99510273, first 34.5 to first 55.99940715, first 35.23333333 nohead back lc rgb '#A0E08742' lw 0.8 dt 1
set arrow from first 55.99940715, first 35.23333333 to first 56.41333789, first 35.86666667 nohead back lc rgb '#A0E39557' lw 0.8 dt 1
set arrow from first 56.41333789, first 35.86666667 to first 57.20120581, first 35.26666667 nohead back lc rgb '#A0E7A36D' lw 0.8 dt 1
set arrow from first 57.20120581, first 35.26666667 to first 57.55200935, first 35.43333333 nohead back lc rgb '#A0EBB183' lw 0.8 dt 1
set arrow from first 50.32722555, first 37.6 to first 51.17801433, first 37.56666667 nohead back lc rgb '#A0CC79A7' lw 0.8 dt 1
set arrow from first 51.17801433, first 37.56666667 to first 52.24604985, first 38.1 nohead back lc rgb '#A0D48DB4' lw 0.8 dt 1
set arrow from first 52.24604985, first 38.1 to first 54.18307234, first 38.13333333 nohead back lc rgb '#A0DBA1C1' lw 0.8 dt 1
set arrow from first 54.18307234, first 38.13333333 to first 59.5960427, first 37.7 nohead back lc rgb '#A0E3B5CF' lw 0.8 dt 1
set arrow from first 50.32722555, first 37.6 to first 52.24604985, first 38.1 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 52.24604985, first 38.1 to first 54.18307234, first 38.13333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 54.18307234, first 38.13333333 to first 63.24733934, first 38.23333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 63.24733934, first 38.23333333 to first 74.40358233, first 38.3 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 74.40358233, first 38.3 to first 100, first 39.8 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set label '1' at first 100, first 39.8 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '2' at first 74.40358233, first 38.3 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '3' at first 63.24733934, first 38.23333333 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '4' at first 58.31559626, first 37.7 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '5' at first 56.99510273, first 34.5 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '6' at first 55.99940715, first 35.23333333 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '7' at first 56.41333789, first 35.86666667 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '8' at first 57.20120581, first 35.26666667 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '9' at first 57.55200935, first 35.43333333 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '10' at first 50.32722555, first 37.6 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '11' at first 51.17801433, first 37.56666667 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '12' at first 52.24604985, first 38.1 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '13' at first 54.18307234, first 38.13333333 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '14' at first 59.5960427, first 37.7 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title '1: Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title '2: Treeformer TF-A, h=1', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D96C16' lw 1.6 pt 4 ps 1.1 title '3: Treeformer TF-A, h=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DC7A2C' lw 1.6 pt 5 ps 1.1 title '4: Treeformer TF-A, h=3', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E08742' lw 1.6 pt 4 ps 1.1 title '5: Treeformer TF-A, h=4', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E39557' lw 1.6 pt 5 ps 1.1 title '6: Treeformer TF-A, h=5', \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E7A36D' lw 1.6 pt 4 ps 1.1 title '7: Treeformer TF-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBB183' lw 1.6 pt 5 ps 1.1 title '8: Treeformer TF-A, h=7', \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 title '9: Treeformer TF-A, h=8', \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title '10: Treeformer TC-A, h=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D48DB4' lw 1.6 pt 10 ps 1.1 title '11: Treeformer TC-A, h=4', \
     'fig_accuracy_flops.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DBA1C1' lw 1.6 pt 11 ps 1.1 title '12: Treeformer TC-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E3B5CF' lw 1.6 pt 10 ps 1.1 title '13: Treeformer TC-A, h=8', \
     'fig_accuracy_flops.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBC9DC' lw 1.6 pt 11 ps 1.1 title '14: Treeformer TC-A, h=10'

set terminal pngcairo size 1520,1256 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
