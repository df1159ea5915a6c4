/* The tables of one folder: seeds joined, the papers' values, protocols, Markdown and CSV. */
#include <math.h>

#include "parts.h"
#include "report/report.h"
#include "io/io.h"
#include "results/paper.h"
#include "report/group.h"
#include "results/row.h"

/* The table of a folder against tests/data/report/NAME.md, letter by letter. */
static void assert_table(const char *folder, const char *name) {
    struct tf_report r = report_of(folder, false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    char golden[128];
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_string_equal(read_text(below("%s/table.md", folder)), md.s);
    snprintf(golden, sizeof golden, "tests/data/report/%s", name);
    assert_string_equal(md.s, read_text(golden));
    tf_buf_free(&md);
}

static void seeds_of_other_data_or_weights_warn(void **state) {
    (void)state;
    struct tf_row a = listops_row("tf-a", "TF-A", "", 1, 738), b = listops_row("tf-a", "TF-A", "", 2, 740);
    put_row("older", &a), put_row("older", &b);
    struct tf_report r = report_of("older", false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "| Test acc. % |"));
    assert_non_null(strstr(md.s, "|     2 |       36.95 |"));
    strcpy(a.data_hash, "0123456789abcdef"), put_row("older", &a);
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 0); // b does not say what it ran on
    strcpy(b.data_hash, "fedcba9876543210"), put_row("older", &b);
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "ran on different data (data_hash 0123456789abcdef, fedcba9876543210)"));
    strcpy(b.data_hash, a.data_hash), put_row("older", &b);
    strcpy(a.init_hash, "00000000000000aa"), put_row("older", &a);
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 1); // an older row, again
    strcpy(b.init_hash, "00000000000000bb"), put_row("older", &b);
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 2);
    assert_non_null(strstr(last_warning, "started from different weights (init_hash 00000000000000aa, 00000000000000bb)"));
    tf_buf_free(&md);
}

/* ---- scores ------------------------------------------------------------------------------------------------------------ */

/* Two seeds on four examples: by hand. */
/* A run of CoLA with full attention, where the paper has 54.53. */
static const struct report_group *cola(struct report *r, struct tf_row *row, double ours, double lo, double hi) {
    *row = finished_row("cola", "paper", "transformer", "Transformer", 1, 1, 1043);
    snprintf(row->metric, sizeof row->metric, "matthews");
    row->test_score_pct = ours, row->test_lo_pct = lo, row->test_hi_pct = hi;
    *r = (struct report){.protocol = "paper", .paper_table = "table9_glue.csv", .paper = REPORT_PAPER_SAME, .row = row, .n = 1};
    report_group_rows(r);
    return r->group;
}

static void other_scores_bring_their_noise(void **state) {
    (void)state;
    struct report r;
    struct tf_row row;
    assert_int_equal(cola(&r, &row, 60.5, 56, 65)->within, 1); // 5.97 points; Wilson's would be 4.2 together
    tf_free(r.group);
    assert_int_equal(cola(&r, &row, 61, 56.5, 65.5)->within, 0); // 6.47 of 6.36
    tf_free(r.group);
    assert_int_equal(cola(&r, &row, -2, -6, 2)->within, 0); // no proportion
    tf_free(r.group);
    assert_int_equal(cola(&r, &row, 54.5, NAN, NAN)->within, -1);
    tf_free(r.group);
}

/* Where answers of one example hang together, the interval is that of as many as are worth independent ones; over seeds it stays within what scores can be. */
static void intervals_are_of_what_is_independent(void **state) {
    (void)state;
    struct tf_row row[2];
    for (int i = 0; i < 2; i++) {
        row[i] = finished_row("mqar", "quick", "transformer", "Transformer", i + 1, 0, 10000);
        row[i].test_score_pct = 50, row[i].test_n_effective = 400;
    }
    struct report r = {.protocol = "quick", .row = row, .n = 2};
    report_group_rows(&r);
    const struct tf_interval few = tf_wilson(200, 400);
    assert_int_equal(r.n_groups, 1);
    assert_float_equal(r.group->test.lo, few.lo, 1e-9), assert_float_equal(r.group->test.hi, few.hi, 1e-9);
    tf_free(r.group);
    for (int i = 0; i < 2; i++) snprintf(row[i].metric, sizeof row[i].metric, "f1"), row[i].test_score_pct = 98 + 2 * i;
    report_group_rows(&r);
    assert_true(r.group->seeds.hi == 100 && r.group->seeds.lo > 80);
    tf_free(r.group);
    for (int i = 0; i < 2; i++) snprintf(row[i].metric, sizeof row[i].metric, "matthews"), row[i].test_score_pct = 2 - 10 * i;
    report_group_rows(&r);
    assert_true(r.group->seeds.lo < -60 && r.group->seeds.lo >= -100);
    tf_free(r.group);
}

