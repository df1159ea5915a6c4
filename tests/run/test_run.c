/* Floor 5: running a spec on tiny data: rows, skipping, folders of others, divergence, interruption and resuming, the memory guard. */
#include "results/folder.h"
#include "results/row.h"
#include "run/evaluate.h"
#include "run/run.h"
#include "io/io.h"
#include "tiny_runs.h"
#include <math.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <fcntl.h>

static int jobs; // of the runs that follow; 0: one

static void rows_are_filled(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("full", jobs, false, NULL, 0, &e), TF_OK);
    struct tf_row r = row_of("full/rows/listops-tc-a-h2-s1.csv"), t = row_of("full/rows/listops-transformer-s1.csv");
    assert_string_equal(r.run, "listops-tc-a-h2-s1");
    assert_string_equal(r.attention, "tc-a");
    assert_string_equal(r.status, "ok");
    assert_string_equal(r.protocol, "quick");
    assert_int_equal(r.height, 2);
    assert_int_equal(t.height, -1);
    assert_int_equal(r.steps, 6);
    assert_int_equal(r.valid_n, 20);
    assert_int_equal(r.test_n, 40);
    assert_int_equal(r.flops_n, 40); // the option, not the data
    assert_true(t.flops_paper_pct == 100 && t.flops_layer_pct == 100);
    // TC-A = 3 P(n) + n h (2e + 1) + (2^(h+1) - 1) e, full = 3 P(n) + n^2 (4e + 5), P(n) = n (2e^2 + e), e = 8
    double p3 = 3 * 40 * (2 * 64 + 8), own = p3 + 40 * 2 * 17 + 7 * 8, full = p3 + 1600.0 * 37;
    assert_true(fabs(r.flops_paper_pct - 100 * own / full) < 1e-9);
    assert_true(r.flops_layer_pct > 0 && r.flops_layer_pct < 100);
    assert_true(r.test_lo_pct < r.test_score_pct && r.test_score_pct < r.test_hi_pct);
    struct tf_buf spec = {0}, manifest = {0};
    assert_int_equal(tf_file_read("full/spec.yaml", &spec, &e), 0);
    assert_int_equal(tf_file_read("full/manifest.csv", &manifest, &e), 0);
    static const char *const keys[] = {"version", "compiler", "blas", "blas_core", "isa",   "bf16",        "cpu",       "cpu_model", "cpus",
                                       "system",  "threads",  "spec", "spec_hash", "seeds", "data_source", "data_hash", "precision"};
    for (size_t i = 0; i < TF_COUNT(keys); i++) {
        char key[64];
        snprintf(key, sizeof key, "\n%s,", keys[i]);
        assert_non_null(strstr(manifest.s, key));
    }
    tf_buf_free(&spec), tf_buf_free(&manifest);
}

static void finished_runs_are_skipped(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("skip", jobs, false, NULL, 0, &e), TF_OK);
    assert_int_equal(unlink("skip/rows/listops-transformer-s1.csv") | unlink("skip/table.csv"), 0);
    assert_int_equal(unlink("skip/runs/listops-tc-a-h2-s1/metrics.csv"), 0);
    assert_int_equal(run_in("skip", jobs, false, SETS("seeds=1,2", "title=again"), &e), TF_OK); // more seeds may come later
    assert_true(tf_file_exists("skip/rows/listops-transformer-s1.csv") && tf_file_exists("skip/rows/listops-tc-a-h2-s2.csv"));
    assert_true(tf_file_exists("skip/table.csv"));
    assert_false(tf_file_exists("skip/runs/listops-tc-a-h2-s1/metrics.csv")); // it did not run again
    assert_int_equal(run_in("skip", jobs, false, SETS("seeds=3"), &e), TF_OK);
    struct tf_yaml *y = NULL;
    assert_int_equal(tf_yaml_load(&y, "skip/spec.yaml", &e), 0);
    assert_int_equal(tf_yaml_get(y, "seeds")->n, 3); // all that the folder holds
    tf_yaml_free(y);
}

/* Mechanisms and settings may come later, as seeds may: what is there stays. */
static void folders_grow(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("grown", jobs, false, SETS("attention.name=transformer"), &e), TF_OK);
    assert_int_equal(unlink("grown/runs/listops-transformer-s1/metrics.csv"), 0);
    assert_int_equal(run_in("grown", jobs, false, NULL, 0, &e), TF_OK);
    assert_true(tf_file_exists("grown/rows/listops-tc-a-h2-s1.csv"));
    assert_false(tf_file_exists("grown/runs/listops-transformer-s1/metrics.csv")); // it did not run again
    struct tf_spec *whole = folder_load_spec("grown", NULL);
    assert_non_null(whole);
    assert_int_equal(whole->n_runs, 2);
    tf_spec_free(whole);
    assert_int_equal(run_in("grown", jobs, false, SETS("attention.name=transformer"), &e), TF_BAD); // nor does it shrink
    assert_non_null(strstr(e.msg, "(its spec.yaml also has a run listops-tc-a-h2-s1)"));
}

