# Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,1414 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: MQAR, 256 tokens, 16 pairs, rotary positions, Muon, short rows first}' at screen 0.0184211, screen 0.985856 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds (of one that has ended: its last value), thin: each seed' at screen 0.0184211, screen 0.971711 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dotted: next stage' at screen 0.0184211, screen 0.960396 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:2400]
set yrange [0:100]
set ytics 20
set format y '%.0f'
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0113154 center noenhanced
set ytics 50
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4D9CC9' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#99C7E0' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E28E4D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4DBB9D' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#99D8C7' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D99BBD' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E6BCD3' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EBB233' lw 2 dt 1 pt 12 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#F0C566' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4D4D4D' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 37 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 38 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 39 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#999999' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 40 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 41 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 42 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 43 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 44 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#9777B8' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 45 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#C3B1D7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 46 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 47 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 48 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 49 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 50 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#AF8981' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 51 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D1BBB7' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 52 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 53 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EBB233' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 54 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 55 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 56 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 57 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#F0C566' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,2828 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
set label '{/:Bold Validation accuracy: MQAR, 256 tokens, 16 pairs, rotary positions, Muon, short rows first}' at screen 0.0184211, screen 0.985856 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds (of one that has ended: its last value), thin: each seed' at screen 0.0184211, screen 0.971711 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dotted: next stage' at screen 0.0184211, screen 0.960396 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:2400]
set yrange [0:100]
set ytics 20
set format y '%.0f'
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'validation accuracy (%)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0113154 center noenhanced
set ytics 50
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4D9CC9' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.934936
set bmargin at screen 0.855728
set label 99 'Transformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#99C7E0' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90E28E4D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E28E4D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.833098
set bmargin at screen 0.75389
set label 99 'TF-A, h=5 lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#804DBB9D' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4DBB9D' lw 2 dt 1 pt 8 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.731259
set bmargin at screen 0.652051
set label 99 'k-ary TF-A, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#99D8C7' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D99BBD' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.62942
set bmargin at screen 0.550212
set label 99 'TC-A, h=5 lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40E6BCD3' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E6BCD3' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EBB233' lw 2 dt 1 pt 12 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.527581
set bmargin at screen 0.448373
set label 99 'Linformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#F0C566' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#4D4D4D' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.425743
set bmargin at screen 0.346535
set label 99 'BigBird, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 37 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 38 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#90999999' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 39 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#999999' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 40 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 41 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 42 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A06A3D9A' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 43 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 44 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#9777B8' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.323904
set bmargin at screen 0.244696
set label 99 'Longformer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 45 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#C3B1D7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 46 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 47 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 48 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A08C564B' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 49 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 50 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#AF8981' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.222065
set bmargin at screen 0.142857
set label 99 'Performer, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 51 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#D1BBB7' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.0017' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 52 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.005' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 53 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#EBB233' lw 2 dt 1 pt 14 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.120226
set bmargin at screen 0.0410184
set label 99 'S4D, lr=0.015' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_accuracy_steps.csv' using (column('curve') == 54 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 55 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 56 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#30F0C566' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 57 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#F0C566' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
