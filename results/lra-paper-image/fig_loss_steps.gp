# Draw again, inside this folder: gnuplot fig_loss_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,511 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_loss_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training loss: Image, the published configurations}' at screen 0.0184211, screen 0.960861 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   thick: mean over seeds, thin: each seed   ·   every point: mean of 4 log lines' at screen 0.0184211, screen 0.921722 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:35000]
set yrange [1.34625:2.46018]
set ytics 0.2
set format y '%.1f'
set xlabel 'training step'
set ylabel 'training loss (nats)'

plot 'fig_loss_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_loss_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6  title 'Transformer', \
     'fig_loss_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6  title 'Treeformer TF-A, h=6', \
     'fig_loss_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6  title 'Treeformer k-ary TF-A', \
     'fig_loss_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6  title 'Treeformer TC-A, h=6', \
     'fig_loss_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6  title 'Linformer', \
     'fig_loss_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6  title 'BigBird', \
     'fig_loss_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#8C564B' lw 2 dt 2 pt 15 ps 0.6  title 'Performer'

set terminal pngcairo size 1520,1022 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_loss_steps.png'
replot
set output
