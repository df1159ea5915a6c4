# Training time. Draw again, inside this folder: gnuplot fig_train_time_small_qnli.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,310 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time_small_qnli.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: QNLI}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   CPU time of all threads, without evaluation; median over seeds' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:12.1236]
set yrange [6.6:0.4]
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Transformer, dropout 0.1' 2, 'Transformer, dropout 0.1, not pre-trained' 3, 'Transformer, not pre-trained' 4, 'Treeformer TF-A, h=2' 5, 'Treeformer TC-A, h=5' 6)
set label '9 min 52 s' at 9.86525, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 53 s' at 9.87785, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '10 min 33 s' at 10.5423, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 36 s' at 9.59576, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 54 s' at 9.89704, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 50 s' at 9.82912, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time_small_qnli.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time_small_qnli.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#338EC1', \
     'fig_train_time_small_qnli.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#66AAD1', \
     'fig_train_time_small_qnli.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#99C7E0', \
     'fig_train_time_small_qnli.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time_small_qnli.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73'

set terminal pngcairo size 1520,620 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time_small_qnli.png'
replot
set output
