# Draw again, inside this folder: gnuplot fig_layer_norms_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,1542 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_layer_norms_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Gradient norm of layers: Masked words}' at screen 0.0184211, screen 0.98703 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   mean over seeds   ·   dark to light: layers 1, 4, 8, 12   ·   dotted: next stage' at screen 0.0184211, screen 0.97406 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale y
set xrange [0:1650]
set yrange [0.019573:14.5484]
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'gradient norm (log)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0103761 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A, h=3 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A, detach=false untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, gradient=dense untaught…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, gradient=leaf untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, other…window-17-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, other…window-17-price-3…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, others=…window-by-mass …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, route=rotated gradient=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, probes=2 window-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, window-17-by-mass stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, window-17-price-3 stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window-by-kl-frozen …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window-by-mass stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window=0 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, window=32 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, h=3 untaught' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, h=3 window=32' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TF-A, h=4 window=16 by-kl …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TC-A, h=5' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TC-A, h=5 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'TC-A, h=5 layers=3-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'TC-A, h=5 layers=6-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Longformer, window-17' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Longformer, window-29' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Longformer, window=64' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,3084 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_layer_norms_small_corpus.png'
set label '{/:Bold Gradient norm of layers: Masked words}' at screen 0.0184211, screen 0.98703 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   mean over seeds   ·   dark to light: layers 1, 4, 8, 12   ·   dotted: next stage' at screen 0.0184211, screen 0.97406 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale y
set xrange [0:1650]
set yrange [0.019573:14.5484]
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'gradient norm (log)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0103761 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 4 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A, h=3 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 5 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.950713
set bmargin at screen 0.87808
set label 99 'TF-A, detach=false untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 6 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, gradient=dense untaught…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 7 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, gradient=leaf untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 8 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.857328
set bmargin at screen 0.784695
set label 99 'TF-A, other…window-17-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 9 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, other…window-17-price-3…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 13 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, others=…window-by-mass …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 14 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.763943
set bmargin at screen 0.69131
set label 99 'TF-A, route=rotated gradient=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 15 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, probes=2 window-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 16 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, window-17-by-mass stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 17 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.670558
set bmargin at screen 0.597925
set label 99 'TF-A, window-17-price-3 stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 18 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window-by-kl-frozen …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 22 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window-by-mass stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 26 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.577173
set bmargin at screen 0.50454
set label 99 'TF-A, window=0 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 27 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, window=32 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 28 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, h=3 untaught' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 29 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.483787
set bmargin at screen 0.411154
set label 99 'TF-A, h=3 window=32' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 30 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TF-A, h=4 window=16 by-kl …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 31 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TC-A, h=5' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 32 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.390402
set bmargin at screen 0.317769
set label 99 'TC-A, h=5 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 33 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'TC-A, h=5 layers=3-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 34 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'TC-A, h=5 layers=6-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 35 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.297017
set bmargin at screen 0.224384
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 36 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 37 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Longformer, window-17' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 38 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.203632
set bmargin at screen 0.130999
set label 99 'Longformer, window-29' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 39 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.110246
set bmargin at screen 0.0376135
set label 99 'Longformer, window=64' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_layer_norms_small_corpus.csv' using (column('layer') == 1 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#081D58' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 4 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#225EA8' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 8 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#41B6C4' lw 1.5 notitle, \
     'fig_layer_norms_small_corpus.csv' using (column('layer') == 12 && column('curve') == 40 ? column('step') : NaN):(column('grad_norm')) with lines lc rgb '#A1DAB4' lw 1.5 notitle
unset label
unset arrow
unset multiplot
set output
