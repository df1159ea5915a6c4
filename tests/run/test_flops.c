/* Floor 5: the papers' FLOPs, cell by cell, and the cost of every mechanism at any size. */
#include <math.h>

#include "model/model.h"
#include "report/flops_figure.h"
#include "results/flops_tables.h"
#include "results/paper.h"
#include "run/flops.h"
#include "io/io.h"
#include "parts.h"
#include "spec/spec_resolve.h"

/* Published percent, and what the accounting gives: computed by other code. */
static const struct cell {
    const char *mechanism, *task, *setting;
    int converted;
    double paper, model;
} fitted[] = {
    {"linformer", "listops", "rank=16 shared=true", 4, 2.98, 2.9782},
    {"linformer", "text", "rank=32 shared=true", 4, 2.28, 2.2791},
    {"linformer", "retrieval", "rank=16 shared=true", 4, 0.57, 0.5717},
    {"linformer", "image", "rank=16 shared=true", 1, 4.44, 4.4379},
    {"linformer", "bert", "rank=128", 12, 49.59, 49.5960},
    {"performer", "listops", "features=256", 4, 28.29, 28.2956},
    {"performer", "text", "features=256", 4, 14.47, 14.4681},
    {"performer", "retrieval", "features=256", 4, 6.76, 6.7539},
    {"performer", "image", "features=256", 1, 51.96, 51.9602},
    {"bigbird", "listops", "paper_keys=588 random_limit=1024", 4, 31.98, 31.9823},
    {"bigbird", "text", "paper_keys=588 random_limit=1024", 4, 16.35, 16.3533},
    {"bigbird", "retrieval", "paper_keys=588 random_limit=1024", 4, 7.74, 7.7355},
    {"bigbird", "image", "random_limit=1024", 1, 52.43, 52.4152},
    {"bigbird", "bert", "", 12, 100.40, 100.4040},
    {"bigbird", "summarization", "", 12, 19.25, 19.2412},
    {"tc-a", "listops", "height=6", 4, 4.57, 4.5675},
    {"tc-a", "text", "height=6", 4, 2.34, 2.3353},
    {"tc-a", "retrieval", "height=6", 4, 0.61, 0.6051},
    {"tc-a", "image", "height=6", 1, 4.66, 4.6576},
    {"tc-a", "bert", "height=4", 6, 57.98, 57.9823},
    {"tc-a", "bert", "height=4", 9, 36.97, 36.9734},
    {"tc-a", "bert", "height=4", 12, 15.96, 15.9646},
    {"tc-a", "summarization", "height=6", 12, 3.09, 3.0905},
};

/* Cells that the stated settings do not give. BigBird's with 512 keys: (3 P(n) + CORE(n, 512) + 10 n e) / (3 P(n) + CORE(n, n)). */
static const struct cell unmatched[] = {
    {"tc-a", "bert", "height=7", 12, 15.96, 16.2266},
    {"bigbird", "listops", "random_limit=1024", 4, 31.98, 28.4357},
    {"bigbird", "text", "random_limit=1024", 4, 16.35, 14.5398},
    {"bigbird", "retrieval", "random_limit=1024", 4, 7.74, 6.8131},
};

/* Cells that depend on the occupancy of the leaves: with equal leaves, and as the published number implies. */
static const struct leaves {
    const char *mechanism, *task;
    double paper, balanced, implied;
} leaves[] = {
    {"tf-a", "listops", 37.82, 1.0 / 64, 0.3479},   {"tf-a", "text", 28.19, 1.0 / 64, 0.2645},
    {"tf-a", "retrieval", 29.48, 1.0 / 64, 0.2904}, {"tf-a", "image", 41.23, 1.0 / 64, 0.3825},
    {"tf-a", "bert", 29.87, 0.25, 0.1668},          {"tf-a", "summarization", 28.76, 1.0 / 64, 0.2646},
    {"kary-tf-a", "bert", 25.44, 0.001, 0.0100},    {"kary-tf-a", "summarization", 32.48, 0.001, 0.2862},
};