static char *live_page; // when the first run begins
static void (*keep_log)(enum tf_level, const char *);
static void see_page(enum tf_level level, const char *msg) {
    if (keep_log) keep_log(level, msg);
    if (!strncmp(msg, "run 1 of 1", 10)) live_page = read_text("chosen/index.html");
}

/* --only: one run of a folder that has room for all of them; its page shows the others, too. */
static void chosen_runs_are_done(void **state) {
    (void)state;
    struct tf_err e = {0};
    keep_log = tf_log_hook, tf_log_hook = see_page;
    struct tf_spec *s = load(NULL, 0);
    struct tf_exp_env env = {.out = "chosen", .threads = 2, .jobs = jobs, .only = {1, {"*-tc-a-*"}}};
    struct tf_buf out = {0};
    int worst = -1;
    assert_int_equal(tf_exp_dry_run(s, &env, &out, &e), 0);
    assert_non_null(strstr(out.s, "\nlistops-tc-a-h2-s1,"));
    assert_null(strstr(out.s, "listops-transformer-s1"));
    assert_int_equal(tf_exp_run(s, &env, &worst, &e), 0);
    assert_int_equal(worst, TF_OK);
    if (!jobs) assert_true(live_page && strstr(live_page, "0 of 2 runs done") && strstr(live_page, "listops-transformer-s1"));
    assert_true(tf_file_exists("chosen/rows/listops-tc-a-h2-s1.csv") && tf_file_exists("chosen/table.csv"));
    assert_false(tf_file_exists("chosen/rows/listops-transformer-s1.csv"));
    env.only = (struct tf_list){1, {"transformer"}}; // a mechanism's name
    assert_int_equal(tf_exp_run(s, &env, &worst, &e), 0);
    assert_true(tf_file_exists("chosen/rows/listops-transformer-s1.csv"));
    if (!jobs) assert_non_null(strstr(live_page, "1 of 2 runs done"));
    tf_log_hook = keep_log;
    tf_buf_free(&out);
    tf_spec_free(s);
    assert_int_equal(run_in("chosen", jobs, false, NULL, 0, &e), TF_OK); // the whole spec's folder
}

static void other_folders_are_refused(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("mine", jobs, false, SETS("attention.name=transformer"), &e), TF_OK);
    assert_int_equal(run_in("mine", jobs, false, SETS("attention.name=transformer", "train.lr=0.1"), &e), TF_BAD);
    assert_string_equal(
        e.msg, "mine holds the results of another spec, or of other settings (train.lr is 0.001 there and 0.1 here): choose another --out");
    e = (struct tf_err){0};
    assert_int_equal(run_in("mine", jobs, false, SETS("attention.name=linformer"), &e), TF_BAD);
    assert_string_equal(
        e.msg,
        "mine holds the results of another spec, or of other settings (its spec.yaml also has a run listops-transformer-s1): choose another --out");
    e = (struct tf_err){0};
    assert_int_equal(run_in("full", jobs, false, SETS("attention.name=transformer"), &e), TF_BAD);
    assert_non_null(strstr(e.msg, "(its spec.yaml also has a run listops-tc-a-h2-s1)"));
    e = (struct tf_err){0};
    put_text("stranger/thesis.tex", "x");
    assert_int_equal(run_in("stranger", jobs, false, NULL, 0, &e), TF_BAD);
    assert_string_equal(e.msg, "stranger contains 'thesis.tex' but no spec.yaml, so it is not an output folder: choose another --out");
    assert_false(tf_file_exists("stranger/.lock"));
    e = (struct tf_err){0};
    assert_int_equal(run_in("failed", jobs, false, SETS("init.from=none.safetensors"), &e), TF_BAD); // before any row or checkpoint
    e = (struct tf_err){0};
    assert_int_equal(run_in("failed", jobs, false, NULL, 0, &e), TF_OK); // the corrected spec
    int fd = open("mine/.lock", O_RDWR | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0); // the run released it
    close(fd);
}

