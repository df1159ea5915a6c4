# Draw again, inside this folder: gnuplot fig_differences.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,470 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_differences.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 4.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Difference from Longformer: 5 tasks}' at screen 0.0184211, screen 0.957447 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'bars: 95 %, thick over test examples, thin over seeds   ·   work: of attention, paper''s accounting' at screen 0.0184211, screen 0.914894 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'test score minus that of Longformer, points (logarithmic beyond 0.5)'
x(points) = asinh(points / 0.5)
set xrange [-2.96:6.24125]
set xtics ('-100' x(-100), '-30' x(-30), '-10' x(-10), '-3' x(-3), '-1' x(-1), '-0.3' x(-0.3), '0' x(0), '0.3' x(0.3), '1' x(1), '3' x(3), '10' x(10), '30' x(30), '100' x(100))
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set lmargin at screen 0.4716
set rmargin at screen 0.9079
set yrange [15.7:-0.5]
set ytics scale 0 ('Transformer' 1, 'TF-A, h=3 stages=200+300 window=0 taught' 2, 'TF-A, h=6 stages=950+100+950 window=0 taught' 4, 'Transformer' 6, 'TF-A, h=3 stages=200+1800 and window 9' 7, 'Transformer' 9, 'Transformer, longer' 10, 'TF-A, h=3 stages=150+1500 and window 33' 11, 'TF-A, and window 33, longer' 12, 'Transformer, stages=1650+1650' 14, 'TF-A, h=3 stages=1650+150+1650 and window 33' 15)
set label 'work, %' at graph 1, graph 1 left offset 1,0.6 font 'sans-serif,12' textcolor rgb '#666666'
set label '{/:Bold MQAR against Longformer, 9 tokens}' at screen 0.0184, first 0 left font 'sans-serif,12' textcolor rgb '#111111'
set label '65' at graph 1, first 0 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '100' at graph 1, first 1 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '67' at graph 1, first 2 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold Text against Longformer, 25 bytes}' at screen 0.0184, first 3 left font 'sans-serif,12' textcolor rgb '#111111'
set label '7' at graph 1, first 3 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '7' at graph 1, first 4 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold ListOps against Longformer, 33 tokens}' at screen 0.0184, first 5 left font 'sans-serif,12' textcolor rgb '#111111'
set label '44' at graph 1, first 5 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '100' at graph 1, first 6 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '45' at graph 1, first 7 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold Masked words}' at screen 0.0184, first 8 left font 'sans-serif,12' textcolor rgb '#111111'
set label '100' at graph 1, first 9 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '100' at graph 1, first 10 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '49' at graph 1, first 11 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '50' at graph 1, first 12 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold QNLI against Longformer, stages=1650 49 tokens}' at screen 0.0184, first 13 left font 'sans-serif,12' textcolor rgb '#111111'
set label '62' at graph 1, first 13 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '100' at graph 1, first 14 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '78' at graph 1, first 15 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set arrow from x(0), graph 0 to x(0), graph 1 nohead lc rgb '#666666' lw 1
set errorbars 0

plot 'fig_differences.csv' using (column('line') == 1 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#0072B2' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 1 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#0072B2' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 2 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#D55E00' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 2 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 4 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#D55E00' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 4 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 6 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#0072B2' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 6 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#0072B2' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 7 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#D55E00' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 7 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 9 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#0072B2' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 9 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#0072B2' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 10 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#0072B2' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 10 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#0072B2' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 11 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#D55E00' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 11 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 12 ? x(column('diff_points')) : NaN):(column('line')):(x(column('seeds_lo'))):(x(column('seeds_hi'))) with xerrorbars lc rgb '#D55E00' lw 1 ps 0 notitle, \
     'fig_differences.csv' using (column('line') == 12 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 14 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#0072B2' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 15 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle

set terminal pngcairo size 1520,940 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_differences.png'
replot
set output
