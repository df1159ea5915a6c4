/* infer-time: spec, measuring, tables; and what it rests on: even trees, outputs in place of queries, groups of query tiles. */
#include <math.h>

#include "model/model.h"
#include "results/infer_table.h"
#include "report/figure.h"
#include "run/infer.h"
#include "num/tree.h"
#include "fixture.h"
#include "model/checkpoint.h"

static void fill(struct tf_mat *m, uint32_t a) {
    struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, 0, a, 0);
    for (int i = 0; i < m->rows * m->ld; i++) m->v[i] = (tf_real)tf_rng_normal(&r);
}

static const char *put(const char *name, const char *text) { // its path
    put_text(name, text);
    return in_dir(name);
}

static const char tiny[] =
    "infer: {lengths: [32, 64], dim: 32, heads: 2, repeats: 3, warmup: 0}\n"
    "attention: [transformer, {name: tf-a, height: 2}, {name: tc-a, fold: true, height: 3}, {name: kary-tf-a, branching: [3, 2]}]\n";

/* ---- the spec ------------------------------------------------------------------------------------------------------------ */

static struct tf_csv dry(const char *const *sets, int n) {
    struct tf_infer *s;
    struct tf_csv c = {0};
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (tf_infer_load(&s, put("dry.yaml", tiny), sets, n, &e)) fail_msg("%s", e.msg);
    tf_infer_dry_run(s, &b);
    if (tf_csv_parse(&c, b.s, b.len, "dry", &e)) fail_msg("%s", e.msg);
    tf_buf_free(&b);
    tf_infer_free(s);
    return c;
}

static int dry_lines(const char *const *sets, int n) {
    struct tf_csv c = dry(sets, n);
    int lines = c.rows;
    tf_csv_free(&c);
    return lines;
}

static double dry_seconds(const char *const *sets, int n) { /* of the last line */
    struct tf_csv c = dry(sets, n);
    struct tf_err e = {0};
    double x = 0;
    if (tf_csv_number(&c, c.rows - 1, "about_s", &x, &e)) fail_msg("%s", e.msg);
    tf_csv_free(&c);
    return x;
}

/* Beside which entries the paper's times stand: its trees have six levels or 100 x 10 leaves. */
static void the_papers_trees(void **state) {
    (void)state;
    static const char text[] =
        "protocol: paper\n"
        "infer: {lengths: [1024, 8192], dim: 768, heads: 8}\n"
        "attention: [transformer, {name: tf-a, height: 6}, {name: kary-tf-a, branching: [100, 10]}, {name: tf-a, height: 5},"
        " {name: kary-tf-a, branching: [10, 10]}, {name: tf-a, height: 6, window: 8}, {name: tc-a, height: 6}]\n"
        "paper: {table: table4_infer.csv}\n";
    static const double ms[][2] = {{NAN, NAN}, {108, 9230}, {113, 1370}, {108, 1550}, {NAN, NAN}, {NAN, NAN}, {NAN, NAN}, {NAN, NAN}};
    struct tf_infer *s;
    struct tf_err e = {0};
    if (tf_infer_load(&s, put("paper.yaml", text), NULL, 0, &e)) fail_msg("%s", e.msg);
    assert_int_equal(s->n, TF_COUNT(ms)); // the first: the projections
    for (int i = 0; i < s->n; i++)
        for (int l = 0; l < 2; l++) {
            const double got = report_infer_paper_s(s, i, l) * 1e3;
            if (isnan(ms[i][l]) ? !isnan(got) : !(fabs(got - ms[i][l]) < 1e-9)) fail_msg("entry %d: %g ms, not %g", i, got, ms[i][l]);
        }
    tf_infer_free(s);
}

/* --threads is an infer.threads behind all others. Each dry run measures the peak anew, and other load lowers it: the best of five estimates
 * of either kind. Their ratio would be 16. */
static void dry_run_of_threads(void **state) {
    (void)state;
    const char *const sets[] = {"infer.batch=16", "infer.pack_tokens=64", "infer.threads=1", "infer.threads=16"};
    double one = INFINITY, many = INFINITY;
    for (int i = 0; i < 5; i++) one = fmin(one, dry_seconds(sets, 3)), many = fmin(many, dry_seconds(sets, 4));
    assert_true(many < one / 4);
}

static void expansion(void **state) {
    (void)state;
    assert_int_equal(dry_lines(NULL, 0), 2 * 5);
    assert_int_equal(dry_lines((const char *[]){"infer.causal=both"}, 1), 2 * 9); // but for the projections all have a causal form
    assert_int_equal(dry_lines((const char *[]){"attention.height=2,3,4"}, 1), 2 * (3 + 6));
    assert_int_equal(dry_lines((const char *[]){"attention.height=2,3,4", "attention.height=2,3"}, 2), 2 * (3 + 4)); // the later one wins
    assert_int_equal(dry_lines((const char *[]){"attention=tf-a,linformer", "infer.lengths=8,16,32"}, 2), 3 * 3);
    assert_int_equal(dry_lines((const char *[]){"attention.branching=[2,2]"}, 1), 2 * 5);
}

