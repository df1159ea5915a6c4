/* What stays true when rows, files or folders are missing for a moment, come twice, or come from elsewhere. */
#include <math.h>
#include <unistd.h>

#include "parts.h"
#include "report/report.h"
#include "results/row.h"

static int before(void **state) {
    remove_all();
    return report_before(state);
}

static const char *written(const char *folder, const char *file) { return report_file(folder, "ListOps", file); }

/* Into out/; labels: "" or NULL. */
static const char *joined(const char *const dirs[2], const char *const labels[2], bool plot, const char *file) {
    char path[2][200];
    struct tf_err e = {0};
    for (int i = 0; i < 2; i++) snprintf(path[i], sizeof path[i], "%s", in_dir(dirs[i]));
    const struct tf_report_all all = {
        .dirs = (const char *const[]){path[0], path[1]}, .labels = labels, .n_dirs = 2, .out = below("out"), .plot = plot};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    return read_text(below("out/%s", file));
}

/* A run that answered the first `correct` of 2,000 questions; its right.csv in the folder that the report left, as in a clone. */
static struct tf_row answered(const char *folder, const char *attention, const char *setting, int seed, int correct) {
    struct tf_row r = listops_row(attention, attention, setting, seed, correct);
    snprintf(r.data_hash, sizeof r.data_hash, "0000");
    put_row(folder, &r);
    put_first_right(folder, r.run, correct);
    put_file(folder, r.run, "metrics.csv", "step,loss\n10,2\n");
    return r;
}

static void forget(const char *folder, const char *run, const char *name) {
    assert_int_equal(unlink(below("%s/runs/%s/%s", folder, run, name)), 0);
}

/* The scores are means of three seeds, and one of them can be compared: that is told, and nothing is concluded. */
static void pairs_of_some_seeds(void **state) {
    (void)state;
    for (int seed = 1; seed <= 3; seed++) answered("some", "tc-a", "", seed, 690 + 10 * seed);
    answered("some", "transformer", "", 1, 738);
    const char *page = written("some", "index.html");
    assert_true(has(page, ": -1.9 points (-2.5 to -1.3) against full attention, over 1 of 3 seeds; "));
    assert_false(has(page, "distinguishable"));
    assert_true(has(read_text(below("some/table.md")), "| -1.90 (-2.50 to -1.30), 1 of 3 seeds |"));
    assert_true(has(read_text(below("some/table.csv")), "paired_seeds_lo_points,paired_seeds_hi_points,paired_seeds,paired_of_seeds"));
    assert_true(has(read_text(below("some/table.csv")), ",,,1,3,")); // no interval over one seed
    for (int seed = 2; seed <= 3; seed++) answered("some", "transformer", "", seed, 738);
    page = written("some", "index.html");
    assert_true(has(page, "against full attention, distinguishable; "));
    assert_false(has(page, " of 3 seeds"));
    for (int seed = 2; seed <= 3; seed++) // of full attention there are more
        assert_int_equal(unlink(below("some/rows/listops-tc-a-s%d.csv", seed)), 0);
    assert_true(has(written("some", "index.html"), " over 1 of 3 seeds; "));
}

/* What is rounded to 0 has no sign. */
static void no_difference_has_no_sign(void **state) {
    (void)state;
    answered("same", "transformer", "", 1, 738), answered("same", "tc-a", "", 1, 738);
    assert_true(has(written("same", "index.html"), ": +0.0 points (-0.1 to +0.1) against"));
}