static struct report groups_of(struct tf_row *row, int n) {
    struct report r = {.protocol = "quick", .paper_table = "table3_lra.csv", .paper = REPORT_PAPER_SAME, .row = row, .n = n};
    report_group_rows(&r);
    return r;
}

/* What has intervals of its own has their mean; times and works are medians, each its own. */
static void seeds_become_one(void **state) {
    (void)state;
    struct tf_row row[3];
    for (int i = 0; i < 3; i++) {
        row[i] = finished_row("mrpc", "quick", "transformer", "Transformer", i + 1, 0, 408);
        snprintf(row[i].metric, sizeof row[i].metric, "f1");
        row[i].test_score_pct = 80 + i, row[i].test_lo_pct = 70 + 3 * i, row[i].test_hi_pct = 90 + 2 * i;
        row[i].eval_time_s = (const double[]){2, 90, 3}[i], row[i].train_flops = (const double[]){6e9, 5e9, 7e9}[i];
        row[i].pretrain_flops = (const double[]){1e9, 9e9, 2e9}[i], row[i].state = (const double[]){8, 4, 6}[i];
        row[i].valid_score_pct = 50 + 3 * i * i, row[i].flops_layer_pct = 60 + 3 * i * i, row[i].mean_len = 100 + 3 * i * i;
        row[i].peak_bytes = 100 + 3 * i * i, row[i].occupancy = 0.1 * i * i, row[i].train_cpu_s = (const double[]){5, 900, 7}[i];
    }
    struct report r = groups_of(row, 3);
    const struct report_group *g = r.group;
    assert_int_equal(r.n_groups, 1);
    assert_float_equal(g->test.mean, 81, 1e-9), assert_float_equal(g->test.lo, 73, 1e-9), assert_float_equal(g->test.hi, 92, 1e-9);
    assert_float_equal(g->valid_score_pct, 55, 1e-9), assert_float_equal(g->flops_layer_pct, 65, 1e-9);
    assert_float_equal(g->mean_len, 105, 1e-9), assert_float_equal(g->occupancy, 0.5 / 3, 1e-9),
        assert_float_equal(g->peak_bytes, 105, 1e-9);
    assert_true(g->eval_time_s == 3 && g->train_flops == 6e9 && g->pretrain_flops == 2e9 && g->state == 6 && g->train_cpu_s == 7);
    tf_free(r.group);
    row[2] = row[1], snprintf(row[2].metric, sizeof row[2].metric, "accuracy"); // other scores are no seeds of these
    r = groups_of(row, 3);
    assert_true(r.n_groups == 2 && r.group[0].n == 2);
    tf_free(r.group);
    row[1] = row[2], snprintf(row[1].status, sizeof row[1].status, "diverged"); // no score: a seed of its task's, whatever other tasks have
    row[2] = finished_row("text", "quick", "transformer", "Transformer", 1, 1, 2), row[2].threads = 4;
    r = groups_of(row, 3);
    assert_true(r.n_groups == 2 && r.group[0].n == 2 && !strcmp(row[1].metric, "f1"));
    assert_false(report_one_threads(&r));
    row[2].threads = 1;
    assert_false(report_one_threads(&r));
    row[2].threads = 2;
    assert_true(report_one_threads(&r));
    assert_null(report_full_attention(&r)); // of two there is no one
    tf_free(r.group);
    r = groups_of(row, 1);
    assert_ptr_equal(report_full_attention(&r), r.group);
    tf_free(r.group);
}