static void bad_specs(void **state) {
    (void)state;
    static const struct {
        const char *text, *set, *want;
        int code;
    } bad[] = {
        {"attention: transformer\nifner: {}\n", NULL, "bad.yaml:2:1: unknown key 'ifner' (did you mean 'infer'?)", TF_BAD},
        {"attention: transformer\ninfer: {dims: 3}\n", NULL, "bad.yaml:2:9: unknown option 'dims'", TF_BAD},
        {"attention: transformer\ninfer: {dim: 10, heads: 3}\n", NULL,
         "bad.yaml:2:25: infer.heads 3 does not divide infer.dim 10: write dim 12, or heads 2", TF_BAD},
        {"attention: transformer\ninfer: {lengths: [8, 8]}\n", NULL, "bad.yaml:2:18: lengths: 8 follows 8", TF_BAD},
        {"attention: transfromer\n", NULL, "bad.yaml:1:12: unknown attention 'transfromer'", TF_BAD},
        {"attention: [{name: tf-a, heigth: 3}]\n", NULL, "bad.yaml:1:26: unknown option 'heigth'", TF_BAD},
        {"attention: []\n", NULL, "bad.yaml:1:12: attention: the list is empty", TF_BAD},
        {"infer: {dim: 8, heads: 1}\n", NULL, "no attention", TF_BAD},
        {"attention: linformer\ninfer: {causal: true}\n", NULL, "attention linformer has no causal form", TF_BAD},
        {"attention: tf-a\npaper: {table: ../x.csv}\n", NULL, "not a path", TF_BAD},
        {"attention: tf-a\n", "attention.rank=3", "no attention of this spec has the option 'rank'", TF_BAD},
        {"attention: tf-a\n", "attention.heigth=3,4", "the option 'heigth' (did you mean 'height'?)", TF_BAD},
        {"attention: tf-a\n", "attention.height=3,3", "3 is listed twice", TF_BAD},
        {"attention: tf-a\n", "infer.threads=1,2", "'infer.threads' cannot be swept", TF_BAD},
        {"attention: tf-a\n", "infer.repeats=0", "repeats", TF_BAD},
        {"attention: tf-a\n", "infer.repeats", "path=VALUE is expected", TF_USAGE},
    };
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        struct tf_infer *s = NULL;
        struct tf_err e = {0};
        assert_int_equal(tf_infer_load(&s, put("bad.yaml", bad[i].text), &bad[i].set, bad[i].set != NULL, &e), -1);
        if (!strstr(e.msg, bad[i].want) || e.code != bad[i].code) fail_msg("case %zu: %d '%s'", i, e.code, e.msg);
    }
}

/* ---- a run ----------------------------------------------------------------------------------------------------------------- */

static void run_into(const char *out, const char *const *sets, int n, struct tf_csv *times) {
    struct tf_infer *s;
    struct tf_err e = {0};
    struct tf_buf md = {0};
    char file[300];
    if (tf_infer_load(&s, put("run.yaml", tiny), sets, n, &e)) fail_msg("%s", e.msg);
    if (tf_infer_run(s, &(struct tf_infer_env){.out = in_dir(out)}, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "| Treeformer TF-A"));
    snprintf(file, sizeof file, "%s/times.csv", in_dir(out));
    if (tf_csv_load(times, file, &e)) fail_msg("%s", e.msg);
    tf_buf_free(&md);
    tf_infer_free(s);
}

/* Runs of which only the outcome matters. */
static int run_code(const char *out, const char *const *sets, int n, struct tf_err *e) {
    struct tf_infer *s;
    struct tf_buf md = {0};
    *e = (struct tf_err){0};
    if (tf_infer_load(&s, put("run.yaml", tiny), sets, n, e)) fail_msg("%s", e->msg);
    int rc = tf_infer_run(s, &(struct tf_infer_env){.out = in_dir(out)}, &md, e);
    tf_buf_free(&md);
    tf_infer_free(s);
    return rc ? e->code : TF_OK;
}

static double number(const struct tf_csv *c, const char *mechanism, int n, const char *column) {
    struct tf_err e = {0};
    for (int i = 0; i < c->rows; i++)
        if (!strcmp(tf_csv_get(c, i, "attention"), mechanism) && atoi(tf_csv_get(c, i, "n")) == n) {
            double v = NAN;
            if (tf_csv_number(c, i, column, &v, &e)) fail_msg("%s", e.msg);
            return v;
        }
    fail_msg("no line %s at %d", mechanism, n);
    return NAN;
}

