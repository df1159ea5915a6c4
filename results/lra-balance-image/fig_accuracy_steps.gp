# Validation accuracy. Draw again, inside this folder: gnuplot fig_accuracy_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,739 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Validation accuracy: Image, TF-A and the balance of its leaves}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   thick: mean over seeds, thin: each seed' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'training step'
set xrange [0:1500]
set ylabel 'validation accuracy (%)'
set yrange [16.606:38.894]

plot 'fig_accuracy_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 18 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 19 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 20 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A056B4E9' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 26 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 27 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 28 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 30 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 31 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 32 ? column('step') : NaN):(column('acc_pct')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_accuracy_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer', \
     'fig_accuracy_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=6', \
     'fig_accuracy_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TF-A, h=6 balance=0.01', \
     'fig_accuracy_steps.csv' using (column('curve') == 16 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 title 'Treeformer TF-A, h=6 balance=0.1', \
     'fig_accuracy_steps.csv' using (column('curve') == 17 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 title 'Treeformer TF-A, h=6 balance=0.1 balance_form=moe', \
     'fig_accuracy_steps.csv' using (column('curve') == 21 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 title 'Treeformer TF-A, h=6 balance=1', \
     'fig_accuracy_steps.csv' using (column('curve') == 22 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 title 'Treeformer TF-A, h=6 balance=1 balance_form=moe', \
     'fig_accuracy_steps.csv' using (column('curve') == 23 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 title 'Treeformer TF-A, h=6 bias_init=data', \
     'fig_accuracy_steps.csv' using (column('curve') == 24 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A, h=6 detach=false', \
     'fig_accuracy_steps.csv' using (column('curve') == 25 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6 title 'Treeformer TF-A, h=6 gradient=leaf', \
     'fig_accuracy_steps.csv' using (column('curve') == 29 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#0072B2' lw 2 dt 2 pt 13 ps 0.6 title 'Treeformer TF-A, h=6 routing=median', \
     'fig_accuracy_steps.csv' using (column('curve') == 33 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#D55E00' lw 2 dt 2 pt 15 ps 0.6 title 'Treeformer TF-A, h=6 routing=median gradient=leaf', \
     'fig_accuracy_steps.csv' using (column('curve') == 34 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#009E73' lw 2 dt 2 pt 3 ps 0.6 title 'Treeformer TF-A, h=6 routing=median-each', \
     'fig_accuracy_steps.csv' using (column('curve') == 35 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#CC79A7' lw 2 dt 2 pt 7 ps 0.6 title 'Treeformer TF-A, h=7 samples=64 trees=2', \
     'fig_accuracy_steps.csv' using (column('curve') == 36 ? column('step') : NaN):(column('acc_pct')) with linespoints lc rgb '#E69F00' lw 2 dt 2 pt 5 ps 0.6 title 'Treeformer TF-A, h=8 samples=32 trees=4'

set terminal pngcairo size 1520,1478 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_steps.png'
replot
set output