/* A language model's perplexity is the mean over the seeds that ended well; on the validation set that of the best step, not of the last. */
static void perplexities_are_of_good_seeds(void **state) {
    (void)state;
    static const double test[] = {8, 12}, best[] = {7, 9};
    struct tf_row row[3];
    for (int i = 0; i < 3; i++) {
        row[i] = finished_row("lm", report_protocol, "transformer", "Transformer", i + 1, 0, 1000);
        snprintf(row[i].run, sizeof row[i].run, "lm-transformer-s%d", i + 1), row[i].best_step = 20, row[i].steps = 40;
        if (i == 2) snprintf(row[i].status, sizeof row[i].status, "diverged"), row[i].test_loss_nats = 1, row[i].test_score_pct = NAN;
        else row[i].test_loss_nats = log(test[i]);
        char metrics[160];
        snprintf(metrics, sizeof metrics, "step,split,loss_nats\n10,valid,4\n20,train,5\n20,valid,%.17g\n40,valid,6\n",
                 i < 2 ? log(best[i]) : 1);
        put_row("lm", &row[i]), put_file("lm", row[i].run, "metrics.csv", metrics);
    }
    struct tf_csv c;
    struct tf_err e = {0};
    double x[3];
    report_file("lm", "Text", "table.csv");
    if (tf_csv_load(&c, below("lm/table.csv"), &e) || tf_csv_number(&c, 0, "test_ppl", &x[0], &e) ||
        tf_csv_number(&c, 0, "valid_ppl", &x[1], &e) || tf_csv_number(&c, 0, "test_bits", &x[2], &e))
        fail_msg("%s", e.msg);
    assert_float_equal(x[0], 10, 1e-8), assert_float_equal(x[1], 8, 1e-8), assert_float_equal(x[2], log2(96) / 2, 1e-8);
    tf_csv_free(&c);
}

static void the_papers_values(void **state) {
    (void)state;
    assert_true(tf_paper_value("table3_lra.csv", "transformer", "listops") == 36.37);
    assert_true(tf_paper_value("table3_lra.csv", "tf-a", "text") == 64.38);
    assert_true(tf_paper_value("table3_lra.csv", "performer", "listops") == 18.01);
    assert_true(tf_paper_value("table11_flops.csv", "tc-a", "retrieval") == 0.61);
    assert_true(tf_paper_value("segtree_cls.csv", "star", "imdb") == 90.5);
    assert_true(tf_paper_value("table4_infer.csv", "tf-a", "n8192_ms") == 1370);
    assert_true(isnan(tf_paper_value("table3_lra.csv", "reformer", "flops_pct"))); // an empty cell
    assert_true(isnan(tf_paper_value("table3_lra.csv", "star", "listops")));       // not in the table
    assert_true(isnan(tf_paper_value("table3_lra.csv", "transformer", "pathfinder")));
    assert_true(tf_paper_value("table2_bert.csv", "tc-a", "mlm") == 64.91); // three lines: trees in all layers
    assert_true(report_paper_layers("table2_bert.csv", "tc-a", "mlm", 6) == 72.30);
    assert_true(isnan(report_paper_layers("table2_bert.csv", "tc-a", "mlm", 3)));
    assert_true(isnan(report_paper_layers("table2_bert.csv", "bigbird", "mnli", 6))); // the paper has it in all layers
    assert_true(tf_paper_value("table9_glue.csv", "transformer", "sst2") == 90.63);   // bert-base there
    assert_true(isnan(tf_paper_value("none.csv", "transformer", "listops")));
    tf_paper_dir(dir);
    assert_true(isnan(tf_paper_value("table3_lra.csv", "transformer", "listops"))); // only where it was told to look
    assert_true(isnan(tf_paper_value(NULL, "transformer", "listops")));
    static const char *const broken[] = {"model,listops\ntransformer,36x4\n", "model,listops\ntransformer,\"36\n"};
    assert_int_equal(warnings, 0); // a table that is not there is told once, by report_paper_seek
    tf_paper_dir(in_dir("papers"));
    for (size_t i = 0; i < TF_COUNT(broken); i++) {
        put_text("papers/table3_lra.csv", broken[i]);
        assert_true(isnan(tf_paper_value("table3_lra.csv", "transformer", "listops")));
        assert_int_equal(warnings, (int)i + 1);
    }
    tf_paper_dir(NULL);
}

/* ---- tables -------------------------------------------------------------------------------------------------------------------- */

