# Draw again, inside this folder: gnuplot fig_loss_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,454 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_loss_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training loss: Text, short reviews, from scratch}' at screen 0.0184211, screen 0.955947 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.911894 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:3360]
set yrange [0.586125:0.725231]
set ytics 0.02
set format y '%.2f'
set xlabel 'training step'
set ylabel 'training loss (nats)'

plot 'fig_loss_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=4'

set terminal pngcairo size 1520,908 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_loss_steps.png'
replot
set output
