/* Mechanisms against full attention, answer by answer: what tables and the page say of it. */
#include "parts.h"
#include "report/group.h"
#include "report/report.h"
#include "results/row.h"

static const char *written(const char *folder, const char *title) { return report_file(folder, title, "index.html"); }

/* right.csv of a run that has the answers from..from+n-1 right; of: how many the examples have, NULL: one. */
static void put_answers(const char *folder, const struct tf_row *r, int from, int n, const char *of) {
    struct tf_buf b = {0};
    tf_buf_addf(&b, "test_n,right%s\n%ld,", of ? ",of_examples" : "", r->test_n);
    for (int i = 0; i < r->test_n; i += 4) {
        unsigned digit = 0;
        for (int k = i; k < i + 4; k++) digit = 2 * digit + (k >= from && k < from + n);
        tf_buf_addf(&b, "%x", digit);
    }
    tf_buf_addf(&b, "%s%s\n", of ? "," : "", of ? of : "");
    put_file(folder, r->run, "right.csv", b.s);
    tf_buf_free(&b);
}

static void put_right(const char *folder, const struct tf_row *r, int from, int n) { put_answers(folder, r, from, n, NULL); }

/* 700 and 738 of 2000 with the same 700 differ by more than chance; the intervals of both alone overlap. */
static void pairs_tell_more(void **state) {
    (void)state;
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 738), tree = listops_row("tc-a", "TC-A", "height=6", 1, 700);
    tree.height = 6;
    tree.flops_layer_pct = 51.25;
    snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
    put_row("pairs", &full), put_row("pairs", &tree);
    put_right("pairs", &full, 0, 738), put_right("pairs", &tree, 0, 700);
    const char *page = written("pairs", "ListOps");
    assert_true(has(page, "of a full attention layer's work: -1.9 points (-2.5 to -1.3) against full attention, distinguishable."));
    assert_true(has(page, "<b>TC-A, h=6</b>: -1.9 points (-2.5 to -1.3) against full attention, distinguishable; 51 % of the work"));
    assert_true(has(read_text(below("pairs/table.md")), "| -1.90 (-2.50 to -1.30) |"));
    assert_true(has(read_text(below("pairs/table.csv")), ",paired_points,paired_lo_points,paired_hi_points,paired_seeds_lo_points,"));
    assert_true(has(read_text(below("pairs/right.csv")), "\nlistops-tc-a-height=6-s1,2000,fff")); // of all runs
    put_right("pairs", &tree, 600, 700);
    assert_true(has(written("pairs", "ListOps"), "-1.9 points (-5.2 to +1.4) against full attention, not distinguishable"));
}

/* 38 answers of 2000, but of 10 examples of 500: a wider interval. Counts that do not add up, or differ, are no pair. */
static void pairs_of_several_answers(void **state) {
    (void)state;
    static const char *const wrong[] = {"3", "0", "2001", "-4", "4 x", "4;4", "1999", "2000 0 1", "99999999999999999999"};
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 738), tree = listops_row("tc-a", "TC-A", "", 1, 700);
    snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
    put_row("several", &full), put_row("several", &tree);
    put_answers("several", &full, 0, 738, "4"), put_answers("several", &tree, 0, 700, "4");
    assert_true(has(written("several", "ListOps"), "-1.9 points (-3.1 to -0.7) against full attention, distinguishable"));
    put_answers("several", &full, 0, 738, "700 38 1262"), put_answers("several", &tree, 0, 700, "700 38 1262");
    assert_true(has(written("several", "ListOps"), "-1.9 points (-14.1 to +10.3) against full attention, not distinguishable"));
    for (size_t i = 0; i < TF_COUNT(wrong); i++) {
        put_answers("several", &full, 0, 738, wrong[i]), put_answers("several", &tree, 0, 700, wrong[i]);
        if (!has(written("several", "ListOps"), ": not distinguishable, 1.90 points are within noise (2.97)."))
            fail_msg("'%s' are counts", wrong[i]);
    }
    put_answers("several", &full, 0, 738, "2000"), put_answers("several", &tree, 0, 700, "2000"); // of one example
    assert_true(has(written("several", "ListOps"), ": not distinguishable, 1.90 points are within noise (2.97)."));
    put_answers("several", &full, 0, 738, "4"), put_answers("several", &tree, 0, 700, "2");
    assert_true(has(written("several", "ListOps"), ": not distinguishable, 1.90 points are within noise (2.97)."));
}

