/* Floor 5: the rows of several folders together: each run once, averages, the papers' values, protocols apart, quirks, ratios. */
#include <math.h>

#include "parts.h"
#include "report/report.h"
#include "results/paper.h"
#include "results/row.h"

static struct tf_row row_of(const char *task, const char *protocol, const char *attention, long height, long seed, double correct, long n) {
    struct tf_row r = finished_row(task, protocol, attention, attention, seed, correct, n);
    char h[24] = "";
    if (height >= 0) snprintf(h, sizeof h, "-h%ld", height);
    snprintf(r.run, sizeof r.run, "%s-%s%s-s%ld", task, attention, h, seed);
    r.height = height, r.parameters = 1000, r.flops_forward = 1e9, r.mean_len = 900, r.tokens_per_s = 1000, r.peak_bytes = 3 << 20;
    return r;
}

/* In layers "layers=FIRST-LAST" of so many, or ("") in all. */
static void in_layers(struct tf_row *r, int layers, const char *setting) {
    long last = layers - 1;
    sscanf(setting, "layers=%ld-%ld", &r->first_layer, &last);
    r->layers = layers, r->end_layer = last + 1;
    snprintf(r->setting, sizeof r->setting, "%s", setting), snprintf(r->variant, sizeof r->variant, "%s", setting);
}

static void put(const char *folder, const char *task, const char *attention, long height, double correct, long n) {
    struct tf_row r = row_of(task, "paper", attention, height, 1, correct, n);
    put_row(folder, &r);
}

/* Folders below the dir, up to the first NULL; the tables go to out/. */
static int write_all(const char *const *dirs, struct tf_buf *md, bool plot, struct tf_err *e) {
    const char *path[4];
    int n = 0;
    for (; dirs[n]; n++) path[n] = below("%s", dirs[n]);
    struct tf_report_all t = {.dirs = path, .n_dirs = n, .out = below("out"), .plot = plot};
    return tf_report_write_all(&t, md, e);
}
#define WRITE(...)                                                                                        \
    do {                                                                                                  \
        struct tf_err err_ = {0};                                                                         \
        if (write_all((const char *[]){__VA_ARGS__, NULL}, NULL, false, &err_)) fail_msg("%s", err_.msg); \
    } while (0)

/* The cell of `column` in the only line whose first columns are those given ("paper", NULL: any). */
static const char *cell(const char *table, const char *protocol, const char *attention, const char *setting, const char *task,
                        const char *column) {
    static char out[8][200];
    static int k;
    struct tf_csv c;
    struct tf_err e = {0};
    int found = -1;
    if (tf_csv_load(&c, below("out/%s.csv", table), &e)) fail_msg("%s", e.msg);
    for (int i = 0; i < c.rows; i++) {
        if (strcmp(tf_csv_get(&c, i, "protocol"), protocol) || strcmp(tf_csv_get(&c, i, "attention"), attention) ||
            strcmp(tf_csv_get(&c, i, "setting"), setting) || strcmp(tf_csv_get(&c, i, "task"), task))
            continue;
        if (found >= 0) fail_msg("%s: two lines of %s %s %s %s", table, protocol, attention, setting, task);
        found = i;
    }
    char *s = out[k++ & 7];
    snprintf(s, sizeof out[0], "%s", found < 0 ? "(no line)" : tf_csv_get(&c, found, column));
    tf_csv_free(&c);
    return s;
}

static double number(const char *table, const char *protocol, const char *attention, const char *setting, const char *task,
                     const char *column) {
    const char *s = cell(table, protocol, attention, setting, task, column);
    char *end;
    double v = strtod(s, &end);
    if (end == s || *end) fail_msg("%s of %s %s %s is '%s'", column, attention, setting, task, s);
    return v;
}
#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) < (eps))

/* Two tasks in two folders; TF-A is set to height 6 in one spec and swept over it in the other. */
static void make_grid(void) {
    put("listops", "listops", "transformer", -1, 738, 2000); // 36.90, the paper 36.37
    put("listops", "listops", "linformer", -1, 714, 2000);   // 35.70, the paper the same
    struct tf_row a = row_of("listops", "paper", "tf-a", 6, 1, 720, 2000), b = row_of("listops", "paper", "tf-a", 2, 1, 700, 2000);
    snprintf(a.setting, sizeof a.setting, "height=6"), snprintf(b.setting, sizeof b.setting, "height=2");
    a.flops_paper_pct = 40, a.flops_layer_pct = 50, a.occupancy = 0.25;
    put_row("listops", &a), put_row("listops", &b);
    put("text", "text", "transformer", -1, 16000, 25000);                  // 64.00, the paper 64.27
    put("text", "text", "linformer", -1, 15000, 25000);                    // 60.00, the paper 53.94
    struct tf_row c = row_of("text", "paper", "tf-a", 6, 1, 16095, 25000); // 64.38, the paper the same
    c.flops_paper_pct = 30, c.flops_layer_pct = 40;
    snprintf(c.quirks, sizeof c.quirks, "validation = test");
    put_row("text", &c);
}

