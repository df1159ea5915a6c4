/* The same bytes at any number of threads, and of a run that stops and continues; starting over; files that are damaged or gone. */
#include <math.h>

#include "training.h"
#include "model/checkpoint.h"

/* Settings that do something at the start, or that look at whole sequences. */
static const char *const settings[][9] = {
    {"tf-a", "height", "3", "bias_init", "data"},           {"tf-a", "height", "3", "bias_init", "data", "trees", "2", "balance", "0.1"},
    {"tf-a", "height", "3", "routing", "median"},           {"tf-a", "height", "2", "routing", "median-each"},
    {"tc-a", "height", "3", "bias_init", "data"},           {"tc-a", "height", "3", "routing", "median"},
    {"kary-tf-a", "branching", "3,2", "bias_init", "data"}, {"tf-a", "height", "2", "teach", "kl", "teach_keys", "4", "gradient", "none"}};

static void test_threads_do_not_matter(void **state) {
    (void)state;
    int mechanisms = 0;
    while (tf_attns[mechanisms]) mechanisms++;
    for (int i = 0; i < mechanisms + (int)TF_COUNT(settings); i++) {
        const char *const *set = i < mechanisms ? NULL : settings[i - mechanisms];
        struct subject s = make_subject(set ? set[0] : tf_attns[i]->name, set ? set + 1 : NULL);
        char path[3][160], sub[96];
        for (int threads = 1; threads <= 3; threads++) {
            snprintf(sub, sizeof sub, "%s-%d-%d", s.attn->name, i, threads);
            struct tf_run r = make_run(&s, sub, path[threads - 1]);
            r.threads = threads;
            assert_int_equal(train(&r).status, TF_RUN_OK);
        }
        for (int k = 1; k < 3; k++) {
            assert_same_file(path[0], path[k], "metrics.csv");
            assert_same_file(path[0], path[k], "best.safetensors");
            assert_same_file(path[0], path[k], "checkpoint-00000006.safetensors");
        }
        tf_free(s.opts);
    }
}

static void check_resume(struct subject *s, bool bootstrap, int qkv_dim) {
    static int n;
    char whole[160], parts[160], sub[96];
    snprintf(sub, sizeof sub, "whole-%s-%d", s->attn->name, ++n);
    struct tf_run a = make_run(s, sub, whole);
    if (bootstrap) a.bootstrap = (struct tf_bootstrap_cfg){true, 1, 3, 1, 3, 0, false, 0};
    a.model.qkv_dim = qkv_dim;
    assert_int_equal(train(&a).status, TF_RUN_OK);
    snprintf(sub, sizeof sub, "parts-%s-%d", s->attn->name, n);
    struct tf_run b = make_run(s, sub, parts);
    b.bootstrap = a.bootstrap, b.model.qkv_dim = qkv_dim;
    b.resume = true;
    enum tf_status status = TF_RUN_INTERRUPTED;
    int rounds = 0;
    tf_progress_hook = stop_hook;
    for (; status == TF_RUN_INTERRUPTED && rounds < 60; rounds++) {
        tf_interrupted = 0;
        stop_after = 3 + rounds % 4;
        status = train(&b).status;
    }
    tf_progress_hook = NULL;
    tf_interrupted = 0;
    assert_int_equal(status, TF_RUN_OK);
    assert_true(rounds > 2);
    assert_same_file(whole, parts, "metrics.csv");
    assert_same_file(whole, parts, "best.safetensors");
}

static void test_resume(void **state) {
    (void)state;
    const char *const height[] = {"height", "3", NULL, NULL, NULL, NULL, NULL, NULL};
    const struct {
        const char *name;
        bool bootstrap;
    } cases[] = {{"transformer", false}, {"tf-a", true}, {"tc-a", true}};
    for (size_t i = 0; i < TF_COUNT(cases); i++) {
        struct subject s = make_subject(cases[i].name, cases[i].bootstrap ? height : NULL);
        check_resume(&s, cases[i].bootstrap, 0),
            check_resume(&s, cases[i].bootstrap, 4); // queries, keys and values as wide as the model, or less
        tf_free(s.opts);
    }
    static const int more[][2] = {{0, false}, {0, true}, {2, true}, {6, false}, {7, false}}; // of settings; bootstrap
    for (size_t i = 0; i < TF_COUNT(more); i++) {
        struct subject s = make_subject(settings[more[i][0]][0], settings[more[i][0]] + 1);
        check_resume(&s, more[i][1], 0);
        tf_free(s.opts);
    }
}