/* A test of one example tells nothing of others, whoever has it right. */
static void one_example_is_no_test(void **state) {
    (void)state;
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 0), tree = listops_row("tc-a", "TC-A", "", 1, 1);
    full.test_n = tree.test_n = 1, full.test_score_pct = 0, tree.test_score_pct = 100;
    snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
    put_row("single", &full), put_row("single", &tree);
    put_answers("single", &full, 0, 0, NULL), put_answers("single", &tree, 0, 1, NULL);
    assert_false(has(written("single", "ListOps"), "against full attention, distinguishable"));
}

/* A right.csv of another result, of other data, or of no test: the intervals alone speak. */
static void what_is_no_pair(void **state) {
    (void)state;
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 738), tree = listops_row("tc-a", "TC-A", "", 1, 700);
    snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
    put_row("unlike", &full), put_row("unlike", &tree);
    put_right("unlike", &full, 0, 738), put_right("unlike", &tree, 0, 699);
    assert_true(has(written("unlike", "ListOps"), ": not distinguishable, 1.90 points are within noise (2.97)."));
    assert_false(has(read_text(below("unlike/table.csv")), "paired"));
    put_file("unlike", tree.run, "right.csv", "test_n,right\n2000,xyz\n");
    assert_true(has(written("unlike", "ListOps"), ": not distinguishable, 1.90 points are within noise (2.97)."));
    put_right("unlike", &tree, 0, 700);
    assert_true(has(written("unlike", "ListOps"), " points (-2.5 to -1.3) against"));
    snprintf(tree.data_hash, sizeof tree.data_hash, "0123456789abcdef");
    put_row("unlike", &tree);
    const char *page = written("unlike", "ListOps"); // tested on other data: not even the intervals are compared
    assert_false(has(page, "noise") || has(page, " points ("));
}

/* A difference is told of the two groups that it was measured between: the best full attention is another one. */
static void pairs_of_another_setting(void **state) {
    (void)state;
    struct tf_row row[] = {listops_row("transformer", "Transformer", "lr=0.003", 1, 635),
                           listops_row("transformer", "Transformer", "lr=1e-05", 1, 200), listops_row("tc-a", "TC-A", "lr=1e-05", 1, 220)};
    for (int i = 0; i < 3; i++) {
        snprintf(row[i].data_hash, sizeof row[i].data_hash, "0000");
        put_row("other", &row[i]);
        put_right("other", &row[i], 0, (int)(row[i].test_score_pct * 20 + 0.5));
    }
    const char *page = written("other", "ListOps");
    assert_true(has(page, ", with 100.00 % of a full attention layer's work: 20.75 points are beyond noise ("));
    assert_true(has(page, ": +1.0 points (+0.6 to +1.4) against full attention, distinguishable")); // in a line of its own
}

/* Small differences keep the digit that makes them one. */
static void pairs_close_to_zero(void **state) {
    (void)state;
    struct tf_row row[] = {listops_row("transformer", "Transformer", "", 1, 400), listops_row("tc-a", "TC-A", "", 1, 405)};
    for (int i = 0; i < 2; i++) {
        snprintf(row[i].data_hash, sizeof row[i].data_hash, "0000");
        put_row("close", &row[i]);
        put_right("close", &row[i], 0, 400 + 5 * i);
    }
    assert_true(has(written("close", "ListOps"), "+0.25 points (+0.03 to +0.47) against full attention, distinguishable"));
    assert_true(has(read_text(below("close/table.md")), "| +0.25 (+0.03 to +0.47) |"));
    for (int i = 0; i < 2; i++) { // three answers lost, ten won: on which side of 0 is the end?
        struct tf_row r = listops_row(i ? "tc-a" : "transformer", i ? "TC-A" : "Transformer", "", 1, 403 + 7 * i);
        snprintf(r.data_hash, sizeof r.data_hash, "0000");
        put_row("closer", &r), put_right("closer", &r, 3 * i, 403 + 7 * i);
    }
    written("closer", "ListOps");
    assert_true(has(read_text(below("closer/table.md")), "| +0.350 (-0.003 to +0.703) |"));
}

