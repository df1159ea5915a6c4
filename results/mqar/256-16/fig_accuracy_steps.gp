# Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,587 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: MQAR, 256 tokens, 16 pairs, rotary positions, Muon, short rows first}' at screen 0.0184211, screen 0.965928 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds (of one that has ended: its last value), thin: each seed' at screen 0.0184211, screen 0.931857 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:2400]
set yrange [0:100]
set ytics 20
set format y '%.0f'
set xlabel 'training step'
set ylabel 'validation accuracy (%)'
set arrow from first 1200, graph 0 to first 1200, graph 1 nohead back lc rgb '#999999' dt 3 lw 1

plot 'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#5099C7E0' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer, lr=0.0017', \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#4D9CC9' lw 2 dt 2 pt 6 ps 0.6 title 'Transformer, lr=0.005', \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#99C7E0' lw 2 dt 4 pt 7 ps 0.6 title 'Transformer, lr=0.015', \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=5 lr=0.0017', \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#EEBF99' lw 2 dt 2 pt 4 ps 0.6 title 'Treeformer TF-A, h=5 lr=0.005', \
     'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer k-ary TF-A, lr=0.005', \
     'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 title 'Linformer, lr=0.0017', \
     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'

set terminal pngcairo size 1520,1174 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
replot
set output
