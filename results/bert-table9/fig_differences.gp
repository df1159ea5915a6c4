# Draw again, inside this folder: gnuplot fig_differences.gp
reset session
set encoding utf8
set datafile separator ','
set key autotitle columnhead
set terminal svg size 760,1606 enhanced font 'sans-serif,13' background rgb 'white'
set output 'fig_differences.svg'

set border 3 lc rgb '#666666' lw 1
set tics nomirror out scale 0.6 noenhanced textcolor rgb '#333333'
set grid y lt 1 lc rgb '#E4E4E4' lw 1
set tmargin 5.5
set rmargin 3
set key bmargin center horizontal height 0.8 noenhanced Left reverse samplen 4 spacing 1.25 width 1 textcolor rgb '#222222'
set label '{/:Bold Difference from full attention: 9 tasks}' at screen 0.0184211, screen 0.987547 left font 'sans-serif,15' textcolor rgb '#111111'
set label 'protocol: small   ·   bars: 95 %, thick over test examples, thin over seeds   ·   rings: not paired' at screen 0.0184211, screen 0.975093 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set label 'work: of attention, paper''s accounting' at screen 0.0184211, screen 0.965131 left noenhanced font 'sans-serif,12' textcolor rgb '#666666'
set xlabel 'test score minus that of full attention, points (logarithmic beyond 0.5)'
x(points) = asinh(points / 0.5)
set xrange [-5.07946:4.11037]
set xtics ('-100' x(-100), '-30' x(-30), '-10' x(-10), '-3' x(-3), '-1' x(-1), '-0.3' x(-0.3), '0' x(0), '0.3' x(0.3), '1' x(1), '3' x(3), '10' x(10), '30' x(30), '100' x(100))
unset grid
set grid x lt 1 lc rgb '#E4E4E4' lw 1
set grid back
unset key
set lmargin at screen 0.3616
set rmargin at screen 0.9079
set yrange [71.7:-0.5]
set ytics scale 0 ('TF-A, h=3 stages=150+1500' 1, 'k-ary TF-A, stages=150+1500' 2, 'TC-A, h=5' 3, 'TC-A, h=5 layers=3-11' 4, 'TC-A, h=5 layers=6-11' 5, 'Linformer' 6, 'BigBird' 7, 'TF-A, h=3' 9, 'TF-A, h=3 freeze=tree' 10, 'k-ary TF-A' 11, 'TC-A, h=5' 12, 'TC-A, h=5 freeze=tree' 13, 'TC-A, h=5 layers=3-11' 14, 'TC-A, h=5 layers=3-11 freeze=tree' 15, 'TC-A, h=5 layers=6-11' 16, 'TC-A, h=5 layers=6-11 freeze=tree' 17, 'Linformer' 18, 'BigBird' 19, 'TF-A, h=3' 21, 'k-ary TF-A' 22, 'TC-A, h=5' 23, 'TC-A, h=5 layers=3-11' 24, 'TC-A, h=5 layers=6-11' 25, 'Linformer' 26, 'BigBird' 27, 'TF-A, h=3' 29, 'k-ary TF-A' 30, 'TC-A, h=5' 31, 'TC-A, h=5 layers=3-11' 32, 'TC-A, h=5 layers=6-11' 33, 'Linformer' 34, 'BigBird' 35, 'TF-A, h=3' 37, 'k-ary TF-A' 38, 'TC-A, h=5' 39, 'TC-A, h=5 layers=3-11' 40, 'TC-A, h=5 layers=6-11' 41, 'Linformer' 42, 'BigBird' 43, 'TF-A, h=3' 45, 'k-ary TF-A' 46, 'TC-A, h=5' 47, 'TC-A, h=5 layers=3-11' 48, 'TC-A, h=5 layers=6-11' 49, 'Linformer' 50, 'BigBird' 51, 'TF-A, h=3' 53, 'k-ary TF-A' 54, 'TC-A, h=5' 55, 'TC-A, h=5 layers=3-11' 56, 'TC-A, h=5 layers=6-11' 57, 'Linformer' 58, 'BigBird' 59, 'TF-A, h=3' 61, 'k-ary TF-A' 62, 'TC-A, h=5' 63, 'TC-A, h=5 layers=3-11' 64, 'TC-A, h=5 layers=6-11' 65, 'Linformer' 66, 'BigBird' 67, 'TF-A, h=3' 69, 'TC-A, h=5 layers=6-11' 70, 'BigBird' 71)
set label 'work, %' at graph 1, graph 1 left offset 1,0.6 font 'sans-serif,12' textcolor rgb '#666666'
set label '{/:Bold Masked words}' at screen 0.0184, first 0 left font 'sans-serif,12' textcolor rgb '#111111'
set label '49' at graph 1, first 1 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '49' at graph 1, first 2 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '28' at graph 1, first 3 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '46' at graph 1, first 4 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '64' at graph 1, first 5 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '56' at graph 1, first 6 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '64' at graph 1, first 7 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold MNLI}' at screen 0.0184, first 8 left font 'sans-serif,12' textcolor rgb '#111111'
set label '82' at graph 1, first 9 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '82' at graph 1, first 10 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '82' at graph 1, first 11 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 12 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 13 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 14 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 15 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 16 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 17 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 18 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 19 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold QQP}' at screen 0.0184, first 20 left font 'sans-serif,12' textcolor rgb '#111111'
set label '88' at graph 1, first 21 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '88' at graph 1, first 22 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 23 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 24 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 25 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 26 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 27 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold QNLI}' at screen 0.0184, first 28 left font 'sans-serif,12' textcolor rgb '#111111'
set label '77' at graph 1, first 29 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '78' at graph 1, first 30 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 31 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 32 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 33 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 34 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 35 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold SST-2}' at screen 0.0184, first 36 left font 'sans-serif,12' textcolor rgb '#111111'
set label '91' at graph 1, first 37 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '91' at graph 1, first 38 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 39 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 40 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 41 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 42 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 43 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold MRPC}' at screen 0.0184, first 44 left font 'sans-serif,12' textcolor rgb '#111111'
set label '80' at graph 1, first 45 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '79' at graph 1, first 46 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 47 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 48 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 49 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 50 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 51 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold RTE}' at screen 0.0184, first 52 left font 'sans-serif,12' textcolor rgb '#111111'
set label '73' at graph 1, first 53 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 54 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 55 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 56 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 57 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 58 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 59 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold CoLA}' at screen 0.0184, first 60 left font 'sans-serif,12' textcolor rgb '#111111'
set label '99' at graph 1, first 61 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '100' at graph 1, first 62 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '44' at graph 1, first 63 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '58' at graph 1, first 64 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '72' at graph 1, first 65 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '92' at graph 1, first 66 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '101' at graph 1, first 67 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '{/:Bold SQuAD}' at screen 0.0184, first 68 left font 'sans-serif,12' textcolor rgb '#111111'
set label '53' at graph 1, first 69 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '64' at graph 1, first 70 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set label '64' at graph 1, first 71 left offset 1,0 font 'sans-serif,12' textcolor rgb '#333333'
set arrow from x(0), graph 0 to x(0), graph 1 nohead lc rgb '#666666' lw 1
set errorbars 0