static void damage(const char *folder, const char *name) {
    size_t n;
    char *bytes = read_all(folder, name, &n), path[256];
    struct tf_err e = {0};
    bytes[n / 2] ^= 1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(tf_file_write(path, bytes, n, &e), 0);
    tf_free(bytes);
}

/* Logits that overflow on the test set alone, as the best model's weights here: no score, and no predictions. */
static void test_overflow_in_the_test(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    struct tf_model best;
    struct tf_err e = {0};
    char path[160];
    struct tf_run r = make_run(&s, "overflow", path);
    const struct tf_result first = train(&r);
    assert_int_equal(first.status, TF_RUN_OK);
    assert_true(tf_file_exists(below("overflow/right.csv")) && !unlink(below("overflow/right.csv")));
    load_weights(&best, &r, "best.safetensors");
    for (size_t i = 0; i < best.pars.size; i++) best.pars.v[i] *= (tf_real)(sizeof(tf_real) == 8 ? 1e300 : 1e30);
    struct tf_meta meta[] = {{"step", ""}, {"spec_hash", ""}, {NULL, ""}};
    snprintf(meta[0].value, sizeof meta[0].value, "%d", first.best_step);
    snprintf(meta[1].value, sizeof meta[1].value, "%s", r.spec_hash);
    assert_int_equal(tf_checkpoint_save(below("overflow/best.safetensors"), &best.pars, NULL, meta, &e), 0);
    r.resume = true;
    const struct tf_result out = train(&r);
    assert_int_equal(out.status, TF_RUN_DIVERGED);
    assert_int_equal(out.diverged_step, 6);
    assert_false(tf_file_exists(below("overflow/right.csv")));
    tf_model_free(&best), tf_free(s.opts);
}

static void test_damaged_checkpoints(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char whole[160], path[160];
    struct tf_run a = make_run(&s, "undamaged", whole), r = make_run(&s, "damaged", path);
    train(&a);
    train(&r);
    r.resume = true;
    damage(path, "checkpoint-00000006.safetensors"); // the one before it serves, and the result is the same
    assert_int_equal(train(&r).status, TF_RUN_OK);
    assert_same_file(whole, path, "metrics.csv");
    assert_same_file(whole, path, "checkpoint-00000006.safetensors");
    damage(path, "checkpoint-00000006.safetensors"), damage(path, "checkpoint-00000003.safetensors");
    struct tf_result out;
    struct tf_err e = {0};
    assert_int_equal(tf_train(&r, &out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "checkpoint-00000003"));
    assert_non_null(strstr(e.msg, "use --restart to start the run from the beginning"));
    e = (struct tf_err){0};
    train(&a); // anew
    char metrics[200];
    snprintf(metrics, sizeof metrics, "%s/metrics.csv", whole);
    assert_int_equal(unlink(metrics), 0);
    a.resume = true;
    assert_int_equal(tf_train(&a, &out, &e), -1);
    assert_non_null(strstr(e.msg, "metrics.csv"));
    assert_non_null(strstr(e.msg, "use --restart to start the run from the beginning"));
    struct tf_run other = make_run(&s, "undamaged", whole);
    other.resume = true, other.spec_hash = "xyz";
    struct tf_err f = {0};
    assert_int_equal(tf_train(&other, &out, &f), -1);
    assert_non_null(strstr(f.msg, "another spec"));
    tf_free(s.opts);
}

static void stop_in_test(const struct tf_progress *p) {
    if (strstr(p->label, ": test")) tf_interrupted = 1;
}

