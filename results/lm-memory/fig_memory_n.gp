# Draw again, inside this folder: gnuplot fig_memory_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,511 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_memory_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Memory of training against length: Memory of a language model}' at screen 0.0184211, screen 0.960861 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)   ·   mean over seeds' at screen 0.0184211, screen 0.921722 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'peak of a run (MiB, log scale)'
set format y '%.10g'
set xtics (64, 256, 1024)
set xrange [58.1818:1126.4]
set yrange [604.478:17423.3]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1

plot 'fig_memory_n.csv' using 1:2 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 title 'Transformer', \
     'fig_memory_n.csv' using 1:3 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 title 'Treeformer TF-A', \
     'fig_memory_n.csv' using 1:4 with linespoints lc rgb '#009E73' lw 2 dt 2 pt 3 ps 0.6 title 'SegTree Transformer, split=pow2 positions=relative model.position=none'

set terminal pngcairo size 1520,1022 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_memory_n.png'
replot
set output