/* A folder of a clone has the joined files alone. A row that is away while a report is written finds its curve when it comes back. */
static void a_row_comes_back(void **state) {
    (void)state;
    answered("kept", "transformer", "", 1, 738);
    const struct tf_row r = answered("kept", "tc-a", "", 1, 700);
    char *first = tf_strdup(written("kept", "right.csv"));
    forget("kept", r.run, "right.csv"), forget("kept", r.run, "metrics.csv");
    assert_int_equal(unlink(below("kept/rows/%s.csv", r.run)), 0);
    assert_false(has(written("kept", "table.csv"), "tc-a"));
    put_row("kept", &r);
    assert_true(has(written("kept", "table.md"), "| -1.90 (-2.50 to -1.30) |"));
    assert_string_equal(read_text(below("kept/right.csv")), first);
    assert_true(has(read_text(below("kept/metrics.csv")), "\nlistops-tc-a-s1,10,2\n"));
    put_file("kept", r.run, "right.csv", "test_n,right\n\"2000,f"); // a damaged file of its own
    assert_true(has(written("kept", "table.md"), "| -1.90 (-2.50 to -1.30) |"));
    assert_int_equal(warnings, 1);
    assert_true(has(last_warning, "right.csv") && has(last_warning, "what the folder's own file holds of it stays"));
    assert_string_equal(read_text(below("kept/right.csv")), first);
    forget("kept", r.run, "right.csv"), warnings = 0;
    tf_free(first);
    put_text("kept/right.csv", "run,test_n\n\"never closed");
    assert_false(has(written("kept", "table.csv"), "paired"));
    assert_int_equal(warnings, 1);
    assert_true(has(last_warning, "kept/right.csv") && has(last_warning, "what it holds of listops-tc-a-s1 is left out"));
    assert_string_equal(read_text(below("kept/right.csv")), "run,test_n\n\"never closed"); // to be mended
}

/* A figure of rows that are gone is no figure of this report; what others wrote stays. */
static void figures_go_with_their_rows(void **state) {
    (void)state;
    static const char *const old[] = {"fig_accuracy_height", "fig_accuracy_n_small_text"};
    static const char *const ending[] = {".gp", ".csv", ".svg", ".png"};
    answered("drawn", "transformer", "", 1, 738);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) {
            char name[96];
            snprintf(name, sizeof name, "drawn/%s%s", old[i], ending[k]), put_text(name, "old");
        }
    put_text("drawn/fig_recall.gp", "of leaf-hist"), put_text("drawn/fig_recall.svg", "<svg/>"), put_text("drawn/fig_mine.svg", "<svg/>");
    put_text("drawn/fig_accuracy_steps_thesis.gp", "a user's"), put_text("drawn/fig_accuracy_steps_thesis.svg", "<svg/>");
    struct tf_report r = report_of("drawn", true);
    struct tf_err e = {0};
    setenv("PATH", dir, 1); // no gnuplot
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) assert_false(tf_file_exists(below("drawn/%s%s", old[i], ending[k])));
    assert_true(tf_file_exists(below("drawn/fig_recall.svg")) && tf_file_exists(below("drawn/fig_mine.svg")));
    assert_true(tf_file_exists(below("drawn/fig_accuracy_steps_thesis.svg")));
}

/* Where gnuplot is missing, a picture stays if its data and script do. */
static void pictures_are_of_their_data(void **state) {
    (void)state;
    setenv("PATH", dir, 1); // no gnuplot
    for (int turn = 0; turn < 3; turn++) {
        answered("old", "transformer", "", 1, turn < 2 ? 738 : 700), answered("old", "tc-a", "", 1, 700);
        struct tf_report r = report_of("old", true);
        if (turn) put_text("old/fig_accuracy_flops.svg", "<svg/>");
        assert_int_equal(tf_report_write(&r, NULL, &(struct tf_err){0}), 0);
        assert_true(tf_file_exists(below("old/fig_accuracy_flops.gp")));
        assert_int_equal(tf_file_exists(below("old/fig_accuracy_flops.svg")), turn == 1);
    }
}