static struct tf_csv papers;
static const struct tf_flops_request plain;

static bool is(const struct tf_csv *c, int row, const char *col, const char *value) { return !strcmp(tf_csv_get(c, row, col), value); }

static bool note_begins(int row, const char *with) { return !strncmp(tf_csv_get(&papers, row, "note"), with, strlen(with)); }

/* setting NULL, converted 0: any. Exactly one row. */
static int find(const char *mechanism, const char *task, const char *setting, int converted) {
    int found = -1;
    for (int i = 0; i < papers.rows; i++) {
        if (!is(&papers, i, "attention", mechanism) || !is(&papers, i, "task", task)) continue;
        if ((setting && !is(&papers, i, "setting", setting)) || (converted && csv_number(&papers, i, "layers_converted") != converted))
            continue;
        if (found >= 0) fail_msg("%s on %s stands twice", mechanism, task);
        found = i;
    }
    if (found < 0) fail_msg("%s on %s is not there", mechanism, task);
    return found;
}

static void near(const char *what, double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%s: %.6f, expected %.6f +- %g", what, a, b, tolerance);
}

static int load(void **state) {
    struct tf_buf out = {0};
    struct tf_err e = {0};
    if (enter(state)) return -1;
    int rc = report_flops_papers(&plain, flops_measure, &out, &e) || tf_csv_parse(&papers, out.s, out.len, "flops", &e);
    if (rc) print_error("%s\n", e.msg);
    tf_buf_free(&out);
    return rc;
}

static int unload(void **state) {
    tf_csv_free(&papers);
    return leave(state);
}

static void test_fitted(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(fitted); i++) {
        const struct cell *c = &fitted[i];
        int row = find(c->mechanism, c->task, c->setting, c->converted);
        double ours = csv_number(&papers, row, "flops_paper_pct");
        near(c->task, ours, c->paper, 0.02);
        near(c->task, ours, c->model, 6e-5);
        near(c->task, csv_number(&papers, row, "paper_pct"), c->paper, 1e-9);
        near(c->task, csv_number(&papers, row, "diff_points"), ours - c->paper, 1e-7);
        assert_true(note_begins(row, "fitted"));
    }
}

static void test_unmatched(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(unmatched); i++) {
        const struct cell *c = &unmatched[i];
        int row = find(c->mechanism, c->task, c->setting, c->converted);
        near(c->task, csv_number(&papers, row, "flops_paper_pct"), c->model, 6e-5);
        near(c->task, csv_number(&papers, row, "paper_pct"), c->paper, 1e-9);
        assert_true(note_begins(row, "cannot be matched: "));
    }
}

static void test_leaves(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(leaves); i++) {
        const struct leaves *c = &leaves[i];
        int row = find(c->mechanism, c->task, NULL, 0);
        near(c->task, csv_number(&papers, row, "paper_pct"), c->paper, 1e-9);
        near(c->task, csv_number(&papers, row, "occupancy_balanced"), c->balanced, 1e-9);
        near(c->task, csv_number(&papers, row, "occupancy_implied"), c->implied, 6e-5);
        assert_true(note_begins(row, "cannot be matched: "));
    }
}

/* The implied occupancy gives the published number back. */
static void test_implied(void **state) {
    (void)state;
    const struct tf_attn *m = tf_attn_find("tf-a"), *full = tf_attn_find("transformer");
    struct tf_cost cost = {.T = 2048, .C = 512, .H = 8, .f = csv_number(&papers, find("tf-a", "listops", NULL, 0), "occupancy_implied")};
    struct tf_err e = {0};
    void *opts = tf_calloc(m->opts_size);
    tf_opt_defaults(m->opts, opts);
    assert_int_equal(tf_opt_set(m->opts, opts, "height", "6", &e), 0);
    near("tf-a", 100 * tf_attn_flops_paper(m, opts, &cost) / tf_attn_flops_paper(full, NULL, &cost), 37.82, 1e-6);
    tf_free(opts);
}