static void figures_of_a_run(void **state) {
    (void)state;
    static const char *const phase[] = {"project_s", "route_s", "gather_s", "attend_s", "other_s", "output_s"};
    struct tf_csv c;
    bool covered = false; // somewhere: a busy machine stops a pass between its phases
    run_into("run", NULL, 0, &c);
    assert_int_equal(c.rows, 10);
    for (int i = 0; i < c.rows; i++) {
        const char *m = tf_csv_get(&c, i, "attention");
        int n = atoi(tf_csv_get(&c, i, "n"));
        double sum = 0, lo = number(&c, m, n, "min_s"), mid = number(&c, m, n, "median_s"), q3 = number(&c, m, n, "q3_s");
        for (size_t k = 0; k < TF_COUNT(phase); k++) sum += number(&c, m, n, phase[k]);
        assert_true(lo > 0 && lo <= mid && mid <= q3);
        assert_true(sum > 0 && sum <= 1.001 * mid); // the phases of the median pass
        covered |= sum > 0.5 * mid;
        assert_true(number(&c, m, n, "project_s") > 0 && number(&c, m, n, "output_s") > 0);
        assert_true(number(&c, m, n, "activation_bytes") >= (double)sizeof(tf_real) * n * 32);
    }
    assert_true(covered);
    struct tf_cost cost = {.T = 64, .C = 32, .H = 2, .f = -1};
    double gflop = tf_attn_flops_layer(tf_attn_find("transformer"), NULL, &cost) * 1e-9;
    assert_true(fabs(number(&c, "transformer", 64, "gflop") / gflop - 1) < 1e-9);
    assert_true(number(&c, "transformer", 64, "occupancy") == 1);
    assert_true(number(&c, "tc-a", 64, "occupancy") == 0.125 && number(&c, "tc-a", 64, "skew") == 1 &&
                number(&c, "tc-a", 64, "largest_leaf") == 8);
    assert_true(number(&c, "tf-a", 64, "mean_leaf") == 16 && number(&c, "tf-a", 64, "route_s") > 0);
    assert_true(fabs(number(&c, "transformer", 64, "ratio_full") - 1) < 1e-9);
    tf_csv_free(&c);
    run_into("batch", (const char *[]){"infer.batch=3", "infer.pack_tokens=64", "infer.threads=2"}, 3, &c);
    assert_true(fabs(number(&c, "transformer", 64, "gflop") / (3 * gflop) - 1) < 1e-9);
    double at32 = number(&c, "transformer", 32, "gflops_per_s") / number(&c, "transformer", 32, "peak_pct"); // peak of its threads, / 100
    double at64 = number(&c, "transformer", 64, "gflops_per_s") / number(&c, "transformer", 64, "peak_pct");
    assert_true(fabs(at64 / at32 - 1) < 1e-4);
    tf_csv_free(&c);
    run_into("threads", (const char *[]){"infer.batch=3", "infer.pack_tokens=64", "infer.threads=5"}, 3,
             &c); // two passes of 32 tokens, three of 64
    at32 = number(&c, "tf-a", 32, "attend_gflops_per_s") / number(&c, "tf-a", 32, "attend_peak_pct");
    at64 = number(&c, "tf-a", 64, "attend_gflops_per_s") / number(&c, "tf-a", 64, "attend_peak_pct");
    assert_true(fabs(at64 / at32 - 1.5) < 1e-4);
    tf_csv_free(&c);
}

/* A folder is refused when it holds another measurement or a stranger's files, not for a title or an option that has come since. */
static void whose_folder(void **state) {
    (void)state;
    static const char *const small[] = {"attention=transformer,tf-a", "infer.lengths=16", "title=Another name"};
    static const char mine[] =
        "title: before\nprotocol: paper\ninfer: {lengths: [16], dim: 32, heads: 2, repeats: 3, warmup: 0, max_s: 3e+01}\n"
        "attention: [transformer, {name: tf-a, height: 2, surrogate_beta: 1}]\n";
    struct tf_err e = {0};
    struct tf_yaml *y = NULL;
    char text[400];
    put_text("mine/spec.yaml", mine);
    assert_int_equal(run_code("mine", small, 3, &e), TF_OK);
    assert_int_equal(tf_yaml_load(&y, in_dir("mine/spec.yaml"), &e), 0);
    assert_string_equal(tf_yaml_get(y, "title")->value, "Another name");
    assert_non_null(tf_yaml_at(y, "infer.pin")); // with all the options that there are
    tf_yaml_free(y);
    static const char refused[] = "%s holds the results of another spec, or of other settings (%s): choose another --out";
    static const char *const others[][2] = {{"infer.seed=2", "infer.seed is 1 there and 2 here"},
                                            {"infer.lengths=8", "infer.lengths is [16] there and [8] here"},
                                            {"attention=transformer", "attention is [transformer, tf-a] there and [transformer] here"},
                                            {"attention.height=3", "attention.height is 2 there and 3 here, for tf-a"},
                                            {"infer.causal=both", "infer.causal is false there and both here"}};
    for (size_t i = 0; i < TF_COUNT(others); i++) {
        e = (struct tf_err){0};
        assert_int_equal(run_code("mine", (const char *[]){small[0], small[1], others[i][0]}, 3, &e), TF_BAD);
        snprintf(text, sizeof text, refused, in_dir("mine"), others[i][1]);
        assert_string_equal(e.msg, text);
    }
    snprintf(text, sizeof text, refused, in_dir("mine"), "see its spec.yaml");
    put_text("mine/spec.yaml", "task: {name: listops}\nattention: tf-a\n"); // a training's
    assert_int_equal(run_code("mine", small, 3, &e), TF_BAD);
    assert_string_equal(e.msg, text);
    put_text("stranger/table.md", "x");
    assert_int_equal(run_code("stranger", small, 3, &e), TF_BAD);
    assert_non_null(strstr(e.msg, "stranger contains 'table.md' but no spec.yaml"));
    assert_false(tf_file_exists(in_dir("stranger/.lock")));
}

