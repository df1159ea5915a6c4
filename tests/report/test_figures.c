/* Floor 5: figures of rows and metrics. */
#include <math.h>
#include <sys/stat.h>

#include "parts.h"
#include "report/figure.h"
#include "report/report.h"
#include "results/escape.h"
#include "results/row.h"

static const char *const figures[] = {"accuracy_steps", "loss_steps", "accuracy_flops", "accuracy_height", "train_time"};

static void draw(const char *folder) {
    struct tf_report r = report_of(folder, true);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
}

/* Two seeds of full attention, three heights of a tree mechanism (one diverged), grown in two stages. */
static void make_runs(const char *folder) {
    struct tf_buf m = {0};
    for (int k = 0; k < 5; k++) {
        char setting[32] = "";
        if (k >= 2) snprintf(setting, sizeof setting, "height=%d", 2 * (k - 1));
        struct tf_row r = k < 2 ? listops_row("transformer", "Transformer", "", k + 1, 700 + 10 * k)
                                : listops_row("tf-a", "TF-A", setting, 1, 690 + 9 * k);
        if (k >= 2) r.height = 2 * (k - 1), r.flops_layer_pct = 20.0 + k;
        if (k == 4) snprintf(r.status, sizeof r.status, "diverged"), r.test_score_pct = NAN;
        put_row(folder, &r);
        m.len = 0;
        tf_buf_addf(&m, "step,stage,split,n,loss_nats,acc_pct,lr,grad_norm,aux_loss,height\n");
        for (int step = 10; step <= 5000; step += 10) {
            int stage = k >= 2 && step > 2500;
            double acc = 37 - 20 * exp(-step / 900.0) - (stage && step < 2800 ? 3 : 0);
            tf_buf_addf(&m, "%d,%d,train,320,%.9g,%.6g,0.0001,1,0,%d\n", step, stage, 2.3 - acc / 40, acc, 2 + stage);
            if (step % 250 == 0) tf_buf_addf(&m, "%d,%d,valid,2000,%.9g,%.6g,,,,%d\n", step, stage, 2.3 - acc / 40, acc, 2 + stage);
        }
        if (k == 4) tf_buf_addf(&m, "5001,1,train,320,nan,,,,,\n");
        put_file(folder, r.run, "metrics.csv", m.s);
    }
    tf_buf_free(&m);
}

static bool have_gnuplot(void) { return system("gnuplot --version >/dev/null 2>&1") == 0; }

static void figures_are_drawn(void **state) {
    (void)state;
    const char *folder = "it's\ndrawn"; // gnuplot runs inside it, whatever its name
    make_runs(folder);
    struct tf_report r = report_of(folder, true);
    r.title = "ListOps_{1} `x` 'y'";
    struct tf_err e = {0};
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    if (have_gnuplot() && warnings) fail_msg("%s", last_warning);
    for (size_t i = 0; i < TF_COUNT(figures); i++) {
        struct stat st;
        assert_true(tf_file_exists(below("%s/fig_%s.csv", folder, figures[i])));
        char *gp = read_text(below("%s/fig_%s.gp", folder, figures[i]));
        assert_null(strstr(gp, dir)); // the folder may be moved
        assert_non_null(strstr(gp, "ListOps\\_\\{1\\} `x` ''y''"));
        assert_non_null(strstr(gp, "protocol: small"));
        if (!have_gnuplot()) continue;
        assert_int_equal(stat(below("%s/fig_%s.png", folder, figures[i]), &st), 0);
        assert_true(st.st_size > 5000);
        assert_non_null(strstr(read_text(below("%s/fig_%s.svg", folder, figures[i])), "</svg>"));
    }
    char *gp = read_text(below("%s/fig_accuracy_steps.gp", folder));
    assert_non_null(strstr(gp, "set arrow from first 2500, graph 0 to first 2500, graph 1 nohead"));
    assert_non_null(strstr(gp, "set label 'h=3' at first 2500"));
    assert_non_null(strstr(gp, "'TF-A, h=6 (diverged)'"));
    char *data = read_text(below("%s/fig_accuracy_steps.csv", folder));
    assert_non_null(strstr(data, "curve,step,acc_pct,run,label\n1,250,"));
    assert_non_null(strstr(data, ",mean,Transformer\n"));
    char *height = read_text(below("%s/fig_accuracy_height.csv", folder));
    assert_non_null(strstr(height, "1,2,35.4,33.33")); // 708 of 2000
    assert_null(strstr(height, "height=6"));           // no result
    assert_non_null(strstr(read_text(below("%s/fig_accuracy_height.gp", folder)), "grey band: 95 % interval"));
}

