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
set label '{/:Bold Test accuracy against work: Narrow BERT, TC-A of several heights}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [37.9716:79.2377]
set ylabel 'test accuracy (%)'
set yrange [12.6754:13.7759]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50)
set arrow from first 50.05636915, first 13.12580691 to first 50.25696036, first 13.31516282 nohead back lc rgb '#A00072B2' lw 0.8 dt 1
set arrow from first 50.25696036, first 13.31516282 to first 50.4635844, first 13.28647253 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 50.4635844, first 13.28647253 to first 50.68227407, first 13.29221059 nohead back lc rgb '#A0009E73' lw 0.8 dt 1
set arrow from first 50.68227407, first 13.29221059 to first 50.92509502, first 13.19753264 nohead back lc rgb '#A0CC79A7' lw 0.8 dt 1
set label 'Treeformer TC-A, h=2' at graph 0.3605, graph 0.4093 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=3' at graph 0.3659, graph 0.5814 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=4' at graph 0.3715, graph 0.5267 right noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=5' at graph 0.4077, graph 0.5605 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'h=6' at graph 0.4142, graph 0.4745 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
