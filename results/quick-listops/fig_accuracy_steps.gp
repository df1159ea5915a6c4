# Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,473 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: ListOps, a quick tour}' at screen 0.0184211, screen 0.957717 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.915433 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:8000]
set yrange [35.358:61.342]
set ytics 5
set format y '%.0f'
set xlabel 'training step'
set ylabel 'validation accuracy (%)'

plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer', \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=3', \
     'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 title 'Linformer'

set terminal pngcairo size 1520,946 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
replot
set output