static void scores_and_the_paper(void **state) {
    (void)state;
    make_grid();
    WRITE("text", "listops");
    const char *t = "table_score", *p = "paper", *m = "test_score_pct";
    NEAR(number(t, p, "transformer", "", "listops", m), 36.9, 1e-9);
    NEAR(number(t, p, "transformer", "", "listops", "diff_points"), 0.53, 1e-9);
    assert_string_equal(cell(t, p, "linformer", "", "listops", "within_noise"), "yes");
    assert_string_equal(cell(t, p, "linformer", "", "text", "within_noise"), "no");
    assert_string_equal(cell(t, p, "tf-a", "height=2", "listops", "paper_protocol"), "other"); // the paper's trees are of height 6
    assert_string_equal(cell(t, p, "tf-a", "height=2", "listops", "diff_points"), "");
    assert_string_equal(cell("table_work", p, "tf-a", "height=6", "listops", "flops_layer_pct"), "50");
    NEAR(number("table_work", p, "tf-a", "height=6", "listops", "diff_points"), 40 - 37.82, 1e-9);
    assert_string_equal(cell("table_height", p, "tf-a", "height=2", "listops", "height"), "2");
    assert_string_equal(cell("table_height", p, "tf-a", "height=6", "listops", "occupancy"), "0.25");
    assert_string_equal(cell("table_height", p, "transformer", "", "listops", "height"), "(no line)");
}

static void the_markdown(void **state) {
    (void)state;
    make_grid();
    struct tf_buf md = {0};
    struct tf_err e = {0};
    if (write_all((const char *[]){"listops", "text", NULL}, &md, false, &e)) fail_msg("%s", e.msg);
    assert_string_equal(md.s, read_text(below("out/table_score.md"))); // of several tasks: the scores
    md.len = 0;
    if (write_all((const char *[]){"listops", NULL}, &md, false, &e)) fail_msg("%s", e.msg);
    assert_string_equal(md.s, read_text(below("out/table.md"))); // of one: its table
    tf_buf_free(&md);
    if (write_all((const char *[]){"listops", "text", NULL}, NULL, false, &e)) fail_msg("%s", e.msg);
    struct tf_buf golden = {0};
    if (tf_file_read("tests/data/report/table_score.md", &golden, &e)) fail_msg("%s", e.msg);
    assert_string_equal(read_text(below("out/table_score.md")), golden.s);
    tf_buf_free(&golden);
}

/* A tree that was trained for fewer tasks with another label is no other height. */
static void a_label_is_no_height(void **state) {
    (void)state;
    struct tf_err e = {0};
    put("a", "listops", "tf-a", 6, 700, 2000), put("a", "text", "tf-a", 6, 1200, 2000), put("b", "listops", "tf-a", 6, 650, 2000);
    put("b", "listops", "tf-a", 2, 600, 2000);
    const char *dirs[] = {below("a"), below("b")}, *labels[] = {NULL, "later"};
    struct tf_report_all t = {.dirs = dirs, .labels = labels, .n_dirs = 2, .out = below("out")};
    if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
    const char *md = read_text(below("out/table_score.md"));
    assert_true(strstr(md, "height=6 later") && strstr(md, "height=2 later") && !strstr(md, "More heights"));
}

/* Settings that differ only behind what fits are two, and labels are seen whatever the length. */
static void long_settings_do_not_meet(void **state) {
    (void)state;
    struct tf_err e = {0};
    char same[151];
    memset(same, 'x', 150), same[150] = 0;
    for (int k = 0; k < 3; k++) {
        struct tf_row r = row_of("listops", "small", "tf-a", 6, 1, 700 + 20 * k, 2000);
        snprintf(r.variant, sizeof r.variant, "%s=%d", same, k % 2), snprintf(r.run, sizeof r.run, "run-%d", k);
        put_row(k < 2 ? "a" : "b", &r);
    }
    const char *dirs[] = {below("a"), below("b")}, *labels[] = {NULL, "later"};
    struct tf_report_all t = {.dirs = dirs, .labels = labels, .n_dirs = 2, .out = below("out")};
    if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
    const char *csv = read_text(below("out/table_score.csv"));
    assert_true(strstr(csv, ",35,") && strstr(csv, ",36,") && strstr(csv, ",37,"));
    assert_true(strstr(csv, ",height=6 later xxx") && strstr(csv, ",height=6 xxx") && strstr(csv, "xxx~"));
}

/* A task for which no paper has a table. */
static void without_a_paper_no_column(void **state) {
    (void)state;
    struct tf_err e = {0};
    for (int paper = 0; paper < 2; paper++) {
        struct tf_row r = row_of("mqar", paper ? "paper" : "small", "transformer", -1, 1, 900, 1000);
        put_row("alone", &r);
        if (write_all((const char *[]){"alone", NULL}, NULL, false, &e)) fail_msg("%s", e.msg);
        const char *md = read_text(below("out/table.md"));
        assert_true(!strstr(md, "(null)") && !strstr(md, "Paper"));
    }
}