/* Tables of a run that is in two folders come from the first that has them, whatever the order. */
static void twice_and_incomplete(void **state) {
    (void)state;
    const struct tf_row r = answered("whole", "tc-a", "", 1, 700);
    answered("whole", "transformer", "", 1, 738), answered("part", "transformer", "", 1, 738);
    answered("part", "tc-a", "", 1, 700), forget("part", r.run, "right.csv");
    char *first = tf_strdup(joined((const char *[]){"whole", "part"}, NULL, false, "table.csv"));
    assert_true(has(first, "paired_points"));
    assert_string_equal(joined((const char *[]){"part", "whole"}, NULL, false, "table.csv"), first);
    tf_free(first);
}

/* Each is compared with the full attention of its own folder. */
static void two_trainings_side_by_side(void **state) {
    (void)state;
    answered("a", "transformer", "", 1, 738), answered("a", "tc-a", "", 1, 700);
    const char *md = joined((const char *[]){"a", "a"}, (const char *[]){"one", "two"}, false, "table.md");
    int n = 0;
    for (const char *at = md; (at = strstr(at, "-1.90 (-2.50 to -1.30)")); at++) n++;
    assert_int_equal(n, 2);
}

/* One sweep on two machines: the full attention of the same setting is in the other folder, and that of another setting in its own. */
static void halves_of_a_sweep(void **state) {
    (void)state;
    answered("g", "transformer", "position=rotary", 1, 738);
    answered("h", "transformer", "position=learned", 1, 600), answered("h", "tc-a", "position=rotary", 1, 700);
    assert_true(has(joined((const char *[]){"g", "h"}, NULL, false, "table.md"), "| -1.90 (-2.50 to -1.30) |"));
}

/* Two folders, of which neither has full attention; where one has, it is a line like others. */
static void another_reference(void **state) {
    (void)state;
    char path[2][200];
    struct tf_err e = {0};
    answered("g", "tc-a", "", 1, 700), answered("g", "transformer", "", 1, 738), answered("h", "longformer", "", 1, 738);
    for (int i = 0; i < 2; i++) snprintf(path[i], sizeof path[i], "%s", in_dir(i ? "h" : "g"));
    struct tf_report_all all = {.dirs = (const char *const[]){path[0], path[1]}, .n_dirs = 2, .out = below("out"), .against = "longformer"};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    const char *md = read_text(below("out/table.md"));
    assert_true(has(md, "| -1.90 (-2.50 to -1.30) | longformer |") && has(md, "| +0.00 (-0.10 to +0.10) | longformer |"));
    assert_false(has(md, "Against full attention"));
    assert_true(has(read_text(below("out/index.html")), ": -1.9 points (-2.5 to -1.3) against longformer, distinguishable"));
    assert_true(has(read_text(below("out/table.csv")), ",paired_with,paired_points,"));
    all.against = "long";
    assert_int_equal(tf_report_write_all(&all, NULL, &e), -1);
    assert_int_equal(e.code, TF_USAGE);
}

/* A spec of ListOps, or of another task, and rows of its first n runs. */
static void put_runs(const char *folder, const char *task, const char *rest, int n) {
    char name[32], text[256];
    snprintf(name, sizeof name, "%s/spec.yaml", folder);
    snprintf(text, sizeof text, "protocol: small\ntask: {name: %s}\n%s", task, rest);
    put_text(name, text);
    for (int i = 0; i < n; i++) {
        const struct tf_row r = spec_row(folder, i, 700 + 10 * i);
        put_row(folder, &r);
    }
}

/* Two folders, of which neither has full attention, or one has two that could be meant: lines are compared with the first of their task, but
 * for those of its folder, whose settings say what its spec varies. */