static void occupancy_of_a_forest(void **state) { // as in rows and leaf-hist: its trees' together
    (void)state;
    struct tf_csv c;
    run_into("forest", (const char *[]){"attention.name=tf-a", "attention.height=2", "attention.trees=2", "attention.routing=median"}, 4,
             &c);
    assert_true(fabs(number(&c, "tf-a", 64, "occupancy") - 0.5) < 1e-9 && number(&c, "tf-a", 64, "mean_leaf") == 16);
    tf_csv_free(&c);
}

/* Queries, keys and values of fewer channels than the module's: the four projections, too. */
static void narrow_heads(void **state) {
    (void)state;
    struct tf_csv c;
    run_into("narrow", (const char *[]){"infer.qkv_dim=8"}, 1, &c);
    assert_true(number(&c, "projections", 64, "median_s") > 0 && number(&c, "transformer", 64, "median_s") > 0);
    tf_csv_free(&c);
}

/* Half of the rows are equal and meet in one leaf, whatever the others do. */
static void uneven_leaves(void **state) {
    (void)state;
    struct tf_csv c;
    run_into("uneven", (const char *[]){"infer.occupancy=0.25"}, 1, &c);
    const double f = number(&c, "tf-a", 64, "occupancy");
    assert_true(f >= 0.25 && f < 0.5 && number(&c, "tf-a", 64, "largest_leaf") >= 32 && number(&c, "kary-tf-a", 64, "occupancy") >= 0.25);
    tf_csv_free(&c);
    run_into("even", NULL, 0, &c);
    assert_true(number(&c, "kary-tf-a", 64, "occupancy") < 0.25);
    tf_csv_free(&c);
    run_into("apart", (const char *[]){"infer.occupancy=0.25", "attention=[{name: tf-a, height: 3, shared: false}]"}, 2, &c);
    assert_true(number(&c, "tf-a", 64, "occupancy") >= 0.25); // trees of queries and of keys meet, too
    tf_csv_free(&c);
}

/* What was foreseen from the FLOPs alone is far too little for steps that follow one another: the first pass says so. With two channels the
 * limit is more than ten times what is foreseen, and a pass is ten times the limit: other load changes neither answer. */
static void first_pass_too_long(void **state) {
    (void)state;
    const char *const sets[] = {"infer.lengths=65536", "infer.dim=2", "infer.heads=1", "attention=[{name: tf-a, height: 10}, lstm]",
                                "infer.max_s=0.001"};
    struct tf_csv c = dry(sets, TF_COUNT(sets));
    assert_true(number(&c, "lstm", 65536, "about_s") < 0.001);
    tf_csv_free(&c);
    run_into("first", sets, TF_COUNT(sets), &c);
    bool seen = false;
    for (int i = 0; i < c.rows; i++) {
        if (strcmp(tf_csv_get(&c, i, "attention"), "lstm")) continue;
        assert_string_equal(tf_csv_get(&c, i, "status"), "too long");
        seen = true;
    }
    assert_true(seen);
    tf_csv_free(&c);
}