static void kinds_of_tasks_stay_apart(void **state) {
    (void)state;
    struct tf_row mrpc = row_of("mrpc", "paper", "transformer", -1, 1, 1, 408), tca = row_of("corpus", "paper", "tc-a", 7, 1, 722, 1000);
    snprintf(mrpc.metric, sizeof mrpc.metric, "f1");
    mrpc.test_score_pct = 88.55, mrpc.test_lo_pct = 86, mrpc.test_hi_pct = 91;
    in_layers(&tca, 12, "layers=6-11"), tca.flops_paper_pct = 58;
    put("lra", "listops", "transformer", -1, 738, 2000), put("lra", "text", "transformer", -1, 16000, 25000);
    put("bert", "sst-2", "transformer", -1, 800, 872), put("bert", "corpus", "transformer", -1, 719, 1000);
    put_row("bert", &mrpc), put_row("bert", &tca);
    WRITE("bert", "lra");
    const char *p = "paper", *m = "transformer";
    assert_string_equal(cell("table_score", p, m, "", "sst-2", "paper_score_pct"), "90.63");
    assert_string_equal(cell("table_score", p, m, "", "mrpc", "paper_score_pct"), "89.55");
    assert_string_equal(cell("table_score", p, m, "", "mrpc", "within_noise"), "yes");
    assert_string_equal(cell("table_work", p, m, "", "sst-2", "paper_flops_pct"), "100");
    assert_string_equal(cell("table_score", p, m, "", "corpus", "paper_score_pct"), "71.91");
    assert_string_equal(cell("table_score", p, "tc-a", "height=7 layers=6-11", "corpus", "paper_score_pct"), "72.3");
    assert_string_equal(cell("table_work", p, "tc-a", "height=7 layers=6-11", "corpus", "paper_flops_pct"),
                        "57.98"); // of all layers, as ours
    assert_string_equal(cell("table_work", p, m, "", "listops", "paper_flops_pct"), "100");
    char *md = read_text(below("out/table_score.md")), *lra = strstr(md, "listops"), *bert = strstr(md, "sst-2");
    assert_true(lra && bert && strchr(lra, '#') < bert);
    char *time = read_text(below("out/table_time.md"));
    assert_true(strstr(time, "| listops ") && strstr(time, "| mrpc "));
}

/* TF-A's trees have height 2 there, TC-A's 7 (Table 6), whatever the task; the work is of as many layers as have trees. */
static void bert_has_heights_of_its_own(void **state) {
    (void)state;
    static const struct {
        const char *task, *attention, *layers;
        long height;
        const char *paper, *paper_flops;
    } row[] = {
        {"sst-2", "tf-a", "", 2, "same", "29.87"},
        {"sst-2", "tf-a", "", 5, "other", "29.87"},
        {"sst-2", "tc-a", "layers=6-11", 7, "same", "57.98"},
        {"sst-2", "tc-a", "layers=3-11", 7, "same", "36.97"},
        {"sst-2", "tc-a", "layers=0-2", 7, "", ""},
        {"sst-2", "tc-a", "", 7, "same", "15.96"},
        {"sst-2", "tc-a", "", 6, "other", "15.96"},
        {"corpus", "tf-a", "", 2, "same", "29.87"},
        {"corpus", "tf-a", "", 6, "other", "29.87"},
        {"corpus", "kary-tf-a", "", -1, "same", "25.44"},
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_row r = row_of(row[i].task, "paper", row[i].attention, row[i].height, 1, 800, 872);
        snprintf(r.run, sizeof r.run, "%zu", i);
        in_layers(&r, 12, row[i].layers);
        put_row("a", &r);
    }
    WRITE("a");
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        char setting[128], height[32] = "";
        if (row[i].height >= 0) snprintf(height, sizeof height, "height=%ld", row[i].height);
        snprintf(setting, sizeof setting, "%s%s%s", height, *row[i].layers ? " " : "", row[i].layers);
        assert_string_equal(cell("table_work", "paper", row[i].attention, setting, row[i].task, "paper_protocol"), row[i].paper);
        assert_string_equal(cell("table_work", "paper", row[i].attention, setting, row[i].task, "paper_flops_pct"), row[i].paper_flops);
        if (!strcmp(row[i].task, "corpus"))
            assert_string_equal(cell("table_score", "paper", row[i].attention, setting, "corpus", "paper_protocol"), row[i].paper);
    }
    char *md = read_text(below("out/table2.md"));
    assert_non_null(strstr(md, "*(29.87)*"));
    assert_non_null(strstr(md, "- *(In parentheses)*: the paper's value at another tree height: not comparable.\n"));
}

