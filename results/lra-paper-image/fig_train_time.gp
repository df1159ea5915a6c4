# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,340 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Image, the published configurations}' at screen 0.0184211, screen 0.941176 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: paper   ·   CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.882353 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (h)'
set xrange [0:6.48328]
set yrange [7.6:0.4]
set xtics 1
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set lmargin at screen 0.2363
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=6' 2, 'Treeformer k-ary TF-A' 3, 'Treeformer TC-A, h=6' 4, 'Linformer' 5, 'BigBird' 6, 'Performer' 7)
set label '1 h 8 min' at 1.12937, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 h 31 min' at 4.52268, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '5 h 20 min' at 5.33991, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 h 59 min' at 4.98199, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '56 min 2 s' at 0.933874, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '51 min 36 s' at 0.860058, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 h 8 min' at 2.13989, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 3600 : NaN):(column('bar')):(0):(column('train_cpu_s') / 3600):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B'

set terminal pngcairo size 1520,680 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
