# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,596 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Short ListOps, rotary and learned positions}' at screen 0.0184211, screen 0.966443 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.932886 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.90604 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:4.16602]
set yrange [15.6:0.4]
set xtics 1
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer, position=learned' 1, 'Transformer, position=rotary' 2, 'Treeformer TF-A, h=3 window=0 position=rotary' 3, 'Treeformer TF-A, h=3 window=8 position=learned' 4, 'Treeformer TF-A, h=3 window=8 position=rotary' 5, 'Treeformer k-ary TF-A' 6, 'Treeformer TC-A, h=3' 7, 'Linformer, position=learned' 8, 'Linformer, position=rotary' 9, 'BigBird, position=learned' 10, 'BigBird, position=rotary' 11, 'Longformer' 12, 'SegTree Transformer' 13, 'Performer, position=learned' 14, 'Performer, position=rotary' 15)
set label '1 min 20 s' at 1.33291, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 21 s' at 1.34715, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 6 s' at 2.09276, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 5 s' at 3.08387, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 6 s' at 3.10016, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 15 s' at 2.2495, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 28 s' at 1.4738, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 27 s' at 1.44798, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 30 s' at 1.50223, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 52 s' at 1.87226, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 0 s' at 1.99898, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 28 s' at 1.46331, 12 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 41 s' at 2.68543, 13 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 23 s' at 1.38669, 14 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 35 s' at 1.58138, 15 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#99C7E0', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E28E4D', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#F5D999', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#999999', \
     'fig_train_time.csv' using (column('bar') == 12 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A', \
     'fig_train_time.csv' using (column('bar') == 13 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 14 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B', \
     'fig_train_time.csv' using (column('bar') == 15 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D1BBB7'

set terminal pngcairo size 1520,1192 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
