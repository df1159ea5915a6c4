# Draw again, inside this folder: gnuplot fig_time_n.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,694 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_time_n.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 2 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Inference time of TF-A with what joins the leaves}' at screen 0.0184211, screen 0.971182 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   time of an attention module   ·   768 channels, 8 heads, batch 1, 1 thread' at screen 0.0184211, screen 0.942363 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: full attention' at screen 0.0184211, screen 0.919308 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (1024, 4096, 8192)
set xrange [930.909:9011.2]
set yrange [38.8337:3187.15]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
unset xlabel
unset ylabel

set multiplot
unset key
set label 'ms (log scale)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'tokens n (log scale)' at screen 0.54, screen 0.0230548 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Four projections: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Transformer: n^1.60' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, height=6: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, window=128: n^1.05' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#D96E19' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, global_tokens=1…: n^1.06' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:6 with linespoints lc rgb '#DD7E33' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, probes=2: n^1.07' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:7 with linespoints lc rgb '#E28E4D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, path_means=true: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:8 with linespoints lc rgb '#E69E66' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, local_heads=0.5…: n^1.03' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:9 with linespoints lc rgb '#EAAF80' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, probes=2 global…: n^1.07' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:10 with linespoints lc rgb '#EEBF99' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'k-ary TF-A, branching…: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:11 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'Longformer, window=12…: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:12 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot

set terminal pngcairo size 1520,1388 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_time_n.png'
set label '{/:Bold Inference time of TF-A with what joins the leaves}' at screen 0.0184211, screen 0.971182 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   time of an attention module   ·   768 channels, 8 heads, batch 1, 1 thread' at screen 0.0184211, screen 0.942363 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'grey: full attention' at screen 0.0184211, screen 0.919308 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set logscale xy
set xlabel 'tokens n (log scale)'
set ylabel 'ms (log scale)'
set format y '%.10g'
set xtics (1024, 4096, 8192)
set xrange [930.909:9011.2]
set yrange [38.8337:3187.15]
set grid x y lt 1 lc rgb '#E4E4E4' lw 1
unset xlabel
unset ylabel

set multiplot
unset key
set label 'ms (log scale)' at screen 0.016, screen 0.5 center rotate noenhanced
set label 'tokens n (log scale)' at screen 0.54, screen 0.0230548 center noenhanced
set tics font 'sans-serif,11'

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Four projections: n^1.00' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:2 with linespoints lc rgb '#444444' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'Transformer: n^1.60' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.867435
set bmargin at screen 0.706052
set label 99 'TF-A, height=6: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, window=128: n^1.05' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:5 with linespoints lc rgb '#D96E19' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, global_tokens=1…: n^1.06' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:6 with linespoints lc rgb '#DD7E33' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.659942
set bmargin at screen 0.498559
set label 99 'TF-A, probes=2: n^1.07' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:7 with linespoints lc rgb '#E28E4D' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, path_means=true: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:8 with linespoints lc rgb '#E69E66' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, local_heads=0.5…: n^1.03' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x ''
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:9 with linespoints lc rgb '#EAAF80' lw 2 dt 1 pt 4 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.705263
set rmargin at screen 0.968421
set tmargin at screen 0.45245
set bmargin at screen 0.291066
set label 99 'TF-A, probes=2 global…: n^1.07' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:10 with linespoints lc rgb '#EEBF99' lw 2 dt 1 pt 5 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.110526
set rmargin at screen 0.373684
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'k-ary TF-A, branching…: n^1.04' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y '%.10g'
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:11 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 0.6 notitle
unset label
unset arrow

set lmargin at screen 0.407895
set rmargin at screen 0.671053
set tmargin at screen 0.244957
set bmargin at screen 0.0835735
set label 99 'Longformer, window=12…: n^1.02' at graph 0,1 left offset 0,0.6 noenhanced font 'sans-serif,12' textcolor rgb '#222222'
set ylabel '' noenhanced
set format x '%.10g'
set format y ''
plot 'fig_time_n.csv' using 1:3 with lines lc rgb '#B4B4B4' lw 2 dt 1 pt 7 ps 0.6 notitle, \
     'fig_time_n.csv' using 1:12 with linespoints lc rgb '#6A3D9A' lw 2 dt 1 pt 7 ps 0.6 notitle
unset label
unset arrow
unset multiplot
set output
