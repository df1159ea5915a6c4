# Draw again, inside this folder: gnuplot fig_layer_norms.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,590 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_layer_norms.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Gradient norm of layers: Narrow BERT, rotary positions, other mechanisms}' at screen 0.0184211, screen 0.966102 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.932203 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.0576271 to screen 0.136842, screen 0.0576271 nohead lc rgb '#CC79A7' lw 2
set label 'Treeformer TC-A, h=5' at screen 0.143421, screen 0.0576271 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.348684, screen 0.0576271 to screen 0.375, screen 0.0576271 nohead lc rgb '#DBA1C1' lw 2
set label 'Treeformer TC-A, h=5 layers=3-11' at screen 0.381579, screen 0.0576271 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0271186 to screen 0.136842, screen 0.0271186 nohead lc rgb '#EBC9DC' lw 2
set label 'Treeformer TC-A, h=5 layers=6-11' at screen 0.143421, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.459211, screen 0.0271186 to screen 0.485526, screen 0.0271186 nohead lc rgb '#E69F00' lw 2
set label 'Linformer' at screen 0.492105, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.596053, screen 0.0271186 to screen 0.622368, screen 0.0271186 nohead lc rgb '#000000' lw 2
set label 'BigBird' at screen 0.628947, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1500]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.874576
set bmargin at screen 0.579661
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.874576
set bmargin at screen 0.579661
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
plot 'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.491525
set bmargin at screen 0.19661
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.491525
set bmargin at screen 0.19661
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1180 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_layer_norms.png'
set label '{/:Bold Gradient norm of layers: Narrow BERT, rotary positions, other mechanisms}' at screen 0.0184211, screen 0.966102 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small' at screen 0.0184211, screen 0.932203 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.0576271 to screen 0.136842, screen 0.0576271 nohead lc rgb '#CC79A7' lw 2
set label 'Treeformer TC-A, h=5' at screen 0.143421, screen 0.0576271 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.348684, screen 0.0576271 to screen 0.375, screen 0.0576271 nohead lc rgb '#DBA1C1' lw 2
set label 'Treeformer TC-A, h=5 layers=3-11' at screen 0.381579, screen 0.0576271 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0271186 to screen 0.136842, screen 0.0271186 nohead lc rgb '#EBC9DC' lw 2
set label 'Treeformer TC-A, h=5 layers=6-11' at screen 0.143421, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.459211, screen 0.0271186 to screen 0.485526, screen 0.0271186 nohead lc rgb '#E69F00' lw 2
set label 'Linformer' at screen 0.492105, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.596053, screen 0.0271186 to screen 0.622368, screen 0.0271186 nohead lc rgb '#000000' lw 2
set label 'BigBird' at screen 0.628947, screen 0.0271186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1500]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.874576
set bmargin at screen 0.579661
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.874576
set bmargin at screen 0.579661
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
plot 'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.491525
set bmargin at screen 0.19661
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.491525
set bmargin at screen 0.19661
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