static void protocols_stay_apart(void **state) {
    (void)state;
    static const char *const protocols[] = {"small", "paper", "quick"};
    for (int i = 0; i < 3; i++) { // one run each, of the same name
        struct tf_row r = row_of("listops", protocols[i], "transformer", -1, 1, 700 + 20 * i, 2000);
        snprintf(r.spec_hash, sizeof r.spec_hash, "%d", i);
        put_row(protocols[i], &r);
    }
    WRITE("small", "quick", "paper");
    const char *t = "table_score", *m = "transformer";
    assert_string_equal(cell(t, "small", m, "", "listops", "test_score_pct"), "35");
    assert_string_equal(cell(t, "small", m, "", "listops", "paper_protocol"), "other");
    assert_string_equal(cell(t, "small", m, "", "listops", "within_noise"), "");
    assert_string_equal(cell(t, "paper", m, "", "listops", "test_score_pct"), "36");
    assert_string_equal(cell(t, "paper", m, "", "listops", "paper_protocol"), "same");
    assert_string_equal(cell(t, "quick", m, "", "listops", "test_score_pct"), "37");
    assert_string_equal(cell(t, "quick", m, "", "listops", "paper_score_pct"), "");
    char *md = read_text(below("out/table_score.md")), *paper = strstr(md, "(protocol: paper)"), *small = strstr(md, "(protocol: small)"),
         *quick = strstr(md, "(protocol: quick)");
    assert_true(paper && small && quick && paper < small && small < quick);
    md = read_text(below("out/table10.md")), paper = strstr(md, "(protocol: paper)"), small = strstr(md, "(protocol: small)");
    assert_true(paper && small && paper < small && !strstr(md, "(protocol: quick)"));
    assert_true(strstr(paper, "36.37: -0.37, within noise") < small);
    assert_non_null(strstr(small, "*(36.37)*"));
}

/* A mechanism in some layers only is beside no published value of the Long Range Arena, which has it in all. */
static void some_layers_are_other(void **state) {
    (void)state;
    struct tf_row all = row_of("listops", "paper", "bigbird", -1, 1, 700, 2000), some = all;
    snprintf(some.run, sizeof some.run, "some"), snprintf(some.spec_hash, sizeof some.spec_hash, "some");
    in_layers(&some, 4, "layers=2-3");
    put_row("a", &all), put_row("a", &some);
    WRITE("a");
    assert_string_equal(cell("table_score", "paper", "bigbird", "", "listops", "paper_protocol"), "same");
    assert_string_equal(cell("table_score", "paper", "bigbird", "layers=2-3", "listops", "paper_protocol"), "other");
    assert_string_equal(cell("table_work", "paper", "bigbird", "layers=2-3", "listops", "paper_protocol"), "other");
    assert_non_null(
        strstr(read_text(below("out/table10.md")), "- *(In parentheses)*: the paper's value with the mechanism in all layers: not"));
}

/* A user's label says nothing of the layers, however it reads. */
static void a_label_is_no_setting(void **state) {
    (void)state;
    struct tf_row row = row_of("listops", "paper", "bigbird", -1, 1, 700, 2000);
    put_row("a", &row);
    const char *dirs[] = {below("a")}, *labels[] = {"layers=0-3"};
    struct tf_report_all t = {.dirs = dirs, .labels = labels, .n_dirs = 1, .out = below("out")};
    struct tf_err e = {0};
    if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
    assert_string_equal(cell("table_score", "paper", "bigbird", "layers=0-3", "listops", "paper_protocol"), "same");
    assert_string_equal(cell("table_score", "paper", "bigbird", "layers=0-3", "listops", "paper_score_pct"), "36.05");
}

static void write_alone(const char *folder, const char *paper_table) { // tables of one folder, of protocol paper
    struct tf_report alone = {.dir = below("%s", folder), .title = "Alone", .protocol = "paper", .paper_table = paper_table};
    struct tf_err e = {0};
    if (tf_report_write(&alone, NULL, &e)) fail_msg("%s", e.msg);
}

static void stand_ins_have_no_paper(void **state) {
    (void)state;
    struct tf_row a = row_of("text", "paper", "transformer", -1, 1, 16000, 25000),
                  b = row_of("text", "paper", "transformer", -1, 2, 20000, 25000);
    snprintf(a.quirks, sizeof a.quirks, "validation = test; stand-in data"), strcpy(a.data_kind, "stand-in");
    put_row("a", &a), put_row("b", &b);
    WRITE("a", "b"); // other data: no seeds of one another, a line each
    char *csv = read_text(below("out/table_score.csv"));
    assert_non_null(strstr(csv, "paper,validation = test; stand-in data,transformer,transformer,,,text,1,25000,64,"));
    assert_non_null(strstr(csv, "paper,,transformer,transformer,,,text,1,25000,80,"));
    assert_non_null(strstr(csv, ",64.27,same,15.73,no\n"));
    assert_non_null(strstr(csv, ",,,,,,\n")); // seeds, paper's value, protocol, difference, noise
    char *md = read_text(below("out/table_score.md"));
    assert_non_null(strstr(md, "\n- text: validation = test; stand-in data.\n"));
    assert_true(strstr(md, "| (validation = test; stand-in data) | 64.00") && strstr(md, "| —                                  | 80.00"));
    md = read_text(below("out/table10.md")); // the paper's: a line each, too
    assert_true(strstr(md, " 64.00 (") && strstr(md, " 80.00 (") && strstr(md, "| (validation = test; stand-in data) |"));
    assert_non_null(strstr(read_text(below("out/table_time.md")), "| (validation = test; stand-in data) |"));
    write_alone("a", "table3_lra.csv");
    assert_null(strstr(read_text(below("a/table.csv")), "64.27"));
    assert_null(strstr(read_text(below("a/table.md")), "64.27"));
    assert_non_null(
        strstr(read_text(below("a/table.md")), "(protocol: paper)\n\nQuirks of the published code, and notes on the data:\n\n- text: "));
}

