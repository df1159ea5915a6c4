# Training loss. Draw again, inside this folder: gnuplot fig_loss_steps_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,663 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_loss_steps_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training loss: Masked words}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training step'
set xrange [0:4000]
set ylabel 'training loss (nats)'
set yrange [3.86938:7.08483]
set arrow from first 1000, graph 0 to first 1000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 2000, graph 0 to first 2000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 3000, graph 0 to first 3000, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1300, graph 0 to first 1300, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 2650, graph 0 to first 2650, graph 1 nohead back lc rgb '#999999' dt 3 lw 1

plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer, control', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=2 bootstrapped', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DB7626' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=2 control', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E28E4D' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=2 control, clip=1', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E8A673' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=2 goes on', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=2 goes on, gradient=leaf', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=5 bootstrapped', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#26AD88' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=5 control', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#4DBB9D' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=5 goes on', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#73CAB2' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=5 layers=3-11 bootstrapped', \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#99D8C7' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TC-A, h=5 layers=6-11 bootstrapped', \
     NaN with lines lc rgb '#999999' dt 3 lw 1 title 'next stage'

set terminal pngcairo size 1520,1326 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_loss_steps_small_corpus.png'
replot
set output
