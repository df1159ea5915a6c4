# Draw again, inside this folder: gnuplot fig_layer_norms.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,572 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_layer_norms.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Gradient norm of layers: Narrow BERT, rotary positions, bootstrapped trees}' at screen 0.0184211, screen 0.965035 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small   ·   dotted: next stage' at screen 0.0184211, screen 0.93007 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.027972 to screen 0.136842, screen 0.027972 nohead lc rgb '#D55E00' lw 2
set label 'Treeformer TF-A, h=3, bootstrapped' at screen 0.143421, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1500]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1144 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_layer_norms.png'
set label '{/:Bold Gradient norm of layers: Narrow BERT, rotary positions, bootstrapped trees}' at screen 0.0184211, screen 0.965035 left font 'sans-serif,12' textcolor rgb '#111111'
set label 'protocol: small   ·   dotted: next stage' at screen 0.0184211, screen 0.93007 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.027972 to screen 0.136842, screen 0.027972 nohead lc rgb '#D55E00' lw 2
set label 'Treeformer TF-A, h=3, bootstrapped' at screen 0.143421, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1500]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
