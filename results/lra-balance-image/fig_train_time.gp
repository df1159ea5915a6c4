# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,580 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Image, TF-A and the balance of its leaves}' at screen 0.0184211, screen 0.965517 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.931034 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:76.5674]
set yrange [15.6:0.4]
set xtics 10
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=6' 2, 'Treeformer TF-A, h=6 balance=0.01' 3, 'Treeformer TF-A, h=6 balance=0.1' 4, 'Treeformer TF-A, h=6 balance=0.1 balance_form=moe' 5, 'Treeformer TF-A, h=6 balance=1' 6, 'Treeformer TF-A, h=6 balance=1 balance_form=moe' 7, 'Treeformer TF-A, h=6 bias_init=data' 8, 'Treeformer TF-A, h=6 detach=false' 9, 'Treeformer TF-A, h=6 gradient=leaf' 10, 'Treeformer TF-A, h=6 routing=median' 11, 'Treeformer TF-A, h=6 routing=median gradient=leaf' 12, 'Treeformer TF-A, h=6 routing=median-each' 13, 'Treeformer TF-A, h=7 samples=64 trees=2' 14, 'Treeformer TF-A, h=8 samples=32 trees=4' 15)
set label '22 min 43 s' at 22.7163, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 22 s' at 12.3612, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 20 s' at 12.3262, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 5 s' at 12.0862, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 28 s' at 12.4612, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 2 s' at 12.0317, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 24 s' at 12.4022, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 54 s' at 11.8942, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '15 min 33 s' at 15.5453, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '8 min 48 s' at 8.80219, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 28 s' at 12.4591, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '8 min 39 s' at 8.65023, 12 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '12 min 15 s' at 12.2579, 13 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '22 min 20 s' at 22.3407, 14 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '51 min 40 s' at 51.6689, 15 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D7650C', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D96D18', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DB7423', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DD7C2F', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DF833B', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E18B47', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E39252', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E5995E', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E6A16A', \
     'fig_train_time.csv' using (column('bar') == 12 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E8A876', \
     'fig_train_time.csv' using (column('bar') == 13 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EAB081', \
     'fig_train_time.csv' using (column('bar') == 14 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#ECB78D', \
     'fig_train_time.csv' using (column('bar') == 15 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99'

set terminal pngcairo size 1520,1160 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