/* Of several folders: the full attention of the same work goes before the one that only has the same name, and what differs is told. */
static void pairs_of_another_training(void **state) {
    (void)state;
    static const char *const name[] = {"small", "large", "tree", "out"}, *const dim[] = {"64", "32", "32"};
    char dirs[4][200], spec[4][200];
    struct tf_err e = {0};
    for (int i = 0; i < 4; i++) snprintf(dirs[i], sizeof dirs[i], "%s", in_dir(name[i]));
    for (int i = 0; i < 3; i++) {
        struct tf_row r = listops_row(i < 2 ? "transformer" : "tc-a", i < 2 ? "Transformer" : "TC-A", "", 1, 738 - 20 * i);
        snprintf(r.run, sizeof r.run, "listops-%s-s1", i < 2 ? "transformer" : "tc-a-h6");
        snprintf(r.data_hash, sizeof r.data_hash, "0000");
        if (i == 2) r.height = 6, r.steps = 5200;
        put_row(name[i], &r), put_right(name[i], &r, 0, 738 - 20 * i);
        snprintf(spec[i], sizeof spec[i], "protocol: small\ntask: {name: listops}\nmodel: {dim: %s}\ntrain: {lr: 0.%d}\nattention: %s\n",
                 dim[i], i + 1, i < 2 ? "transformer" : "{name: tc-a, height: 6}");
        snprintf(dirs[3], sizeof dirs[3], "%s/spec.yaml", name[i]), put_text(dirs[3], spec[i]);
    }
    snprintf(dirs[3], sizeof dirs[3], "%s", in_dir("out"));
    for (int both = 0; both < 2; both++) {
        const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0], dirs[2], dirs[1]},
                                          .labels = (const char *const[]){"", "", "large"},
                                          .n_dirs = 2 + both,
                                          .out = dirs[3]};
        if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
        const char *page = read_text(below("out/index.html"));
        assert_true(has(page, both ? "-1.0 points (" : "-2.0 points ("));
        // of the best full attention, too, with which the verdict compares
        assert_true(has(page, ", but trained otherwise (5200 steps, not 5000, model.dim 32, not 64, train.lr 0.3, not 0.1)"));
        assert_int_equal(has(page, ", but trained otherwise (5200 steps, not 5000, train.lr 0.3, not 0.2)"), both);
        const char *md = read_text(below("out/table.md"));
        assert_int_equal(has(md, "(5200 steps, not 5000, train.lr 0.3, not 0.2): TC-A, h=6.\n"), both);
    }
}