plot 'fig_differences.csv' using (column('line') == 1 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 2 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 3 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 4 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 5 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 6 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 7 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 9 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 10 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 11 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 12 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 13 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 14 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 15 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 16 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 17 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 18 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 19 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 21 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 22 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 23 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 24 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 25 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 26 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 27 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 29 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 30 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 31 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 32 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 33 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 34 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 35 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 37 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 38 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 39 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 40 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 41 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 42 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 43 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 45 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 46 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 47 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 48 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 49 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 50 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 51 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 53 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 54 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 55 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 56 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 57 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 58 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 59 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 3 pt 7 ps 1 notitle, \
     'fig_differences.csv' using (column('line') == 61 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 62 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#009E73' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 63 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 64 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 65 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 66 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#E69F00' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 67 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 69 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#D55E00' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 70 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#CC79A7' lw 2 pt 6 ps 1.3 notitle, \
     'fig_differences.csv' using (column('line') == 71 ? x(column('diff_points')) : NaN):(column('line')):(x(column('lo'))):(x(column('hi'))) with xerrorbars lc rgb '#000000' lw 2 pt 6 ps 1.3 notitle

set terminal pngcairo size 1520,3212 enhanced font 'sans-serif,13' fontscale 1.5 linewidth 2 pointscale 2
set output 'fig_differences.png'
replot
set output