static void loss_is_averaged_in_blocks(void **state) {
    (void)state;
    struct tf_row r = listops_row("transformer", "Transformer", "", 1, 700);
    put_row("blocks", &r);
    struct tf_buf m = {0};
    tf_buf_addf(&m, "step,split,loss_nats\n");
    for (int i = 1; i <= 401; i++) tf_buf_addf(&m, "%d,train,%d\n", i, i);
    put_file("blocks", r.run, "metrics.csv", m.s); // without valid lines: no accuracy figure
    tf_buf_free(&m);
    setenv("PATH", dir, 1);
    draw("blocks");
    assert_non_null(strstr(read_text(below("blocks/fig_loss_steps.csv")), "run,label\n1,3,2,listops-transformer-s1,Transformer\n1,6,5,"));
    assert_non_null(strstr(read_text(below("blocks/fig_loss_steps.csv")), "\n1,401,400.5,")); // the last block is short
    assert_non_null(strstr(read_text(below("blocks/fig_loss_steps.gp")), "every point: mean of 3 log lines"));
    assert_false(tf_file_exists(below("blocks/fig_accuracy_steps.gp")));
    assert_false(tf_file_exists(below("blocks/fig_accuracy_height.gp")));
}

/* Scores that are no accuracy; two runs of full attention, of which no band could show both. */
static void figures_name_their_score(void **state) {
    (void)state;
    static const char *const setting[] = {"lr=1", "lr=2", "height=2 lr=1", "height=4 lr=1"};
    for (int k = 0; k < 4; k++) {
        struct tf_row r = listops_row(k < 2 ? "transformer" : "tf-a", k < 2 ? "Transformer" : "TF-A", setting[k], 1, 700 + 10 * k);
        if (k >= 2) r.height = 2 * (k - 1), r.flops_layer_pct = 20.0 + k;
        snprintf(r.metric, sizeof r.metric, "matthews");
        put_row("score", &r);
    }
    setenv("PATH", dir, 1);
    draw("score");
    assert_non_null(strstr(read_text(below("score/fig_accuracy_flops.gp")), "set ylabel 'test Matthews (%)'"));
    char *gp = read_text(below("score/fig_accuracy_height.gp"));
    assert_non_null(strstr(gp, "Test Matthews against tree height"));
    assert_true(!strstr(gp, "grey band") && !strstr(gp, "set object rectangle from graph 0, first"));
}

static double lowest(const char *script) { // of the y axis
    double y = 0;
    const char *at = strstr(script, "set yrange [");
    assert_true(at && sscanf(at, "set yrange [%lf", &y) == 1);
    return y;
}

/* Matthews correlations may be negative. */
static void figures_show_what_is_below_zero(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct tf_row r = listops_row("tf-a", "TF-A", k ? "height=4" : "height=2", 1, 500);
        r.height = 2 + 2 * k, r.flops_layer_pct = 20.0 + k;
        r.test_score_pct = -4, r.test_lo_pct = -10, r.test_hi_pct = 2;
        snprintf(r.metric, sizeof r.metric, "matthews");
        put_row("below", &r), put_file("below", r.run, "metrics.csv", "step,split,loss_nats,acc_pct\n10,valid,1,-19\n20,valid,1,-4\n");
    }
    setenv("PATH", dir, 1);
    draw("below");
    static const char *const figure[] = {"flops", "height", "steps"};
    for (int k = 0; k < 3; k++) assert_true(lowest(read_text(below("below/fig_accuracy_%s.gp", figure[k]))) < -10);
}

/* Runs of several lengths: a line per mechanism, and one per setting. Each mechanism at its own length: none, for what would a line be? */
static void lengths_are_lines(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    static const char *const folders[] = {"lengths", "twice", "apart"};
    for (int f = 0; f < 3; f++) {
        for (int k = 0; k < 5 + (f == 1); k += f == 2 ? 4 : 1) {
            char setting[32];
            const int n = k < 5 ? 64 << k % 3 : 64;
            snprintf(setting, sizeof setting, "max_length=%d%s", n, k == 5 ? " lr=1" : "");
            const bool full = k < 3; // TF-A has no third
            struct tf_row r = listops_row(full ? "transformer" : "tf-a", full ? "Transformer" : "TF-A", setting, 1, 800 - 100 * k);
            r.flops_n = n, r.peak_bytes = (k + 1) << 20;
            if (!full && k < 5) snprintf(r.quirks, sizeof r.quirks, "old mask");
            put_row(folders[f], &r);
            if (full || k == 5) continue;
            r.quirks[0] = 0, r.test_score_pct += 1; // with another mask: a line of its own
            snprintf(r.run, sizeof r.run, "new-%d", k);
            put_row(folders[f], &r);
        }
        draw(folders[f]);
        assert_int_equal(tf_file_exists(below("%s/fig_accuracy_n.csv", folders[f])), f < 2);
    }
    assert_string_equal(read_text(below("lengths/fig_accuracy_n.csv")),
                        "n,Transformer,TF-A,TF-A (old mask)\n64,40,26,25\n128,35,21,20\n256,30,,\n");
    assert_string_equal(read_text(below("lengths/fig_memory_n.csv")), "n,Transformer,TF-A,TF-A (old mask)\n64,1,4,4\n128,2,5,5\n256,3,,\n");
    assert_non_null(strstr(read_text(below("lengths/fig_accuracy_n.gp")), "set logscale x\n"));
    assert_non_null(strstr(read_text(below("lengths/fig_memory_n.gp")), "set logscale xy\n"));
}