/* What entries of one spec set is no other training; nor are batches cut otherwise, or the same weights from another path. */
static void pairs_of_the_same_training(void **state) {
    (void)state;
    static const char *const name[] = {"transformer", "tc-a", "linformer"};
    char dirs[3][200], spec[300];
    struct tf_err e = {0};
    snprintf(dirs[0], sizeof dirs[0], "%s", in_dir("own")), snprintf(dirs[1], sizeof dirs[1], "%s", in_dir("moved"));
    snprintf(dirs[2], sizeof dirs[2], "%s", in_dir("alike"));
    static const char text[] =
        "protocol: small\ntask: {name: listops}\ninit: {from: %s.safetensors}\ntrain: {pack_tokens: %s}\nattention: %s\n";
    snprintf(spec, sizeof spec, text, "a", "640", "[transformer, {name: tc-a, height: 6, model: {position: none}}]");
    put_text("own/spec.yaml", spec);
    snprintf(spec, sizeof spec, text, "b", "1280", "linformer");
    put_text("moved/spec.yaml", spec);
    for (int moved = 0; moved < 2; moved++) {
        for (int i = 0; i < 3; i++) {
            const char *folder = i < 2 ? "own" : "moved";
            struct tf_row r = listops_row(name[i], name[i], "", 1, 738 - 20 * i);
            if (i == 1) r.height = 6, snprintf(r.run, sizeof r.run, "listops-tc-a-h6-s1");
            snprintf(r.data_hash, sizeof r.data_hash, "0000");
            snprintf(r.init_hash, sizeof r.init_hash, "000%d", i == 2 && moved);
            put_row(folder, &r), put_right(folder, &r, 0, 738 - 20 * i);
        }
        const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0], dirs[1]}, .n_dirs = 2, .out = dirs[2]};
        if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
        const char *page = read_text(below("alike/index.html"));
        assert_int_equal(occurrences(page, " points ("), 3); // of two mechanisms, one of them in the sentence, too
        assert_int_equal(occurrences(page, "trained otherwise (init.from b.safetensors, not a.safetensors)"), moved);
        assert_int_equal(occurrences(page, "trained otherwise"), moved);
    }
}

/* Stages that set the rate, or bootstrapping, are another training, whichever of the two has them; stages of the mechanism's options are not. */
static void pairs_of_other_stages(void **state) {
    (void)state;
    static const struct {
        const char *full, *tree, *said;
    } c[] = {{"steps: 5000", "stages: [{steps: 2000, lr: 0.1}, {steps: 3000}]", "(train.stages)"},
             {"stages: [{steps: 2000, lr: 0.1}, {steps: 3000}]", "steps: 5000", "(train.stages)"},
             {"steps: 5000", "stages: [{steps: 2000, output: full, freeze: tree}, {steps: 3000}]", NULL},
             {"steps: 5000", "bootstrap: {from_height: 2, total_steps: 5000}", "(train.bootstrap)"}};
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        char dirs[3][200], spec[300];
        struct tf_err e = {0};
        for (int k = 0; k < 2; k++) {
            const char *name = k ? "staged" : "straight";
            snprintf(spec, sizeof spec, "protocol: small\ntask: {name: listops}\ntrain: {%s}\nattention: %s\n", k ? c[i].tree : c[i].full,
                     k ? "{name: tf-a, height: 6}" : "transformer");
            snprintf(dirs[2], sizeof dirs[2], "%s/spec.yaml", name), put_text(dirs[2], spec);
            struct tf_row r = spec_row(name, 0, 738 - 38 * k);
            r.steps = 5000;
            snprintf(r.data_hash, sizeof r.data_hash, "0000");
            put_row(name, &r), put_right(name, &r, 0, 738 - 38 * k);
            snprintf(dirs[k], sizeof dirs[k], "%s", in_dir(name));
        }
        snprintf(dirs[2], sizeof dirs[2], "%s", in_dir("stages"));
        const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0], dirs[1]}, .n_dirs = 2, .out = dirs[2]};
        if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
        const char *md = read_text(below("stages/table.md"));
        if (c[i].said ? !has(md, c[i].said) : has(md, "Trained otherwise")) fail_msg("%zu: %s", i, md);
        assert_int_equal(unlink(below("straight/rows/listops-transformer-s1.csv")), 0);
    }
}

/* In one folder, too, steps are told that neither a setting nor an option of the entry does, as where the time decides how many are made;
 * stop_at has a note of its own. */
