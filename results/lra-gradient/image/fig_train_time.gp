# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,310 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Image, the gradient of TF-A''s trees}' at screen 0.0184211, screen 0.935484 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.870968 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:36.745]
set yrange [6.6:0.4]
set xtics 5
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set lmargin at screen 0.4163
set ytics scale 0 noenhanced ('TF-A, h=6 gradient=dense detach=false' 1, 'TF-A, h=6 gradient=dense detach=true' 2, 'TF-A, h=6 gradient=leaf detach=false' 3, 'TF-A, h=6 gradient=leaf detach=true' 4, 'TF-A, h=6 gradient=sampled detach=false' 5, 'TF-A, h=6 gradient=sampled detach=true' 6)
set label '27 min 40 s' at 27.6629, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '26 min 58 s' at 26.967, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 35 s' at 11.5761, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '11 min 35 s' at 11.5819, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '16 min 34 s' at 16.564, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '16 min 7 s' at 16.1118, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#CC79A7', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E69F00', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#56B4E9', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#000000'

set terminal pngcairo size 1520,620 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