/* Removed before the second run, or in the middle of the first: one error, and nothing comes back. */
static void (*keep_log_hook)(enum tf_level, const char *);
static void remove_before_second(enum tf_level level, const char *msg) {
    if (keep_log_hook) keep_log_hook(level, msg);
    if (!strncmp(msg, "run 2 of 2", 10)) assert_int_equal(system("rm -rf removed"), 0);
}

static void remove_in_training(const struct tf_progress *p) {
    if (p->run >= 0 && p->done >= 2) assert_int_equal(system("rm -rf removed"), 0);
}

static void removed_folders_stay_removed(void **state) {
    (void)state;
    static const char why[] = "removed was removed while its runs were under way";
    struct tf_err e = {0};
    keep_log_hook = tf_log_hook;
    tf_log_hook = remove_before_second;
    assert_int_equal(run_in("removed", jobs, false, NULL, 0, &e), TF_SYSTEM);
    tf_log_hook = keep_log_hook;
    assert_string_equal(e.msg, why);
    assert_false(tf_file_exists("removed"));
    e = (struct tf_err){0};
    tf_progress_hook = remove_in_training;
    assert_int_equal(run_in("removed", jobs, false, NULL, 0, &e), TF_SYSTEM);
    tf_progress_hook = NULL;
    assert_string_equal(e.msg, why);
    assert_false(tf_file_exists("removed"));
}

/* An option that acts on nothing makes no other spec, nor does the order of the entries; the folder takes today's. */
static void same_runs_are_one_spec(void **state) {
    (void)state;
    struct tf_err e = {0};
    struct tf_yaml *y = NULL;
    struct tf_buf text = {0};
    const char *const sets[] = {"attention=[{name: tf-a, height: 2, gradient: leaf}, tc-a]", "seeds=1",
                                "attention=[tc-a, {name: tf-a, height: 2, gradient: leaf}]", "seeds=2"};
    assert_int_equal(run_in("idle", jobs, false, sets, 2, &e), TF_OK);
    assert_int_equal(tf_yaml_load(&y, "idle/spec.yaml", &e) | tf_yaml_set(y, "attention.0.clip", "10000", &e), 0);
    tf_yaml_write(&text, y);
    put_text("idle/spec.yaml", text.s);
    assert_int_equal(run_in("idle", jobs, false, sets, 2, &e), TF_OK);
    assert_int_equal(run_in("idle", jobs, false, sets + 2, 2, &e), TF_OK);
    tf_yaml_free(y), tf_buf_free(&text);
    assert_int_equal(tf_yaml_load(&y, "idle/spec.yaml", &e), 0);
    assert_string_equal(tf_yaml_at(y, "attention.1.clip")->value, "1");
    assert_int_equal(tf_yaml_get(y, "seeds")->n, 2);
    tf_yaml_free(y);
}

