# Draw again, inside this folder: gnuplot fig_accuracy_flops_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,726 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Masked words}' at screen 0.0184211, screen 0.972452 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set   ·   dashed: the best trade-off' at screen 0.0184211, screen 0.944904 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [44.004:120.226]
set yrange [31.3902:34.0859]
set ytics 0.5
set format y '%.1f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100)
set arrow from first 52.90449577, first 32.21632477 to first 55.16024556, first 32.6667623 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 55.16024556, first 32.6667623 to first 55.21468058, first 32.81117009 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 55.21468058, first 32.81117009 to first 60.69336091, first 33.01965285 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 60.69336091, first 33.01965285 to first 63.75824941, first 33.14589012 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 63.75824941, first 33.14589012 to first 66.12505878, first 33.25204418 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set label '1' at graph 0.8285, graph 0.7001 center front font ',10' textcolor rgb '#444444'
set label '2' at graph 0.2000, graph 0.4991 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.2354, graph 0.4991 to graph 0.2132, graph 0.4991 nohead front lc rgb '#888888' lw 0.7
set label '3' at graph 0.2258, graph 0.7747 center front font ',10' textcolor rgb '#444444'
set label '4' at graph 0.3081, graph 0.5783 center front font ',10' textcolor rgb '#444444'
set label '5' at graph 0.5161, graph 0.6742 center front font ',10' textcolor rgb '#444444'
set label '6' at graph 0.2539, graph 0.5433 center front font ',10' textcolor rgb '#444444'
set label '7' at graph 0.2658, graph 0.4703 center front font ',10' textcolor rgb '#444444'
set arrow from graph 0.2304, graph 0.4703 to graph 0.2525, graph 0.4703 nohead front lc rgb '#888888' lw 0.7
set label '8' at graph 0.3808, graph 0.6774 center front font ',10' textcolor rgb '#444444'
set label '9' at graph 0.4170, graph 0.7168 center front font ',10' textcolor rgb '#444444'
set label '10' at graph 0.6419, graph 0.6210 center front font ',10' textcolor rgb '#444444'
set label '11' at graph 0.2010, graph 0.3326 center front font ',10' textcolor rgb '#444444'
set label '12' at graph 0.2248, graph 0.2242 center front font ',10' textcolor rgb '#444444'
set label '13' at graph 0.3523, graph 0.5944 center front font ',10' textcolor rgb '#444444'

plot 'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title '1: Transformer', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title '2: Treeformer TF-A, h=3 layers=6-11 others=lo…kens=0 stages=150+1500 window-17-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D86A13' lw 1.6 pt 4 ps 1.1 title '3: Treeformer TF-A, h=3 layers=6-11 others=lo…kens=0 stages=150+1500 window-17-price-3', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DB7626' lw 1.6 pt 5 ps 1.1 title '4: Treeformer TF-A, h=3 layers=6-11 others=lo… stages=150+1500 probes=1 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DE8239' lw 1.6 pt 4 ps 1.1 title '5: Treeformer TF-A, h=3 stages=150+1500 probes=2 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E28E4D' lw 1.6 pt 5 ps 1.1 title '6: Treeformer TF-A, h=3 stages=150+1500 window-17-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E59A60' lw 1.6 pt 4 ps 1.1 title '7: Treeformer TF-A, h=3 stages=150+1500 window-17-price-3', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E8A673' lw 1.6 pt 5 ps 1.1 title '8: Treeformer TF-A, h=3 stages=150+1500 window-by-kl', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBB386' lw 1.6 pt 4 ps 1.1 title '9: Treeformer TF-A, h=3 stages=150+1500 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 title '10: Treeformer TF-A, h=3 window=32', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 title '11: Longformer, window-17', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#9777B8' lw 1.6 pt 6 ps 1.1 title '12: Longformer, window-29', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#C3B1D7' lw 1.6 pt 7 ps 1.1 title '13: Longformer, window=64'

set terminal pngcairo size 1520,1452 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops_small_corpus.png'
replot
set output