/* Where all keep as much, the figure would be a column of marks. */
static void equal_states_are_no_figure(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int differ = 0; differ < 2; differ++) {
        const char *folder = differ ? "states" : "state";
        for (int k = 0; k < 2; k++) {
            struct tf_row r = listops_row(k ? "tf-a" : "transformer", k ? "TF-A" : "Transformer", "", 1, 700 + 10 * k);
            r.state = 100 + differ * k;
            put_row(folder, &r);
        }
        draw(folder);
        assert_int_equal(tf_file_exists(below("%s/fig_accuracy_state.gp", folder)), differ);
    }
}

/* More settings of a mechanism than colours and shapes can tell apart: numbers. */
static void many_marks_have_numbers(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int n = 8; n <= 9; n++) {
        char folder[16];
        snprintf(folder, sizeof folder, "marks-%d", n);
        for (int i = 0; i < n; i++) {
            char setting[32];
            snprintf(setting, sizeof setting, "window=%d", i);
            struct tf_row r = listops_row("tf-a", "TF-A", setting, 1, 700 + i);
            r.flops_layer_pct = 90 - i;
            put_row(folder, &r);
        }
        draw(folder);
        const char *gp = read_text(below("%s/fig_accuracy_flops.gp", folder));
        assert_int_equal(strstr(gp, "title '9: TF-A, window=8'") != NULL, n == 9);
        assert_int_equal(strstr(gp, "set label '9' at graph ") != NULL, n == 9);
        assert_int_equal(strstr(gp, "title 'TF-A, window=7'") != NULL, n == 8);
    }
}

/* The best trade-off goes through the marks of which no cheaper one is as good, and needs four marks. */
static void the_best_trade_off(void **state) {
    (void)state;
    static const struct {
        const char *attention;
        double work, correct;
    } mark[] = {{"transformer", 100, 800}, {"linformer", 20, 600}, {"performer", 50, 700}, {"bigbird", 60, 650}, {"local", 90, 700}};
    setenv("PATH", dir, 1);
    for (size_t n = 3; n <= TF_COUNT(mark); n++) {
        char folder[16];
        snprintf(folder, sizeof folder, "front-%zu", n);
        for (size_t i = 0; i < n; i++) {
            struct tf_row r = listops_row(mark[i].attention, mark[i].attention, "", 1, mark[i].correct);
            r.flops_layer_pct = mark[i].work;
            put_row(folder, &r);
        }
        draw(folder);
        const char *gp = read_text(below("%s/fig_accuracy_flops.gp", folder));
        assert_int_equal(strstr(gp, "dashed: the best trade-off") != NULL, n > 3);
        assert_int_equal(strstr(gp, "set arrow from first 20, first 30 to first 50, first 35 nohead") != NULL, n > 3);
        assert_int_equal(strstr(gp, "set arrow from first 50, first 35 to first 100, first 40 nohead") != NULL, n > 3);
        assert_null(strstr(gp, "first 32.5"));
    }
}

/* Pairs K of a sweep are an axis of their own; with lengths swept as well, every K has its own line against the length. */
static void pairs_are_an_axis(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int lengths = 1; lengths <= 2; lengths++) {
        const char *folder = lengths == 1 ? "pairs" : "both";
        for (int k = 0; k < 3 * lengths; k++) {
            struct tf_row r = listops_row("transformer", "Transformer", "", 1, 800 - 100 * k);
            snprintf(r.setting, sizeof r.setting, "length=%d pairs=%d", 64 << k / 3, 2 << k % 3);
            snprintf(r.run, sizeof r.run, "run-%d", k);
            r.flops_n = 64 << k / 3;
            put_row(folder, &r);
        }
        draw(folder);
    }
    assert_string_equal(read_text(below("pairs/fig_accuracy_pairs.csv")), "pairs,Transformer\n2,40\n4,35\n8,30\n");
    assert_non_null(strstr(read_text(below("pairs/fig_accuracy_pairs.gp")), "set xlabel 'pairs K (log scale)'"));
    assert_false(tf_file_exists(below("pairs/fig_accuracy_n.csv")));
    assert_string_equal(read_text(below("both/fig_accuracy_pairs.csv")),
                        "pairs,\"Transformer, n=64\",\"Transformer, n=128\"\n2,40,25\n4,35,20\n8,30,15\n");
    assert_string_equal(read_text(below("both/fig_accuracy_n.csv")),
                        "n,\"Transformer, K=2\",\"Transformer, K=4\",\"Transformer, K=8\"\n64,40,35,30\n128,25,20,15\n");
}