/* What began with weights that have changed since is neither a result of this spec nor to be gone on with. */
static void other_weights_are_refused(void **state) {
    (void)state;
    struct tf_err e = {0};
    const char *const sets[] = {"attention.name=transformer", "init.from=full/runs/listops-transformer-s1/best.safetensors"};
    assert_int_equal(run_in("heir", jobs, false, sets, 2, &e), TF_OK);
    struct tf_row r = row_of("heir/rows/listops-transformer-s1.csv");
    char hex[65];
    assert_int_equal(tf_sha256_file(strchr(sets[1], '=') + 1, hex, &e), 0);
    assert_int_equal(strlen(r.init_hash), 33);
    assert_memory_equal(r.init_hash, hex, 16);
    assert_string_equal(row_of("full/rows/listops-transformer-s1.csv").init_hash, "");
    assert_string_equal(row_of("full/rows/listops-transformer-s1.csv").data_hash, r.data_hash);
    assert_int_equal(run_in("heir", jobs, false, sets, 2, &e), TF_OK);
    const char *from = "full/runs/listops-transformer-s1/best.safetensors", *aside = "full/aside";
    assert_int_equal(rename(from, aside), 0);
    struct tf_st st; // a file of the same weights that says something else about them
    assert_int_equal(tf_st_open(&st, aside, &e), 0);
    assert_int_equal(tf_st_write(from, st.t, st.n, (const char *const[]){"told", "otherwise", NULL}, &e), 0);
    tf_st_close(&st);
    const char *const again[] = {sets[0], sets[1], "seeds=4"};
    if (run_in("heir", jobs, false, again, 3, &e) != TF_OK) fail_msg("%s", e.msg);
    const struct tf_row other = row_of("heir/rows/listops-transformer-s4.csv");
    assert_int_not_equal(memcmp(other.init_hash, r.init_hash, 16), 0);
    assert_string_equal(other.init_hash + 16, r.init_hash + 16);
    assert_true(tf_same_init(other.init_hash, r.init_hash) && tf_same_init("0123456789abcdef", "0123456789abcdef.fedcba9876543210"));
    assert_false(tf_same_init("0123456789abcdef", "fedcba9876543210") || tf_same_init("a.safetensors", "b.safetensors"));
    assert_int_equal(unlink(from), 0);
    assert_int_equal(run_in("heir", jobs, false, sets, 2, &e), TF_OK); // the weights may go, the result stays
    assert_int_equal(link("heir/runs/listops-transformer-s1/best.safetensors", from), 0);
    const char *const more[] = {sets[0], sets[1], "seeds=2"}; // which would stand beside the first in one mean
    e = (struct tf_err){0};
    assert_int_equal(run_in("heir", jobs, false, more, 3, &e), TF_BAD);
    if (!strstr(e.msg, "listops-transformer-s1.csv began with other weights")) fail_msg("%s", e.msg);
    for (int row = 1; row >= 0; row--) { // the finished run, then its checkpoint
        e = (struct tf_err){0};
        assert_int_equal(run_in("heir", jobs, true, sets, 2, &e), TF_BAD);
        assert_non_null(strstr(e.msg, "began with other weights"));
        if (row) assert_int_equal(unlink("heir/rows/listops-transformer-s1.csv"), 0);
    }
    assert_int_equal(rename(aside, from), 0);
    const char *const of_folder[] = {sets[0], "init.from=model"}; // a folder stays, with its vocabulary
    e = (struct tf_err){0};
    assert_int_equal(tf_mkdirs("model", &e), 0);
    assert_int_equal(link(from, "model/model.safetensors"), 0);
    assert_int_equal(run_in("heir-of-folder", jobs, false, of_folder, 2, &e), TF_OK);
    assert_int_equal(unlink("model/model.safetensors"), 0);
    e = (struct tf_err){0};
    if (run_in("heir-of-folder", jobs, false, of_folder, 2, &e) != TF_OK) fail_msg("%s", e.msg);
}

static void assert_fact(const char *manifest, const char *key, const char *value) {
    struct tf_csv c;
    struct tf_err e = {0};
    const char *got = NULL;
    if (tf_csv_load(&c, manifest, &e)) fail_msg("%s", e.msg);
    for (int i = 0; i < c.rows; i++)
        if (!strcmp(tf_csv_get(&c, i, "key"), key)) got = tf_csv_get(&c, i, "value");
    if (!got || strcmp(got, value)) fail_msg("%s: %s is '%s', not '%s'", manifest, key, got ? got : "missing", value);
    tf_csv_free(&c);
}

/* The folder's manifest tells of all that is in it, whoever made it; a run's of the run. */
static void manifests_tell_the_truth(void **state) {
    (void)state;
    struct tf_err e = {0};
    const char *const sets[] = {"attention.name=transformer", "task.length_max=30,20", "seeds=1"};
    jobs = 2;
    assert_int_equal(run_in("facts", jobs, false, sets, 3, &e), TF_OK);
    jobs = 0;
    assert_int_equal(run_in("facts", jobs, false, SETS(sets[0], sets[1], "seeds=2"), &e), TF_OK);
    struct tf_row r = row_of("facts/rows/listops-transformer-length_max30-s1.csv"),
                  s = row_of("facts/rows/listops-transformer-length_max20-s1.csv");
    char both[40];
    snprintf(both, sizeof both, "%s; %s", r.data_hash, s.data_hash);
    assert_string_not_equal(r.data_hash, s.data_hash);
    for (int again = 0; again < 2; again++) { // made by a call that trained, then by one that skipped all
        assert_fact("facts/manifest.csv", "seeds", again ? "1 2" : "2 1");
        assert_fact("facts/manifest.csv", "data_hash", both);
        assert_fact("facts/manifest.csv", "spec", "tiny");
        assert_int_equal(unlink("facts/manifest.csv"), 0);
        assert_int_equal(run_in("facts", jobs, false, sets, 3, &e), TF_OK);
    }
    assert_fact("facts/runs/listops-transformer-length_max30-s1/manifest.csv", "spec_hash", r.spec_hash);
    assert_fact("facts/runs/listops-transformer-length_max30-s1/manifest.csv", "seeds", "1");
    assert_fact("facts/runs/listops-transformer-length_max20-s1/manifest.csv", "data_hash", s.data_hash);
    // A row whose run's folder was not kept: what the folder's manifest said of it stays.
    char versions[64];
    snprintf(versions, sizeof versions, "0.0.1; 0.0.2; %s", tf_version());
    assert_int_equal(unlink("facts/runs/listops-transformer-length_max20-s1/manifest.csv"), 0);
    put_text("facts/manifest.csv", "key,value\nversion,0.0.1; 0.0.2\nspec,old\n");
    for (int again = 0; again < 2; again++) {
        assert_int_equal(run_in("facts", jobs, false, sets, 3, &e), TF_OK);
        assert_fact("facts/manifest.csv", "version", versions);
        assert_fact("facts/manifest.csv", "spec", "tiny");
        assert_fact("facts/manifest.csv", "isa", tf_isa());
    }
}