/* Every mechanism is there on every task, nothing stands there without a reason, and the notes say what the numbers say. */
static void test_rows(void **state) {
    (void)state;
    static const char *const tasks[] = {"bert", "listops", "text", "retrieval", "image", "summarization"};
    size_t baselines = 0, published = 0;
    for (int i = 0; i < papers.rows; i++) {
        double diff = csv_number(&papers, i, "diff_points"), dim = csv_number(&papers, i, "head_dim");
        near("head_dim", dim, is(&papers, i, "task", "retrieval") || is(&papers, i, "task", "image") ? 32 : 64, 0);
        assert_true(csv_number(&papers, i, "gflops_layer") >=
                    csv_number(&papers, i, "gflops_paper")); // an LSTM has no more than its products
        near("full", csv_number(&papers, i, "gflops_layer") * 100 / csv_number(&papers, i, "gflops_full"),
             csv_number(&papers, i, "flops_layer_pct"), 1e-6);
        assert_true(csv_number(&papers, i, "param_bytes") > 0);
        if (note_begins(i, "baseline")) {
            baselines++;
            near("transformer", csv_number(&papers, i, "flops_paper_pct"), 100, 1e-9);
            near("transformer", csv_number(&papers, i, "flops_layer_pct"), 100, 1e-9);
            near("transformer", diff, 0, 1e-9);
        } else if (note_begins(i, "no published number")) {
            assert_true(is(&papers, i, "setting", "") && is(&papers, i, "paper_pct", "") && is(&papers, i, "diff_points", ""));
            assert_true(csv_number(&papers, i, "flops_paper_pct") > 0 && is(&papers, i, "occupancy_implied", ""));
            continue;
        } else assert_int_equal(note_begins(i, "cannot be matched: "), fabs(diff) > 0.02);
        published++;
    }
    assert_int_equal(baselines, 6);
    assert_int_equal(published, baselines + TF_COUNT(fitted) + TF_COUNT(unmatched) + TF_COUNT(leaves));
    for (size_t t = 0; t < TF_COUNT(tasks); t++)
        for (int m = 0; tf_attns[m]; m++) {
            int rows = 0, without = 0;
            for (int i = 0; i < papers.rows; i++) {
                bool own = is(&papers, i, "task", tasks[t]) && is(&papers, i, "attention", tf_attns[m]->name);
                rows += own, without += own && note_begins(i, "no published number");
            }
            if (!rows || (without && rows > 1)) fail_msg("%s on %s: %d rows", tf_attns[m]->name, tasks[t], rows);
        }
}

/* Full attention in the other layers: percentages and work are means over all. */
static void test_mixed(void **state) {
    (void)state;
    static const char *const columns[] = {"flops_paper_pct", "flops_layer_pct", "gflops_paper", "gflops_layer"};
    const int full = find("transformer", "bert", NULL, 0), all = find("tc-a", "bert", "height=4", 12);
    for (int converted = 6; converted <= 9; converted += 3)
        for (size_t k = 0; k < TF_COUNT(columns); k++) {
            const double most = k < 2 ? 100 : csv_number(&papers, full, columns[k]);
            const double want = (converted * csv_number(&papers, all, columns[k]) + (12 - converted) * most) / 12;
            near(columns[k], csv_number(&papers, find("tc-a", "bert", "height=4", converted), columns[k]), want, 1e-6);
        }
}

/* Full attention on ListOps, by hand. */
static void test_gflops(void **state) {
    (void)state;
    int row = find("transformer", "listops", NULL, 0);
    double n = 2048, e = 64, heads = 8, C = 512;
    near("paper", csv_number(&papers, row, "gflops_paper"), heads * (3 * n * (2 * e * e + e) + n * n * (4 * e + 5)) / 1e9, 1e-6);
    near("full", csv_number(&papers, find("linformer", "listops", NULL, 0), "gflops_full"), csv_number(&papers, row, "gflops_layer"), 1e-9);
    near("layer", csv_number(&papers, row, "gflops_layer"), (4 * n * C * (2 * C + 1) + heads * n * n * (4 * e + 5)) / 1e9, 1e-6);
    near("bytes", csv_number(&papers, row, "param_bytes"), 4 * (4 * C * C + 4 * C), 0);
}