/* Of self-pretraining, curves have the steps on classes alone: hidden tokens have another score and loss. */
static void draw_hidden(const char *folder, bool few) { // few: training hides few tokens of a batch that grows
    for (int hides = 0; hides < 2; hides++) {
        struct tf_row r = listops_row("transformer", "Transformer", hides ? "stages=2+2" : "", 1, 700);
        if (hides) r.pretrain_flops = 1e9, r.train_flops = 2e9;
        put_row(folder, &r);
        struct tf_buf m = {0};
        tf_buf_addf(&m, "step,stage,split,n,loss_nats,acc_pct,lr,grad_norm,aux_loss,height\n");
        for (int step = 1; step <= 4; step++) {
            const int stage = hides && step > 2, of_step = few ? 8 * step : hides && !stage ? 200 : 32, valid = hides && !stage ? 190 : 50;
            tf_buf_addf(&m, "%d,%d,train,%d,%d,5,0.1,1,0,0\n", step, stage, of_step, 5 - step);
            if (step != 1) tf_buf_addf(&m, "%d,%d,valid,%d,0.5,%d,,,,0\n", step, stage, valid, 10 * step);
        }
        put_file(folder, r.run, "metrics.csv", m.s);
        tf_buf_free(&m);
    }
    draw(folder);
    const char *acc = read_text(below("%s/fig_accuracy_steps.csv", folder)), *loss = read_text(below("%s/fig_loss_steps.csv", folder));
    assert_non_null(strstr(acc, "1,4,40,"));
    assert_true(strstr(acc, "\n2,3,30,") && strstr(acc, "\n2,4,40,") && !strstr(acc, "\n2,2,"));
    assert_true(strstr(loss, "\n2,3,2,") && !strstr(loss, "\n2,1,") && !strstr(loss, "\n2,2,"));
    assert_non_null(strstr(read_text(below("%s/fig_loss_steps.gp", folder)), "without the steps on hidden tokens"));
}

static void hidden_tokens_are_no_curve(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    draw_hidden("hidden", false), draw_hidden("hidden-few", true);
}

/* A quirk that names the length comes with the point; a mask tells lines apart, also at a length that has but one of the two. */
static void quirks_of_a_length_are_no_lines(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 8; k++) {
        const bool full = k < 3, old = k == 3 || k == 6 || k == 7;
        const int n = 64 << (full ? k : (k - 3) / 2);
        char setting[32];
        snprintf(setting, sizeof setting, "max_length=%d", n);
        struct tf_row r = listops_row(full ? "transformer" : "tf-a", full ? "Transformer" : "TF-A", setting, 1, 800 - 100 * k);
        r.flops_n = n;
        snprintf(r.quirks, sizeof r.quirks, "windows of %d%s", n, old ? "; old mask" : "");
        snprintf(r.run, sizeof r.run, "run-%d", k);
        put_row("windows", &r);
    }
    draw("windows");
    assert_string_equal(read_text(below("windows/fig_accuracy_n.csv")),
                        "n,Transformer,TF-A,TF-A (old mask)\n64,40,20,25\n128,35,15,10\n256,30,,5\n");
}

/* Runs that differ in quirks alone: curves and lines of their own, with names that tell them apart. */
static void quirks_are_lines(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 8; k++) {
        const bool old = k % 2, tall = k / 2 % 2;
        char setting[64];
        snprintf(setting, sizeof setting, "height=%d max_length=%d", tall ? 4 : 2, k < 4 ? 64 : 128);
        struct tf_row r = listops_row("tf-a", "TF-A", setting, 1, 700 + 10 * k);
        r.height = tall ? 4 : 2, r.flops_n = k < 4 ? 64 : 128;
        snprintf(r.variant, sizeof r.variant, "max_length=%d", k < 4 ? 64 : 128);
        snprintf(r.quirks, sizeof r.quirks, "validation = test%s", old ? "; old mask" : "");
        snprintf(r.run, sizeof r.run, "run-%d", k);
        put_row("quirks", &r);
    }
    draw("quirks");
    const char *gp = read_text(below("quirks/fig_accuracy_height.gp"));
    assert_true(strstr(gp, "title 'TF-A, max_length=64'") && strstr(gp, "title 'TF-A, max_length=64 (old mask)'"));
    assert_non_null(strstr(read_text(below("quirks/fig_accuracy_height.csv")), "\n4,4,38.5,")); // four curves of two heights
    assert_non_null(strstr(read_text(below("quirks/fig_accuracy_flops.gp")), "title 'TF-A, h=4 max_length=128 (old mask)'"));
}

