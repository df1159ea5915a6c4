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
set yrange [29.6486:44.0632]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50, '100' 100)
set arrow from first 74.22651152, first 37.4 to first 64.57144359, first 37.9 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 64.57144359, first 37.9 to first 58.08756794, first 37.3 nohead back lc rgb '#A0D96C16' lw 0.8 dt 1
set arrow from first 58.08756794, first 37.3 to first 57.30260788, first 35.5 nohead back lc rgb '#A0DC7A2C' lw 0.8 dt 1
set arrow from first 57.30260788, first 35.5 to first 56.16521183, first 35.2 nohead back lc rgb '#A0E08742' lw 0.8 dt 1
set arrow from first 56.16521183, first 35.2 to first 56.52495574, first 36.3 nohead back lc rgb '#A0E39557' lw 0.8 dt 1
set arrow from first 56.52495574, first 36.3 to first 56.48252041, first 33.5 nohead back lc rgb '#A0E7A36D' lw 0.8 dt 1
set arrow from first 56.48252041, first 33.5 to first 57.55087556, first 34.3 nohead back lc rgb '#A0EBB183' lw 0.8 dt 1
set arrow from first 50.32722555, first 37.2 to first 51.17801433, first 37.8 nohead back lc rgb '#A0009E73' lw 0.8 dt 1
set arrow from first 51.17801433, first 37.8 to first 52.24604985, first 38.4 nohead back lc rgb '#A026AD88' lw 0.8 dt 1
set arrow from first 52.24604985, first 38.4 to first 54.18307234, first 37.9 nohead back lc rgb '#A04DBB9D' lw 0.8 dt 1
set arrow from first 54.18307234, first 37.9 to first 59.5960427, first 38.1 nohead back lc rgb '#A073CAB2' lw 0.8 dt 1
set label 'Transformer' at graph 0.7005, graph 0.7181 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=1' at graph 0.4884, graph 0.4835 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.4732, graph 0.5377 to graph 0.4853, graph 0.4835 nohead front lc rgb '#999999' lw 0.7
set label 'h=2' at graph 0.3892, graph 0.5724 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=3' at graph 0.3139, graph 0.3737 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2987, graph 0.5308 to graph 0.3108, graph 0.3737 nohead front lc rgb '#999999' lw 0.7
set label 'h=4' at graph 0.3042, graph 0.3259 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2890, graph 0.4059 to graph 0.3012, graph 0.3259 nohead front lc rgb '#999999' lw 0.7
set label 'h=5' at graph 0.2596, graph 0.3308 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2748, graph 0.3851 to graph 0.2626, graph 0.3308 nohead front lc rgb '#999999' lw 0.7
set label 'h=6' at graph 0.2642, graph 0.3814 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2793, graph 0.4614 to graph 0.2672, graph 0.3814 nohead front lc rgb '#999999' lw 0.7
set label 'h=7' at graph 0.2636, graph 0.2672 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=8' at graph 0.3073, graph 0.2684 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2921, graph 0.3227 to graph 0.3042, graph 0.2684 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer TC-A, h=2' at graph 0.2118, graph 0.6810 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.1967, graph 0.5239 to graph 0.2088, graph 0.6810 nohead front lc rgb '#999999' lw 0.7
set label 'h=4' at graph 0.1934, graph 0.5655 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=6' at graph 0.2081, graph 0.7643 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2233, graph 0.6071 to graph 0.2112, graph 0.7643 nohead front lc rgb '#999999' lw 0.7
set label 'h=8' at graph 0.2644, graph 0.7296 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2492, graph 0.5724 to graph 0.2613, graph 0.7296 nohead front lc rgb '#999999' lw 0.7
set label 'h=10' at graph 0.3321, graph 0.6149 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

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
