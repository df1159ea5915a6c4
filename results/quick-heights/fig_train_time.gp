# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,566 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: ListOps, trees of many heights}' at screen 0.0184211, screen 0.964664 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.929329 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.90106 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:4.23505]
set yrange [14.6:0.4]
set xtics 1
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=1' 2, 'Treeformer TF-A, h=2' 3, 'Treeformer TF-A, h=3' 4, 'Treeformer TF-A, h=4' 5, 'Treeformer TF-A, h=5' 6, 'Treeformer TF-A, h=6' 7, 'Treeformer TF-A, h=7' 8, 'Treeformer TF-A, h=8' 9, 'Treeformer TC-A, h=2' 10, 'Treeformer TC-A, h=4' 11, 'Treeformer TC-A, h=6' 12, 'Treeformer TC-A, h=8' 13, 'Treeformer TC-A, h=10' 14)
set label '20 s' at 0.334932, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '23 s' at 0.375711, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '24 s' at 0.405468, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '28 s' at 0.465919, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '33 s' at 0.545668, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '39 s' at 0.657226, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '49 s' at 0.812609, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 0 s' at 1.00089, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 16 s' at 1.27287, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 s' at 0.297825, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '21 s' at 0.346436, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '30 s' at 0.500796, 12 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 5 s' at 1.08524, 13 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 28 s' at 3.46521, 14 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D96C16', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DC7A2C', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E08742', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E39557', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E7A36D', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EBB183', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D48DB4', \
     'fig_train_time.csv' using (column('bar') == 12 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DBA1C1', \
     'fig_train_time.csv' using (column('bar') == 13 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E3B5CF', \
     'fig_train_time.csv' using (column('bar') == 14 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EBC9DC'

set terminal pngcairo size 1520,1132 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