/* A run that cannot start leaves the others alone: they have their rows and tables, and then its error is returned, whose reason was a warning. */
static void bad_runs_block_no_others(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("rank", jobs, false, SETS("attention={name: linformer, rank: 4}"), &e), TF_OK);
    // tables say what is not as it is by default
    struct tf_buf text = {0};
    assert_int_equal(tf_file_read("rank/table.csv", &text, &e), 0);
    assert_non_null(strstr(text.s, ",linformer,Linformer,,rank=4,"));
    text.len = 0;
    assert_int_equal(tf_file_read("rank/table.md", &text, &e), 0);
    assert_non_null(strstr(text.s, "Not at their defaults: Linformer: rank=4."));
    tf_buf_free(&text);
    const char *const sets[] = {"attention=[transformer, {name: linformer, rank: 8}, tc-a]",
                                "init.from=rank/runs/listops-linformer-s1/best.safetensors"};
    for (jobs = 0; jobs <= 2; jobs += 2) {
        const char *out = jobs ? "bad-jobs" : "bad";
        char path[64];
        assert_int_equal(run_in(out, jobs, false, sets, 2, &e), TF_BAD);
        assert_string_equal(e.msg, "1 of 3 runs failed: listops-linformer-s1 (its warning is above)");
        snprintf(path, sizeof path, "%s/rows/listops-transformer-s1.csv", out);
        assert_true(tf_file_exists(path));
        snprintf(path, sizeof path, "%s/rows/listops-tc-a-h2-s1.csv", out);
        assert_true(tf_file_exists(path));
        snprintf(path, sizeof path, "%s/table.csv", out);
        assert_true(tf_file_exists(path));
        e = (struct tf_err){0};
    }
    jobs = 0;
}

/* Weights that another spec will write are missed and not needed yet; what is there must be weights. */
static void dry_run_looks_for_the_weights(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("init.from=no-such.safetensors"));
    struct tf_buf out = {0};
    struct tf_err e = {0};
    forget_log();
    assert_int_equal(tf_exp_dry_run(s, &(struct tf_exp_env){.threads = 1}, &out, &e), 0);
    assert_true(was_logged("no-such.safetensors is not there yet"));
    tf_spec_free(s);
    put_text("bad.safetensors", "nothing");
    s = load(SETS("init.from=bad.safetensors"));
    assert_int_equal(tf_exp_dry_run(s, &(struct tf_exp_env){.threads = 1}, &out, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "bad.safetensors"));
    tf_buf_free(&out);
    tf_spec_free(s);
}

static char todo[200];
static void hear_todo(enum tf_level level, const char *msg) {
    if (keep_log) keep_log(level, msg);
    if (strstr(msg, " to do, about ")) snprintf(todo, sizeof todo, "%s", msg);
}

/* A run that another process has is left to it; the rest is done. */
static void claimed_runs_are_left(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs("shared/runs/listops-transformer-s1", &e), 0);
    assert_int_equal(run_in("shared", jobs, false, SETS("seeds=2"), &e), TF_BAD); // runs/ without a spec.yaml: a stranger's
    e = (struct tf_err){0};
    assert_int_equal(rename("shared", "gone"), 0);
    assert_int_equal(run_in("shared", jobs, false, SETS("seeds=2"), &e), TF_OK);
    assert_int_equal(tf_mkdirs("shared/runs/listops-transformer-s1", &e), 0);
    int fd = open("shared/runs/listops-transformer-s1/.claim", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
    keep_log = tf_log_hook, tf_log_hook = hear_todo;
    assert_int_equal(run_in("shared", jobs, false, SETS("seeds=1"), &e), TF_OK);
    tf_log_hook = keep_log;
    assert_true(!strncmp(todo, "1 run to do", 11));
    assert_false(tf_file_exists("shared/rows/listops-transformer-s1.csv"));
    assert_true(tf_file_exists("shared/rows/listops-tc-a-h2-s1.csv"));
    close(fd);
    assert_int_equal(run_in("shared", jobs, false, SETS("seeds=1"), &e), TF_OK);
    assert_true(tf_file_exists("shared/rows/listops-transformer-s1.csv"));
}