/* Settings are a file: what is wrong there is said with its place. */
static void test_bad_settings(void **state) {
    (void)state;
    static const char head[] = "table,task,n,dim,heads,mlp_dim,layers,attention,setting,layers_converted,file,row,column,note\n";
    static const struct {
        const char *line, *says;
    } wrong[] = {{"2,bert,512,768,12,3072,12,frob,,,t.csv,frob,flops_pct,\n", "flops_settings.csv:2: no mechanism 'frob'"},
                 {"2,bert,512,768,12,3072,12,tf-a,rank=3,,t.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: tf-a has no option 'rank'"},
                 {"2,bert,512,768,12,3072,12,tf-a,height=99,,t.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: height: 99 is out of range"},
                 {"2,bert,512,768,12,3072,12,tf-a,height,,t.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: 'height' is not OPTION=VALUE"},
                 {"2,bert,512,768,5,3072,12,tf-a,,,t.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: n, dim and heads must be positive"},
                 {"2,bert,512,768,12,3072,12,tf-a,,13,t.csv,tf-a,flops_pct,\n", "hold layers_converted"},
                 {"2,bert,x,768,12,3072,12,tf-a,,,t.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: "},
                 {"2,bert,512,768,12,3072,12,tf-a,,,none.csv,tf-a,flops_pct,\n", "flops_settings.csv:2: none.csv is not in "}};
    struct tf_buf out = {0};
    struct tf_err none = {0};
    tf_paper_dir(dir);
    assert_int_equal(report_flops_papers(&plain, flops_measure, &out, &none), -1);
    assert_true(strstr(none.msg, "flops_settings.csv is not in ") && strstr(none.msg, "make install"));
    put_text("t.csv", "model,flops_pct\ntf-a,30\n");
    for (size_t i = 0; i < TF_COUNT(wrong); i++) {
        char text[400];
        struct tf_err e = {0};
        snprintf(text, sizeof text, "%s%s", head, wrong[i].line);
        put_text("flops_settings.csv", text);
        assert_int_equal(report_flops_papers(&plain, flops_measure, &out, &e), -1);
        if (e.code != TF_BAD || !strstr(e.msg, wrong[i].says)) fail_msg("%s: %s", wrong[i].says, e.msg);
    }
    tf_paper_dir(NULL);
    remove_all();
    tf_buf_free(&out);
}

static void test_defaults(void **state) {
    (void)state;
    struct tf_buf out = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    int n = 0;
    assert_int_equal(report_flops_size(&plain, &(struct tf_layer_size){.n = 1024, .dim = 96, .heads = 4}, flops_measure, &out, &e), 0);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "flops", &e), 0);
    for (; tf_attns[n]; n++) {
        assert_string_equal(tf_csv_get(&c, n, "attention"), tf_attns[n]->name);
        near("head_dim", csv_number(&c, n, "head_dim"), 24, 0);
        assert_true(csv_number(&c, n, "gflops_layer") > 0 && csv_number(&c, n, "flops_layer_pct") > 0 &&
                    csv_number(&c, n, "flops_paper_pct") > 0);
    }
    assert_int_equal(c.rows, n);
    near("transformer", csv_number(&c, 0, "gflops_layer"), (4.0 * 1024 * 96 * 193 + 4.0 * 1024 * 1024 * (4 * 24 + 5)) / 1e9, 1e-9);
    tf_csv_free(&c);
    tf_buf_free(&out);
}

