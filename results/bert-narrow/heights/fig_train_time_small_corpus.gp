# Training time. Draw again, inside this folder: gnuplot fig_train_time_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,400 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_train_time_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training time: Masked words}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   CPU time of all threads, without evaluation; median over seeds' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:5.89859]
set yrange [9.6:0.4]
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Treeformer TF-A, h=1 bootstrapped' 1, 'Treeformer TF-A, h=2 bootstrapped' 2, 'Treeformer TF-A, h=3 bootstrapped' 3, 'Treeformer TF-A, h=4 bootstrapped' 4, 'Treeformer TC-A, h=2 bootstrapped' 5, 'Treeformer TC-A, h=3 bootstrapped' 6, 'Treeformer TC-A, h=4 bootstrapped' 7, 'Treeformer TC-A, h=5 bootstrapped' 8, 'Treeformer TC-A, h=6 bootstrapped' 9)
set label '5 min 6 s' at 5.1028, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '5 min 1 s' at 5.01264, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '5 min 8 s' at 5.12921, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '5 min 1 s' at 5.02136, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 min 40 s' at 4.66921, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 min 53 s' at 4.88483, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 min 41 s' at 4.68369, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 min 37 s' at 4.62216, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '4 min 39 s' at 4.65703, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time_small_corpus.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#338EC1', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#66AAD1', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#99C7E0', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DB7626', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E28E4D', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E8A673', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99'

set terminal pngcairo size 1520,800 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time_small_corpus.png'
replot
set output
