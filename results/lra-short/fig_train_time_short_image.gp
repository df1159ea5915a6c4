# Draw again, inside this folder: gnuplot fig_train_time_short_image.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,370 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time_short_image.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Image}' at screen 0.0184211, screen 0.945946 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.891892 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:28.2725]
set yrange [8.6:0.4]
set xtics 5
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=6' 2, 'Treeformer k-ary TF-A' 3, 'Treeformer TC-A, h=6' 4, 'Linformer' 5, 'BigBird' 6, 'SegTree Transformer' 7, 'Performer' 8)
set label '22 min 43 s' at 22.7163, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 22 s' at 12.3612, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 37 s' at 12.6128, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '7 min 32 s' at 7.53834, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '8 min 17 s' at 8.27871, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '15 min 38 s' at 15.6297, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '15 min 44 s' at 15.7285, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '8 min 55 s' at 8.90966, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time_short_image.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time_short_image.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time_short_image.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time_short_image.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time_short_image.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time_short_image.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time_short_image.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time_short_image.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B'

set terminal pngcairo size 1520,740 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time_short_image.png'
replot
set output
