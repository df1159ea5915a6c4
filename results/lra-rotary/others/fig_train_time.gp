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
set label '{/:Bold Training time: Short ListOps, the other mechanisms}' at screen 0.0184211, screen 0.966443 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.932886 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.90604 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:4.77105]
set yrange [15.6:0.4]
set xtics 1
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Nyströmformer' 1, 'Local Attention' 2, 'Sinkhorn Transformer' 3, 'Sparse Transformer' 4, 'BlockBERT' 5, 'Star-Transformer' 6, 'BP-Transformer' 7, 'Luna' 8, 'Reformer' 9, 'Routing Transformer' 10, 'Linear transformer' 11, 'Synthesizer' 12, 'Agglomerative attention' 13, 'LSTM' 14, 'Bidirectional LSTM' 15)
set label '3 min 53 s' at 3.87979, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 28 s' at 1.46156, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 59 s' at 1.98213, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 28 s' at 1.4672, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 21 s' at 1.34743, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 13 s' at 2.22115, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 1 s' at 3.01578, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 48 s' at 1.80794, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 21 s' at 2.34771, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '3 min 36 s' at 3.60143, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 17 s' at 1.28125, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 19 s' at 1.30957, 12 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '59 s' at 0.977566, 13 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 38 s' at 1.64004, 14 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '2 min 9 s' at 2.15396, 15 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#56B4E9', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#8C564B', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#888888', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#56B4E9', \
     'fig_train_time.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A', \
     'fig_train_time.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#888888', \
     'fig_train_time.csv' using (column('bar') == 12 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time.csv' using (column('bar') == 13 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 14 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 15 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7'

set terminal pngcairo size 1520,1192 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