/* Trees of a checkpoint that send every token to one leaf. */
static void trees_of_a_checkpoint(void **state) {
    (void)state;
    struct tf_pars ps = {0};
    struct tf_csv c;
    struct tf_err e = {0}, why;
    char set[300];
    const char *path = in_dir("trees.safetensors");
    tf_pars_add(&ps, "encoder.layer.2.attention.self.tree.qk.level0.weight", 2, 16, TF_INIT_ZERO, 0, 0);
    tf_pars_add(&ps, "encoder.layer.2.attention.self.tree.qk.level1.weight", 4, 16, TF_INIT_ZERO, 0, 0);
    tf_pars_add(&ps, "encoder.layer.2.attention.self.tree.qk.level0.bias", 2, 1, TF_INIT_CONST, 1e6, 0); // 2 heads
    tf_pars_add(&ps, "encoder.layer.2.attention.self.tree.qk.level1.bias", 4, 1, TF_INIT_CONST, -1e6, 0);
    tf_pars_alloc(&ps);
    tf_pars_init(&ps, 1);
    snprintf(set, sizeof set, "infer.from=%s", path);
    if (tf_checkpoint_save(path, &ps, NULL, NULL, &e)) fail_msg("%s", e.msg);
    tf_pars_free(&ps);
    run_into("from", (const char *[]){set, "infer.layer=2", "attention=tf-a"}, 3, &c);
    assert_true(number(&c, "tf-a", 64, "occupancy") == 1 && number(&c, "tf-a", 64, "largest_leaf") == 64 &&
                number(&c, "tf-a", 64, "skew") == 4);
    tf_csv_free(&c);
    assert_int_equal(run_code("taller", (const char *[]){set, "infer.layer=2", "attention.name=tf-a", "attention.height=3"}, 4, &why),
                     TF_BAD);
    assert_non_null(strstr(why.msg, "layer.2.attention.self.tree.qk.level2.weight is missing"));
    struct tf_infer *s;
    assert_int_equal(tf_infer_load(&s, put("run.yaml", tiny), (const char *[]){set, "attention=tf-a"}, 2, &e), 0); // layer 0 is not in it
    struct tf_buf md = {0};
    assert_int_equal(tf_infer_run(s, &(struct tf_infer_env){.out = in_dir("none")}, &md, &e), -1);
    assert_non_null(strstr(e.msg, "no tensor encoder.layer.0."));
    tf_buf_free(&md);
    tf_infer_free(s);
}

/* Above each panel stands how the time grows, however long the setting is. */
static void panels_tell_slopes(void **state) {
    (void)state;
    static const char *const setting[] = {
        "", "", "", "", "", "", "branching=[100,10] window=32", "height=6", "height=6 fold=true scope=layer"};
    enum { N = TF_COUNT(setting) };
    struct infer_time time[2 * N] = {0};
    struct tf_infer s = {
        .n = N, .lengths = 2, .time = time, .cfg = {.lengths = {2, {100, 200}}, .dim = 8, .heads = 1, .batch = 1}, .threads = 1};
    for (int i = 1; i < N; i++) {
        s.entry[i].attn = tf_attn_find(i < 6 ? "transformer" : i == 6 ? "kary-tf-a" : "tc-a");
        snprintf(s.entry[i].setting, sizeof s.entry[i].setting, "%s", setting[i]);
    }
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < N; i++) time[l * N + i].median = s.cfg.lengths.v[l];
    put("slopes/none", "");
    report_infer_figure(&s, in_dir("slopes"), false);
    const char *script = read_text(in_dir("slopes/fig_time_n.gp"));
    assert_non_null(strstr(script, "'k-ary TF-A, branching…: n^1.00'"));
    assert_non_null(strstr(script, "'TC-A, height=6: n^1.00'"));
    assert_non_null(strstr(script, "'TC-A, fold=true scope…: n^1.00'"));
}