/* A signal during the test leaves the last checkpoint as it is: the model holds the best weights then. */
static void test_interrupted_test(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    for (int last = 0; last < 2; last++) {
        // the last weights are not the best ones; then they are, and the newest checkpoint does not know it yet
        char whole[160], path[160];
        struct tf_run a = make_run(&s, last ? "tested-last" : "tested", whole),
                      r = make_run(&s, last ? "last-stopped" : "test-stopped", path);
        a.train.lr = r.train.lr = last ? 1e-3 : 3, a.train.eval_every = r.train.eval_every = 1;
        assert_int_equal(train(&a).best_step == 6, last);
        tf_progress_hook = stop_in_test;
        assert_int_equal(train(&r).status, TF_RUN_INTERRUPTED);
        tf_progress_hook = NULL, tf_interrupted = 0;
        assert_same_file(whole, path, "checkpoint-00000006.safetensors");
        r.resume = true;
        assert_int_equal(train(&r).status, TF_RUN_OK);
        assert_same_file(whole, path, "metrics.csv");
        assert_same_file(whole, path, "best.safetensors");
        assert_same_file(whole, path, "checkpoint-00000006.safetensors");
    }
    tf_free(s.opts);
}

/* A run that starts over has nothing of the one before: what that one's model predicted would lie beside another model. */
static void test_starts_over(void **state) {
    (void)state;
    static const char *const old[] = {
        "right.csv", "floors.csv", "manifest.csv", "predictions.csv", "predictions.json", "nbest_predictions.json", "QNLI.tsv"};
    static const char text[] = "index\tprediction\n0\tentailment\n"; // of QNLI.tsv
    struct subject s = make_subject("transformer", NULL);
    char path[160], name[200];
    struct tf_run r = make_run(&s, "over", path);
    train(&r);
    for (size_t i = 0; i < TF_COUNT(old); i++) {
        snprintf(name, sizeof name, "%s/%s", path, old[i]);
        assert_int_equal(tf_file_write(name, text, sizeof text - 1, &(struct tf_err){0}), 0);
    }
    snprintf(name, sizeof name, "%s/notes.tsv", path); // a user's
    assert_int_equal(tf_file_write(name, "old", 3, &(struct tf_err){0}), 0);
    r.train.lr = 1e30, r.train.steps = 50; // it diverges, so that no test writes files
    assert_int_equal(train(&r).status, TF_RUN_DIVERGED);
    for (size_t i = 0; i < TF_COUNT(old); i++) assert_false(tf_file_existsf("%s/%s", path, old[i]));
    assert_true(tf_file_existsf("%s/notes.tsv", path));
    tf_free(s.opts);
}

static void test_other_data(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "other-data", path);
    train(&r);
    struct tf_data other = data;
    other.hash++;
    r.data = &other, r.resume = true;
    struct tf_result out;
    struct tf_err e = {0};
    assert_int_equal(tf_train(&r, &out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "other data"));
    tf_free(s.opts);
}

/* The best model of another training, as one on another machine would have left it: not tested under this training's step. */
static void test_other_best(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char early[160], late[160], path[200];
    struct tf_run a = make_run(&s, "best-early", early), b = make_run(&s, "best-late", late);
    a.train.steps = a.train.eval_every = 2;
    a.train.lr = b.train.lr = 0; // the first validation is the best
    train(&a), train(&b);
    size_t n;
    char *best = read_all(early, "best.safetensors", &n);
    struct tf_result out;
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/best.safetensors", late);
    assert_int_equal(tf_file_write(path, best, n, &e), 0);
    tf_free(best);
    b.resume = true;
    assert_int_equal(tf_train(&b, &out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, "best.safetensors is the model of step 2, but this run's best model is from step 3")) fail_msg("%s", e.msg);
    tf_free(s.opts);
}

/* A best model that is gone or damaged is missed before a step is made, not after the last one. */
static void test_no_best(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160], name[200];
    struct tf_run r = make_run(&s, "no-best", path);
    struct tf_result out;
    r.train.lr = 0; // the first validation is the best
    train(&r);
    r.resume = true;
    for (int gone = 0; gone < 2; gone++) {
        struct tf_err e = {0};
        snprintf(name, sizeof name, "%s/best.safetensors", path);
        if (gone) assert_int_equal(unlink(name), 0);
        else damage(path, "best.safetensors");
        assert_int_equal(tf_train(&r, &out, &e), -1);
        if (!strstr(e.msg, "best.safetensors") || !strstr(e.msg, "bring it back, or use --restart")) fail_msg("%s", e.msg);
    }
    tf_free(s.opts);
}

