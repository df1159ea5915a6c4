# Draw again, inside this folder: gnuplot fig_accuracy_height_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,470 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_accuracy_height_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Test accuracy against tree height: Masked words}' at screen 0.0184211, screen 0.957447 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars, grey band: 95 % interval over the test set' at screen 0.0184211, screen 0.914894 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'tree height'
set xtics 1
set xrange [1.5:6.5]
set ylabel 'test accuracy (%)'
set errorbars small
set yrange [31.9836:33.9675]
set ytics 0.5
set format y '%.1f'
set object rectangle from graph 0, first 32.44410476 to graph 1, first 33.63120735 behind fc rgb '#666666' fs solid 0.12 noborder

plot 'fig_accuracy_height_small_corpus.csv' using (column('curve') == 1 ? column('height') + 0 : NaN):(column('test_score_pct')):(column('test_lo_pct')):(column('test_hi_pct')) with yerrorlines lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'Treeformer TF-A, stages=150+1500', \
     33.03495433 with lines lc rgb '#0072B2' lw 1.4 dt 2 title 'Transformer', \
     32.97087936 with lines lc rgb '#6A3D9A' lw 1.4 dt 4 title 'Longformer'

set terminal pngcairo size 1520,940 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_accuracy_height_small_corpus.png'
replot
set output
