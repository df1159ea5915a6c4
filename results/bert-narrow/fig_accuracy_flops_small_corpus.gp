# Test accuracy against work. Draw again, inside this folder: gnuplot fig_accuracy_flops_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,688 enhanced font 'sans-serif,13' background rgb 'white'
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
set xrange [38.4464:155.597]
set ylabel 'test accuracy (%)'
set yrange [13.2512:39.3534]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics ('50' 50, '100' 100)

plot 'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer, control', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2 bootstrapped', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7626' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2 control', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E28E4D' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2 control, clip=1', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A673' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2 goes on', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=2 goes on, gradient=leaf', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A, h=5 bootstrapped', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#26AD88' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A, h=5 control', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#4DBB9D' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A, h=5 goes on', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#73CAB2' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A, h=5 layers=3-11 bootstrapped', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_acc_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#99D8C7' lw 1.6 pt 9 ps 1.1 title 'Treeformer TC-A, h=5 layers=6-11 bootstrapped'

set terminal pngcairo size 1520,1376 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops_small_corpus.png'
replot
set output