static void lines_and_crossings(void **state) {
    (void)state;
    struct infer_time time[3 * 4] = {0};
    struct tf_infer s = {.n = 4, .lengths = 3, .time = time, .cfg = {.lengths = {3, {100, 200, 400}}}};
    s.entry[1].attn = tf_attn_find("transformer");
    s.entry[2].attn = s.entry[3].attn = tf_attn_find("tf-a");
    s.entry[3].causal = true;
    for (int l = 0; l < 3; l++) { // n^2 against 150 n: they meet at 150
        double n = s.cfg.lengths.v[l];
        time[l * 4].median = n, time[l * 4 + 1].median = n * n, time[l * 4 + 2].median = 150 * n, time[l * 4 + 3].median = n;
    }
    struct report_infer_fit full = report_infer_fit(&s, 1), tree = report_infer_fit(&s, 2), causal = report_infer_fit(&s, 3);
    assert_true(fabs(full.slope - 2) < 1e-12 && fabs(tree.slope - 1) < 1e-12 && full.from == 100 && full.to == 400);
    assert_true(isnan(full.crossover) && fabs(tree.crossover - 150) < 1e-9 && *tree.note == 0);
    assert_true(isnan(causal.crossover) && infer_full(&s, 3) == -1);
    for (int l = 0; l < 3; l++) time[l * 4 + 2].median = 1;
    assert_string_equal(report_infer_fit(&s, 2).note, "faster at every length");
    for (int l = 0; l < 3; l++) time[l * 4 + 2].median = 1e9;
    assert_string_equal(report_infer_fit(&s, 2).note, "slower at every length");
    time[2 * 4 + 1].status = INFER_TOO_LONG; // full attention, at the longest
    assert_string_equal(report_infer_fit(&s, 2).note, "slower where both were measured");
    time[1 * 4 + 1].status = INFER_TOO_LONG;
    assert_true(isnan(report_infer_fit(&s, 1).slope) && isnan(report_infer_fit(&s, 1).from) && isnan(report_infer_fit(&s, 1).to));
    time[1 * 4 + 1].status = time[2 * 4 + 1].status = INFER_OK;
    for (int l = 0; l < 3; l++) time[l * 4 + 2].status = INFER_TOO_LONG;
    assert_string_equal(report_infer_fit(&s, 2).note, "not compared");
    static const struct {
        double ratio[3], crossover;
        const char *note;
    } cases[] = {{{0.5, 0.5, 2}, NAN, "faster at some lengths but slower at the longest"},
                 {{2, 0.5, 2}, NAN, "faster at some lengths but slower at the longest"},
                 {{0.5, 2, 0.5}, 282.842712474619, ""}, // the last crossing
                 {{2, 0.5, 0.5}, 141.4213562373095, ""},
                 {{2, NAN, 0.5}, 200, ""}};
    for (size_t i = 0; i < TF_COUNT(cases); i++) {
        for (int l = 0; l < 3; l++) {
            time[l * 4 + 2].status = isnan(cases[i].ratio[l]) ? INFER_TOO_LONG : INFER_OK;
            time[l * 4 + 2].median = cases[i].ratio[l] * time[l * 4 + 1].median;
        }
        struct report_infer_fit f = report_infer_fit(&s, 2);
        assert_string_equal(f.note, cases[i].note);
        assert_true(isnan(cases[i].crossover) ? isnan(f.crossover) : fabs(f.crossover - cases[i].crossover) < 1e-9);
    }
}

/* The paper's Table 1 with measured work and time: mechanisms that it has, beside full attention with the same mask. */
static void formulas_beside_what_was_measured(void **state) {
    (void)state;
    struct infer_time time[2 * 5] = {0};
    struct tf_infer s = {
        .n = 5, .lengths = 2, .time = time, .heading.paper_table = "table4_infer.csv", .cfg = {.lengths = {2, {100, 200}}}};
    s.entry[1].attn = tf_attn_find("transformer"), s.entry[2].attn = s.entry[3].attn = tf_attn_find("tf-a"),
    s.entry[4].attn = tf_attn_find("reformer");
    s.entry[3].causal = true;
    for (int i = 0; i < 10; i++) time[i].median = 1 + i % 5, time[i].flops = 10 * (1 + i % 5);
    time[2].flops = 5, time[5 + 1].status = INFER_TOO_LONG; // full attention, at the second length
    struct tf_buf csv = {0}, md = {0};
    assert_true(report_infer_costs(&s, &csv, &md));
    assert_string_equal(csv.s, "attention,setting,causal,cost,n,work_pct,time_pct\n"
                               "transformer,,false,n^2 d,100,100,100\ntf-a,,false,n h d + f n^2 d,100,25,150\n"
                               "transformer,,false,n^2 d,200,,\ntf-a,,false,n h d + f n^2 d,200,,\n");
    assert_non_null(strstr(md.s, "| n = 100: work |  time |\n"));
    assert_non_null(strstr(md.s, " n h d + f n^2 d |          25.0 | 150.0 |\n"));
    assert_null(strstr(md.s, "Reformer"));
    tf_buf_free(&csv), tf_buf_free(&md);
    time[1].status = INFER_TOO_LONG; // nothing is left to compare with
    assert_false(report_infer_costs(&s, &csv, &md));
    time[1].status = INFER_OK, *s.heading.paper_table = 0;
    assert_false(report_infer_costs(&s, &csv, &md));
    assert_true(!csv.len && !md.len);
}

/* ---- what it rests on ------------------------------------------------------------------------------------------------------------ */

static void even_trees(void **state) {
    (void)state;
    enum { N = 600, D = 24 };
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *x[2] = {tf_new(&t, N, D), tf_new(&t, N, D)};
    fill(x[0], 1), fill(x[1], 2);
    const struct tf_tree_shape shapes[] = {tf_tree_binary(4), tf_tree_kary(2, (const int[]){7, 3}),
                                           tf_tree_kary(3, (const int[]){2, 4, 3})};
    for (size_t kind = 0; kind < TF_COUNT(shapes); kind++) {
        struct tf_tree tree = {.shape = shapes[kind]};
        fill(tree.w = tf_new(&t, tree.shape.rows, D), 3);
        tree.b = tf_new(&t, tree.shape.rows, 1);
        tf_tree_even(&tree, 2, x);
        int count[64] = {0}, lo = 2 * N, hi = 0, sum = 0;
        for (int i = 0; i < 2; i++) {
            struct tf_route *r = tf_tree_route(&t, &(struct tf_route_arg){.x = x[i], .tree = &tree, .beta = 1});
            for (int j = 0; j < tree.shape.leaves; j++) count[j] += r->start[j + 1] - r->start[j];
        }
        for (int j = 0; j < tree.shape.leaves; j++) sum += count[j], lo = count[j] < lo ? count[j] : lo, hi = count[j] > hi ? count[j] : hi;
        assert_int_equal(sum, 2 * N);
        assert_true(kind ? hi < 1.25 * 2 * N / tree.shape.leaves : hi - lo <= 1);
    }
    tf_tape_release(&t);
}

