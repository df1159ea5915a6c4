# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,764 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps, TF-A and the balance of its leaves}' at screen 0.0184211, screen 0.973822 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: short   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.947644 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [5.57249:136.255]
set yrange [30.7588:36.5683]
set ytics 1
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (10, 20, 50, 100)

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D7650C' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 balance=0.01', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D96D18' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6 balance=0.1', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7423' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 balance=0.1 balance_form=moe', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DD7C2F' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6 balance=1', \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DF833B' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 balance=1 balance_form=moe', \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E18B47' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6 bias_init=data', \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E39252' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 detach=false', \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E5995E' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6 gradient=leaf', \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E6A16A' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 routing=median', \
     'fig_accuracy_flops.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A876' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=6 routing=median gradient=leaf', \
     'fig_accuracy_flops.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EAB081' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=6 routing=median-each', \
     'fig_accuracy_flops.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#ECB78D' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, h=7 samples=64 trees=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 15 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 title 'Treeformer TF-A, h=8 samples=32 trees=4'

set terminal pngcairo size 1520,1528 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