/* ---- options from outside ---- */
static void with_sets(const char *const *sets, int n, bool any_size, struct tf_csv *c) {
    const struct tf_flops_request request = {.sets = sets, .n_sets = n};
    struct tf_buf out = {0};
    struct tf_err e = {0};
    int rc = any_size ? report_flops_size(&request, &(struct tf_layer_size){.n = 1024, .dim = 64, .heads = 2}, flops_measure, &out, &e)
                      : report_flops_papers(&request, flops_measure, &out, &e);
    if (rc || tf_csv_parse(c, out.s, out.len, "flops", &e)) fail_msg("%s", e.msg);
    tf_buf_free(&out);
}

static void test_sets(void **state) {
    (void)state;
    struct tf_csv c;
    int seen = 0;
    with_sets((const char *const[]){"attention.height=4", "rank=16"}, 2, false, &c);
    for (int i = 0; i < c.rows; i++) {
        bool tree = is(&c, i, "attention", "tf-a") || is(&c, i, "attention", "tc-a");
        assert_true(!tree || is(&c, i, "setting", "height=4"));
        bool by_hand = !strncmp(tf_csv_get(&c, i, "note"), "changed with --set", 18);
        if (is(&c, i, "task", "listops") && is(&c, i, "attention", "linformer")) { // it was 16 before
            assert_false(by_hand);
            assert_true(is(&c, i, "setting", "rank=16 shared=true"));
            near("linformer", csv_number(&c, i, "flops_paper_pct"), 2.9782, 6e-5);
        }
        if (is(&c, i, "task", "listops") && is(&c, i, "attention", "tc-a")) {
            assert_true(by_hand);
            near("paper", csv_number(&c, i, "paper_pct"), 4.57, 1e-9);
            near("tc-a", csv_number(&c, i, "gflops_paper") * 1e9, 8 * (3 * 2048 * (2 * 4096.0 + 64) + 2048 * 4 * 129.0 + 31 * 64.0), 1);
        }
        if (is(&c, i, "task", "bert") && is(&c, i, "attention", "tc-a")) seen++;
        if (is(&c, i, "task", "image") && is(&c, i, "attention", "performer"))
            assert_true(note_begins(find("performer", "image", NULL, 0), "fitted"));
    }
    assert_int_equal(seen, 3); // 6, 9 and 12 layers; the line of height 7 became that of 12 layers
    tf_csv_free(&c);
    with_sets((const char *const[]){"height=2", "height=3"}, 2, true, &c);
    for (int i = 0; i < c.rows; i++)
        if (is(&c, i, "attention", "tf-a")) assert_true(is(&c, i, "setting", "height=3"));
        else if (is(&c, i, "attention", "linformer")) assert_true(is(&c, i, "setting", ""));
    tf_csv_free(&c);
}

/* A setting that a mechanism cannot have: its line says why, the others stand. */
static void test_unusable(void **state) {
    (void)state;
    struct tf_csv c;
    int seen = 0;
    with_sets((const char *const[]){"buckets=3"}, 1, false, &c);
    for (int i = 0; i < c.rows; i++) {
        bool reformer = is(&c, i, "attention", "reformer");
        assert_int_equal(reformer, isnan(csv_number(&c, i, "gflops_layer")));
        seen += reformer && strstr(tf_csv_get(&c, i, "note"), "buckets must be even");
    }
    assert_int_equal(seen, 6);
    tf_csv_free(&c);
    with_sets((const char *const[]){"buckets=3"}, 1, true, &c);
    for (int i = 0; i < c.rows; i++) assert_int_equal(is(&c, i, "attention", "reformer"), isnan(csv_number(&c, i, "gflops_layer")));
    tf_csv_free(&c);
}