static void lines_without_a_reference(void **state) {
    (void)state;
    put_runs("p", "listops", "train: {lr: 0.1}\nattention: {name: tc-a, height: 6}\n", 1);
    put_runs("q", "listops", "train: {lr: 0.3}\nattention: longformer\n", 1);
    put_runs("sweep", "listops", "attention: [{name: tc-a, height: 6}, longformer]\nsweep: {train.lr: [0.1, 0.3]}\n", 4);
    put_runs("full", "listops", "attention: transformer\nsweep: {train.lr: [0.4, 0.5]}\n", 2);
    const char *md = joined((const char *[]){"p", "q"}, NULL, false, "table.md");
    assert_true(has(md, "- Trained otherwise than tc-a, h=6 (train.lr 0.3, not 0.1): longformer.\n"));
    assert_int_equal(occurrences(md, "Trained otherwise"), 1);
    assert_false(has(joined((const char *[]){"sweep", "sweep"}, NULL, false, "table.md"), "Trained otherwise"));
    md = joined((const char *[]){"full", "q"}, NULL, false, "table.md");
    assert_true(has(md, "- Trained otherwise than transformer, lr=0.4 (train.lr 0.3, not 0.4): longformer.\n"));
    assert_int_equal(occurrences(md, "Trained otherwise"), 1);
    struct tf_row r = spec_row("q", 0, 700);
    r.steps = 4000; // told with the rest, and once
    put_row("q", &r);
    md = joined((const char *[]){"p", "q"}, NULL, false, "table.md");
    assert_true(has(md, "- Trained otherwise than tc-a, h=6 (4000 steps, not 5000, train.lr 0.3, not 0.1): longformer.\n"));
    assert_false(has(md, "Not all lines"));
}

/* Rows that only have the name of a run of their folder's spec are named, once a folder. */
static void rows_of_another_spec_are_named(void **state) {
    (void)state;
    put_runs("r", "listops", "attention: [transformer, longformer]\n", 2);
    joined((const char *[]){"r", "r"}, (const char *[]){"one", "two"}, false, "table.md");
    assert_int_equal(warnings, 0);
    struct tf_row row = spec_row("r", 1, 700);
    snprintf(row.spec_hash, sizeof row.spec_hash, "0123456789abcdef");
    put_row("r", &row);
    joined((const char *[]){"r", "r"}, (const char *[]){"one", "two"}, false, "table.md");
    assert_int_equal(warnings, 1);
    assert_true(has(last_warning, "/r/rows: 1 of 2 (listops-longformer-s1.csv) are not runs of ") &&
                has(last_warning, "/r/spec.yaml (spec_hash)"));
}

/* Of three seeds one diverged: the tables that are read first say what their means are of. */
static void means_of_some_seeds(void **state) {
    (void)state;
    for (int seed = 1; seed <= 3; seed++) {
        struct tf_row r = listops_row("tc-a", "TC-A", "height=6", seed, 690 + 10 * seed);
        r.height = 6;
        if (seed == 2) snprintf(r.status, sizeof r.status, "diverged"), r.test_score_pct = NAN;
        put_row("some", &r);
    }
    const char *const files[] = {"table_score.md", "table_height.md"};
    for (int i = 0; i < 2; i++)
        assert_true(has(joined((const char *[]){"some", "some"}, NULL, false, files[i]), "| 35.50 (33.43 to 37.62), 1 of 3 diverged |"));
}

/* A row of scores by task may be of two mechanisms by one name. */
static void options_of_each_task(void **state) {
    (void)state;
    put_runs("s", "listops", "attention: {name: longformer, window: 8}\n", 1);
    put_runs("t", "text", "attention: {name: longformer, window: 16}\n", 1);
    const char *const files[] = {"table_score.md", "table_work.md"};
    for (int i = 0; i < 2; i++)
        assert_true(has(joined((const char *[]){"s", "t"}, NULL, false, files[i]),
                        "\n- Not at their defaults: longformer (listops): window=8; longformer (text): window=16.\n"));
}