static void attend_in_place(void **state) {
    (void)state;
    enum { R = 70, D = 20, W = 50 };
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *Q = tf_new(&t, R, W), *k = tf_new(&t, R, D), *v = tf_new(&t, R, D);
    fill(Q, 1), fill(k, 2), fill(v, 3);
    struct tf_mat *q = tf_view(&t, Q, 0, R, 5, D);
    struct tf_block b = {10, 60, 0, 1}; // the first and last 10 queries stand in no block
    struct tf_range r = {3, 66};
    struct tf_attn_index plan = {.n_blocks = 1, .blocks = &b, .ranges = &r};
    struct tf_attend_arg arg = {.scale = 0.3};
    struct tf_mat *o = tf_attend(&t, q, k, v, &plan, &arg, NULL);
    tf_real kept = Q->v[3 * W + 4], after = Q->v[3 * W + 5 + D];
    arg.out = q;
    assert_ptr_equal(tf_attend(&t, q, k, v, &plan, &arg, NULL), q);
    for (int i = 0; i < R; i++) assert_memory_equal(o->v + i * D, q->v + i * W, sizeof(tf_real) * D);
    assert_true(o->v[0] == 0 && o->v[69 * D] == 0 && Q->v[3 * W + 4] == kept && Q->v[3 * W + 5 + D] == after);
    tf_tape_release(&t);
}

/* Many tiles of queries that share tiles of keys: the same bits as blocks of one tile. */
static void groups_of_tiles(void **state) {
    (void)state;
    enum { R = 700, D = 24, STEP = 6 };
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_mat *x[3];
    for (uint32_t i = 0; i < 3; i++) fill(x[i] = tf_new(&t, R, D), i);
    int idx[R];
    for (int i = 0; i < R; i++) idx[i] = (i * 37) % R;
    struct tf_range ranges[2] = {{0, 300}, {310, R}};
    struct tf_block one = {0, R, 0, 2}, many[(R + STEP - 1) / STEP];
    int n = 0;
    for (int q0 = 0; q0 < R; q0 += STEP, n++) many[n] = (struct tf_block){q0, q0 + STEP < R ? q0 + STEP : R, 0, 2};
    for (int indexed = 0; indexed < 2; indexed++) {
        const int *at = indexed ? idx : NULL;
        struct tf_attn_index whole = {.n_blocks = 1, .blocks = &one, .ranges = ranges, .qidx = at, .kidx = at};
        struct tf_attn_index parts = {.n_blocks = n, .blocks = many, .ranges = ranges, .qidx = at, .kidx = at};
        struct tf_attend_arg arg = {.scale = 0.2};
        const tf_real *l1, *l2;
        struct tf_mat *a = tf_attend(&t, x[0], x[1], x[2], &whole, &arg, &l1), *b = tf_attend(&t, x[0], x[1], x[2], &parts, &arg, &l2);
        assert_memory_equal(a->v, b->v, sizeof(tf_real) * R * D);
        assert_memory_equal(l1, l2, sizeof(tf_real) * R);
    }
    tf_tape_release(&t);
}

enum { C = 32, T = 90 };
struct layer { /* a mechanism with parameters of its own, over two sequences */
    const struct tf_attn *attn;
    char opts[1024];
    struct tf_pars ps;
    tf_real *grads;
};

static void layer_open(struct layer *l, const char *name, const char *option, const char *value) {
    struct tf_err e = {0};
    struct tf_shape shape = {.C = C, .H = 2, .max_len = T};
    *l = (struct layer){.attn = tf_attn_find(name)};
    assert_true(l->attn->opts_size <= sizeof l->opts);
    tf_opt_defaults(l->attn->opts, l->opts);
    if (option && tf_opt_set(l->attn->opts, l->opts, option, value, &e)) fail_msg("%s", e.msg);
    struct tf_decl d = {&l->ps, ""};
    tf_attn_params(l->attn, &d, &shape, l->opts);
    tf_pars_alloc(&l->ps);
    tf_pars_init(&l->ps, 3);
    l->grads = tf_calloc(sizeof *l->grads * l->ps.size);
}

static void layer_close(struct layer *l) {
    tf_pars_free(&l->ps);
    tf_free(l->grads);
}