static void paper_table(void **state) {
    (void)state;
    report_protocol = "paper";
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("linformer", "Linformer", "", 1, 640),
                  c = listops_row("linformer", "Linformer", "rank=4", 1, 738), d = listops_row("unheard-of", "New | one", "", 1, 800);
    b.flops_paper_pct = 2.98, b.flops_layer_pct = 24.2;
    c.flops_paper_pct = NAN, c.train_time_s = 12.4, c.peak_bytes = 1.5 * (1 << 30);
    put_row("paper", &a), put_row("paper", &b), put_row("paper", &c), put_row("paper", &d);
    assert_table("paper", "paper.md");
}

static void other_protocol_table(void **state) {
    (void)state;
    static const double correct[] = {730, 738, 752};
    for (int s = 0; s < 3; s++) {
        struct tf_row a = listops_row("transformer", "Transformer", "", s + 1, correct[s]),
                      b = listops_row("linformer", "Linformer", "", s + 1, correct[s]);
        if (s == 1) snprintf(b.status, sizeof b.status, "diverged"), b.steps = 1200, b.test_score_pct = NAN;
        put_row("other", &a), put_row("other", &b);
    }
    struct tf_row c = listops_row("linformer", "Linformer", "rank=4", 7, 1);
    snprintf(c.status, sizeof c.status, "diverged");
    put_row("other", &c);
    assert_table("other", "small.md");
}

/* A folder holds rows of one protocol: of another none is averaged in silence. */
static void rows_of_another_protocol_are_refused(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b;
    report_protocol = "quick", b = listops_row("transformer", "Transformer", "", 2, 1600);
    put_row("mixed", &a), put_row("mixed", &b);
    report_protocol = "small";
    struct tf_report r = report_of("mixed", false);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "/mixed/rows/listops-transformer-s2.csv has protocol 'quick', not 'small': "));
    assert_false(tf_file_exists(below("mixed/table.csv")));
}

/* Nor is it on a page of several folders. */
static void an_index_refuses_the_same_rows(void **state) {
    (void)state;
    static const char *const why[] = {"s2.csv has protocol 'quick', not 'small': ",
                                      "have the same seed and the same place in the tables: "};
    const char *const folder[] = {below("listed")};
    const struct tf_report_all all = {.dirs = folder, .n_dirs = 1, .out = below("listing")};
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b;
    put_text("listed/spec.yaml", "protocol: small\ntask: {name: listops}\nattention: transformer\n");
    put_row("listed", &a);
    report_protocol = "quick", b = listops_row("transformer", "Transformer", "", 2, 1600);
    for (int i = 0; i < 3; i++) {
        struct tf_err e = {0};
        if (i == 1) snprintf(b.protocol, sizeof b.protocol, "small"), b.seed = 1;
        if (i == 2) b.seed = 2;
        put_row("listed", &b);
        assert_int_equal(tf_report_index(&all, &e), i < 2 ? -1 : 0);
        assert_true(i == 2 || (e.code == TF_BAD && strstr(e.msg, why[i])));
        assert_int_equal(tf_file_exists(below("listing/index.html")), i == 2);
    }
}

/* The Arena's models begin at random and learn from classes: what did otherwise is not the paper's, and the notes say so. */
static void a_head_start_is_another_protocol(void **state) {
    (void)state;
    report_protocol = "paper";
    for (int k = 0; k < 3; k++) {
        char folder[16];
        struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738);
        struct tf_buf md = {0};
        struct tf_err e = {0};
        snprintf(folder, sizeof folder, "start-%d", k);
        if (k == 1) a.pretrain_flops = 1e12, a.train_flops = 2e12;
        if (k == 2) snprintf(a.init_hash, sizeof a.init_hash, "0123456789abcdef");
        put_row(folder, &a);
        struct tf_report r = report_of(folder, false);
        if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
        assert_int_equal(strstr(md.s, "not comparable") != NULL, k > 0);
        assert_int_equal(strstr(md.s, "the paper's value of training on the classes alone: not comparable") != NULL, k == 1);
        assert_int_equal(strstr(md.s, "the paper's value of a model that begins at random: not comparable") != NULL, k == 2);
        assert_int_equal(strstr(md.s, "- Began with the weights of another run (`init.from`): Transformer.") != NULL, k == 2);
        assert_int_equal(strstr(md.s, "|            1e+12 |") != NULL || strstr(md.s, " 1e+12 |") != NULL, k == 1);
        tf_buf_free(&md);
    }
}

