# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,806 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: ListOps, short expressions, every mechanism}' at screen 0.0184211, screen 0.975186 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.950372 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.930521 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (s)'
set xrange [0:54.2983]
set yrange [22.6:0.4]
set xtics 10
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=2' 2, 'Treeformer k-ary TF-A' 3, 'Treeformer TC-A, h=4' 4, 'Linformer' 5, 'Nyströmformer' 6, 'BigBird' 7, 'Longformer' 8, 'Local Attention' 9, 'Sinkhorn Transformer' 10, 'Sparse Transformer' 11, 'BlockBERT' 12, 'SegTree Transformer' 13, 'Star-Transformer' 14, 'BP-Transformer' 15, 'Luna' 16, 'Reformer' 17, 'Routing Transformer' 18, 'Performer' 19, 'Linear transformer' 20, 'Synthesizer' 21, 'Agglomerative attention' 22)
set label '24 s' at 23.5707, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '27 s' at 27.4067, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '27 s' at 27.0546, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '23 s' at 23.3089, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '23 s' at 23.3007, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '34 s' at 34.2567, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '24 s' at 24.0975, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '27 s' at 27.203, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '24 s' at 23.7576, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '23 s' at 23.3471, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '22 s' at 21.8307, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '22 s' at 22.1998, 12 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '47 s' at 47.095, 13 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '34 s' at 34.0993, 14 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '49 s' at 49.107, 15 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '29 s' at 28.7143, 16 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '32 s' at 31.8825, 17 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '30 s' at 29.8604, 18 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '26 s' at 26.3749, 19 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '21 s' at 20.9497, 20 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 s' at 18.1592, 21 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '17 s' at 16.904, 22 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#56B4E9', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#888888', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 12 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 13 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 14 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 15 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 16 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#56B4E9', \
     'fig_train_time.csv' using (column('bar') == 17 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 18 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A', \
     'fig_train_time.csv' using (column('bar') == 19 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B', \
     'fig_train_time.csv' using (column('bar') == 20 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#888888', \
     'fig_train_time.csv' using (column('bar') == 21 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 22 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00'

set terminal pngcairo size 1520,1612 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