/* Lengths of one training are a line; where several trainings have a length, each has its own. */
static void labels_are_lines(void **state) {
    (void)state;
    static const char *const folder[] = {"c", "d"};
    setenv("PATH", dir, 1);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            struct tf_row r = listops_row("transformer", "Transformer", k ? "max_length=128" : "max_length=64", 1, 700 + 100 * i + 20 * k);
            r.flops_n = 64 << k;
            put_row(folder[i], &r);
        }
    assert_string_equal(joined(folder, (const char *[]){"fast", "slow"}, true, "fig_accuracy_n_small_listops.csv"),
                        "n,\"Transformer, fast\",\"Transformer, slow\"\n64,35,40\n128,36,41\n");
    assert_true(has(read_text(below("out/table_work.md")), "- At n = 64 to 128 (listops); "));
}

/* No level line of full attention on another test, no line over lengths of two tasks, and no steps of runs that did not end. */
static void tests_keep_apart(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 3; k++) {
        char setting[32];
        snprintf(setting, sizeof setting, "height=%d", 2 + 2 * k);
        struct tf_row r = listops_row("tf-a", "TF-A", setting, 1, 700);
        r.height = 2 + 2 * k;
        if (k == 2) snprintf(r.status, sizeof r.status, "diverged"), r.test_score_pct = NAN, r.test_n = 0;
        put_row("trees", &r);
    }
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 738);
    full.flops_n /= 2;
    put_row("level", &full);
    const char *gp = joined((const char *[]){"trees", "level"}, NULL, true, "fig_accuracy_height_small_listops.gp");
    assert_true(has(gp, "TF-A") && !has(gp, "36.9 with lines"));
    assert_false(has(read_text(below("out/table.md")), "nan steps"));
    struct tf_row text = finished_row("text", report_protocol, "transformer", "Transformer", 1, 1400, 2000);
    text.flops_n = full.flops_n * 2;
    put_row("level", &text);
    struct tf_report both = report_of("level", true);
    assert_int_equal(tf_report_write(&both, NULL, &(struct tf_err){0}), 0);
    assert_false(tf_file_exists(below("level/fig_accuracy_n.csv")));
}

/* Of several references of one name, each line is named with its own. */
static void references_by_setting(void **state) {
    (void)state;
    char path[2][200];
    struct tf_err e = {0};
    for (int k = 0; k < 2; k++) {
        char setting[32];
        snprintf(setting, sizeof setting, "height=%d", 2 + 2 * k);
        struct tf_row ours = answered("i", "tc-a", setting, 1, 700), theirs = answered("j", "tf-a", setting, 1, 738);
        ours.height = theirs.height = 2 + 2 * k, ours.steps = 3000, theirs.steps = 4000;
        put_row("i", &ours), put_row("j", &theirs);
    }
    for (int i = 0; i < 2; i++) snprintf(path[i], sizeof path[i], "%s", in_dir(i ? "j" : "i"));
    const struct tf_report_all all = {.dirs = (const char *const[]){path[0], path[1]}, .n_dirs = 2, .out = below("out"), .against = "tf-a"};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    const char *md = read_text(below("out/table.md"));
    if (!has(md, "Trained otherwise than tf-a, h=2 (3000 steps, not 4000): tc-a, h=2.\n") ||
        !has(md, "Trained otherwise than tf-a, h=4 (3000 steps, not 4000): tc-a, h=4.\n"))
        fail_msg("%s", md);
}

/* The setting of a rule is what all runs of its data have in common. */
static void rules_have_their_folders_label(void **state) {
    (void)state;
    static const char *const folder[] = {"e", "f"};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const struct tf_row r = listops_row("transformer", "Transformer", k ? "position=rotary" : "position=learned", 1, 738);
            put_row(folder[i], &r);
            put_file(folder[i], r.run, "floors.csv",
                     i ? "rule,test_n,correct\nlargest class,2000,360\n" : "rule,test_n,correct\nlargest class,2000,380\n");
        }
    const char *csv = joined(folder, (const char *[]){"one", "two"}, false, "table.csv");
    assert_true(has(csv, ",Rule: largest class,one,") && has(csv, ",Rule: largest class,two,"));
    assert_false(has(csv, "Rule: largest class,position"));
}