static void jobs_do_the_same(void **state) {
    (void)state;
    struct tf_err e = {0};
    jobs = 3;
    assert_int_equal(run_in("jobs", jobs, false, SETS("seeds=1,2"), &e), TF_OK);
    jobs = 0;
    assert_int_equal(run_in("one", jobs, false, SETS("seeds=1,2"), &e), TF_OK);
    assert_same_bytes("jobs/metrics.csv", "one/metrics.csv");
    jobs = 2;
    assert_int_equal(run_in("jobs-bad", jobs, false, SETS("task.source=official"), &e), TF_BAD); // a worker's error is the whole's
    assert_non_null(strstr(e.msg, "listops-1000/basic_train.tsv"));
    jobs = 0;
}

static void divergence_is_a_row(void **state) {
    (void)state;
    for (int again = 0; again < 2; again++) {
        struct tf_err e = {0};
        assert_int_equal(run_in("nan", jobs, false,
                                SETS("train.lr=100", "train.eps=0", "train.beta2=0.0001", "train.steps=60", "model.embed_std=10",
                                     "model.norm=post", "train.schedule=constant", "train.weight_decay=10", "train.warmup=0"),
                                &e),
                         TF_FAILED);
    }
    struct tf_row r = row_of("nan/rows/listops-transformer-s1.csv");
    assert_string_equal(r.status, "diverged");
    assert_true(isnan(r.test_score_pct));
    assert_int_equal(r.test_n, 0);
    assert_true(tf_file_exists("nan/rows/listops-tc-a-h2-s1.csv")); // the sweep went on
}

static int stop_at = 4;
static void interrupt(const struct tf_progress *p) {
    if (strcmp(p->unit, "steps") == 0 && p->done == stop_at) tf_interrupted = 1;
}

static int run_until(int step, const char *out) { /* begins anew */
    struct tf_err e = {0};
    stop_at = step;
    tf_progress_hook = interrupt;
    int code = run_in(out, jobs, false, NULL, 0, &e);
    tf_progress_hook = NULL;
    tf_interrupted = 0;
    return code;
}

static void interruption_leaves_no_row(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_until(4, "stop"), TF_INTERRUPTED);
    assert_false(tf_file_exists("stop/rows/listops-transformer-s1.csv"));
    assert_int_equal(run_in("stop", jobs, true, NULL, 0, &e), TF_OK);
    assert_int_equal(run_in("whole", jobs, false, NULL, 0, &e), TF_OK);
    struct tf_buf a = {0}, b = {0};
    assert_int_equal(tf_file_read("stop/runs/listops-transformer-s1/metrics.csv", &a, &e), 0);
    assert_int_equal(tf_file_read("whole/runs/listops-transformer-s1/metrics.csv", &b, &e), 0);
    assert_string_equal(a.s, b.s);
    struct tf_row r = row_of("stop/rows/listops-transformer-s1.csv"), s = row_of("whole/rows/listops-transformer-s1.csv");
    assert_true(r.test_loss_nats == s.test_loss_nats && r.best_step == s.best_step);
    tf_buf_free(&a), tf_buf_free(&b);
}

static int evaluated(const char *out, struct tf_err *e) { /* runs; or -1 */
    struct tf_spec *s = load(NULL, 0);
    struct tf_buf csv = {0};
    int lines = tf_exp_evaluate(s, out, &(struct tf_exp_env){.threads = 2}, &csv, e) ? 0 : -1;
    for (size_t i = 0; i < csv.len && !e->code; i++) lines += csv.s[i] == '\n';
    tf_buf_free(&csv);
    tf_spec_free(s);
    return e->code ? -1 : lines;
}

