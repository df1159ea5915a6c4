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
set label '{/:Bold Test accuracy against work: Narrow BERT, TF-A of several heights}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set logscale x
set xrange [43.4854:127.436]
set ylabel 'test accuracy (%)'
set yrange [14.7516:32.9376]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50, '100' 100)
set arrow from first 81.90176927, first 31.19495051 to first 65.74352339, first 23.26782384 nohead back lc rgb '#A00072B2' lw 0.8 dt 1
set arrow from first 65.74352339, first 23.26782384 to first 61.59225493, first 19.05322048 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 61.59225493, first 19.05322048 to first 57.32493475, first 16.39076173 nohead back lc rgb '#A0009E73' lw 0.8 dt 1
set label 'Treeformer TF-A, h=1' at graph 0.6040, graph 0.9042 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=2' at graph 0.3996, graph 0.4683 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=3' at graph 0.3389, graph 0.2365 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front
set label 'Treeformer TF-A, h=4' at graph 0.2721, graph 0.0901 left noenhanced font 'sans-serif,12' textcolor rgb '#222222' front

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