static void pairs_with_unequal_steps(void **state) {
    (void)state;
    static const char *const train[] = {"max_time: 1h", "steps: 3400", "stop_at: 99"}, *const folder[] = {"timed", "counted", "good"};
    for (int i = 0; i < 3; i++) {
        char file[32], spec[256];
        snprintf(file, sizeof file, "%s/spec.yaml", folder[i]);
        snprintf(spec, sizeof spec,
                 "protocol: small\ntask: {name: listops}\ntrain: {%s}\nattention: [transformer, {name: tc-a, height: 6%s}]\n", train[i],
                 i == 1 ? ", train: {steps: 5100}" : "");
        put_text(file, spec);
        for (int k = 0; k < 2; k++) {
            struct tf_row r = spec_row(folder[i], k, 738 - 38 * k);
            r.steps = k ? 5100 : 3400;
            snprintf(r.data_hash, sizeof r.data_hash, "0000");
            put_row(folder[i], &r), put_right(folder[i], &r, 0, 738 - 38 * k);
        }
        assert_int_equal(has(written(folder[i], "ListOps"), " of the work, but trained otherwise (5100 steps, not 3400)"), i == 0);
        const char *md = read_text(below("%s/table.md", folder[i]));
        const char note[] = "- Trained otherwise than the full attention beside it (5100 steps, not 3400): tc-a, h=6.\n";
        assert_int_equal(has(md, note), i == 0);
        assert_int_equal(has(md, "rained otherwise"), i == 0);
        assert_int_equal(has(md, "- Not at their defaults: tc-a, h=6: train.steps=5100.\n"), i == 1);
        assert_int_equal(has(md, "(`train.stop_at`); steps: 3400 to 5100.\n"), i == 2);
        assert_false(has(md, "Not all lines"));
        assert_int_equal(has(read_text(below("%s/table.csv", folder[i])), ",trained_otherwise,"), i == 0);
    }
}

/* One path in the spec, and the file there had changed between two runs. */
static void pairs_from_weights_that_changed(void **state) {
    (void)state;
    put_text("heirs/spec.yaml",
             "protocol: small\ntask: {name: listops}\ninit: {from: w.safetensors}\nattention: [transformer, {name: tc-a, height: 6}]\n");
    for (int changed = 0; changed < 2; changed++) {
        for (int k = 0; k < 2; k++) {
            struct tf_row r = spec_row("heirs", k, 738 - 38 * k);
            snprintf(r.data_hash, sizeof r.data_hash, "0000"), snprintf(r.init_hash, sizeof r.init_hash, "000%d", changed && k);
            put_row("heirs", &r), put_right("heirs", &r, 0, 738 - 38 * k);
        }
        const bool page = has(written("heirs", "ListOps"), "trained otherwise (another file at the path of init.from)");
        const char *md = read_text(below("heirs/table.md"));
        assert_int_equal(has(md, "(another file at the path of init.from): tc-a, h=6.\n"), changed);
        assert_int_equal(page, changed);
    }
}

/* A group as the choice of a reference sees it; of several folders. */
struct candidate {
    const char *task, *variant, *work, *training, *init, *dir;
    double steps;
    int ok;
};

static void put_candidate(struct report *r, struct tf_row *row, struct report_spec *spec, const struct candidate *c,
                          const char *attention) {
    struct report_group *g = &r->group[r->n_groups];
    row += r->n_groups, spec += r->n_groups++;
    *row = finished_row(c->task, "small", attention, "", 1, 1, 2);
    *spec = (struct report_spec){.dir = c->dir, .label = ""};
    snprintf(row->variant, sizeof row->variant, "%s", c->variant), snprintf(row->setting, sizeof row->setting, "%s", c->variant);
    snprintf(row->init_hash, sizeof row->init_hash, "%s", c->init);
    snprintf(spec->work, sizeof spec->work, "%s", c->work), snprintf(spec->training, sizeof spec->training, "%s", c->training);
    *g = (struct report_group){.row = row, .n = 1, .ok = c->ok, .steps = c->steps, .spec = spec};
}

