# Draw again, inside this folder: gnuplot fig_train_time.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,326 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Short ListOps, the gradient of TF-A''s trees}' at screen 0.0184211, screen 0.93865 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.877301 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'CPU time of all threads, without evaluation; median over seeds' at screen 0.0184211, screen 0.828221 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (s)'
set xrange [0:100.51]
set yrange [6.6:0.4]
set xtics 20
set format x '%.0f'
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Treeformer TF-A, h=3 gradient=dense detach=false' 1, 'Treeformer TF-A, h=3 gradient=dense detach=true' 2, 'Treeformer TF-A, h=3 gradient=leaf detach=false' 3, 'Treeformer TF-A, h=3 gradient=leaf detach=true' 4, 'Treeformer TF-A, h=3 gradient=sampled detach=false' 5, 'Treeformer TF-A, h=3 gradient=sampled detach=true' 6)
set label '1 min 5 s' at 65.3502, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 10 s' at 69.6345, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '59 s' at 59.0986, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 3 s' at 63.0156, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 6 s' at 65.5245, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '1 min 9 s' at 68.656, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time.csv' using (column('bar') == 1 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time.csv' using (column('bar') == 2 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DA711F', \
     'fig_train_time.csv' using (column('bar') == 3 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DF853D', \
     'fig_train_time.csv' using (column('bar') == 4 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E4985C', \
     'fig_train_time.csv' using (column('bar') == 5 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E9AB7A', \
     'fig_train_time.csv' using (column('bar') == 6 ? column('train_cpu_s') / 1 : NaN):(column('bar')):(0):(column('train_cpu_s') / 1):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99'

set terminal pngcairo size 1520,652 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time.png'
replot
set output