/* A mechanism has one colour and mark whatever stands beside it; its settings are shades of the colour, every second with an open mark,
 * each with a name in the legend. */
static void a_mechanism_has_one_colour(void **state) {
    (void)state;
    static const char *const folders[] = {"alone", "beside"};
    setenv("PATH", dir, 1);
    for (int c = 0; c < 2; c++) {
        struct tf_row full = listops_row("transformer", "Transformer", "", 1, 700), lin = listops_row("linformer", "Linformer", "", 1, 720);
        if (c) put_row(folders[c], &full), put_row(folders[c], &lin);
        for (int k = 1; k <= 6; k++) {
            char setting[32];
            snprintf(setting, sizeof setting, "balance=%d", k);
            struct tf_row r = listops_row("tf-a", "TF-A", setting, 1, 690 + 5 * k);
            r.flops_layer_pct = 20.0 + k;
            put_row(folders[c], &r);
        }
        draw(folders[c]);
        char *gp = read_text(below("%s/fig_accuracy_flops.gp", folders[c]));
        assert_non_null(strstr(gp, "yerrorbars lc rgb '#D55E00' lw 1.6 pt 5 ps 1.1 title 'TF-A, balance=1'"));
        assert_non_null(strstr(gp, c ? "#EEBF99' lw 1.6 pt 4 ps 1.1 title 'TF-A, balance=6'" : "#000000' lw 1.6 pt 3 ps 1.1 title"));
        assert_int_equal(strstr(gp, "#0072B2' lw 1.6 pt 7 ps 1.1 title 'Transformer'") != NULL, c);
        // 21 to 26, and the air beside them: of 1, 2 and 5 there is one label, of 1, 1.5, 2, 3 two
        assert_non_null(strstr(gp, c ? "set xtics (20, 50, 100)\n" : "set xtics (20, 25, 30)\n"));
        assert_null(strstr(gp, "set label 'TF-A")); // names stand in the legend alone
    }
}

/* One mark, one bar or a curve of one point is no figure. */
static void one_point_is_no_figure(void **state) {
    (void)state;
    static const char *const none[] = {"accuracy_flops", "accuracy_steps", "train_time"};
    struct tf_row r = listops_row("transformer", "Transformer", "", 1, 700);
    put_row("point", &r);
    put_file("point", r.run, "metrics.csv", "step,split,loss_nats,acc_pct\n1,train,2,10\n2,train,1,20\n2,valid,1,20\n");
    setenv("PATH", dir, 1);
    draw("point");
    for (size_t i = 0; i < TF_COUNT(none); i++) assert_false(tf_file_exists(below("point/fig_%s.gp", none[i])));
    assert_true(tf_file_exists(below("point/fig_loss_steps.gp")));
}

/* What is too long for the figure's width goes on in another line, or is shortened. */
static void titles_fit_the_figure(void **state) {
    (void)state;
    report_protocol = "quick";
    make_runs("long");
    setenv("PATH", dir, 1);
    struct tf_report t = report_of("long", true);
    t.title = "A title of very many words that goes on and on and on until nobody reads it any more, for it is far too long";
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&t, NULL, &e), 0);
    char *gp = read_text(below("long/fig_loss_steps.gp"));
    // at the figure's edge, whatever names push the plot to the right
    assert_non_null(strstr(gp, "on and on until nobody reads it a…}' at screen 0.0184211, screen 0.9"));
    assert_non_null(strstr(gp, "thin: each seed' at screen 0.0184211, screen "));
    assert_non_null(strstr(gp, "set label 'every point: mean of 3 log lines' at screen 0.0184211, screen "));
    assert_non_null(strstr(gp, "set tmargin 5.5"));
}

static void without_gnuplot_the_scripts_stay(void **state) {
    (void)state;
    report_protocol = "quick";
    make_runs("nognuplot");
    setenv("PATH", dir, 1);
    draw("nognuplot");
    assert_int_equal(warnings, 1); // one, not one a figure
    assert_non_null(strstr(last_warning, "gnuplot is not installed"));
    for (size_t i = 0; i < TF_COUNT(figures); i++) {
        assert_non_null(strstr(read_text(below("nognuplot/fig_%s.gp", figures[i])), "quick tour, not the paper''s protocol"));
        assert_false(tf_file_exists(below("nognuplot/fig_%s.svg", figures[i])));
    }
}

