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
set label '{/:Bold Test accuracy against work: ListOps, short expressions, every mechanism}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [19.4334:189.686]
set ylabel 'test accuracy (%)'
set yrange [32.473:45.5857]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('20' 20, '50' 50, '100' 100)
set label 'Transformer' at graph 0.7039, graph 0.7312 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.7190, graph 0.5740 to graph 0.7069, graph 0.7312 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer TF-A' at graph 0.5422, graph 0.2567 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5270, graph 0.4139 to graph 0.5392, graph 0.2567 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer k-ary TF-A' at graph 0.5029, graph 0.5786 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5181, graph 0.4215 to graph 0.5060, graph 0.5786 nohead front lc rgb '#999999' lw 0.7
set label 'Treeformer TC-A' at graph 0.4099, graph 0.4062 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Linformer' at graph 0.4508, graph 0.4605 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.4660, graph 0.4062 to graph 0.4539, graph 0.4605 nohead front lc rgb '#999999' lw 0.7
set label 'Nyströmformer' at graph 0.8211, graph 0.6960 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'BigBird' at graph 0.6968, graph 0.4749 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Longformer' at graph 0.4969, graph 0.5120 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5121, graph 0.4062 to graph 0.5000, graph 0.5120 nohead front lc rgb '#999999' lw 0.7
set label 'Local Attention' at graph 0.5577, graph 0.3177 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5425, graph 0.4749 to graph 0.5547, graph 0.3177 nohead front lc rgb '#999999' lw 0.7
set label 'Sinkhorn Transformer' at graph 0.5179, graph 0.6817 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5330, graph 0.6274 to graph 0.5209, graph 0.6817 nohead front lc rgb '#999999' lw 0.7
set label 'Sparse Transformer' at graph 0.5252, graph 0.6397 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5403, graph 0.4825 to graph 0.5282, graph 0.6397 nohead front lc rgb '#999999' lw 0.7
set label 'BlockBERT' at graph 0.6062, graph 0.6732 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'SegTree Transformer' at graph 0.7564, graph 0.4321 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.7412, graph 0.5893 to graph 0.7533, graph 0.4321 nohead front lc rgb '#999999' lw 0.7
set label 'Star-Transformer' at graph 0.7422, graph 0.2824 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.7270, graph 0.4139 to graph 0.7391, graph 0.2824 nohead front lc rgb '#999999' lw 0.7
set label 'BP-Transformer' at graph 0.8156, graph 0.5435 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Luna' at graph 0.5574, graph 0.4053 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5422, graph 0.4596 to graph 0.5543, graph 0.4053 nohead front lc rgb '#999999' lw 0.7
set label 'Reformer' at graph 0.4631, graph 0.1576 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.4782, graph 0.3147 to graph 0.4661, graph 0.1576 nohead front lc rgb '#999999' lw 0.7
set label 'Routing Transformer' at graph 0.5396, graph 0.1957 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5244, graph 0.3529 to graph 0.5365, graph 0.1957 nohead front lc rgb '#999999' lw 0.7
set label 'Performer' at graph 0.7405, graph 0.2376 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.7253, graph 0.2919 to graph 0.7375, graph 0.2376 nohead front lc rgb '#999999' lw 0.7
set label 'Linear transformer' at graph 0.5283, graph 0.1576 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5131, graph 0.3147 to graph 0.5252, graph 0.1576 nohead front lc rgb '#999999' lw 0.7
set label 'Synthesizer' at graph 0.6096, graph 0.5292 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.5944, graph 0.4749 to graph 0.6065, graph 0.5292 nohead front lc rgb '#999999' lw 0.7
set label 'Agglomerative attention' at graph 0.1364, graph 0.3452 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#56B4E9' lw 1.6 pt 15 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#888888' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 13 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 15 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 3 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 15 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 16 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#56B4E9' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 17 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 11 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 18 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 13 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 19 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 15 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 20 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#888888' lw 1.6 pt 3 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 21 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 22 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 9 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
