# Draw again, inside this folder: gnuplot fig_layer_norms_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,860 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_layer_norms_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Gradient norm of layers: Masked words}' at screen 0.0184211, screen 0.976744 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds, thin: each seed   ·   dotted: next stage' at screen 0.0184211, screen 0.953488 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.353488 to screen 0.136842, screen 0.353488 nohead lc rgb '#0072B2' lw 2
set label 'Transformer' at screen 0.143421, screen 0.353488 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.265789, screen 0.353488 to screen 0.292105, screen 0.353488 nohead lc rgb '#D55E00' lw 2
set label 'Treeformer TF-A, h=2 stages=150+1500 window-by-mass' at screen 0.298684, screen 0.353488 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.332558 to screen 0.136842, screen 0.332558 nohead lc rgb '#D7650B' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 by-mass' at screen 0.143421, screen 0.332558 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.311628 to screen 0.136842, screen 0.311628 nohead lc rgb '#D96C16' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 global_tokens=8 by-mass' at screen 0.143421, screen 0.311628 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.290698 to screen 0.136842, screen 0.290698 nohead lc rgb '#DA7321' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 path_means=true by-mass' at screen 0.143421, screen 0.290698 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.269767 to screen 0.136842, screen 0.269767 nohead lc rgb '#DC7A2C' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 probes=2 by-mass' at screen 0.143421, screen 0.269767 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.248837 to screen 0.136842, screen 0.248837 nohead lc rgb '#DE8137' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-17-by-mass' at screen 0.143421, screen 0.248837 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.227907 to screen 0.136842, screen 0.227907 nohead lc rgb '#E08742' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-17-price-3' at screen 0.143421, screen 0.227907 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.206977 to screen 0.136842, screen 0.206977 nohead lc rgb '#E28E4D' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-by-kl-frozen' at screen 0.143421, screen 0.206977 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.186047 to screen 0.136842, screen 0.186047 nohead lc rgb '#E39557' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-by-mass' at screen 0.143421, screen 0.186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.165116 to screen 0.136842, screen 0.165116 nohead lc rgb '#E59C62' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=0 by-kl' at screen 0.143421, screen 0.165116 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.144186 to screen 0.136842, screen 0.144186 nohead lc rgb '#E7A36D' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=32 by-kl' at screen 0.143421, screen 0.144186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.123256 to screen 0.136842, screen 0.123256 nohead lc rgb '#E9AA78' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=32 local_heads=0.5 by-mass' at screen 0.143421, screen 0.123256 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.102326 to screen 0.136842, screen 0.102326 nohead lc rgb '#EBB183' lw 2
set label 'Treeformer TF-A, h=3 window=32' at screen 0.143421, screen 0.102326 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.440789, screen 0.102326 to screen 0.467105, screen 0.102326 nohead lc rgb '#ECB88E' lw 2
set label 'Treeformer TF-A, h=4 stages=150+1500 window-by-mass' at screen 0.473684, screen 0.102326 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0813953 to screen 0.136842, screen 0.0813953 nohead lc rgb '#EEBF99' lw 2
set label 'Treeformer TF-A, h=4 stages=150+1500 window=16 by-kl' at screen 0.143421, screen 0.0813953 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0604651 to screen 0.136842, screen 0.0604651 nohead lc rgb '#009E73' lw 2
set label 'Treeformer k-ary TF-A, stages=150+1500 by-mass' at screen 0.143421, screen 0.0604651 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.588158, screen 0.0604651 to screen 0.614474, screen 0.0604651 nohead lc rgb '#CC79A7' lw 2
set label 'Treeformer TC-A, h=5' at screen 0.621053, screen 0.0604651 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0395349 to screen 0.136842, screen 0.0395349 nohead lc rgb '#DBA1C1' lw 2
set label 'Treeformer TC-A, h=5 layers=3-11' at screen 0.143421, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.459211, screen 0.0395349 to screen 0.485526, screen 0.0395349 nohead lc rgb '#EBC9DC' lw 2
set label 'Treeformer TC-A, h=5 layers=6-11' at screen 0.492105, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.807895, screen 0.0395349 to screen 0.834211, screen 0.0395349 nohead lc rgb '#E69F00' lw 2
set label 'Linformer' at screen 0.840789, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0186047 to screen 0.136842, screen 0.0186047 nohead lc rgb '#000000' lw 2
set label 'BigBird' at screen 0.143421, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.228947, screen 0.0186047 to screen 0.255263, screen 0.0186047 nohead lc rgb '#6A3D9A' lw 2
set label 'Longformer, window-17' at screen 0.261842, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.476316, screen 0.0186047 to screen 0.502632, screen 0.0186047 nohead lc rgb '#C3B1D7' lw 2
set label 'Longformer, window=64' at screen 0.509211, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1650]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.913953
set bmargin at screen 0.711628
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.913953
set bmargin at screen 0.711628
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.651163
set bmargin at screen 0.448837
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.651163
set bmargin at screen 0.448837
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1720 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_layer_norms_small_corpus.png'
set label '{/:Bold Gradient norm of layers: Masked words}' at screen 0.0184211, screen 0.976744 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds, thin: each seed   ·   dotted: next stage' at screen 0.0184211, screen 0.953488 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set arrow from screen 0.110526, screen 0.353488 to screen 0.136842, screen 0.353488 nohead lc rgb '#0072B2' lw 2
set label 'Transformer' at screen 0.143421, screen 0.353488 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.265789, screen 0.353488 to screen 0.292105, screen 0.353488 nohead lc rgb '#D55E00' lw 2
set label 'Treeformer TF-A, h=2 stages=150+1500 window-by-mass' at screen 0.298684, screen 0.353488 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.332558 to screen 0.136842, screen 0.332558 nohead lc rgb '#D7650B' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 by-mass' at screen 0.143421, screen 0.332558 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.311628 to screen 0.136842, screen 0.311628 nohead lc rgb '#D96C16' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 global_tokens=8 by-mass' at screen 0.143421, screen 0.311628 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.290698 to screen 0.136842, screen 0.290698 nohead lc rgb '#DA7321' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 path_means=true by-mass' at screen 0.143421, screen 0.290698 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.269767 to screen 0.136842, screen 0.269767 nohead lc rgb '#DC7A2C' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 probes=2 by-mass' at screen 0.143421, screen 0.269767 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.248837 to screen 0.136842, screen 0.248837 nohead lc rgb '#DE8137' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-17-by-mass' at screen 0.143421, screen 0.248837 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.227907 to screen 0.136842, screen 0.227907 nohead lc rgb '#E08742' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-17-price-3' at screen 0.143421, screen 0.227907 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.206977 to screen 0.136842, screen 0.206977 nohead lc rgb '#E28E4D' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-by-kl-frozen' at screen 0.143421, screen 0.206977 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.186047 to screen 0.136842, screen 0.186047 nohead lc rgb '#E39557' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window-by-mass' at screen 0.143421, screen 0.186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.165116 to screen 0.136842, screen 0.165116 nohead lc rgb '#E59C62' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=0 by-kl' at screen 0.143421, screen 0.165116 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.144186 to screen 0.136842, screen 0.144186 nohead lc rgb '#E7A36D' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=32 by-kl' at screen 0.143421, screen 0.144186 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.123256 to screen 0.136842, screen 0.123256 nohead lc rgb '#E9AA78' lw 2
set label 'Treeformer TF-A, h=3 stages=150+1500 window=32 local_heads=0.5 by-mass' at screen 0.143421, screen 0.123256 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.102326 to screen 0.136842, screen 0.102326 nohead lc rgb '#EBB183' lw 2
set label 'Treeformer TF-A, h=3 window=32' at screen 0.143421, screen 0.102326 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.440789, screen 0.102326 to screen 0.467105, screen 0.102326 nohead lc rgb '#ECB88E' lw 2
set label 'Treeformer TF-A, h=4 stages=150+1500 window-by-mass' at screen 0.473684, screen 0.102326 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0813953 to screen 0.136842, screen 0.0813953 nohead lc rgb '#EEBF99' lw 2
set label 'Treeformer TF-A, h=4 stages=150+1500 window=16 by-kl' at screen 0.143421, screen 0.0813953 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0604651 to screen 0.136842, screen 0.0604651 nohead lc rgb '#009E73' lw 2
set label 'Treeformer k-ary TF-A, stages=150+1500 by-mass' at screen 0.143421, screen 0.0604651 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.588158, screen 0.0604651 to screen 0.614474, screen 0.0604651 nohead lc rgb '#CC79A7' lw 2
set label 'Treeformer TC-A, h=5' at screen 0.621053, screen 0.0604651 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0395349 to screen 0.136842, screen 0.0395349 nohead lc rgb '#DBA1C1' lw 2
set label 'Treeformer TC-A, h=5 layers=3-11' at screen 0.143421, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.459211, screen 0.0395349 to screen 0.485526, screen 0.0395349 nohead lc rgb '#EBC9DC' lw 2
set label 'Treeformer TC-A, h=5 layers=6-11' at screen 0.492105, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.807895, screen 0.0395349 to screen 0.834211, screen 0.0395349 nohead lc rgb '#E69F00' lw 2
set label 'Linformer' at screen 0.840789, screen 0.0395349 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.110526, screen 0.0186047 to screen 0.136842, screen 0.0186047 nohead lc rgb '#000000' lw 2
set label 'BigBird' at screen 0.143421, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.228947, screen 0.0186047 to screen 0.255263, screen 0.0186047 nohead lc rgb '#6A3D9A' lw 2
set label 'Longformer, window-17' at screen 0.261842, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.476316, screen 0.0186047 to screen 0.502632, screen 0.0186047 nohead lc rgb '#C3B1D7' lw 2
set label 'Longformer, window=64' at screen 0.509211, screen 0.0186047 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set logscale y
set format y '%.4g'
set xrange [0:1650]
set xtics 500
set format x '%.0f'

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.913953
set bmargin at screen 0.711628
set label 99 'layer 1' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.913953
set bmargin at screen 0.711628
set label 99 'layer 4' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.651163
set bmargin at screen 0.448837
set label 99 'layer 8' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'gradient norm (log)' noenhanced
set xlabel 'training step'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.651163
set bmargin at screen 0.448837
set label 99 'layer 12' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 1 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 2 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 3 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 12 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E28E4D' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A0E39557' lw 0.8 dt 1 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D7650B' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#D96C16' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DA7321' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DC7A2C' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 10 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DE8137' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 11 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E08742' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E28E4D' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 19 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E39557' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 20 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E59C62' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 21 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E7A36D' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E9AA78' lw 2 dt 5 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 23 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBB183' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 24 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#ECB88E' lw 2 dt 2 pt 4 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 25 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EEBF99' lw 2 dt 4 pt 5 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#DBA1C1' lw 2 dt 2 pt 10 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#EBC9DC' lw 2 dt 4 pt 11 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#C3B1D7' lw 2 dt 2 pt 6 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