static void put_plain(const char *folder, int k, bool stages) {
    const struct tf_attn *a = tf_attns[k];
    struct tf_row r = listops_row(a->name, a->title, "", 1, 700 + k);
    struct tf_buf m = {0};
    put_row(folder, &r);
    tf_buf_addf(&m, "step,stage,split,n,loss_nats,acc_pct,lr,grad_norm,aux_loss,height\n");
    for (int step = 10; step <= 100; step += 10)
        for (int s = 0; s < 2; s++)
            tf_buf_addf(&m, "%d,%d,%s,9,%g,%d,,,,%d\n", step, stages && step > 10 * (4 + k), s ? "valid" : "train", 2.5 - step / 90.0,
                        20 + k, k);
    for (int layer = 1; layer <= 2; layer++)
        for (int step = 10; step <= 100; step += 10) tf_buf_addf(&m, "%d,0,layer%d,,,,,%g,,\n", step, layer, layer / (1.0 + k));
    put_file(folder, r.run, "metrics.csv", m.s);
    tf_buf_free(&m);
}

/* Up to eight lines share a plot; of more, each has a panel, beside full attention. */
static void many_lines_have_panels(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int n = 8; n <= 9; n++) {
        const char *folder = n == 8 ? "eight" : "nine";
        for (int k = 0; k < n; k++) put_plain(folder, k, false);
        draw(folder);
        char *gp = read_text(below("%s/fig_loss_steps.gp", folder));
        assert_int_equal(strstr(gp, "set multiplot") != NULL, n > 8);
        assert_int_equal(strstr(gp, "title 'Transformer'") != NULL, n == 8);
        assert_int_equal(strstr(gp, "grey: full attention") != NULL, n > 8);
        if (n > 8) assert_non_null(strstr(gp, "set label 99 'Linformer' at graph 0,1"));
        gp = read_text(below("%s/fig_layer_norms.gp", folder)); // a panel per layer; of more, one per setting
        assert_int_equal(has(gp, "set label 99 'layer 1' at graph 0,1"), n == 8);
        assert_int_equal(has(gp, "set label 99 'Linformer' at graph 0,1"), n > 8);
        assert_int_equal(has(gp, "dark to light: layers 1, 2"), n > 8);
        assert_non_null(strstr(read_text(below("%s/fig_layer_norms.csv", folder)), "\n2,1,10,2,listops-transformer-s1,Transformer\n"));
    }
}

/* Beside curves over heights: full attention and the best two of the others, wherever they stand in the registry. */
static void levels_are_the_best(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 8; k++) {
        const bool trees = k < 2;
        const struct tf_attn *a = trees ? tf_attn_find("tf-a") : tf_attn_full();
        for (int i = 0, n = 0; k > 2 && n < k - 2; i++) // the others without trees, each better than the one before
            if (!tf_attn_is_full(tf_attns[i]->name) && !tf_opt_find(tf_attns[i]->opts, "height")) a = tf_attns[i], n++;
        struct tf_row r = listops_row(a->name, a->title, k == 0 ? "height=2" : k == 1 ? "height=4" : "", 1, 600 + k);
        r.height = trees ? 2 + 2 * k : -1;
        put_row("levels", &r);
    }
    struct tf_row other = listops_row("linformer", "Linformer", "rank=4", 1, 900);
    put_row("levels", (other.flops_n /= 2, &other)), draw("levels"); // the best, of another length
    const char *gp = read_text(below("levels/fig_accuracy_height.gp"));
    assert_true(strstr(gp, "30.1 with lines") && strstr(gp, "30.35 with lines") && strstr(gp, "30.3 with lines") &&
                !strstr(gp, "30.15 with lines") && !strstr(gp, "30.25 with lines") && !strstr(gp, "45 with lines"));
}

/* The full attention that trees are compared with goes before a better one, of another setting. */
static void levels_are_the_trees_own(void **state) {
    (void)state;
    static const char *const setting[] = {"height=2", "height=3", "", "lr=1", "lr=2", "lr=3"};
    setenv("PATH", dir, 1);
    for (int k = 0; k < 6; k++) {
        const bool trees = k < 2;
        struct tf_row r = listops_row(trees ? "tf-a" : "transformer", trees ? "TF-A" : "Transformer", setting[k], 1, 600 + k);
        r.height = trees ? k + 2 : -1;
        put_row("own", &r);
    }
    draw("own");
    const char *gp = read_text(below("own/fig_accuracy_height.gp"));
    const char *own = strstr(gp, "30.1 with lines"), *best = strstr(gp, "30.25 with lines"), *next = strstr(gp, "30.2 with lines");
    assert_true(own && best > own && next > best && !strstr(gp, "30.15 with lines"));
}

