# Test accuracy against work. Draw again, inside this folder: gnuplot fig_accuracy_flops_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,460 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Masked words}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [37.9716:127.436]
set ylabel 'test accuracy (%)'
set yrange [11.2627:33.196]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50, '100' 100)
set arrow from first 81.90176927, first 31.19495051 to first 65.74352339, first 23.26782384 nohead back lc rgb '#A00072B2' lw 0.8 dt 1
set arrow from first 65.74352339, first 23.26782384 to first 61.59225493, first 19.05322048 nohead back lc rgb '#A0338EC1' lw 0.8 dt 1
set arrow from first 61.59225493, first 19.05322048 to first 57.32493475, first 16.39076173 nohead back lc rgb '#A066AAD1' lw 0.8 dt 1
set arrow from first 50.05636915, first 13.12580691 to first 50.25696036, first 13.31516282 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 50.25696036, first 13.31516282 to first 50.4635844, first 13.28647253 nohead back lc rgb '#A0DB7626' lw 0.8 dt 1
set arrow from first 50.4635844, first 13.28647253 to first 50.68227407, first 13.29221059 nohead back lc rgb '#A0E28E4D' lw 0.8 dt 1
set arrow from first 50.68227407, first 13.29221059 to first 50.92509502, first 13.19753264 nohead back lc rgb '#A0E8A673' lw 0.8 dt 1
set label 'Treeformer TF-A, h=1 bootstrapped' at graph 0.6500, graph 0.9088 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=2 bootstrapped' at graph 0.4685, graph 0.5473 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=3 bootstrapped' at graph 0.4146, graph 0.3552 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=4 bootstrapped' at graph 0.3553, graph 0.2338 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TC-A, h=2 bootstrapped' at graph 0.2434, graph 0.1392 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2282, graph 0.0849 to graph 0.2403, graph 0.1392 nohead front lc rgb '#999999' lw 0.7
set label 'h=3' at graph 0.2164, graph 0.0936 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=4' at graph 0.2501, graph 0.0380 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2349, graph 0.0923 to graph 0.2470, graph 0.0380 nohead front lc rgb '#999999' lw 0.7
set label 'h=5' at graph 0.2536, graph 0.0925 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=6' at graph 0.2273, graph 0.1425 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set arrow from graph 0.2424, graph 0.0882 to graph 0.2303, graph 0.1425 nohead front lc rgb '#999999' lw 0.7

plot 'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#338EC1' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#66AAD1' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#99C7E0' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7626' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E28E4D' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A673' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops_small_corpus.png'
replot
set output