/* Times of two machines are no bars of one figure. */
static void machines_do_not_compare(void **state) {
    (void)state;
    static const char note[] = "- Times and tokens/s are of different machines or numbers of threads: do not compare them.\n";
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("tc-a", "TC-A", "", 1, 700);
    a.train_cpu_s = a.train_time_s = 10, b.train_cpu_s = b.train_time_s = 20;
    snprintf(a.machine, sizeof a.machine, "one"), snprintf(b.machine, sizeof b.machine, "one");
    setenv("PATH", dir, 1);
    for (int other = 0; other < 2; other++) {
        if (other) snprintf(b.machine, sizeof b.machine, "two");
        put_row("m", &a), put_row("m", &b);
        struct tf_report r = report_of("m", true);
        struct tf_err e = {0};
        if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
        assert_int_equal(tf_file_exists(below("m/fig_train_time.gp")), !other);
        assert_int_equal(has(read_text(below("m/table.md")), note), other);
    }
}

/* Rows of an older version, which did not know that several questions are of one example, count them as it did. */
static void intervals_of_two_versions(void **state) {
    (void)state;
    struct tf_row a = finished_row("mqar", "small", "transformer", "Transformer", 1, 11000, 12000),
                  b = finished_row("mqar", "small", "tf-a", "TF-A", 1, 11000, 12000);
    snprintf(a.run, sizeof a.run, "mqar-transformer-s1"), snprintf(b.run, sizeof b.run, "mqar-tf-a-s1");
    a.test_n_effective = 3000, b.test_n_effective = NAN;
    put_row("q", &a), put_row("q", &b);
    const char *md = written("q", "table.md");
    assert_true(has(md, "(several of one example; the narrower intervals, of runs of an older version, count each as if independent)"));
    b.test_n_effective = 12000, put_row("q", &b); // no answer depends on another
    assert_true(has(written("q", "table.md"), "(several of one example, for which the interval allows)"));
    b.seed = 2, b.test_n_effective = NAN, snprintf(b.run, sizeof b.run, "mqar-tf-a-s2"), put_row("q", &b);
    assert_true(has(written("q", "table.md"), "(several of one example, for which the interval allows)"));
}

/* Counts of a text are of all its tokens, models leave out the first of each block: the rule is still the better one. */
static void counts_of_more_tokens(void **state) {
    (void)state;
    struct tf_row r = finished_row("lm", "small", "transformer", "Transformer", 1, 520, 2000);
    r.test_loss_nats = log(98.2), snprintf(r.run, sizeof r.run, "lm-transformer-s1");
    put_row("lm", &r);
    put_file("lm", r.run, "floors.csv", "rule,test_n,correct,loss_nats\npairs of tokens,2100,360,4\n");
    assert_true(has(written("lm", "index.html"), ": test perplexity 98.20, above the best rule, 54.60"));
    assert_true(has(read_text(below("lm/table.md")), "; their perplexity is over all tokens of the test, the models' over those"));
}