/* Stages that all runs have are not in their names. */
static void names_without_common_stages(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct tf_row row[3] = {listops_row("longformer", "Longformer", "stages=4+5", 1, 738),
                                listops_row("tf-a", "TF-A", "stages=4+5 window=8", 1, 738),
                                listops_row("tf-a", "TF-A", k ? "max_length=64 stages=4" : "max_length=64 stages=4+5", 1, 738)};
        struct report r = {.row = row, .n = 3};
        report_group_rows(&r);
        assert_string_equal(r.group[0].label, k ? "Longformer, stages=4+5" : "Longformer");
        assert_string_equal(r.group[1].label, k ? "TF-A, stages=4+5 window=8" : "TF-A, window=8");
        assert_string_equal(r.group[2].label, k ? "TF-A, max_length=64 stages=4" : "TF-A, max_length=64");
        tf_free(r.group);
    }
}

/* What only some seeds know is theirs: an older row lacks the state, and an interval of an accuracy ends at 100. */
static void unknown_numbers_are_not_zeros(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 2000), b = listops_row("transformer", "Transformer", "", 2, 1980);
    struct tf_report r = report_of("known", false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    a.state = 16384;
    put_row("known", &a), put_row("known", &b);
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, " 16384 |"));
    assert_non_null(strstr(md.s, " to 100.00 |"));
    tf_buf_free(&md);
}

static void diverged_runs_are_not_in_the_notes(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("linformer", "Linformer", "", 1, 738);
    struct tf_report r = report_of("notes", false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    a.majority_pct = 17.5;
    snprintf(b.status, sizeof b.status, "diverged"), b.test_n = 0, b.flops_n = 0, b.majority_pct = NAN, b.test_score_pct = NAN;
    put_row("notes", &a), put_row("notes", &b);
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "- Test examples: 2000, 17.5 % of them in the test set's largest class. "));
    assert_non_null(strstr(md.s, " at n = 2048; "));
    snprintf(b.status, sizeof b.status, "ok"), b.test_n = 2000, b.flops_n = 64, b.test_score_pct = 36;
    put_row("notes", &b);
    md.len = 0;
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, " at n = 64 to 2048, each line at its own (another length is another task); *paper*"));
    snprintf(b.status, sizeof b.status, "diverged"), snprintf(a.status, sizeof a.status, "diverged");
    put_row("notes", &b);
    put_row("notes", &a);
    md.len = 0;
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "- Test examples: —. "));
    tf_buf_free(&md);
}

static void seeds_with_unequal_steps_are_noted(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("transformer", "Transformer", "", 2, 752),
                  c = listops_row("linformer", "Linformer", "", 1, 738);
    struct tf_report r = report_of("uneven", false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    c.steps = 7;
    put_row("uneven", &a), put_row("uneven", &b), put_row("uneven", &c);
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_null(strstr(md.s, "the steps vary"));
    assert_non_null(strstr(md.s, "- Trained otherwise than the full attention beside it (7 steps, not 5000): Linformer.\n"));
    b.steps = a.steps + 12, md.len = 0;
    put_row("uneven", &b);
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "- Over the seeds, the steps vary: Transformer 5000 to 5012.\n"));
    assert_non_null(strstr(md.s, "- Trained otherwise than the full attention beside it (7 steps, not 5006): Linformer.\n"));
    assert_null(strstr(md.s, "The lines did not all")); // said already
    tf_buf_free(&md);
}

/* Lines that are compared with none are noted by themselves, up to eight by name; but not what the spec sets. */
static void lines_with_unequal_steps_are_noted(void **state) {
    (void)state;
    for (int i = 0; i < 9; i++) {
        char setting[16];
        snprintf(setting, sizeof setting, "rank=%d", i + 1);
        struct tf_row row = listops_row("linformer", "Linformer", setting, 1, 738);
        row.steps = i ? 5000 : 3400;
        put_row("lines", &row);
        const char *md = report_file("lines", "ListOps", "table.md");
        const char two[] =
            "- The lines did not all make the same number of training steps: Linformer, rank=1 (3400); Linformer, rank=2 (5000).\n";
        assert_int_equal(has(md, two), i == 1);
        assert_int_equal(
            has(md, "- The lines did not all make the same number of training steps: 3400 to 5000 (`steps` in `table.csv`).\n"), i == 8);
    }
    put_text("set/spec.yaml", "protocol: small\ntask: {name: listops}\nattention: linformer\nsweep: {train.steps: [3400, 5000]}\n");
    for (int short_of = 0; short_of < 2; short_of++) {
        for (int i = 0; i < 2; i++) {
            struct tf_row row = spec_row("set", i, 738);
            row.steps = i ? 5000 - 100 * short_of : 3400;
            put_row("set", &row);
        }
        const char *md = report_file("set", "ListOps", "table.md");
        const char both[] =
            "- The lines did not all make the same number of training steps: linformer, steps=3400 (3400); linformer, steps=5000 (4900).\n";
        assert_int_equal(has(md, both), short_of);
        assert_int_equal(has(md, "The lines did not all"), short_of);
    }
}

