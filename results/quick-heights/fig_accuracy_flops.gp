# Test accuracy against work. Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,460 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps, trees of many heights}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [38.1771:155.597]
set ylabel 'test accuracy (%)'
set yrange [30.7181:43.7672]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50, '100' 100)
set arrow from first 74.40358233, first 38.3 to first 63.24733934, first 38.23333333 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 63.24733934, first 38.23333333 to first 58.31559626, first 37.7 nohead back lc rgb '#A0D96C16' lw 0.8 dt 1
set arrow from first 58.31559626, first 37.7 to first 56.99510273, first 34.5 nohead back lc rgb '#A0DC7A2C' lw 0.8 dt 1
set arrow from first 56.99510273, first 34.5 to first 55.99940715, first 35.23333333 nohead back lc rgb '#A0E08742' lw 0.8 dt 1
set arrow from first 55.99940715, first 35.23333333 to first 56.41333789, first 35.86666667 nohead back lc rgb '#A0E39557' lw 0.8 dt 1
set arrow from first 56.41333789, first 35.86666667 to first 57.20120581, first 35.26666667 nohead back lc rgb '#A0E7A36D' lw 0.8 dt 1
set arrow from first 57.20120581, first 35.26666667 to first 57.55200935, first 35.43333333 nohead back lc rgb '#A0EBB183' lw 0.8 dt 1
set arrow from first 50.32722555, first 37.6 to first 51.17801433, first 37.56666667 nohead back lc rgb '#A0009E73' lw 0.8 dt 1
set arrow from first 51.17801433, first 37.56666667 to first 52.24604985, first 38.1 nohead back lc rgb '#A026AD88' lw 0.8 dt 1
set arrow from first 52.24604985, first 38.1 to first 54.18307234, first 38.13333333 nohead back lc rgb '#A04DBB9D' lw 0.8 dt 1
set arrow from first 54.18307234, first 38.13333333 to first 59.5960427, first 37.7 nohead back lc rgb '#A073CAB2' lw 0.8 dt 1
set label 'Transformer' at graph 0.7005, graph 0.6960 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=1' at graph 0.4901, graph 0.4239 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.4749, graph 0.5810 to graph 0.4870, graph 0.4239 nohead front lc rgb '#999999' lw 0.7
set label 'h=2' at graph 0.3744, graph 0.5759 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=3' at graph 0.2864, graph 0.6665 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.3015, graph 0.5350 to graph 0.2894, graph 0.6665 nohead front lc rgb '#999999' lw 0.7
set label 'h=4' at graph 0.3004, graph 0.2612 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=5' at graph 0.2575, graph 0.3174 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=6' at graph 0.2628, graph 0.2631 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2779, graph 0.3946 to graph 0.2658, graph 0.2631 nohead front lc rgb '#999999' lw 0.7
set label 'h=7' at graph 0.3029, graph 0.2171 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2878, graph 0.3486 to graph 0.2999, graph 0.2171 nohead front lc rgb '#999999' lw 0.7
set label 'h=8' at graph 0.3073, graph 0.3071 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2921, graph 0.3613 to graph 0.3043, graph 0.3071 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer TC-A, h=2' at graph 0.2118, graph 0.6331 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.1967, graph 0.5274 to graph 0.2088, graph 0.6331 nohead front lc rgb '#999999' lw 0.7
set label 'h=4' at graph 0.1934, graph 0.5791 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2086, graph 0.5248 to graph 0.1965, graph 0.5791 nohead front lc rgb '#999999' lw 0.7
set label 'h=6' at graph 0.2384, graph 0.7228 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2233, graph 0.5657 to graph 0.2354, graph 0.7228 nohead front lc rgb '#999999' lw 0.7
set label 'h=8' at graph 0.2644, graph 0.7254 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2492, graph 0.5683 to graph 0.2613, graph 0.7254 nohead front lc rgb '#999999' lw 0.7
set label 'h=10' at graph 0.3321, graph 0.5065 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D96C16' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DC7A2C' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E08742' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E39557' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E7A36D' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBB183' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#26AD88' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#4DBB9D' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#73CAB2' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#99D8C7' lw 1.6 pt 9 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