/* A model with its best checkpoint, and without a good row, is no result. */
static void unfinished_runs_are_not_evaluated(void **state) {
    (void)state;
    struct tf_err e = {0};
    const char *best = "half/runs/listops-transformer-s1/best.safetensors", *row = "half/rows/listops-transformer-s1.csv";
    assert_int_equal(run_until(4, "half"), TF_INTERRUPTED);
    assert_true(tf_file_exists(best));
    assert_int_equal(evaluated("half", &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strstr(e.msg, "no finished run"));
    e = (struct tf_err){0};
    assert_int_equal(run_in("half", jobs, true, NULL, 0, &e), TF_OK);
    assert_int_equal(evaluated("half", &e), 2);
    struct tf_row r = row_of(row);
    strcpy(r.status, "diverged");
    assert_int_equal(tf_row_write(row, &r, &e), 0);
    assert_int_equal(evaluated("half", &e), 1);
    assert_int_equal(unlink(row), 0);
    assert_int_equal(run_until(1, "half"), TF_INTERRUPTED);
    assert_false(tf_file_exists(best)); // what begins anew has none
}

static void memory_is_guarded(void **state) {
    (void)state;
    if (tf_mem_available() == 0) skip();
    struct tf_err e = {0};
    assert_int_equal(run_in("big", jobs, false, SETS("model.dim=8192", "train.shards=1024"), &e), TF_SYSTEM); // 1 TB of gradients
    assert_non_null(strstr(e.msg, "the run needs about "));
    assert_non_null(strstr(e.msg, " of memory at its peak, and "));
    assert_false(tf_file_exists("big/rows/listops-transformer-s1.csv"));
}

static void dry_run_shows_every_run(void **state) {
    (void)state;
    struct tf_spec *s = load(SETS("attention.name=tc-a,linformer", "train.lr=1e-4,1e-3"));
    struct tf_exp_env env = {.out = "never", .threads = 1};
    struct tf_buf out = {0};
    struct tf_err e = {0};
    assert_int_equal(tf_exp_dry_run(s, &env, &out, &e), 0);
    struct tf_csv c = {0};
    assert_int_equal(tf_csv_parse(&c, out.s, out.len, "dry", &e), 0);
    assert_int_equal(c.rows, 4);
    for (int i = 0; i < 4; i++) {
        double x = 0;
        assert_string_equal(tf_csv_get(&c, i, "run"), s->run[i].id);
        assert_true(!tf_csv_number(&c, i, "parameters", &x, &e) && x > 1000);
        assert_true(!tf_csv_number(&c, i, "peak_bytes", &x, &e) && x > 1000);
        assert_true(!tf_csv_number(&c, i, "flops_train", &x, &e) && x > 1000);
        assert_true(!tf_csv_number(&c, i, "steps", &x, &e) && x == 6);
    }
    assert_false(tf_file_exists("never"));
    tf_csv_free(&c);
    tf_buf_free(&out);
    tf_spec_free(s);
}

/* Stages with trees in few layers, or with lower trees, cost what models of that kind cost. */
static void dry_run_counts_stages(void **state) {
    (void)state;
    static const char *const stages[] = {"{name: tc-a, height: 2, layers: 2-2}", "{name: tc-a, height: 3, layers: 2-2}",
                                         "{name: tc-a, height: 2, layers: 1-2}", "{name: tc-a, height: 3, layers: 1-2}"};
    double sum = 0, before = 0, last = 0, peak = 0;
#define LONG "model.layers=3", "task.length_min=200", "task.length_max=300", "task.max_length=300"
    for (size_t i = 0; i < TF_COUNT(stages); i++) {
        char attention[64];
        snprintf(attention, sizeof attention, "attention=%s", stages[i]);
        before = last, last = dry("flops_step", SETS(LONG, attention));
        peak = fmax(peak, dry("peak_bytes", SETS(LONG, attention)));
        sum += 5 * last;
    }
    const char *const grown[] = {LONG, "attention={name: tc-a, layers: 1-2}",
                                 "train.bootstrap={from_height: 1, to_height: 3, total_steps: 20, levels: drop}"};
    assert_float_equal(dry("flops_train", grown, (int)TF_COUNT(grown)) / sum, 1, 2e-3);
    assert_float_equal(dry("flops_step", grown, (int)TF_COUNT(grown)) * 20 / sum, 1, 2e-3);
    assert_true(dry("peak_bytes", grown, (int)TF_COUNT(grown)) >= peak);
    assert_true(sum > 1.1 * 20 * last);
    const char *const kept[] = {LONG, "attention={name: tc-a, layers: 1-2}", // in the third stage layer 2 keeps its height of 3
                                "train.bootstrap={from_height: 1, to_height: 3, total_steps: 20}"};
    assert_float_equal(dry("flops_train", kept, (int)TF_COUNT(kept)) / (sum + 5 * (last - before) / 2), 1, 2e-3);
}

static void bootstrapping_runs(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("grow", jobs, false,
                            SETS("attention={name: tc-a}", "train.bootstrap={from_height: 1, to_height: 3, steps_per_stage: 4}"), &e),
                     TF_OK);
    struct tf_row r = row_of("grow/rows/listops-tc-a-h3-s1.csv");
    assert_int_equal(r.height, 3);
    assert_int_equal(r.steps, 8); // 1 layer, heights 2 and 3
    assert_true(r.bootstrapped);
}