/* Goes on from the checkpoint of step 3 with these times; NULL: with none. */
static struct tf_result resume_with_times(struct tf_run *r, const char *path, const char *times) {
    char name[200];
    struct tf_err e = {0};
    snprintf(name, sizeof name, "%s/timing.csv", path);
    assert_int_equal(times ? tf_file_write(name, times, strlen(times), &e) : unlink(name), 0);
    damage(path, "checkpoint-00000006.safetensors");
    r->resume = true;
    return train(r);
}

/* A run that began before timing.csv knew CPU time goes on; its rows keep their columns in step with the heading. */
static void test_older_timing(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "older", path);
    train(&r);
    static const char old[] = "step,train_time_s,eval_time_s,tokens,tokens_per_s,peak_bytes\n3,1.5,0.000,500,333.3,1000\n";
    struct tf_result out = resume_with_times(&r, path, old);
    assert_true(out.train_time_s > 1.5 && isnan(out.train_cpu_s)); // not known of the first part
    size_t n;
    char *text = read_all(path, "timing.csv", &n);
    assert_non_null(strstr(text, ",peak_bytes,train_cpu_s,ranks,comm_pct\n3,1.500,0.000,500,333.3,1000,,1,0.00\n6,"));
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        int commas = 0;
        for (const char *c = line; *c != '\n'; c++) commas += *c == ',';
        assert_int_equal(commas, 8);
    }
    assert_null(strstr(text, "nan"));
    tf_free(text);
    tf_free(s.opts);
}

/* Times that a damaged or edited file gives are taken up to the first row that cannot be: the run's are unknown then. */
static void test_impossible_times(void **state) {
    (void)state;
    static const char *const row[] = {"3,inf,0,500,1,1000,1", "3,nan,0,500,1,1000,1", "3,-5,0,500,1,1000,1",   "3,1.5,inf,500,1,1000,1",
                                      "3,1.5,0,nan,1,1000,1", "3,1.5,0,500,1,inf,1",  "3,1.5,0,500,1,1000,inf"};
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "impossible", path);
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_buf b = {0};
        r.resume = false;
        train(&r);
        tf_buf_addf(&b, "step,train_time_s,eval_time_s,tokens,tokens_per_s,peak_bytes,train_cpu_s\n%s\n", row[i]);
        struct tf_result out = resume_with_times(&r, path, b.s);
        tf_buf_free(&b);
        const bool cpu_alone = i + 1 == TF_COUNT(row);
        assert_int_equal(isfinite(out.train_time_s), cpu_alone);
        assert_int_equal(isfinite(out.eval_time_s), cpu_alone);
        assert_int_equal(isfinite(out.tokens_per_s), cpu_alone);
        assert_int_equal(isfinite(out.peak_bytes), cpu_alone);
        assert_true(isnan(out.train_cpu_s));
    }
    tf_free(s.opts);
}

/* A run that goes on without the times of its first part: the second's alone would be too short, and its tokens/s too many. */
static void test_lost_times(void **state) {
    (void)state;
    struct subject s = make_subject("transformer", NULL);
    char path[160];
    struct tf_run r = make_run(&s, "lost", path);
    train(&r);
    struct tf_result out = resume_with_times(&r, path, NULL);
    assert_true(isnan(out.train_time_s) && isnan(out.train_cpu_s) && isnan(out.eval_time_s) && isnan(out.tokens_per_s));
    assert_true(isnan(out.peak_bytes)); // an earlier stage may have needed more
    size_t n;
    char *text = read_all(path, "timing.csv", &n);
    assert_true(has(text, "\n6,,,") && has(text, ",,,,1,\n") && !has(text, "nan"));
    tf_free(text);
    tf_free(s.opts);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_interrupted_test),
        cmocka_unit_test(test_starts_over),
        cmocka_unit_test(test_other_data),
        cmocka_unit_test(test_other_best),
        cmocka_unit_test(test_no_best),
        cmocka_unit_test(test_older_timing),
        cmocka_unit_test(test_impossible_times),
        cmocka_unit_test(test_lost_times),
        cmocka_unit_test(test_overflow_in_the_test),
        cmocka_unit_test(test_damaged_checkpoints),
    };
    return cmocka_run_group_tests_name("resuming", tests, training_data, leave);
}