static void put_curve(const char *folder, const struct tf_row *r) {
    put_row(folder, r);
    put_file(folder, r->run, "metrics.csv", "step,split,loss_nats\n1,train,2\n2,train,1\n");
}

/* Names that do not fit a panel begin with what tells them apart. */
static void panels_differ_in_name(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 10; k++) {
        char setting[64];
        snprintf(setting, sizeof setting, "max_length=64 stages=150+1500%s window=%d", k == 9 ? "0" : "", 8 * k);
        struct tf_row r = listops_row("longformer", "Longformer", setting, 1, 700 + k);
        put_curve("names", &r);
    }
    draw("names");
    const char *gp = read_text(below("names/fig_loss_steps.gp"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, window=64 stages=…' at"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, stages=150+15000 …' at"));
}

/* Words that are no settings stay together: a label, which may name settings after a comma, and what stands in parentheses. */
static void panels_keep_labels(void **state) {
    (void)state;
    static const char *const setting[] = {"lr=0.001 goes on very steadily", "lr=0.001 goes on, gradient=leaf", "lr=0.001 control",
                                          "lr=0.002 control, clip=1", "lr=0.002 control of all the others"};
    setenv("PATH", dir, 1);
    for (int k = 0; k < 10; k++) {
        struct tf_row r = listops_row("longformer", "Longformer", setting[k % 5], 1, 700 + k);
        if (k >= 5) snprintf(r.quirks, sizeof r.quirks, "goes on as before");
        snprintf(r.run, sizeof r.run, "run-%d", k);
        put_curve("labels", &r);
    }
    draw("labels");
    const char *gp = read_text(below("labels/fig_loss_steps.gp"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, …steadily lr=0.001' at"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, goes on…f lr=0.001' at"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, control, …lr=0.002' at"));
    assert_non_null(strstr(gp, "set label 99 'Longformer, control (goes on …' at"));
}

/* Lengths are named in a panel, too: all of them up to four, every second one of more. */
static void panels_name_their_lengths(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int lengths = 3; lengths <= 5; lengths += 2) {
        const char *folder = lengths == 3 ? "three" : "five";
        for (int k = 0; k < 9 * lengths; k++) {
            const struct tf_attn *a = tf_attns[k / lengths];
            char setting[32];
            snprintf(setting, sizeof setting, "max_length=%d", 64 << k % lengths);
            struct tf_row r = listops_row(a->name, a->title, setting, 1, 700);
            r.flops_n = 64 << k % lengths;
            put_row(folder, &r);
        }
        draw(folder);
        assert_non_null(strstr(read_text(below("%s/fig_accuracy_n.gp", folder)),
                               lengths == 3 ? "set xtics (64, 128, 256)\n" : "set xtics (64, '' 128, 256, '' 512, 1024)\n"));
        // room for the labels at the ends, beside those of the next panel
        assert_non_null(strstr(read_text(below("%s/fig_accuracy_n.gp", folder)), lengths == 3 ? "set xrange [57.2" : "set xrange [51.2"));
    }
}

/* Runs that are bootstrapped at other steps: the dotted lines are those of the panel's own run. */
static void stages_are_of_their_run(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 1; k < 3; k++) put_plain("stages", k, true); // stages after steps 50 and 60
    draw("stages");
    char *gp = read_text(below("stages/fig_loss_steps.gp")), *second, *svg_end = strstr(gp, "unset multiplot");
    assert_non_null(svg_end);
    *svg_end = 0;
    char *at50 = strstr(gp, "set arrow from first 50,"), *at60 = strstr(gp, "set arrow from first 60,");
    assert_non_null(at50), assert_non_null(at60);
    second = strstr(at50, "\nplot ");
    assert_true(second && at60 > second);
    assert_null(strstr(at50 + 1, "set arrow from first 50,"));
    assert_null(strstr(at60 + 1, "set arrow from first 60,"));
}

/* Nor does a figure that cannot be written cost the tables. */
static void an_unwritable_figure_is_a_warning(void **state) {
    (void)state;
    make_runs("unwritable");
    setenv("PATH", dir, 1);
    put_text("unwritable/fig_loss_steps.gp/x", "");
    draw("unwritable");
    assert_true(was_logged("fig_loss_steps is missing: "));
    assert_true(tf_file_exists(below("unwritable/table.md")));
    assert_true(tf_file_exists(below("unwritable/index.html")));
    assert_true(tf_file_exists(below("unwritable/fig_train_time.gp"))); // and the others are there
}

