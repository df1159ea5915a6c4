# Draw again, inside this folder: gnuplot fig_loss_steps_small_corpus.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,1558 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_loss_steps_small_corpus.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training loss: Masked words}' at screen 0.0184211, screen 0.987163 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds, thin: each seed   ·   grey: full attention' at screen 0.0184211, screen 0.974326 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dotted: next stage' at screen 0.0184211, screen 0.964056 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:1650]
set yrange [4.50286:7.34359]
set ytics 0.5
set format y '%.1f'
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'training loss (nats)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0102696 center noenhanced
set ytics 1
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'TF-A, h=3 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'TF-A, detach=false untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D66409' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, gradient=dense untaught…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D86912' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, gradient=leaf untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D96F1B' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, other…window-17-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DB7524' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, other…window-17-price-3…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 12 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 13 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DC7A2D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, others=…window-by-mass …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 14 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DE8036' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, route=rotated gradient=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 15 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DF863F' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, probes=2 window-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 16 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E18B48' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, window-17-by-mass stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 17 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E29151' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, window-17-price-3 stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 18 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E4975A' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window-by-kl-frozen …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 19 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 20 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 21 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 22 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E59D63' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window-by-mass stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 23 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 24 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 25 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 26 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E7A26C' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window=0 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 27 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E8A875' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, window=32 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 28 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EAAE7E' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, h=3 untaught' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 29 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EBB387' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, h=3 window=32' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 30 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EDB990' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TF-A, h=4 window=16 by-kl …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 31 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TC-A, h=5' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 32 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TC-A, h=5 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 33 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D58FB6' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'TC-A, h=5 layers=3-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 34 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DDA6C4' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'TC-A, h=5 layers=6-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 35 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E6BCD3' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 36 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 37 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'Longformer, window-17' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 38 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'Longformer, window-29' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 39 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#9777B8' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.109114
set bmargin at screen 0.0372272
set label 99 'Longformer, window=64' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 40 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#C3B1D7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,3116 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_loss_steps_small_corpus.png'
set label '{/:Bold Training loss: Masked words}' at screen 0.0184211, screen 0.987163 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   thick: mean over seeds, thin: each seed   ·   grey: full attention' at screen 0.0184211, screen 0.974326 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'dotted: next stage' at screen 0.0184211, screen 0.964056 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:1650]
set yrange [4.50286:7.34359]
set ytics 0.5
set format y '%.1f'
set xtics 1000
set format x '%.0f'

set multiplot
unset key
set label 'training loss (nats)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0102696 center noenhanced
set ytics 1
set format y '%.0f'
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A00072B2' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'TF-A, h=3 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.94095
set bmargin at screen 0.869063
set label 99 'TF-A, detach=false untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D66409' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, gradient=dense untaught…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D86912' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, gradient=leaf untaught …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D96F1B' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.848524
set bmargin at screen 0.776637
set label 99 'TF-A, other…window-17-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DB7524' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, other…window-17-price-3…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 12 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#A0DC7A2D' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 13 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DC7A2D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, others=…window-by-mass …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 14 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DE8036' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.756098
set bmargin at screen 0.684211
set label 99 'TF-A, route=rotated gradient=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 15 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DF863F' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, probes=2 window-by-mass…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 16 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E18B48' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, window-17-by-mass stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 17 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E29151' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.663671
set bmargin at screen 0.591784
set label 99 'TF-A, window-17-price-3 stage…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 18 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E4975A' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window-by-kl-frozen …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 19 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 20 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 21 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#80E59D63' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 22 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E59D63' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window-by-mass stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 23 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 24 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 25 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#70E7A26C' lw 0.8 dt 1 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 26 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E7A26C' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.571245
set bmargin at screen 0.499358
set label 99 'TF-A, window=0 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 27 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E8A875' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, window=32 by-kl stages=…' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 28 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EAAE7E' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, h=3 untaught' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 29 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EBB387' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.478819
set bmargin at screen 0.406932
set label 99 'TF-A, h=3 window=32' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 30 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EDB990' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TF-A, h=4 window=16 by-kl …' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
set arrow from first 150, graph 0 to first 150, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 31 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#EEBF99' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TC-A, h=5' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 32 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.386393
set bmargin at screen 0.314506
set label 99 'TC-A, h=5 bootstrapped' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
set arrow from first 375, graph 0 to first 375, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 750, graph 0 to first 750, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
set arrow from first 1125, graph 0 to first 1125, graph 1 nohead back lc rgb '#999999' dt 3 lw 1
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 33 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D58FB6' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'TC-A, h=5 layers=3-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 34 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#DDA6C4' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'TC-A, h=5 layers=6-11' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 35 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E6BCD3' lw 2 dt 1 pt 10 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.293967
set bmargin at screen 0.22208
set label 99 'Linformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 36 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'BigBird' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 37 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#000000' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'Longformer, window-17' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 38 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.20154
set bmargin at screen 0.129653
set label 99 'Longformer, window-29' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 39 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#9777B8' lw 2 dt 1 pt 6 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.109114
set bmargin at screen 0.0372272
set label 99 'Longformer, window=64' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.0f'
plot 'fig_loss_steps_small_corpus.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_loss_steps_small_corpus.csv' using (column('curve') == 40 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#C3B1D7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
