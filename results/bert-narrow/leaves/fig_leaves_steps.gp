# Leaves over training. Draw again, inside this folder: gnuplot fig_leaves_steps.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,572 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_leaves_steps.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Leaves over training: Narrow BERT}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set label 1 at screen 0.0184211, screen 0.965035 left offset 0,0
set label 2 at screen 0.0184211, screen 0.93007 left offset 0,0
set arrow from screen 0.110526, screen 0.027972 to screen 0.136842, screen 0.027972 nohead lc rgb '#0072B2' lw 2
set label 'layer 1' at screen 0.143421, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.228947, screen 0.027972 to screen 0.255263, screen 0.027972 nohead lc rgb '#D55E00' lw 2
set label 'layer 4' at screen 0.261842, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.347368, screen 0.027972 to screen 0.373684, screen 0.027972 nohead lc rgb '#009E73' lw 2
set label 'layer 8' at screen 0.380263, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.465789, screen 0.027972 to screen 0.492105, screen 0.027972 nohead lc rgb '#CC79A7' lw 2
set label 'layer 12' at screen 0.498684, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.593421, screen 0.027972 to screen 0.619737, screen 0.027972 nohead lc rgb '#888888' dt 3 lw 1
set label 'leaves of equal size' at screen 0.626316, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set xrange [0:4000]
set xtics 1000

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'entropy of the keys / log2(leaves)' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'TF-A, h=2' noenhanced
set xlabel ''
set yrange [0:1]
plot 'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 1 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 4 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 8 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 12 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'occupancy' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set yrange [0:0.652085]
plot 0.25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 1 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 4 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 8 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 12 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'entropy of the keys / log2(leaves)' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'TC-A, h=5' noenhanced
set xlabel 'training step'
set yrange [0:1]
plot 'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 1 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 4 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 8 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 12 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'occupancy' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set yrange [0:0.063915]
plot 0.03125 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 1 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 4 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 8 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 12 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1144 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_leaves_steps.png'
set label '{/:Bold Leaves over training: Narrow BERT}' at graph 0,1 left offset 0,2.4 font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small' at graph 0,1 left offset 0,1 noenhanced font 'sans-serif,12' textcolor rgb '#666666'

set multiplot
unset key
set label 1 at screen 0.0184211, screen 0.965035 left offset 0,0
set label 2 at screen 0.0184211, screen 0.93007 left offset 0,0
set arrow from screen 0.110526, screen 0.027972 to screen 0.136842, screen 0.027972 nohead lc rgb '#0072B2' lw 2
set label 'layer 1' at screen 0.143421, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.228947, screen 0.027972 to screen 0.255263, screen 0.027972 nohead lc rgb '#D55E00' lw 2
set label 'layer 4' at screen 0.261842, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.347368, screen 0.027972 to screen 0.373684, screen 0.027972 nohead lc rgb '#009E73' lw 2
set label 'layer 8' at screen 0.380263, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.465789, screen 0.027972 to screen 0.492105, screen 0.027972 nohead lc rgb '#CC79A7' lw 2
set label 'layer 12' at screen 0.498684, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set arrow from screen 0.593421, screen 0.027972 to screen 0.619737, screen 0.027972 nohead lc rgb '#888888' dt 3 lw 1
set label 'leaves of equal size' at screen 0.626316, screen 0.027972 left noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set xrange [0:4000]
set xtics 1000

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'entropy of the keys / log2(leaves)' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'TF-A, h=2' noenhanced
set xlabel ''
set yrange [0:1]
plot 'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 1 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 4 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 8 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 12 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.870629
set bmargin at screen 0.566434
set label 99 'occupancy' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel ''
set yrange [0:0.652085]
plot 0.25 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 1 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 4 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 8 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tf-a-h2-s1' && column('layer') == 12 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.493421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'entropy of the keys / log2(leaves)' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel 'TC-A, h=5' noenhanced
set xlabel 'training step'
set yrange [0:1]
plot 'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 1 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 4 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 8 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 12 ? column('step') : NaN):(column('entropy_share')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.585526
set rmargin at screen 0.968421
set tmargin at screen 0.475524
set bmargin at screen 0.171329
set label 99 'occupancy' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set xlabel 'training step'
set yrange [0:0.063915]
plot 0.03125 with lines lc rgb '#888888' dt 3 lw 1 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 1 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 4 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 8 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle, \
     'fig_leaves_steps.csv' using (strcol('run') eq 'corpus-tc-a-h5-s1' && column('layer') == 12 ? column('step') : NaN):(column('occupancy')) with linespoints lc rgb '#CC79A7' lw 2 dt 1 pt 11 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
