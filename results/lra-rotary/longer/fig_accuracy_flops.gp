# Draw again, inside this folder: gnuplot fig_accuracy_flops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,694 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_flops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against work: ListOps of 151 to 349 tokens, rotary positions}' at screen 0.0184211, screen 0.971182 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.942363 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: all' at screen 0.0184211, screen 0.919308 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale x
set xrange [9.89491:128.125]
set yrange [20.4898:54.3563]
set ytics 5
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (10, 20, 50, 100)

set multiplot
unset key
set label 'test accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'forward work of one attention layer (% of full attention, log scale)' at screen 0.54, screen 0.0230548 center noenhanced
set ytics 10
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, h=3 window=0' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, h=3 window=8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'k-ary TF-A' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TC-A, h=3' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'Longformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'SegTree Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 3 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'Performer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 15 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'S4D' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 15 ps 1.1 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1388 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_flops.png'
set label '{/:Bold Test accuracy against work: ListOps of 151 to 349 tokens, rotary positions}' at screen 0.0184211, screen 0.971182 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   bars: 95 % interval over the test set' at screen 0.0184211, screen 0.942363 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: all' at screen 0.0184211, screen 0.919308 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale x
set xrange [9.89491:128.125]
set yrange [20.4898:54.3563]
set ytics 5
set format y '%.0f'
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
set errorbars small
set xtics (10, 20, 50, 100)

set multiplot
unset key
set label 'test accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'forward work of one attention layer (% of full attention, log scale)' at screen 0.54, screen 0.0230548 center noenhanced
set ytics 10
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 1 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#0072B2' lw 1.6 pt 7 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, h=3 window=0' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 2 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, h=3 window=8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 3 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#EEBF99' lw 1.6 pt 4 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'k-ary TF-A' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 4 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 9 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TC-A, h=3' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 5 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#CC79A7' lw 1.6 pt 11 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 6 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 13 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 7 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#000000' lw 1.6 pt 3 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'Longformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 8 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#6A3D9A' lw 1.6 pt 7 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'SegTree Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 9 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#009E73' lw 1.6 pt 3 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'Performer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 10 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#8C564B' lw 1.6 pt 15 ps 1.1 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'S4D' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_flops.csv' using (column('flops_layer_pct')):(column('test_score_pct')) with points pt 7 ps 0.5 lc rgb '#C4C4C4' notitle, \
     'fig_accuracy_flops.csv' using (column('mark') == 11 ? column('flops_layer_pct') : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorbars lc rgb '#E69F00' lw 1.6 pt 15 ps 1.1 notitle
unset label
unset arrow
unset multiplot
set output