/* Of a subset of the data the paper's value is there, but not compared: in a table of one folder, of several, and in averages. */
static void subsets_do_not_compare(void **state) {
    (void)state;
    struct tf_row text = row_of("text", "paper", "transformer", -1, 1, 16000, 25000),
                  listops = row_of("listops", "paper", "transformer", -1, 1, 738, 2000);
    snprintf(text.quirks, sizeof text.quirks, "validation = test; subset of the data"), text.subset = true;
    put_row("a", &text), put_row("b", &listops);
    write_alone("a", "table3_lra.csv");
    assert_non_null(strstr(read_text(below("a/table.csv")), ",64.27,other,,,"));
    char *md = read_text(below("a/table.md"));
    assert_non_null(strstr(md, "| *(64.27)* |"));
    assert_non_null(
        strstr(md, "- *(In parentheses)*: the paper's value on the whole data set, of which ours is a subset: not comparable.\n"));
    WRITE("a", "b");
    const char *t = "table_score", *p = "paper", *m = "transformer";
    assert_string_equal(cell(t, p, m, "", "text", "paper_score_pct"), "64.27");
    assert_string_equal(cell(t, p, m, "", "text", "paper_protocol"), "other");
    assert_string_equal(cell(t, p, m, "", "text", "diff_points"), "");
    assert_string_equal(cell(t, p, m, "", "text", "within_noise"), "");
    assert_string_equal(cell(t, p, m, "", "listops", "paper_protocol"), "same");
    assert_string_equal(cell("table_work", p, m, "", "text", "paper_protocol"), "other");
    md = read_text(below("out/table10.md"));
    assert_non_null(
        strstr(md, "- *(In parentheses)*: the paper's value on the whole data set, of which ours is a subset: not comparable.\n"));
    assert_non_null(strstr(md, "*(64.27)*"));
    assert_null(strstr(md, "other protocol"));
}

/* A curriculum is another protocol: the paper's value is not comparable, and the table says how the training examples differ. */
static void curricula_do_not_compare(void **state) {
    (void)state;
    struct tf_row row = row_of("listops", "paper", "transformer", -1, 1, 726, 2000);
    snprintf(row.quirks, sizeof row.quirks, "trained with max_tokens=600+0"), strcpy(row.data_kind, "varied");
    put_row("a", &row), write_alone("a", "table3_lra.csv");
    const char *md = read_text(below("a/table.md"));
    assert_non_null(strstr(md, "trained with max_tokens=600+0.\n"));
    assert_non_null(strstr(md, "the paper's value of training on the examples as they are"));
}

/* A user's own text is not the paper's. */
static void own_text_does_not_compare(void **state) {
    (void)state;
    struct tf_row row = row_of("corpus", "paper", "transformer", -1, 1, 700, 1000);
    strcpy(row.data_kind, "own");
    put_row("a", &row), write_alone("a", "table2_bert.csv");
    const char *md = read_text(below("a/table.md"));
    assert_non_null(strstr(md, "*(71.91)*"));
    assert_non_null(strstr(md, "the paper's value on other texts or expressions"));
}

/* QNLI's training pairs made from SQuAD are not GLUE's: as with a subset. */
static void made_pairs_do_not_compare(void **state) {
    (void)state;
    struct tf_row qnli = row_of("qnli", "paper", "transformer", -1, 1, 5000, 5463),
                  rte = row_of("rte", "paper", "transformer", -1, 1, 190, 277);
    snprintf(qnli.quirks, sizeof qnli.quirks, "validation = test; training pairs made from SQuAD"), strcpy(qnli.data_kind, "derived");
    snprintf(rte.quirks, sizeof rte.quirks, "subset of the data"), rte.subset = true;
    put_row("a", &qnli), put_row("b", &rte);
    write_alone("a", "table9_glue.csv");
    assert_non_null(strstr(read_text(below("a/table.csv")), ",87.93,other,,,"));
    assert_non_null(strstr(read_text(below("a/table.md")),
                           "- *(In parentheses)*: the paper's value of training on GLUE's own pairs, where ours "
                           "are made from SQuAD: not comparable.\n"));
    WRITE("a", "b");
    assert_string_equal(cell("table_score", "paper", "transformer", "", "qnli", "paper_protocol"), "other");
    assert_string_equal(cell("table_work", "paper", "transformer", "", "qnli", "paper_protocol"), "other");
    assert_non_null(strstr(read_text(below("out/table9.md")),
                           "- *(In parentheses)*: the paper's value on the whole data set, of which ours is a subset, or of "
                           "training on GLUE's own pairs, where ours are made from SQuAD: not comparable."));
}

