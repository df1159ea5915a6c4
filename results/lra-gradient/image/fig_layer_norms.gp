# Draw again, inside this folder: gnuplot fig_layer_norms.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,462 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_layer_norms.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Gradient norm of layers: Image, the gradient of TF-A''s trees}' at screen 0.0184211, screen 0.95671 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.91342 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.229437 to screen 0.157895, screen 0.229437 nohead lc rgb '#D55E00' lw 2 dt 1
set label 'Treeformer TF-A, h=6 gradient=dense detach=false' at screen 0.164474, screen 0.229437 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.190476 to screen 0.157895, screen 0.190476 nohead lc rgb '#009E73' lw 2 dt 2
set label 'Treeformer TF-A, h=6 gradient=dense detach=true' at screen 0.164474, screen 0.190476 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.151515 to screen 0.157895, screen 0.151515 nohead lc rgb '#CC79A7' lw 2 dt 4
set label 'Treeformer TF-A, h=6 gradient=leaf detach=false' at screen 0.164474, screen 0.151515 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.112554 to screen 0.157895, screen 0.112554 nohead lc rgb '#E69F00' lw 2 dt 5
set label 'Treeformer TF-A, h=6 gradient=leaf detach=true' at screen 0.164474, screen 0.112554 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0735931 to screen 0.157895, screen 0.0735931 nohead lc rgb '#56B4E9' lw 2 dt 1
set label 'Treeformer TF-A, h=6 gradient=sampled detach=false' at screen 0.164474, screen 0.0735931 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.034632 to screen 0.157895, screen 0.034632 nohead lc rgb '#000000' lw 2 dt 2
set label 'Treeformer TF-A, h=6 gradient=sampled detach=true' at screen 0.164474, screen 0.034632 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:750]
set xtics 200
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.839827
set bmargin at screen 0.406926
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 2 pt 8 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 5 pt 12 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 2 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.839827
set bmargin at screen 0.406926
set label 99 'layer 2' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 2 pt 8 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 5 pt 12 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 2 pt 3 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,924 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_layer_norms.png'
set label '{/:Bold Gradient norm of layers: Image, the gradient of TF-A''s trees}' at screen 0.0184211, screen 0.95671 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: short   ·   thick: mean over seeds, thin: each seed' at screen 0.0184211, screen 0.91342 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.229437 to screen 0.157895, screen 0.229437 nohead lc rgb '#D55E00' lw 2 dt 1
set label 'Treeformer TF-A, h=6 gradient=dense detach=false' at screen 0.164474, screen 0.229437 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.190476 to screen 0.157895, screen 0.190476 nohead lc rgb '#009E73' lw 2 dt 2
set label 'Treeformer TF-A, h=6 gradient=dense detach=true' at screen 0.164474, screen 0.190476 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.151515 to screen 0.157895, screen 0.151515 nohead lc rgb '#CC79A7' lw 2 dt 4
set label 'Treeformer TF-A, h=6 gradient=leaf detach=false' at screen 0.164474, screen 0.151515 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.112554 to screen 0.157895, screen 0.112554 nohead lc rgb '#E69F00' lw 2 dt 5
set label 'Treeformer TF-A, h=6 gradient=leaf detach=true' at screen 0.164474, screen 0.112554 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0735931 to screen 0.157895, screen 0.0735931 nohead lc rgb '#56B4E9' lw 2 dt 1
set label 'Treeformer TF-A, h=6 gradient=sampled detach=false' at screen 0.164474, screen 0.0735931 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.034632 to screen 0.157895, screen 0.034632 nohead lc rgb '#000000' lw 2 dt 2
set label 'Treeformer TF-A, h=6 gradient=sampled detach=true' at screen 0.164474, screen 0.034632 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:750]
set xtics 200
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.839827
set bmargin at screen 0.406926
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 2 pt 8 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 5 pt 12 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 1 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 2 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.839827
set bmargin at screen 0.406926
set label 99 'layer 2' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
plot 'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0D55E00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0009E73' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0CC79A7' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#80E69F00' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#8056B4E9' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0000000' lw 0.8 dt 1 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 2 pt 8 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 5 pt 12 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle, \
     'fig_layer_norms.csv' using (column('layer') == 2 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 2 pt 3 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
