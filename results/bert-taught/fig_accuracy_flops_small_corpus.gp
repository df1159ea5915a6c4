# Draw again, inside this folder: gnuplot fig_accuracy_flops_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,935 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: Masked words}' at screen 0.0184211, screen 0.97861 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 % interval over the test set   ·   dashed: the best trade-off' at screen 0.0184211, screen 0.957219 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'forward work of one attention layer (% of full attention, log scale)'
set ylabel 'test accuracy (%)'
set logscale x
set xrange [42.1557:120.226]
set yrange [17.3159:34.6786]
set ytics 5
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (60, 80, 100)
set arrow from first 67.29822265, first 33.14589012 to first 66.12505878, first 33.25204418 nohead back lc rgb '#A0D55E00' lw 0.8 dt 1
set arrow from first 66.12505878, first 33.25204418 to first 64.58944557, first 33.09137857 nohead back lc rgb '#A0E39557' lw 0.8 dt 1
set arrow from first 50.68227407, first 22.71697031 to first 52.90449577, first 32.21632477 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 52.90449577, first 32.21632477 to first 55.46989632, first 32.65815521 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 55.46989632, first 32.65815521 to first 56.12723852, first 32.78439248 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 56.12723852, first 32.78439248 to first 60.45008558, first 32.9249749 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 60.45008558, first 32.9249749 to first 63.75824941, first 33.14589012 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set arrow from first 63.75824941, first 33.14589012 to first 66.12505878, first 33.25204418 nohead back lc rgb '#9A9A9A' dt 2 lw 1.2
set label '1' at first 100, first 33.20709606 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '2' at first 67.29822265, first 33.14589012 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '3' at first 61.11736216, first 31.53636494 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '4' at first 63.87047121, first 31.43594893 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '5' at first 61.73595707, first 31.59374552 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '6' at first 69.4699696, first 32.6065127 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '7' at first 56.12723852, first 32.78439248 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '8' at first 55.46989632, first 32.65815521 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '9' at first 63.75824941, first 33.14589012 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '10' at first 66.12505878, first 33.25204418 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '11' at first 83.69438616, first 32.99096256 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '12' at first 68.3036162, first 33.03686702 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '13' at first 60.45008558, first 32.9249749 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '14' at first 82.40446632, first 32.99383159 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '15' at first 64.58944557, first 33.09137857 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '16' at first 73.66876757, first 33.02539091 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '17' at first 64.51212136, first 33.08277148 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '18' at first 50.68227407, first 22.71697031 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '19' at first 63.01170555, first 30.72729881 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '20' at first 75.34113704, first 32.44584708 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '21' at first 65.32335907, first 18.65155645 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '22' at first 77.56243967, first 32.86185626 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'
set label '23' at first 52.90449577, first 32.21632477 right offset character -0.4,-0.7 font ',10' textcolor rgb '#444444'
set label '24' at first 61.59536001, first 32.92210587 left offset character 0.4,0.7 font ',10' textcolor rgb '#444444'

plot 'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 title '1: Transformer', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title '2: Treeformer TF-A, h=2 stages=150+1500 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D7650B' lw 1.6 pt 4 ps 1.1 title '3: Treeformer TF-A, h=3 stages=150+1500 by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D96C16' lw 1.6 pt 5 ps 1.1 title '4: Treeformer TF-A, h=3 stages=150+1500 global_tokens=8 by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DA7321' lw 1.6 pt 4 ps 1.1 title '5: Treeformer TF-A, h=3 stages=150+1500 path_means=true by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DC7A2C' lw 1.6 pt 5 ps 1.1 title '6: Treeformer TF-A, h=3 stages=150+1500 probes=2 by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DE8137' lw 1.6 pt 4 ps 1.1 title '7: Treeformer TF-A, h=3 stages=150+1500 window-17-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E08742' lw 1.6 pt 5 ps 1.1 title '8: Treeformer TF-A, h=3 stages=150+1500 window-17-price-3', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E28E4D' lw 1.6 pt 4 ps 1.1 title '9: Treeformer TF-A, h=3 stages=150+1500 window-by-kl-frozen', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E39557' lw 1.6 pt 5 ps 1.1 title '10: Treeformer TF-A, h=3 stages=150+1500 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E59C62' lw 1.6 pt 4 ps 1.1 title '11: Treeformer TF-A, h=3 stages=150+1500 window=0 by-kl', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 12 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E7A36D' lw 1.6 pt 5 ps 1.1 title '12: Treeformer TF-A, h=3 stages=150+1500 window=32 by-kl', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 13 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E9AA78' lw 1.6 pt 4 ps 1.1 title '13: Treeformer TF-A, h=3 stages=150+1500 window=32 local_heads=0.5 by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 14 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBB183' lw 1.6 pt 5 ps 1.1 title '14: Treeformer TF-A, h=3 window=32', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 15 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#ECB88E' lw 1.6 pt 4 ps 1.1 title '15: Treeformer TF-A, h=4 stages=150+1500 window-by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 16 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 5 ps 1.1 title '16: Treeformer TF-A, h=4 stages=150+1500 window=16 by-kl', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 17 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 title '17: Treeformer k-ary TF-A, stages=150+1500 by-mass', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 18 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 title '18: Treeformer TC-A, h=5', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 19 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#DBA1C1' lw 1.6 pt 10 ps 1.1 title '19: Treeformer TC-A, h=5 layers=3-11', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 20 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EBC9DC' lw 1.6 pt 11 ps 1.1 title '20: Treeformer TC-A, h=5 layers=6-11', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 21 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 title '21: Linformer', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 22 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 title '22: BigBird', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 23 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 title '23: Longformer, window-17', \
     'fig_accuracy_flops_small_corpus.csv' using (column('mark') == 24 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#C3B1D7' lw 1.6 pt 6 ps 1.1 title '24: Longformer, window=64'

set terminal pngcairo size 1520,1870 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops_small_corpus.png'
replot
set output
