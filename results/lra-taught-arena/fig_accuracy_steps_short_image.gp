# Draw again, inside this folder: gnuplot fig_accuracy_steps_short_image.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,492 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps_short_image.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: Image}' at screen 0.0184211, screen 0.95935 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.918699 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:1500]
set yrange [15.948:39.0802]
set ytics 5
set format y '%.0f'
set xlabel 'training step'
set ylabel 'validation accuracy (%)'
set arrow from first 700, graph 0 to first 700, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 800, graph 0 to first 800, graph 1 nohead back lc rgb '#999999' dt 3 lw 1

plot 'fig_accuracy_steps_short_image.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#40EEBF99' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=6 stages=700+100+700 window=0 taught-gradient', \
     'fig_accuracy_steps_short_image.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#EEBF99' lw 2 dt 2 pt 4 ps 0.6 title 'Treeformer TF-A, h=6 window=0 plain', \
     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'

set terminal pngcairo size 1520,984 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps_short_image.png'
replot
set output
