# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,236 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: ListOps, a quick tour}' at screen 0.0184211, screen 0.915254 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.830508 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.762712 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:4.60863]
set yrange [3.6:0.4]
set xtics 1
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set lmargin at screen 0.2263
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=3' 2, 'Linformer' 3)
set label '1 min 49 s' at 1.81999, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 48 s' at 3.8057, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 52 s' at 1.8726, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00'

set terminal pngcairo size 1520,472 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