static void assert_conflict(const char *why) {
    struct tf_err e = {0};
    assert_int_equal(write_all((const char *[]){"a", "b", NULL}, NULL, false, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, why) || !strstr(e.msg, "/a/rows/listops-transformer-s1.csv") || !strstr(e.msg, "/b/rows/listops-"))
        fail_msg("%s", e.msg);
    assert_false(tf_file_exists(below("out/table_score.csv")));
}

/* One of three seeds ran beside other work: its time is not the mechanism's. */
static void times_are_medians(void **state) {
    (void)state;
    static const double time_s[] = {600, 6900, 640}, rate[] = {1000, 87, 940};
    for (int s = 0; s < 3; s++) {
        struct tf_row a = row_of("listops", "small", "transformer", -1, s + 1, 738, 2000);
        a.train_time_s = time_s[s], a.tokens_per_s = rate[s];
        put_row("a", &a);
    }
    WRITE("a");
    assert_string_equal(cell("table_time", "small", "transformer", "", "listops", "train_time_s"), "640");
    assert_string_equal(cell("table_time", "small", "transformer", "", "listops", "tokens_per_s"), "940");
}

static void the_same_run_twice(void **state) {
    (void)state;
    struct tf_row a = row_of("listops", "small", "transformer", -1, 1, 738, 2000), b = a;
    struct tf_row other = row_of("listops", "small", "transformer", -1, 2, 742, 2000);
    b.train_time_s = 1200, b.threads = 4; // another machine's
    put_row("a", &a), put_row("b", &b), put_row("b", &other);
    WRITE("a", "b", "a");
    assert_string_equal(cell("table_score", "small", "transformer", "", "listops", "seeds"), "2");
    assert_string_equal(cell("table_score", "small", "transformer", "", "listops", "test_score_pct"), "37");
    NEAR(number("table_score", "small", "transformer", "", "listops", "seeds_lo_pct"), 37 - 12.706205 * 0.1, 1e-5);
    assert_string_equal(cell("table_time", "small", "transformer", "", "listops", "train_time_s"), "600"); // the first folder's
    snprintf(b.spec_hash, sizeof b.spec_hash, "fedcba9876543210");
    put_row("b", &b);
    unlink(below("out/table_score.csv"));
    assert_conflict("the same run with other settings (spec_hash 0123456789abcdef and fedcba9876543210)");
    b = a, b.test_score_pct = 36.95;
    put_row("b", &b);
    assert_conflict("the same run with another result");
    unlink(below("b/rows/%s.csv", b.run));
    b = a;
    snprintf(b.run, sizeof b.run, "listops-other-s1");
    put_row("b", &b);
    assert_conflict("the same seed and the same place");
}

/* What dir/spec.yaml says of the runs: ListOps, full attention or what `more` has, every option that is not named at its default. */
static void put_spec(const char *folder, const char *more) {
    struct tf_err e = {0};
    struct tf_buf text = {0};
    if (tf_mkdirs(below("%s/rows", folder), &e)) fail_msg("%s", e.msg);
    tf_buf_addf(&text, "protocol: small\ntask: {name: listops}\n%s", more);
    char name[64];
    snprintf(name, sizeof name, "%s/spec.yaml", folder);
    put_text(name, text.s);
    tf_buf_free(&text);
}

/* Seed 1 in a/, seed 2 in b/, with these specs: averaged, or refused. */
static void assert_seeds(const char *attention, long height, const char *of_a, const char *of_b, bool together) {
    struct tf_row a = row_of("listops", "small", attention, height, 1, 738, 2000),
                  b = row_of("listops", "small", attention, height, 2, 742, 2000);
    struct tf_err e = {0};
    put_row("a", &a), put_row("b", &b);
    put_spec("a", of_a), put_spec("b", of_b);
    int rc = write_all((const char *[]){"a", "b", NULL}, NULL, false, &e);
    if (rc != (together ? 0 : -1)) fail_msg("'%s' and '%s': %s", of_a, of_b, rc ? e.msg : "averaged");
    if (rc == 0) return;
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "/a/rows/"));
    assert_non_null(strstr(e.msg, "/b/rows/"));
    assert_non_null(strstr(e.msg, "the same place in the tables and other settings"));
    assert_non_null(strstr(e.msg, "DIR=LABEL"));
}

