# Draw again, inside this folder: gnuplot fig_loss_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,822 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_loss_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Training loss: Short ListOps, the other mechanisms}' at screen 0.0184211, screen 0.975669 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.951338 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:10000]
set yrange [0.759436:2.38316]
set ytics 0.5
set format y '%.1f'
set xtics 5000
set format x '%.0f'
set ytics 0.5
set format y '%.1f'

set multiplot
unset key
set label 'training loss (nats)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0194647 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Nyströmformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Local Attention' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Sinkhorn Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'Sparse Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'BlockBERT' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'Star-Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'BP-Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'Luna' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'Reformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Routing Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Linear transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#888888' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Synthesizer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'Agglomerative attention' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'LSTM' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#009E73' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'Bidirectional LSTM' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1644 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_loss_steps.png'
set label '{/:Bold Training loss: Short ListOps, the other mechanisms}' at screen 0.0184211, screen 0.975669 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: quick (a quick tour, not the paper''s protocol)' at screen 0.0184211, screen 0.951338 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xrange [0:10000]
set yrange [0.759436:2.38316]
set ytics 0.5
set format y '%.1f'
set xtics 5000
set format x '%.0f'
set ytics 0.5
set format y '%.1f'

set multiplot
unset key
set label 'training loss (nats)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'training step' at screen 0.54, screen 0.0194647 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Nyströmformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 1 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Local Attention' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 2 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#8C564B' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.907543
set bmargin at screen 0.77129
set label 99 'Sinkhorn Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 3 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#888888' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'Sparse Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 4 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'BlockBERT' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 5 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 15 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.73236
set bmargin at screen 0.596107
set label 99 'Star-Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 6 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'BP-Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 7 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#E69F00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'Luna' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 8 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#56B4E9' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.557178
set bmargin at screen 0.420925
set label 99 'Reformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 9 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#000000' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Routing Transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 10 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#6A3D9A' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Linear transformer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 11 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#888888' lw 2 dt 1 pt 3 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.381995
set bmargin at screen 0.245742
set label 99 'Synthesizer' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 12 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#0072B2' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'Agglomerative attention' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.1f'
plot 'fig_loss_steps.csv' using (column('curve') == 13 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#D55E00' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'LSTM' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 14 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#009E73' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.206813
set bmargin at screen 0.0705596
set label 99 'Bidirectional LSTM' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_loss_steps.csv' using (column('curve') == 15 ? column('step') : NaN):(column('loss_nats')) with lines lc rgb '#CC79A7' lw 2 dt 1 pt 13 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