/* A title that is all of the languages' own letters. */
static void hostile_text_is_text(void **state) {
    (void)state;
    make_runs("hostile");
    struct tf_report r = report_of("hostile", true);
    r.title = "a'b\"; system('x') | <script> {/:Bold} \033[31m";
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_non_null(
        strstr(read_text(below("hostile/fig_loss_steps.gp")), "a''b\"; system(''x'') | <script> \\{/:Bold\\}  [31m}' at screen"));
    assert_non_null(strstr(read_text(below("hostile/table.md")), "# a'b\"; system('x') \\| \\<script> {/:Bold}  [31m (protocol"));
    if (have_gnuplot()) {
        char *svg = read_text(below("hostile/fig_loss_steps.svg"));
        assert_non_null(strstr(svg, "&lt;script>")); // gnuplot does that
        assert_null(strstr(svg, "<script>"));
    }
}

static void same_rows_same_bytes(void **state) {
    (void)state;
    report_protocol = "paper";
    static const char *const names[] = {
        "table.csv",         "table.md",         "metrics.csv", "fig_accuracy_steps.csv", "fig_accuracy_steps.gp", "fig_accuracy_flops.gp",
        "fig_loss_steps.gp", "fig_train_time.gp"};
    struct tf_err e = {0};
    make_runs("first");
    make_runs("second");
    setenv("PATH", dir, 1);
    struct tf_report a = report_of("first", true);
    assert_int_equal(tf_report_write(&a, NULL, &e), 0);
    struct tf_report b = report_of("second", true);
    assert_int_equal(tf_report_write(&b, NULL, &e), 0);
    for (size_t i = 0; i < TF_COUNT(names); i++)
        assert_string_equal(read_text(below("second/%s", names[i])), read_text(below("first/%s", names[i])));
}

/* Of a name that is too long for a line the beginning and the end are left, whole letters. */
static void long_names_are_cut_inside(void **state) {
    (void)state;
    struct tf_buf b = {0};
    char name[161] = "", more[321];
    for (int i = 0; i < 80; i++) memcpy(name + 2 * i, i < 79 ? "\xC3\xA4" : "\xC3\xBC", 3);
    report_add_title(&b, name); // 80 letters
    assert_int_equal(b.len, strlen(" title ''") + 160);
    snprintf(more, sizeof more, "%s%s", name, name);
    b.len = 0, report_add_title(&b, more);
    assert_int_equal(report_letters(b.s), (int)strlen(" title ''") + 86);
    assert_non_null(strstr(b.s, "\xC3\xA4\xE2\x80\xA6\xC3\xA4")); // between letters
    assert_string_equal(b.s + b.len - 3, "\xC3\xBC'");
    tf_buf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(figures_are_drawn, report_before, after_each),
        cmocka_unit_test_setup_teardown(figures_name_their_score, report_before, after_each),
        cmocka_unit_test_setup_teardown(figures_show_what_is_below_zero, report_before, after_each),
        cmocka_unit_test_setup_teardown(quirks_of_a_length_are_no_lines, report_before, after_each),
        cmocka_unit_test_setup_teardown(quirks_are_lines, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_mechanism_has_one_colour, report_before, after_each),
        cmocka_unit_test_setup_teardown(one_point_is_no_figure, report_before, after_each),
        cmocka_unit_test_setup_teardown(titles_fit_the_figure, report_before, after_each),
        cmocka_unit_test(long_names_are_cut_inside),
        cmocka_unit_test_setup_teardown(many_lines_have_panels, report_before, after_each),
        cmocka_unit_test_setup_teardown(levels_are_the_best, report_before, after_each),
        cmocka_unit_test_setup_teardown(levels_are_the_trees_own, report_before, after_each),
        cmocka_unit_test_setup_teardown(panels_differ_in_name, report_before, after_each),
        cmocka_unit_test_setup_teardown(panels_keep_labels, report_before, after_each),
        cmocka_unit_test_setup_teardown(panels_name_their_lengths, report_before, after_each),
        cmocka_unit_test_setup_teardown(stages_are_of_their_run, report_before, after_each),
        cmocka_unit_test_setup_teardown(an_unwritable_figure_is_a_warning, report_before, after_each),
        cmocka_unit_test_setup_teardown(hostile_text_is_text, report_before, after_each),
        cmocka_unit_test_setup_teardown(loss_is_averaged_in_blocks, report_before, after_each),
        cmocka_unit_test_setup_teardown(lengths_are_lines, report_before, after_each),
        cmocka_unit_test_setup_teardown(equal_states_are_no_figure, report_before, after_each),
        cmocka_unit_test_setup_teardown(many_marks_have_numbers, report_before, after_each),
        cmocka_unit_test_setup_teardown(the_best_trade_off, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_are_an_axis, report_before, after_each),
        cmocka_unit_test_setup_teardown(hidden_tokens_are_no_curve, report_before, after_each),
        cmocka_unit_test_setup_teardown(without_gnuplot_the_scripts_stay, report_before, after_each),
        cmocka_unit_test_setup_teardown(same_rows_same_bytes, report_before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