/* Only runs of the same settings are seeds of one another: as the folders' specs say, read by this program, whatever hashes the rows have. */
static void seeds_of_other_settings_do_not_meet(void **state) {
    (void)state;
    const char *full = "attention: transformer\n", *m = "test_score_pct";
    assert_seeds("transformer", -1, full, "attention: transformer\nseeds: [2]\ntitle: Another\n", true); // b's spec has another seed alone
    assert_string_equal(cell("table_score", "small", "transformer", "", "listops", "seeds"), "2");
    assert_seeds("transformer", -1, full, "attention: transformer\nseeds: [3]\ntrain: {lr: 0.1}\n", false); // rows bring their seeds
    assert_seeds("transformer", -1, full, "attention: transformer\nseeds: [2]\ntrain: {lr: 0.1}\n", false);
    assert_seeds("transformer", -1, full, "attention: transformer\nseeds: [2]\nmodel: {dim: 32}\n", false);
    const char *dirs[] = {below("a"), below("b")}, *labels[] = {NULL, "wide"};
    struct tf_report_all t = {.dirs = dirs, .labels = labels, .n_dirs = 2, .out = below("out")};
    struct tf_err e = {0};
    if (tf_report_write_all(&t, NULL, &e)) fail_msg("%s", e.msg);
    assert_string_equal(cell("table_score", "small", "transformer", "", "listops", m), "36.9");
    assert_string_equal(cell("table_score", "small", "transformer", "wide", "listops", m), "37.1");
    static const char *const trees[] = {
        "attention: {name: tf-a, height: 6}\nseeds: [1, 2]\n",
        "attention: {name: tf-a, height: 6, samples: 16, sample_from: sibling, clip: 1e4}\nseeds: [2]\n", // the defaults of before
        "attention: {name: tf-a, height: 6, gradient: leaf, clip: 1}\nseeds: [1]\n",
        "attention: {name: tf-a, height: 6, gradient: leaf, samples: 16, clip: 1e4}\nseeds: [2]\n", // of no use there
    };
    assert_seeds("tf-a", 6, trees[0], trees[0], true);
    assert_seeds("tf-a", 6, trees[0], trees[1], false);
    assert_seeds("tf-a", 6, trees[2], trees[3], true);
    assert_int_equal(warnings, 16); // of each report two: the rows' hashes are of no spec
    assert_non_null(strstr(last_warning, "/b/rows: 2 of 2 (listops-transformer-s2.csv) are not runs of "));
    assert_seeds("transformer", -1, full, "attention: of a later version\n", true);
    assert_int_equal(warnings, 18); // of a, whose spec can be read, and of the spec of b
    assert_non_null(strstr(last_warning, "unknown attention"));
}

static void ratios_to_full_attention(void **state) {
    (void)state;
    struct tf_row full = row_of("listops", "small", "transformer", -1, 1, 738, 2000),
                  tree = row_of("listops", "small", "tc-a", 6, 1, 738, 2000),
                  more = row_of("listops", "small", "linformer", -1, 1, 738, 2000),
                  else_where = row_of("listops", "small", "performer", -1, 1, 738, 2000);
    snprintf(else_where.machine, sizeof else_where.machine, "another CPU; 64 CPUs");
    snprintf(full.machine, sizeof full.machine, "one CPU; 2 CPUs");
    tree.train_time_s = 150, tree.train_cpu_s = 275, tree.tokens_per_s = 4000, tree.eval_time_s = 10, tree.peak_bytes = 6 << 20;
    more.threads = 4;
    put_row("a", &full), put_row("a", &tree), put_row("b", &more), put_row("b", &else_where);
    WRITE("a", "b");
    const char *t = "table_time";
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", "train_time_ratio"), "0.25");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", "train_cpu_ratio"), "0.25");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", "tokens_per_s_ratio"), "4");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", "eval_time_ratio"), "0.3333333333");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", "peak_ratio"), "2");
    assert_string_equal(cell(t, "small", "linformer", "", "listops", "threads"), "4");
    assert_string_equal(cell(t, "small", "linformer", "", "listops", "train_time_ratio"), ""); // other threads
    assert_string_equal(cell(t, "small", "performer", "", "listops", "train_time_s"), "600");
    assert_string_equal(cell(t, "small", "performer", "", "listops", "machine"), "another CPU; 64 CPUs");
    assert_string_equal(cell(t, "small", "performer", "", "listops", "train_cpu_ratio"), "");
    assert_non_null(strstr(read_text(below("out/table_time.md")), "| 2 min 30 s |  4 min 35 s (0.25x) |"));
}

