# Draw again, inside this folder: gnuplot fig_train_time_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,460 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Masked words}' at screen 0.0184211, screen 0.956522 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.913043 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:26.884]
set yrange [11.6:0.4]
set xtics 5
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer' 1, 'Treeformer TF-A, h=3 stages=150+1500' 2, 'Treeformer TF-A, h=3 stages=150+1500 window=0' 3, 'Treeformer TF-A, h=3 stages=150+1500 window=32' 4, 'Treeformer TF-A, h=3 window=32' 5, 'Treeformer TF-A, h=4 stages=150+1500 window=16' 6, 'Treeformer k-ary TF-A, stages=150+1500' 7, 'Treeformer TC-A, h=5' 8, 'Linformer' 9, 'BigBird' 10, 'Longformer, window=64' 11)
set label '9 min 2 s' at 9.03592, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 17 s' at 9.28768, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 50 s' at 9.83616, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 22 s' at 11.3653, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '10 min 28 s' at 10.4613, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 16 s' at 11.2742, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 min 44 s' at 18.7356, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '16 min 2 s' at 16.034, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '16 min 41 s' at 16.6913, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '17 min 7 s' at 17.1084, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '9 min 5 s' at 9.08683, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time_small_corpus.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DB7626', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E28E4D', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E8A673', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#6A3D9A'

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time_small_corpus.png'
replot
set output