/* Two tasks, one of which has the answers of both runs: the same 38 questions of 2,000, and the interval of two samples. */
static void differences_of_tasks(void **state) {
    (void)state;
    answered("words", "transformer", "", 1, 738), answered("words", "tc-a", "height=6", 1, 700);
    for (int tree = 0; tree < 2; tree++) {
        struct tf_row r =
            finished_row("text", report_protocol, tree ? "tc-a" : "transformer", tree ? "TC-A" : "Transformer", 1, tree ? 700 : 738, 2000);
        snprintf(r.run, sizeof r.run, "text-%s-s1", r.attention);
        put_row("alone", &r);
    }
    const char *data = joined((const char *const[]){"words", "alone"}, NULL, true, "fig_differences.csv");
    const char *listops = strstr(data, "\n1,-1.9,"), *text = strstr(data, "\n3,-1.9,");
    double lo, hi;
    assert_non_null(listops), assert_non_null(text);
    assert_int_equal(sscanf(listops, "\n1,-1.9,%lf,%lf,,,1,", &lo, &hi), 2);
    assert_true(fabs(lo + 2.4982) < 1e-3 && fabs(hi + 1.3018) < 1e-3);
    assert_int_equal(sscanf(text, "\n3,-1.9,%lf,%lf,,,0,", &lo, &hi), 2);
    assert_true(fabs(lo - (-4.8688)) < 1e-3 && fabs(hi - (1.0735)) < 1e-3);
    assert_true(has(read_text(below("out/fig_differences.gp")), "Difference from full attention: 2 tasks"));
    char words[200], alone[200];
    struct tf_err e = {0};
    snprintf(words, sizeof words, "%s", in_dir("words")), snprintf(alone, sizeof alone, "%s", in_dir("alone"));
    const struct tf_report_all trees = {
        .dirs = (const char *const[]){words, alone}, .n_dirs = 2, .out = below("out"), .against = "tc-a", .plot = true};
    if (tf_report_write_all(&trees, NULL, &e)) fail_msg("%s", e.msg);
    assert_true(has(read_text(below("out/fig_differences.gp")), "ListOps against tc-a"));
    assert_true(has(read_text(below("out/fig_differences.csv")), "\n1,1.9,"));
    struct tf_row other = finished_row("text", report_protocol, "tc-a", "TC-A", 1, 700, 2000);
    snprintf(other.run, sizeof other.run, "text-tc-a-s1"), snprintf(other.data_kind, sizeof other.data_kind, "stand-in");
    put_row("alone", &other);
    joined((const char *const[]){"words", "alone"}, NULL, true, "table.csv");
    assert_false(tf_file_exists(below("out/fig_differences.csv"))); // stand-in data do not compare, so that one task is left
    const char *one[] = {words};
    if (tf_report_write_all(&(struct tf_report_all){.dirs = one, .n_dirs = 1, .out = below("out"), .plot = true}, NULL, &e))
        fail_msg("%s", e.msg);
    assert_false(tf_file_exists(below("out/fig_differences.csv"))); // of one task the table says it
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(differences_of_tasks, before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_some_seeds, before, after_each),
        cmocka_unit_test_setup_teardown(no_difference_has_no_sign, before, after_each),
        cmocka_unit_test_setup_teardown(a_row_comes_back, before, after_each),
        cmocka_unit_test_setup_teardown(figures_go_with_their_rows, before, after_each),
        cmocka_unit_test_setup_teardown(pictures_are_of_their_data, before, after_each),
        cmocka_unit_test_setup_teardown(twice_and_incomplete, before, after_each),
        cmocka_unit_test_setup_teardown(two_trainings_side_by_side, before, after_each),
        cmocka_unit_test_setup_teardown(halves_of_a_sweep, before, after_each),
        cmocka_unit_test_setup_teardown(another_reference, before, after_each),
        cmocka_unit_test_setup_teardown(lines_without_a_reference, before, after_each),
        cmocka_unit_test_setup_teardown(rows_of_another_spec_are_named, before, after_each),
        cmocka_unit_test_setup_teardown(means_of_some_seeds, before, after_each),
        cmocka_unit_test_setup_teardown(options_of_each_task, before, after_each),
        cmocka_unit_test_setup_teardown(labels_are_lines, before, after_each),
        cmocka_unit_test_setup_teardown(tests_keep_apart, before, after_each),
        cmocka_unit_test_setup_teardown(references_by_setting, before, after_each),
        cmocka_unit_test_setup_teardown(rules_have_their_folders_label, before, after_each),
        cmocka_unit_test_setup_teardown(machines_do_not_compare, before, after_each),
        cmocka_unit_test_setup_teardown(intervals_of_two_versions, before, after_each),
        cmocka_unit_test_setup_teardown(counts_of_more_tokens, before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
