# Training time. Draw again, inside this folder: gnuplot fig_train_time_small_corpus.gp
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
set label '{/:Bold Training time: Masked words}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   CPU time of all threads, without evaluation; median over seeds' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training time (min)'
set xrange [0:24.5697]
set yrange [11.6:0.4]
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set ytics scale 0 noenhanced ('Transformer, control' 1, 'Treeformer TF-A, h=2 bootstrapped' 2, 'Treeformer TF-A, h=2 control' 3, 'Treeformer TF-A, h=2 control, clip=1' 4, 'Treeformer TF-A, h=2 goes on' 5, 'Treeformer TF-A, h=2 goes on, gradient=leaf' 6, 'Treeformer TC-A, h=5 bootstrapped' 7, 'Treeformer TC-A, h=5 control' 8, 'Treeformer TC-A, h=5 goes on' 9, 'Treeformer TC-A, h=5 layers=3-11 bootstrapped' 10, 'Treeformer TC-A, h=5 layers=6-11 bootstrapped' 11)
set label '21 min 22 s' at 21.365, 1 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '20 min 22 s' at 20.3622, 2 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '20 min 56 s' at 20.9293, 3 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '19 min 24 s' at 19.4035, 4 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '20 min 0 s' at 19.9945, 5 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '19 min 25 s' at 19.4215, 6 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 min 20 s' at 18.3377, 7 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 min 16 s' at 18.2627, 8 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '17 min 4 s' at 17.0732, 9 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '19 min 14 s' at 19.2336, 10 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '18 min 59 s' at 18.9833, 11 left offset 0.5,0 font 'sans-serif,12' textcolor rgb '#333333'

plot 'fig_train_time_small_corpus.csv' using (column('bar') == 1 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#0072B2', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 2 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#D55E00', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 3 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#DB7626', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 4 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E28E4D', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 5 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#E8A673', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 6 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#EEBF99', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 7 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#009E73', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 8 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#26AD88', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 9 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#4DBB9D', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 10 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#73CAB2', \
     'fig_train_time_small_corpus.csv' using (column('bar') == 11 ? column('train_cpu_s') / 60 : NaN):(column('bar')):(0):(column('train_cpu_s') / 60):(column('bar') - 0.33):(column('bar') + 0.33) with boxxyerror fs solid 0.85 noborder lc rgb '#99D8C7'

set terminal pngcairo size 1520,920 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_train_time_small_corpus.png'
replot
set output
