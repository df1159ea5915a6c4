# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,666 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps of 151 to 349 tokens, learned positions}' at screen 0.0184211, screen 0.96997 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.93994 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dashed: the best trade-off' at screen 0.0184211, screen 0.915916 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [17.6099:120.451]
set yrange [35.4862:49.208]
set ytics 2
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (20, 50, 100)
set arrow from first 21.21134693, first 37.16333333 to first 25.38944242, first 39.52333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 25.38944242, first 39.52333333 to first 27.83592557, first 40.50333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 27.83592557, first 40.50333333 to first 28.12574113, first 47.49333333 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set label '1' at graph 0.9150, graph 0.3046 center front font ',10' textcolor rgb '#444444'
set label '2' at graph 0.5296, graph 0.1603 center front font ',10' textcolor rgb '#444444'
set label '3' at graph 0.4834, graph 0.2966 center front font ',10' textcolor rgb '#444444'
set label '4' at graph 0.5261, graph 0.3720 center front font ',10' textcolor rgb '#444444'
set label '5' at graph 0.1086, graph 0.1484 center front font ',10' textcolor rgb '#444444'
set label '6' at graph 0.2021, graph 0.3204 center front font ',10' textcolor rgb '#444444'
set label '7' at graph 0.2553, graph 0.9012 center front font ',10' textcolor rgb '#444444'
set label '8' at graph 0.2499, graph 0.3918 center front font ',10' textcolor rgb '#444444'
set label '9' at graph 0.3787, graph 0.3111 center front font ',10' textcolor rgb '#444444'

plot 'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title '1: Transformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title '2: Treeformer TF-A, h=3 window=0', \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 title '3: Treeformer TF-A, h=3 window=8', \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title '4: Treeformer k-ary TF-A', \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title '5: Treeformer TC-A, h=3', \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 title '6: Linformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 title '7: BigBird', \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 title '8: Longformer', \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 15 ps 1.1 title '9: Performer'

set terminal pngcairo size 1520,1332 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
replot
set output