static void test_wrong_sets(void **state) {
    (void)state;
    static const struct {
        const char *set, *says;
    } wrong[] = {{"hieght=4", "did you mean 'height'?"},
                 {"attention.hieght=4", "did you mean 'height'?"},
                 {"frobnication=4", "no mechanism has the option 'frobnication'"},
                 {"height=99", "tf-a: height: 99 is out of range"},
                 {"height", "attention.OPTION=VALUE expected"},
                 {"=3", "attention.OPTION=VALUE expected"},
                 {"task.height=3", "no mechanism has the option 'task.height'"},
                 {"shared=perhaps", "neither true nor false"}};
    for (size_t i = 0; i < TF_COUNT(wrong); i++) {
        const struct tf_flops_request request = {.sets = &wrong[i].set, .n_sets = 1};
        struct tf_buf out = {0};
        struct tf_err e[3] = {0};
        assert_int_equal(report_flops_papers(&request, flops_measure, &out, &e[0]), -1);
        assert_int_equal(report_flops_size(&request, &(struct tf_layer_size){.n = 64, .dim = 8, .heads = 2}, flops_measure, &out, &e[1]),
                         -1);
        assert_int_equal(report_flops_figure(&request, "/no/such/folder", &(struct tf_layer_size){.dim = 8, .heads = 2}, false, &e[2]), -1);
        for (int k = 0; k < 3; k++)
            if (e[k].code != TF_USAGE || !strstr(e[k].msg, wrong[i].says)) fail_msg("%s: %s", wrong[i].set, e[k].msg);
        assert_int_equal(out.len, 0);
    }
}

/* ---- activations ---- */

/* What a layer holds, measured by other code, on other rows; above 1024 tokens a straight line stands for it. */
static void test_activations(void **state) {
    (void)state;
    static const int lengths[] = {300, 1200};
    for (int m = 0; tf_attns[m]; m++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++) {
            struct subject s = make_subject(tf_attns[m]->name, NULL);
            struct layer l;
            struct tf_layer_size size = {.n = lengths[k], .dim = 128, .heads = 4};
            open_layer(&l, &s, lengths[k], 128, 4, false);
            struct tf_mat *x = layer_input(&l, 1 << 30);
            double before = (double)l.t.arena.used;
            s.attn->forward(&l.ctx, x);
            double held = (double)l.t.arena.peak - before;
            bool loose = k == 1 || s.attn->flags & TF_ATTN_ROUTED; // sizes of groups depend on the rows
            near(s.name, tf_layer_activation_bytes(s.attn, s.opts, &size), held, (loose ? 0.02 : 0.002) * held);
            close_layer(&l);
            tf_free(s.opts);
        }
}

/* Not measured: too much work, or more memory than there is. */
static void test_not_measured(void **state) {
    (void)state;
    struct subject full = make_subject("transformer", NULL);
    assert_true(isnan(tf_layer_activation_bytes(full.attn, full.opts, &(struct tf_layer_size){.n = 1024, .dim = 8192, .heads = 8})));
    tf_free(full.opts);
}

/* The column: empty unless asked for; independent of the number of threads. */
static void test_column(void **state) {
    (void)state;
    struct tf_buf out[3] = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    for (int threads = 0; threads < 3; threads++) {
        struct tf_flops_request request = {.threads = threads};
        assert_int_equal(
            report_flops_size(&request, &(struct tf_layer_size){.n = 64, .dim = 16, .heads = 2}, flops_measure, &out[threads], &e), 0);
        assert_int_equal(tf_csv_parse(&c, out[threads].s, out[threads].len, "flops", &e), 0);
        for (int i = 0; i < c.rows; i++) {
            double bytes = csv_number(&c, i, "activation_bytes");
            if (threads ? !(bytes > 0) : !isnan(bytes)) fail_msg("%s: %g bytes with %d threads", tf_attns[i]->name, bytes, threads);
        }
        tf_csv_free(&c);
    }
    assert_string_equal(out[1].s, out[2].s);
    for (int i = 0; i < 3; i++) tf_buf_free(&out[i]);
    tf_interrupted = 1;
    assert_int_equal(report_flops_size(&(struct tf_flops_request){.threads = 2}, &(struct tf_layer_size){.n = 64, .dim = 16, .heads = 2},
                                       flops_measure, &out[0], &e),
                     -1);
    tf_interrupted = 0;
    assert_int_equal(e.code, TF_INTERRUPTED);
    tf_buf_free(&out[0]);
}