/* What tables tell runs apart by. */
static void rows_have_the_facts(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(run_in("cls", jobs, false, SETS("model.pool=cls", "attention=transformer", "model.all_queries=true,false"), &e),
                     TF_OK);
    struct tf_row all = row_of("cls/rows/listops-transformer-all_queriestrue-s1.csv"),
                  first = row_of("cls/rows/listops-transformer-all_queriesfalse-s1.csv");
    assert_string_equal(all.queries, "all");
    assert_string_equal(first.queries, "first");
    assert_string_equal(first.variant, "all_queries=false");
    assert_string_equal(first.data_kind, "own");
    assert_true(first.first_layer == 0 && first.end_layer == first.layers && !first.subset && !first.bootstrapped);
    assert_int_equal(tf_row_some_layers(&first), 0);
    assert_int_equal(run_in("typed", jobs, false, SETS("attention={name: tc-a}", "attention.height=1,2", "train.lr=1e-3,2e-3"), &e), TF_OK);
    struct tf_row tree = row_of("typed/rows/listops-tc-a-h2-lr0.002-s1.csv");
    assert_string_equal(tree.setting, "height=2 lr=0.002");
    assert_string_equal(tree.variant, "lr=0.002"); // one curve over heights
}

/* Trees in some layers: the work is that of all layers, the occupancy the trees' own. */
static void work_of_some_layers(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(
        run_in("all-layers", jobs, false, SETS("model.layers=4", "attention=[{name: tc-a, height: 2}, {name: tf-a, height: 1}]"), &e),
        TF_OK);
    assert_int_equal(
        run_in("some", jobs, false,
               SETS("model.layers=4", "attention=[{name: tc-a, height: 2, layers: 1-3}, {name: tf-a, height: 1, layers: 3-3}]"), &e),
        TF_OK);
    struct tf_row all = row_of("all-layers/rows/listops-tc-a-h2-s1.csv"), some = row_of("some/rows/listops-tc-a-h2-l1-3-s1.csv");
    assert_true(some.layers == 4 && some.first_layer == 1 && some.end_layer == 4 && tf_row_some_layers(&some) == 3);
    assert_string_equal(some.variant, some.setting);
    assert_float_equal(some.flops_paper_pct, (100 + 3 * all.flops_paper_pct) / 4, 1e-6);
    assert_float_equal(some.flops_layer_pct, (100 + 3 * all.flops_layer_pct) / 4, 1e-6);
    assert_true(all.occupancy == 0 && some.occupancy == 0); // TC-A touches no pairs
    all = row_of("all-layers/rows/listops-tf-a-h1-s1.csv"), some = row_of("some/rows/listops-tf-a-h1-l3-3-s1.csv");
    assert_true(some.occupancy > 0.3 && some.occupancy < 1 && all.occupancy < 1);
    double a = 4 * some.flops_paper_pct - 300, slope = (100 - all.flops_paper_pct) / (1 - all.occupancy); // linear in f, up to routing
    assert_float_equal(a, all.flops_paper_pct + slope * (some.occupancy - all.occupancy), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_filled),
        cmocka_unit_test(finished_runs_are_skipped),
        cmocka_unit_test(folders_grow),
        cmocka_unit_test(chosen_runs_are_done),
        cmocka_unit_test(other_folders_are_refused),
        cmocka_unit_test(other_weights_are_refused),
        cmocka_unit_test(claimed_runs_are_left),
        cmocka_unit_test(jobs_do_the_same),
        cmocka_unit_test(divergence_is_a_row),
        cmocka_unit_test(interruption_leaves_no_row),
        cmocka_unit_test(work_of_some_layers),
        cmocka_unit_test(memory_is_guarded),
        cmocka_unit_test(dry_run_shows_every_run),
        cmocka_unit_test(bootstrapping_runs),
        cmocka_unit_test(rows_have_the_facts),
        cmocka_unit_test(unfinished_runs_are_not_evaluated),
        cmocka_unit_test(same_runs_are_one_spec),
        cmocka_unit_test(bad_runs_block_no_others),
        cmocka_unit_test(dry_run_looks_for_the_weights),
        cmocka_unit_test(manifests_tell_the_truth),
        cmocka_unit_test(dry_run_counts_stages),
        cmocka_unit_test(removed_folders_stay_removed),
    };
    tf_num_init();
    return cmocka_run_group_tests_name("run", tests, enter_inside, leave);
}