/* Of two that the tree on text may be compared with, which it is: with that of the closest kind, if only one is; of equals that of its own folder. */
static void the_closest_reference(void **state) {
    (void)state;
    static const struct candidate tree = {"text", "lr=1", "w", "t", "i", "own", 50, 1};
    static const struct {
        struct candidate full[2];
        int want;                                                                                             // -1: none
    } row[] = {{{{"text", "lr=1", "w", "x", "j", "a", 90, 1}, {"text", "", "w", "t", "i", "own", 50, 1}}, 0}, // the setting
               {{{"text", "lr=1", "x", "x", "j", "a", 90, 1}, {"text", "", "x", "t", "j", "a", 90, 1}}, 1},   // of other work; the training
               {{{"text", "lr=1", "", "", "j", "a", 90, 1}, {"text", "", "w", "t", "i", "own", 50, 1}}, 0},   // of unknown work
               {{{"text", "", "w", "x", "j", "a", 90, 1}, {"text", "", "w", "x", "j", "b", 50, 1}}, 1},       // the steps
               {{{"text", "", "w", "x", "j", "a", 90, 1}, {"text", "lr=1", "x", "x", "i", "own", 50, 1}}, 0}, // the work
               {{{"text", "lr=1", "x", "x", "j", "a", 90, 1}, {"text", "", "x", "x", "i", "own", 50, 1}}, 0}, // the setting, of other work
               {{{"text", "", "x", "x", "j", "own", 50, 1}, {"text", "", "x", "x", "i", "a", 90, 1}}, 1},     // the weights
               {{{"text", "", "x", "x", "j", "a", 50, 1}, {"text", "", "x", "x", "j", "own", 90, 1}}, 1},     // its folder
               {{{"text", "lr=1", "w", "t", "i", "a", 50, 1}, {"text", "lr=1", "w", "t", "i", "own", 50, 1}}, 1},
               {{{"text", "lr=1", "w", "t", "i", "a", 50, 1}, {"text", "lr=1", "w", "t", "i", "b", 50, 1}}, -1},
               {{{"text", "lr=1", "w", "t", "i", "own", 50, 0}, {"text", "", "x", "x", "j", "a", 90, 1}}, 1},    // has no score
               {{{"listops", "lr=1", "w", "t", "i", "own", 50, 1}, {"text", "", "x", "x", "j", "a", 90, 1}}, 1}, // of another task
               {{{"listops", "lr=1", "w", "t", "i", "own", 50, 1}, {"text", "lr=1", "w", "t", "i", "own", 50, 0}}, -1}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct report_group group[3];
        struct tf_row rows[3];
        struct report_spec spec[3];
        struct report r = {.group = group, .row = rows, .spec = spec, .n = 3};
        for (int k = 0; k < 2; k++) put_candidate(&r, rows, spec, &row[i].full[k], "transformer");
        put_candidate(&r, rows, spec, &tree, "tc-a");
        const struct report_group *got = report_reference(&r, &group[2]);
        if ((got ? got - group : -1) != row[i].want) fail_msg("%zu: group %d", i, got ? (int)(got - group) : -1);
        char unlike[REPORT_UNLIKE], want[64] = "";
        report_unlike(&group[2], &group[0], unlike);
        if (group[0].steps != 50) snprintf(want, sizeof want, "50 steps, not %.0f", group[0].steps);
        if (strcmp(spec[0].dir, "own")) assert_string_equal(unlike, want);
    }
}

/* Two of full attention, as the weights were that they began with: a tree trained by stages is compared with that of its own. */
static void pairs_that_began_alike(void **state) {
    (void)state;
    static const char *const name[] = {"first", "second", "staged"};
    char dirs[4][200];
    struct tf_err e = {0};
    for (int i = 0; i < 3; i++) {
        struct tf_row r =
            listops_row(i < 2 ? "transformer" : "tc-a", i < 2 ? "Transformer" : "TC-A", i < 2 ? "" : "stages=1+2", 1, 738 - 20 * i);
        if (i == 2) snprintf(r.variant, sizeof r.variant, "stages=1+2");
        snprintf(r.data_hash, sizeof r.data_hash, "0000"), snprintf(r.init_hash, sizeof r.init_hash, "000%d", i > 0);
        put_row(name[i], &r), put_right(name[i], &r, 0, 738 - 20 * i);
        snprintf(dirs[i], sizeof dirs[i], "%s", in_dir(name[i]));
    }
    snprintf(dirs[3], sizeof dirs[3], "%s", in_dir("begun"));
    const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0], dirs[1], dirs[2]},
                                      .labels = (const char *const[]){"", "longer", "longer"},
                                      .n_dirs = 3,
                                      .out = dirs[3]};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    assert_true(has(read_text(below("begun/index.html")), "-1.0 points ("));
}

