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
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Image, TF-A and the balance of its leaves}' at screen 0.0184211, screen 0.973822 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   bars: 95 % interval over the test set   ·   dashed: the best trade-off' at screen 0.0184211, screen 0.947644 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [9.90575:128.11]
set yrange [24.1318:40.3796]
set ytics 5
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (10, 20, 50, 100)
set arrow from first 12.6902707, first 33.85 to first 12.71741408, first 36.5 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 12.71741408, first 36.5 to first 13.40705186, first 36.55 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 13.40705186, first 36.55 to first 16.91723648, first 37.36666667 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set label '1' at graph 0.9150, graph 0.8171 center front font ',10' textcolor rgb '#444444'
set label '2' at graph 0.2209, graph 0.8407 center front font ',10' textcolor rgb '#444444'
set label '3' at graph 0.1986, graph 0.7427 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.1809, graph 0.6822 to graph 0.1920, graph 0.7200 nohead front lc rgb '#888888' lw 0.7
set label '4' at graph 0.1475, graph 0.6504 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.1782, graph 0.6853 to graph 0.1590, graph 0.6635 nohead front lc rgb '#888888' lw 0.7
set label '5' at graph 0.1301, graph 0.7905 center front font ',10' textcolor rgb '#444444'
set label '6' at graph 0.0744, graph 0.6792 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.1051, graph 0.7140 to graph 0.0859, graph 0.6922 nohead front lc rgb '#888888' lw 0.7
set label '7' at graph 0.0968, graph 0.4463 center front font ',10' textcolor rgb '#444444'
set label '8' at graph 0.1575, graph 0.8690 center front font ',10' textcolor rgb '#444444'
set label '9' at graph 0.2053, graph 0.1965 center front font ',10' textcolor rgb '#444444'
set label '10' at graph 0.1116, graph 0.5523 center front font ',10' textcolor rgb '#444444'
set label '11' at graph 0.0669, graph 0.7571 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.0976, graph 0.7222 to graph 0.0784, graph 0.7440 nohead front lc rgb '#888888' lw 0.7
set label '12' at graph 0.0976, graph 0.9187 center front font ',10' textcolor rgb '#444444'
set label '13' at graph 0.0669, graph 0.6094 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.0976, graph 0.6443 to graph 0.0784, graph 0.6225 nohead front lc rgb '#888888' lw 0.7
set label '14' at graph 0.2583, graph 0.6520 center front font ',10' textcolor rgb '#444444'
set label '15' at graph 0.3745, graph 0.7443 center front font ',10' textcolor rgb '#444444'

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title '1: Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title '2: Treeformer TF-A, h=6', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D7650C' lw 1.6 pt 4 ps 1.1 title '3: Treeformer TF-A, h=6 balance=0.01', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D96D18' lw 1.6 pt 5 ps 1.1 title '4: Treeformer TF-A, h=6 balance=0.1', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7423' lw 1.6 pt 4 ps 1.1 title '5: Treeformer TF-A, h=6 balance=0.1 balance_form=moe', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DD7C2F' lw 1.6 pt 5 ps 1.1 title '6: Treeformer TF-A, h=6 balance=1', \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DF833B' lw 1.6 pt 4 ps 1.1 title '7: Treeformer TF-A, h=6 balance=1 balance_form=moe', \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E18B47' lw 1.6 pt 5 ps 1.1 title '8: Treeformer TF-A, h=6 bias_init=data', \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E39252' lw 1.6 pt 4 ps 1.1 title '9: Treeformer TF-A, h=6 detach=false', \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E5995E' lw 1.6 pt 5 ps 1.1 title '10: Treeformer TF-A, h=6 gradient=leaf', \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E6A16A' lw 1.6 pt 4 ps 1.1 title '11: Treeformer TF-A, h=6 routing=median', \
     'fig_accuracy_flops.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A876' lw 1.6 pt 5 ps 1.1 title '12: Treeformer TF-A, h=6 routing=median gradient=leaf', \
     'fig_accuracy_flops.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EAB081' lw 1.6 pt 4 ps 1.1 title '13: Treeformer TF-A, h=6 routing=median-each', \
     'fig_accuracy_flops.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#ECB78D' lw 1.6 pt 5 ps 1.1 title '14: Treeformer TF-A, h=7 samples=64 trees=2', \
     'fig_accuracy_flops.csv' using (column('mark') == 15 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 title '15: Treeformer TF-A, h=8 samples=32 trees=4'

set terminal pngcairo size 1520,1528 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