/* ---- a whole block ---- */
/* Forward work of a model, as the tape counts it. */
static double model_work(const struct flops_layer *l, int mlp_dim, int layers) {
    const struct tf_layer_size *s = &l->size;
    struct tf_model_cfg cfg;
    struct tf_layer_attn both[2] = {{l->m, l->opts}, {l->m, l->opts}};
    struct tf_model m;
    struct tf_tape t;
    struct tf_err e = {0};
    static uint16_t tokens[64];
    double sum = 0;
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = layers, cfg.dim = s->dim, cfg.heads = s->heads, cfg.mlp_dim = mlp_dim;
    assert_int_equal(tf_model_init(&m, &cfg, both, &(struct tf_input){.vocab = 4, .classes = 3, .max_len = s->n, .parts = 1}, &e), 0);
    tf_pars_alloc(&m.pars);
    tf_pars_init(&m.pars, 1);
    tf_tape_init(&t);
    tf_model_logits(&m, &t, &(struct tf_seq){.tok = tokens, .len = s->n}, 1, &(struct tf_model_io){.aux_scale = 1});
    for (int c = 0; c < TF_FLOP_CLASSES; c++) sum += t.flops[c];
    tf_tape_release(&t);
    tf_model_free(&m);
    return sum;
}

/* Rows of a mechanism's own pass through the whole block. */
static void check_own_rows(const struct tf_csv *c, const struct tf_attn *m, const struct tf_flops_request *request) {
    struct tf_layer_size s = {.n = 37, .dim = 24, .heads = 3}, bert = {.n = 512, .dim = 768, .heads = 12};
    struct flops_layer l;
    struct tf_err e = {0};
    assert_int_equal(flops_open(&l, m, &s, "", request, &e), 0);
    const double block = model_work(&l, 40, 2) - model_work(&l, 40, 1), layer = flops_work(&l, -1, FLOPS_LAYER);
    s.n += tf_attn_aux_rows(m, l.opts, s.n), bert.n += tf_attn_aux_rows(m, l.opts, bert.n);
    near(m->name, block, layer + flops_beside(&s, 40), 1e-6);
    const int row = find(m->name, "bert", NULL, 0);
    near(m->name, 1e9 * (csv_number(c, row, "block_gflops") - csv_number(c, row, "gflops_layer")), flops_beside(&bert, 3072), 10);
    flops_close(&l);
}

static void test_block(void **state) {
    (void)state;
    struct tf_buf out = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    const struct tf_flops_request request = {.block = true};
    assert_int_equal(report_flops_papers(&request, flops_measure, &out, &e), 0);
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "flops", &e), 0);
    static const char *const own_rows[] = {"transformer", "segtree", "bp", "star", "luna", "etc"}; // the first has none
    for (size_t i = 0; i < TF_COUNT(own_rows); i++) check_own_rows(&c, tf_attn_find(own_rows[i]), &request);
    const int full = find("transformer", "bert", NULL, 0), half = find("tc-a", "bert", "height=4", 6); // the rows are the same
    near("a mixed model", csv_number(&c, half, "model_gflops"),
         6 * csv_number(&c, half, "block_gflops") + 6 * csv_number(&c, full, "block_gflops"), 1e-5);
    for (int i = 0; i < c.rows; i++) {
        if (is(&c, i, "flops_paper_pct", "")) continue;
        const double part = csv_number(&c, i, "block_attention_pct"), block = csv_number(&c, i, "block_gflops");
        near("part", part * block / 100, csv_number(&c, i, "gflops_layer"),
             is(&c, i, "layers_converted", tf_csv_get(&c, i, "layers")) ? 1e-6 : INFINITY);
        if (!is(&c, i, "attention", "transformer")) continue;
        near("model", csv_number(&c, i, "model_gflops"), block * csv_number(&c, i, "layers"), 1e-5);
        near("step", csv_number(&c, i, "step_gflops"), 3 * block * csv_number(&c, i, "layers"), 1e-5);
        if (is(&c, i, "task", "listops")) near("ListOps: the paper's 50.84", csv_number(&c, i, "block_core_pct"), 50.84, 0.5);
        if (is(&c, i, "task", "text")) near("Text: the paper's 73.3", csv_number(&c, i, "block_core_pct"), 73.3, 0.5);
    }
    tf_csv_free(&c);
    tf_buf_free(&out);
}