/* Trees of several heights as the reference: that of the same height. */
static void pairs_of_one_height(void **state) {
    (void)state;
    char dirs[2][200];
    struct tf_err e = {0};
    for (int h = 1; h <= 4; h++) {
        struct tf_row r = listops_row(h % 2 ? "tf-a" : "tc-a", h % 2 ? "TF-A" : "TC-A", h < 3 ? "height=2" : "height=3", 1, 700 + 10 * h);
        r.height = h < 3 ? 2 : 3, r.variant[0] = 0;
        snprintf(r.data_hash, sizeof r.data_hash, "0000");
        put_row("heights", &r), put_right("heights", &r, 0, 700 + 10 * h);
    }
    snprintf(dirs[0], sizeof dirs[0], "%s", in_dir("heights")), snprintf(dirs[1], sizeof dirs[1], "%s", in_dir("heights-out"));
    const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0]}, .n_dirs = 1, .out = dirs[1], .against = "tf-a"};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    const char *table = read_text(below("heights-out/table.md"));
    int n = 0;
    for (const char *at = table; (at = strstr(at, "+0.50 (")); at++) n++;
    assert_int_equal(n, 2);
}

/* Of three seeds one has lost its answers: that is said. */
static void a_seed_without_answers(void **state) {
    (void)state;
    for (int seed = 1; seed <= 3; seed++) {
        struct tf_row full = listops_row("transformer", "Transformer", "", seed, 738), tree = listops_row("tc-a", "TC-A", "", seed, 700);
        snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
        put_row("gap", &full), put_row("gap", &tree);
        put_right("gap", &full, 0, 738);
        if (seed != 2) put_right("gap", &tree, 0, 700);
    }
    assert_true(has(written("gap", "ListOps"), "over 2 of 3 seeds"));
    assert_true(was_logged("gap: listops-tc-a-s2 has no right.csv: paired differences leave it out"));
    assert_false(was_logged("transformer-s1 has no right.csv"));
}

/* A seed that diverged has no test: the others are compared. */
static void pairs_beside_a_diverged_seed(void **state) {
    (void)state;
    for (int seed = 1; seed <= 2; seed++) {
        struct tf_row full = listops_row("transformer", "Transformer", "", seed, 738), tree = listops_row("tc-a", "TC-A", "", seed, 700);
        snprintf(full.data_hash, sizeof full.data_hash, "0000"), snprintf(tree.data_hash, sizeof tree.data_hash, "0000");
        if (seed == 1) snprintf(tree.status, sizeof tree.status, "diverged at step 3"), tree.test_n = 0, tree.metric[0] = 'x';
        put_row("seed", &full), put_row("seed", &tree);
        put_right("seed", &full, 0, 738), put_right("seed", &tree, 0, 700);
    }
    assert_true(has(written("seed", "ListOps"), " points (-2.5 to -1.3) against"));
    assert_true(
        has(read_text(below("seed/table.md")), "1 of 2 failed")); // its metric, before there was a score, does not make it another group
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pairs_tell_more, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_several_answers, report_before, after_each),
        cmocka_unit_test_setup_teardown(one_example_is_no_test, report_before, after_each),
        cmocka_unit_test_setup_teardown(what_is_no_pair, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_another_setting, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_close_to_zero, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_another_training, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_the_same_training, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_of_other_stages, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_with_unequal_steps, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_from_weights_that_changed, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_that_began_alike, report_before, after_each),
        cmocka_unit_test(the_closest_reference),
        cmocka_unit_test_setup_teardown(pairs_of_one_height, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_seed_without_answers, report_before, after_each),
        cmocka_unit_test_setup_teardown(pairs_beside_a_diverged_seed, report_before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
