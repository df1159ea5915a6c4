# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,476 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: ListOps of 151 to 349 tokens, rotary positions}' at screen 0.0184211, screen 0.957983 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.915966 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.882353 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:42.1477]
set yrange [11.6:0.4]
set xtics 10
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=3 window=0' 2, 'Treeformer TF-A, h=3 window=8' 3, 'Treeformer k-ary TF-A' 4, 'Treeformer TC-A, h=3' 5, 'Linformer' 6, 'BigBird' 7, 'Longformer' 8, 'SegTree Transformer' 9, 'Performer' 10, 'S4D' 11)
set label '22 min 40 s' at 22.6682, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '26 min 15 s' at 26.2457, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '32 min 51 s' at 32.8451, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '25 min 58 s' at 25.9707, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 20 s' at 11.3369, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 9 s' at 12.1472, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '19 min 14 s' at 19.2416, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '14 min 49 s' at 14.8149, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '28 min 39 s' at 28.6498, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '13 min 26 s' at 13.4352, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 52 s' at 9.87325, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00'

set terminal pngcairo size 1520,952 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