/* Runs that end at different scores, and one that does not. */
static void the_scores_at_which_runs_end(void **state) {
    (void)state;
    static const char *const want[] = {"90 to 99 % (`train.stop_at`, where it is set); steps: 1000 to 5000.\n",
                                       "90 to 99 % (`train.stop_at`); steps: 1000 to 2000.\n", "99 % (`train.stop_at`); steps: 2000.\n"};
    put_text("stops/spec.yaml", "protocol: small\ntask: {name: listops}\nattention: transformer\nsweep: {train.stop_at: [0, 90, 99]}\n");
    for (int i = 2; i >= 0; i--) {
        struct tf_row row = spec_row("stops", i, 738);
        row.steps = i ? 1000 * i : 5000;
        put_row("stops", &row);
        const char *md = report_file("stops", "ListOps", "table.md"), *note = strstr(md, "- Runs end when a validation has reached ");
        assert_non_null(note);
        assert_memory_equal(strstr(note, "reached ") + 8, want[i], strlen(want[i]));
        assert_false(has(md, "The lines did not all"));
    }
}

static void quick_table(void **state) {
    (void)state;
    report_protocol = "quick";
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738);
    a.test_n = 500, a.steps = 50;
    put_row("quick", &a);
    assert_table("quick", "quick.md");
    assert_null(strstr(read_text(below("quick/table.csv")), "paper_acc"));
}

/* Trees beside a fixed pattern on sequences shorter than the work is given for: the measured pairs of both. Alone, or at full length: none. */
static void pairs_of_short_sequences(void **state) {
    (void)state;
    struct tf_row a[] = {listops_row("transformer", "Transformer", "", 1, 738), listops_row("tf-a", "TF-A", "", 1, 738),
                         listops_row("longformer", "Longformer", "", 1, 738)};
    a[1].occupancy = 0.125, a[2].occupancy = 0.375;
    put_row("trees", &a[0]), put_row("trees", &a[1]);
    put_row("both", &a[0]), put_row("both", &a[1]), put_row("both", &a[2]);
    for (int i = 0; i < 3; i++) a[i].mean_len = 2000, put_row("long", &a[i]);
    static const char *const folder[] = {"trees", "both", "long"};
    for (int i = 0; i < 3; i++) {
        struct tf_report r = report_of(folder[i], false);
        struct tf_err e = {0};
        assert_int_equal(tf_report_write(&r, NULL, &e), 0);
        const char *md = read_text(below("%s/table.md", folder[i]));
        assert_int_equal(strstr(md, "| Pairs % |") != NULL, i == 1);
        assert_int_equal(strstr(md, "|    12.5 |") && strstr(md, "|    37.5 |") && strstr(md, "(mean length 900)"), i == 1);
    }
    a[1].mean_len = 43, a[2].mean_len = 1028; // of several lengths all are told
    put_row("both", &a[1]), put_row("both", &a[2]);
    struct tf_report r = report_of("both", false);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_non_null(strstr(read_text(below("both/table.md")), "(mean length 43 to 1028), % of all. FLOPs"));
    snprintf(a[2].attention, sizeof a[2].attention, "linformer"), a[2].occupancy = 1.5, put_row("both", &a[2]); // rank 64, 43 tokens
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_non_null(strstr(read_text(below("both/table.md")), "% of all (above 100: some mechanisms have keys or rows of their own"));
}

static void table_without_runs(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(below("empty"), &e), 0);
    struct tf_report r = report_of("empty", true);
    struct tf_buf md = {0};
    assert_int_equal(tf_report_write(&r, &md, &e), 0);
    assert_string_equal(md.s, "# ListOps (protocol: small)\n\nNo run has finished yet.\n");
    tf_buf_free(&md);
}