/* ---- the figure ---- */
static void test_figure(void **state) {
    (void)state;
    struct tf_csv c;
    struct tf_err e = {0};
    const struct tf_layer_size size = {.dim = 512, .heads = 8};
    assert_int_equal(report_flops_figure(&plain, dir, &size, false, &e), 0);
    assert_int_equal(tf_csv_load(&c, in_dir("fig_flops_n.csv"), &e), 0);
    assert_int_equal(c.rows, 9);
    near("n", csv_number(&c, 8, "n"), 65536, 0);
    for (int i = 0; i < c.rows; i++) // per token: 4 C (2 C + 1) + H n (4 D + 5)
        near("transformer", csv_number(&c, i, "transformer"), (4 * 512 * 1025 + 8 * 261 * csv_number(&c, i, "n")) / 1e6, 1e-6);
    tf_csv_free(&c);
    assert_int_equal(unlink(in_dir("fig_flops_n.csv")) || unlink(in_dir("fig_flops_n.gp")) || rmdir(dir), 0); // nothing else was written
    assert_int_equal(report_flops_figure(&plain, "/no/such/folder", &size, false, &e), 0);                    // costs a warning
}

/* Sentences of 100 tokens in the first two layers, of which the second has full attention in either run, and documents of their rows. */
static void test_sentences(void **state) {
    (void)state;
    static const int rows[] = {100, 100, 10, 3}, times[] = {2, 2, 2, 1};
    struct tf_spec_run r = {.attn = tf_attn_full()}, local = {.attn = tf_attn_find("local"), .end_layer = 1};
    local.attn_opts = tf_calloc(local.attn->opts_size);
    tf_opt_defaults(local.attn->opts, local.attn_opts);
    tf_opt_defaults(tf_model_opts, &r.model);
    r.model.layers = 3, r.model.sentence = 100, r.model.sentence_layers = 2, local.model = r.model;
    for (int how = FLOPS_PAPER; how <= FLOPS_LAYER; how++) {
        double want = 0;
        const struct tf_layer_size whole = spec_layer_size(&r, 210);
        for (int i = 0; i < 4; i++) {
            const struct tf_layer_size size = spec_layer_size(&r, rows[i]);
            want += times[i] * flops_full_work(&size, (enum flops_counting)how);
        }
        want *= 100 / (3 * flops_full_work(&whole, (enum flops_counting)how));
        assert_true(fabs(spec_work_pct(&r, 210, NULL, (enum flops_counting)how) - want) < 1e-9 * want);
        assert_true(spec_work_pct(&local, 210, NULL, (enum flops_counting)how) < want);
    }
    tf_free(local.attn_opts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fitted),       cmocka_unit_test(test_unmatched),  cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_implied),      cmocka_unit_test(test_rows),       cmocka_unit_test(test_gflops),
        cmocka_unit_test(test_bad_settings), cmocka_unit_test(test_defaults),   cmocka_unit_test(test_sets),
        cmocka_unit_test(test_unusable),     cmocka_unit_test(test_wrong_sets), cmocka_unit_test(test_activations),
        cmocka_unit_test(test_not_measured), cmocka_unit_test(test_column),     cmocka_unit_test(test_block),
        cmocka_unit_test(test_figure),       cmocka_unit_test(test_sentences),  cmocka_unit_test(test_mixed)};
    tf_num_init();
    return cmocka_run_group_tests(tests, load, unload);
}
