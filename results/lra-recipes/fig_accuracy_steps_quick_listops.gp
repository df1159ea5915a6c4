# Draw again, inside this folder: gnuplot fig_accuracy_steps_quick_listops.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,982 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps_quick_listops.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: ListOps}' at screen 0.0184211, screen 0.979633 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.959267 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'without the steps on hidden tokens   ·   dotted: next stage' at screen 0.0184211, screen 0.942974 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:16000]
set yrange [17.976:66.024]
set ytics 10
set format y '%.0f'
set xtics 10000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0162933 center noenhanced
set ytics 20
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer, batch=8 accumula…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer, bias=false' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, ema=0.999' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, activation=geglu…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, activation=swigl…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, norm_kind=rms' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, optimizer=adamw …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, position=alibi' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position=learned' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0888888' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0888888' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 37 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#888888' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position=sinusoid' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 38 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 39 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 40 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position_scale=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 41 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 42 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 43 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, schedule=triangle' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 44 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 45 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 46 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, shuffled' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 47 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 48 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 49 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, collapsed stages…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1500, graph 0 to first 1500, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 3000, graph 0 to first 3000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 50 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 51 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 52 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 53 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, short-first stag…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
set arrow from first 1500, graph 0 to first 1500, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 3000, graph 0 to first 3000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 54 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 55 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 56 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, stages=6000+10000' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 6000, graph 0 to first 6000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 57 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 58 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 59 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 60 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, steps=16000' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 61 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 62 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 63 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 64 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 12 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1964 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps_quick_listops.png'
set label '{/:Bold Validation accuracy: ListOps}' at screen 0.0184211, screen 0.979633 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.959267 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'without the steps on hidden tokens   ·   dotted: next stage' at screen 0.0184211, screen 0.942974 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:16000]
set yrange [17.976:66.024]
set ytics 10
set format y '%.0f'
set xtics 10000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0162933 center noenhanced
set ytics 20
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer, batch=8 accumula…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.906314
set bmargin at screen 0.792261
set label 99 'Transformer, bias=false' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, ema=0.999' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, activation=geglu…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.759674
set bmargin at screen 0.645621
set label 99 'Transformer, activation=swigl…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, norm_kind=rms' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, optimizer=adamw …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.613035
set bmargin at screen 0.498982
set label 99 'Transformer, position=alibi' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position=learned' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0888888' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0888888' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 37 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#888888' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position=sinusoid' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 38 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 39 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 40 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.466395
set bmargin at screen 0.352342
set label 99 'Transformer, position_scale=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 41 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 42 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 43 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, schedule=triangle' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 44 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 45 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 46 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, shuffled' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 47 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 48 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 49 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.319756
set bmargin at screen 0.205703
set label 99 'Transformer, collapsed stages…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1500, graph 0 to first 1500, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 3000, graph 0 to first 3000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 50 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 51 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 52 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 53 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, short-first stag…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
set arrow from first 1500, graph 0 to first 1500, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 3000, graph 0 to first 3000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 54 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 55 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 56 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, stages=6000+10000' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 6000, graph 0 to first 6000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 57 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 58 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 59 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 60 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.173116
set bmargin at screen 0.0590631
set label 99 'Transformer, steps=16000' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 61 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 62 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 63 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_quick_listops.csv' using (column('curve') == 64 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 12 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
