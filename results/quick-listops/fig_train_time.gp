# Training time. Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,296 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: ListOps, a quick tour}' at graph 0,1 left offset 0,3.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at graph 0,1 left offset 0,2 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (s)'
set xrange [0:76.4982]
set yrange [5.6:0.4]
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A' 2, 'Treeformer k-ary TF-A' 3, 'Treeformer TC-A' 4, 'Linformer' 5)
set label '49 s' at 48.7813, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 7 s' at 66.5202, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 4 s' at 63.8248, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '45 s' at 45.2913, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '50 s' at 49.9707, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00'

set terminal pngcairo size 1520,592 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
