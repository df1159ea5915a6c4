# Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,550 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: ListOps of 151 to 349 tokens, learned positions}' at screen 0.0184211, screen 0.963636 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.927273 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: full attention' at screen 0.0184211, screen 0.898182 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:10000]
set yrange [27.437:51.013]
set ytics 5
set format y '%.0f'
set xtics 5000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0290909 center noenhanced
set ytics 10
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'TF-A, h=3 window=0' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'TF-A, h=3 window=8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'k-ary TF-A' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'TC-A, h=3' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'Longformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'Performer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1100 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
set label '{/:Bold Validation accuracy: ListOps of 151 to 349 tokens, learned positions}' at screen 0.0184211, screen 0.963636 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.927273 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: full attention' at screen 0.0184211, screen 0.898182 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:10000]
set yrange [27.437:51.013]
set ytics 5
set format y '%.0f'
set xtics 5000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0290909 center noenhanced
set ytics 10
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'TF-A, h=3 window=0' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.832727
set bmargin at screen 0.629091
set label 99 'TF-A, h=3 window=8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'k-ary TF-A' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'TC-A, h=3' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.570909
set bmargin at screen 0.367273
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'Longformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.309091
set bmargin at screen 0.105455
set label 99 'Performer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