static void table_for_programs(void **state) {
    (void)state;
    report_protocol = "paper";
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("transformer", "Transformer", "", 2, 742);
    put_row("csv", &a), put_row("csv", &b);
    struct tf_report r = report_of("csv", false);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_string_equal(read_text(below("csv/table.csv")), read_text("tests/data/report/paper.csv"));
}

static void a_missing_paper_table_warns(void **state) {
    (void)state;
    report_protocol = "paper";
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738);
    put_row("lost", &a);
    struct tf_report r = report_of("lost", false);
    struct tf_err e = {0};
    r.paper_table = "no_such_table.csv";
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "no_such_table.csv is not in experiments/paper"));
}

static void a_folder_without_runs_or_times_is_left_alone(void **state) {
    (void)state;
    static const char *const specs[] = {"title: Times\ninfer: {dim: 8}\n", "title: Nothing\n"}, *const why[] = {"no times.csv",
                                                                                                                "no `task:`"};
    for (int i = 0; i < 2; i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_mkdirs(below("times"), &e), 0);
        put_text("times/spec.yaml", specs[i]);
        put_text("times/table.md", "# Times\n");
        assert_int_equal(tf_report_folder(below("times"), false, NULL, &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_non_null(strstr(e.msg, why[i]));
        assert_string_equal(read_text(below("times/table.md")), "# Times\n");
        assert_false(tf_file_exists(below("times/.lock")));
    }
}

/* ---- joined files ----------------------------------------------------------------------------------------------------------------- */

static void metrics_are_joined(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("transformer", "Transformer", "", 2, 740),
                  c = listops_row("linformer", "Linformer", "", 1, 700);
    put_row("join", &c), put_row("join", &b), put_row("join", &a);
    put_file("join", b.run, "metrics.csv", "step,split,acc_pct\n1,valid,10.5\n");
    put_file("join", a.run, "metrics.csv", "step,split,lr\n1,train,0.1\n2,train,\n");
    put_file("join", a.run, "timing.csv", "step,train_time_s\n2,1.25\n"); // c left no files
    struct tf_report r = report_of("join", false);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_string_equal(read_text(below("join/metrics.csv")), "run,step,split,lr,acc_pct\n"
                                                              "listops-transformer-s1,1,train,0.1,\n"
                                                              "listops-transformer-s1,2,train,,\n"
                                                              "listops-transformer-s2,1,valid,,10.5\n");
    assert_string_equal(read_text(below("join/timing.csv")), "run,step,train_time_s\nlistops-transformer-s1,2,1.25\n");
    assert_false(tf_file_exists(below("join/fig_train_time.gp"))); // plot was false
    put_file("join", a.run, "metrics.csv", "step,split\n1\n");
    assert_int_equal(tf_report_write(&r, NULL, &e), -1);
    assert_non_null(strstr(e.msg, "metrics.csv:2: 1 field, but the header has 2"));
}

static void options_that_the_setting_shows(void **state) {
    (void)state;
    static const char *const cases[][3] = {{"model.dim=16 model.heads=1 window=8", "height=2 dim=16 heads=1 lr=1", "window=8"},
                                           {"window=8", "window=8 lr=0.001", ""},
                                           {"window=8 block=4", "window=16", "window=8 block=4"},
                                           {"model.dim=16", "model.dim=16", ""},
                                           {"model.dim=1", "dim=16", "model.dim=1"},
                                           {"from=a.dim=16", "dim=16", "from=a.dim=16"},
                                           {"", "lr=1", ""}};
    for (size_t i = 0; i < TF_COUNT(cases); i++) {
        struct tf_buf out = {0};
        report_options_beside(cases[i][0], cases[i][1], &out);
        assert_string_equal(out.s, cases[i][2]);
        tf_buf_free(&out);
    }
}

/* The name of a tree has its height, whether it was swept or not; CSV has a column of its own. */
static void names_with_heights(void **state) {
    (void)state;
    struct tf_row one = listops_row("tf-a", "Treeformer TF-A", "", 1, 738), swept = listops_row("tc-a", "TC-A", "height=6 lr=1", 1, 740);
    one.height = 2, swept.height = 6;
    put_row("heights", &one), put_row("heights", &swept);
    struct tf_report r = report_of("heights", false);
    struct tf_buf md = {0};
    struct tf_err e = {0};
    if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
    assert_non_null(strstr(md.s, "| Treeformer TF-A, h=2 | —       |     1 |"));
    assert_non_null(strstr(md.s, "| TC-A, h=6            | lr=1    |     1 |"));
    assert_non_null(strstr(read_text(below("heights/index.html")), "<td>TC-A, h=6</td><td>lr=1</td>"));
    assert_non_null(strstr(read_text(below("heights/table.csv")), ",tc-a,TC-A,height=6 lr=1,,6,"));
    tf_buf_free(&md);
}

/* One version, known or not, needs no note. */
static void versions_that_differ(void **state) {
    (void)state;
    static const char *const version[3][2] = {{"", ""}, {"0.6.11", "0.6.11"}, {"", "0.6.11"}};
    for (int k = 0; k < 3; k++) {
        for (int s = 0; s < 2; s++) {
            struct tf_row a = listops_row("tf-a", "TF-A", "", s + 1, 738);
            snprintf(a.version, sizeof a.version, "%s", version[k][s]);
            put_row("versions", &a);
        }
        struct tf_report r = report_of("versions", false);
        struct tf_buf md = {0};
        struct tf_err e = {0};
        if (tf_report_write(&r, &md, &e)) fail_msg("%s", e.msg);
        const char *note = strstr(md.s, "several versions of this program (older ones, which their rows do not name, 0.6.11)");
        assert_int_equal(note != NULL, k == 2);
        tf_buf_free(&md);
    }
}

/* Answers that hang together count as the median of the seeds' numbers of independent ones. */
static void seeds_of_several_answers(void **state) {
    (void)state;
    struct tf_row row[3];
    for (int i = 0; i < 3; i++) {
        row[i] = finished_row("mqar", "quick", "transformer", "Transformer", i + 1, 500, 1000);
        row[i].test_n_effective = (const double[]){100, 900, 200}[i];
    }
    struct report r = groups_of(row, 3);
    const struct tf_interval want = tf_wilson(100, 200);
    assert_float_equal(r.group[0].test.lo, want.lo, 1e-9), assert_float_equal(r.group[0].test.hi, want.hi, 1e-9);
    tf_free(r.group);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seeds_of_other_data_or_weights_warn, report_before, after_each),
        cmocka_unit_test_setup_teardown(other_scores_bring_their_noise, report_before, after_each),
        cmocka_unit_test_setup_teardown(intervals_are_of_what_is_independent, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_become_one, report_before, after_each),
        cmocka_unit_test_setup_teardown(perplexities_are_of_good_seeds, report_before, after_each),
        cmocka_unit_test_setup_teardown(the_papers_values, report_before, after_each),
        cmocka_unit_test_setup_teardown(paper_table, report_before, after_each),
        cmocka_unit_test_setup_teardown(other_protocol_table, report_before, after_each),
        cmocka_unit_test_setup_teardown(rows_of_another_protocol_are_refused, report_before, after_each),
        cmocka_unit_test_setup_teardown(an_index_refuses_the_same_rows, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_head_start_is_another_protocol, report_before, after_each),
        cmocka_unit_test_setup_teardown(names_without_common_stages, report_before, after_each),
        cmocka_unit_test_setup_teardown(unknown_numbers_are_not_zeros, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_with_unequal_steps_are_noted, report_before, after_each),
        cmocka_unit_test_setup_teardown(lines_with_unequal_steps_are_noted, report_before, after_each),
        cmocka_unit_test_setup_teardown(the_scores_at_which_runs_end, report_before, after_each),
        cmocka_unit_test_setup_teardown(diverged_runs_are_not_in_the_notes, report_before, after_each),
        cmocka_unit_test_setup_teardown(quick_table, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_short_sequences, report_before, after_each),
        cmocka_unit_test_setup_teardown(table_without_runs, report_before, after_each),
        cmocka_unit_test_setup_teardown(table_for_programs, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_missing_paper_table_warns, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_folder_without_runs_or_times_is_left_alone, report_before, after_each),
        cmocka_unit_test(options_that_the_setting_shows),
        cmocka_unit_test_setup_teardown(names_with_heights, report_before, after_each),
        cmocka_unit_test_setup_teardown(versions_that_differ, report_before, after_each),
        cmocka_unit_test_setup_teardown(metrics_are_joined, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_of_several_answers, report_before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