/* A ratio is of the same amount of work: as many steps, the same model and batch. */
static void ratios_are_of_the_same_work(void **state) {
    (void)state;
    struct tf_row full = row_of("listops", "small", "transformer", -1, 1, 738, 2000),
                  tree = row_of("listops", "small", "tc-a", 6, 1, 738, 2000);
    const char *t = "table_time", *trees = "attention: {name: tc-a, height: 6}\n", *ratio = "train_time_ratio";
    tree.train_time_s = 150;
    put_row("a", &full), put_row("b", &tree);
    put_spec("a", "attention: transformer\n"), put_spec("b", trees);
    WRITE("a", "b");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", ratio), "0.25");
    put_spec("b", "attention: {name: tc-a, height: 6}\ntrain: {lr: 1}\n");
    WRITE("a", "b");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", ratio), "0.25");
    put_spec("b", "attention: {name: tc-a, height: 6}\ntrain: {batch: 8}\n");
    WRITE("a", "b");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", ratio), "");
    put_spec("b", "attention: {name: tc-a, height: 6}\nmodel: {dim: 32}\n");
    WRITE("a", "b");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", ratio), "");
    tree.steps = 10, put_row("b", &tree);
    put_spec("b", trees);
    WRITE("a", "b");
    assert_string_equal(cell(t, "small", "tc-a", "height=6", "listops", ratio), "");
    assert_string_equal(cell(t, "small", "transformer", "", "listops", ratio), "1");
}

static void figures_have_their_task(void **state) {
    (void)state;
    static const char *const names[] = {"accuracy_flops_paper_listops", "accuracy_height_paper_listops", "accuracy_steps_paper_listops",
                                        "loss_steps_paper_text", "train_time_paper_text"};
    char path[4096];
    struct tf_err e = {0};
    make_grid();
    assert_int_equal(tf_mkdirs(below("text/runs/text-tf-a-h6-s1"), &e), 0);
    put_text("text/runs/text-tf-a-h6-s1/metrics.csv", "step,split,loss_nats\n50,train,2.5\n100,train,2.25\n");
    put_text("listops/metrics.csv", "run,step,split,acc_pct\nlistops-linformer-s1,250,valid,20\nlistops-linformer-s1,500,valid,30\n"
                                    "listops-gone-s1,500,valid,99\n"); // joined, as a folder without its runs has it
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", dir, 1); // no gnuplot: scripts only
    int rc = write_all((const char *[]){"listops", "text", NULL}, NULL, true, &e);
    setenv("PATH", path, 1);
    if (rc) fail_msg("%s", e.msg);
    assert_int_equal(warnings, 1); // one for all figures
    for (size_t i = 0; i < TF_COUNT(names); i++) {
        char data[200];
        snprintf(data, sizeof data, "'fig_%s.csv' using", names[i]);
        assert_non_null(strstr(read_text(below("out/fig_%s.gp", names[i])), data));
    }
    assert_string_equal(read_text(below("out/fig_accuracy_steps_paper_listops.csv")), "curve,step,acc_pct,run,label\n"
                                                                                      "1,250,20,listops-linformer-s1,linformer\n"
                                                                                      "1,500,30,listops-linformer-s1,linformer\n");
    assert_false(tf_file_exists(below("out/fig_accuracy_height_paper_text.gp"))); // one height
}

static void nothing_to_report(void **state) {
    (void)state;
    struct tf_err e = {0}, f = {0};
    assert_int_equal(tf_mkdirs(below("a"), &e), 0);
    assert_int_equal(write_all((const char *[]){"a", NULL}, NULL, false, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_int_equal(warnings, 1); // which folder
    assert_int_equal(write_all((const char *[]){"a", "nowhere", NULL}, NULL, false, &f), -1);
    assert_non_null(strstr(f.msg, "nowhere"));
}

/* Without the papers' tables the columns stay empty, and a warning says so, once a table. */
static void papers_are_missed(void **state) {
    (void)state;
    struct tf_err e = {0};
    put("a", "text", "transformer", -1, 16000, 25000);
    put("a", "listops", "transformer", -1, 700, 2000);
    put("a", "sst-2", "transformer", -1, 700, 872);
    const char *folder = below("a");
    struct tf_report_all t = {.dirs = &folder, .n_dirs = 1, .out = below("out")};
    tf_paper_dir("nowhere");
    assert_int_equal(tf_report_write_all(&t, NULL, &e), 0);
    tf_paper_dir(NULL);
    assert_int_equal(warnings, 2);
    assert_null(strstr(read_text(below("out/table_score.csv")), "same"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scores_and_the_paper, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(the_markdown, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(a_label_is_no_height, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(long_settings_do_not_meet, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(without_a_paper_no_column, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(kinds_of_tasks_stay_apart, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(bert_has_heights_of_its_own, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(protocols_stay_apart, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(some_layers_are_other, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(a_label_is_no_setting, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(stand_ins_have_no_paper, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(subsets_do_not_compare, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(curricula_do_not_compare, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(own_text_does_not_compare, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(made_pairs_do_not_compare, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(times_are_medians, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(the_same_run_twice, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(seeds_of_other_settings_do_not_meet, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(ratios_to_full_attention, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(ratios_are_of_the_same_work, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(figures_have_their_task, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(nothing_to_report, before_each_empty, after_each),
        cmocka_unit_test_setup_teardown(papers_are_missed, before_each_empty, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
