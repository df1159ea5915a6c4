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
set label '{/:Bold Test accuracy against work: ListOps, short runs}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [4.38887:170.899]
set ylabel 'test accuracy (%)'
set yrange [31.0882:36.5491]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('5' 5, '10' 10, '20' 20, '50' 50, '100' 100)
set label 'Transformer' at graph 0.8688, graph 0.4935 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A' at graph 0.2238, graph 0.5387 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2390, graph 0.4844 to graph 0.2268, graph 0.5387 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer k-ary TF-A' at graph 0.2230, graph 0.3874 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2079, graph 0.4416 to graph 0.2200, graph 0.3874 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer TC-A' at graph 0.1066, graph 0.5992 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.0915, graph 0.4935 to graph 0.1036, graph 0.5992 nohead front lc rgb '#999999' lw 0.7
set label 'Linformer' at graph 0.3512, graph 0.5454 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'BigBird' at graph 0.5435, graph 0.4813 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'SegTree Transformer' at graph 0.3087, graph 0.5007 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Performer' at graph 0.4022, graph 0.4478 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#56B4E9' lw 1.6 pt 15 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