static struct tf_mat *forward(struct layer *l, struct tf_tape *t, bool record, tf_real *X) {
    static const int off[] = {0, 40, T}, len[] = {40, T - 40};
    static const uint32_t id[] = {1, 2};
    static const struct tf_pack pack = {.n_seq = 2, .rows = T, .off = off, .len = len, .id = id};
    struct tf_ctx c = {.tape = t,
                       .attn = l->attn,
                       .opts = l->opts,
                       .shape = {.C = C, .H = 2, .max_len = T},
                       .pack = &pack,
                       .pars = &l->ps,
                       .grads = record ? l->grads : NULL,
                       .prefix = ""};
    t->grad = record;
    return l->attn->forward(&c, tf_extern(t, X, NULL, T, C));
}

/* Evaluation writes outputs where queries or values stood, and routes in another way; the result is training's. */
static void evaluation_equals_training(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"transformer", NULL, NULL}, {"tf-a", "height", "3"},           {"tf-a", "trees", "2"},           {"tf-a", "scope", "layer"},
        {"tf-a", "shared", "false"}, {"kary-tf-a", "branching", "5,3"}, {"kary-tf-a", "branching", "20"}, {"kary-tf-a", "scope", "layer"},
        {"tc-a", "height", "3"},     {"tc-a", "scope", "layer"},        {"tc-a", "fold", "true"},         {"tf-a", "empty", "zero"}};
    tf_real *X = tf_alloc(sizeof *X * T * C);
    struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, 0, 5, 0);
    for (int i = 0; i < T * C; i++) X[i] = (tf_real)tf_rng_normal(&r);
    for (size_t i = 0; i < TF_COUNT(cases); i++) {
        struct layer l;
        struct tf_tape a, b;
        tf_tape_init(&a), tf_tape_init(&b);
        layer_open(&l, cases[i][0], cases[i][1], cases[i][2]);
        struct tf_mat *y = forward(&l, &a, true, X), *z = forward(&l, &b, false, X);
        double worst = 0;
        for (int j = 0; j < T * C; j++) worst = most_of(worst, fabs((double)(y->v[j] - z->v[j])));
        if (!(worst < (sizeof(tf_real) == 4 ? 1e-5 : 1e-12))) fail_msg("%s %s: %g", cases[i][0], cases[i][1] ? cases[i][1] : "", worst);
        layer_close(&l);
        tf_tape_release(&a), tf_tape_release(&b);
    }
    tf_free(X);
}

static void peak_and_clock(void **state) {
    (void)state;
    assert_true(tf_peak_gflops() > 0.1 && tf_peak_gflops() < 1e4);
    struct tf_tape t;
    tf_tape_init(&t);
    assert_int_equal(tf_phase(&t, TF_PHASE_ROUTE), TF_PHASE_ROUTE); // off
    struct tf_clock c = {.since = tf_now(), .now = TF_PHASE_ATTEND};
    t.clock = &c;
    double start = tf_now();
    usleep(2000);
    assert_int_equal(tf_phase(&t, TF_PHASE_GATHER), TF_PHASE_ATTEND);
    assert_int_equal(tf_phase(&t, TF_PHASE_ATTEND), TF_PHASE_GATHER);
    assert_true(c.s[TF_PHASE_ATTEND] >= 0.0019 && c.s[TF_PHASE_GATHER] >= 0 && c.s[TF_PHASE_ROUTE] == 0);
    assert_true(c.s[TF_PHASE_ATTEND] + c.s[TF_PHASE_GATHER] <= tf_now() - start + 1e-4);
    tf_tape_reset(&t);
    assert_ptr_equal(t.clock, &c);
    tf_tape_release(&t);
}

static int setup(void **state) {
    (void)state;
    tf_num_init();
    return enter(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansion),
        cmocka_unit_test(the_papers_trees),
        cmocka_unit_test(dry_run_of_threads),
        cmocka_unit_test(bad_specs),
        cmocka_unit_test(figures_of_a_run),
        cmocka_unit_test(whose_folder),
        cmocka_unit_test(occupancy_of_a_forest),
        cmocka_unit_test(first_pass_too_long),
        cmocka_unit_test(narrow_heads),
        cmocka_unit_test(uneven_leaves),
        cmocka_unit_test(trees_of_a_checkpoint),
        cmocka_unit_test(panels_tell_slopes),
        cmocka_unit_test(lines_and_crossings),
        cmocka_unit_test(formulas_beside_what_was_measured),
        cmocka_unit_test(even_trees),
        cmocka_unit_test(attend_in_place),
        cmocka_unit_test(groups_of_tiles),
        cmocka_unit_test(evaluation_equals_training),
        cmocka_unit_test(peak_and_clock),
    };
    return cmocka_run_group_tests(tests, setup, leave);
}
