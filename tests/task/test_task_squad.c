/* The SQuAD task: splits, limits, the cache, errors; a whole run on a tiny set and its score. Reading and the metric: test_squad.c. */
#include <math.h>
#include <sys/stat.h>

#include "run/evaluate.h"
#include "run/run.h"
#include "run/predict.h"
#include "run/session.h"
#include "task/squad_window.h"
#include "io/io.h"
#include "io/json.h"
#include "parts.h"
#include "task/squad.h"
#include "task/squad_score.h"
#include "results/row.h"

/* ---- the task ------------------------------------------------------------------------------------------------------------------------ */

/* Articles of two paragraphs with two questions each; one in seven answers is not in its place. */
static void put_set(const char *name, const char *prefix, int articles) {
    struct tf_buf b = {0};
    tf_buf_addf(&b, "{\"data\": [");
    for (int i = 0; i < 4 * articles; i++) {
        if (i % 4 == 0) tf_buf_addf(&b, "%s{\"paragraphs\": [", i ? "," : "");
        if (i % 2 == 0) {
            tf_buf_addf(&b, "%s{\"context\": \"", i % 4 ? "," : "");
            for (int k = 0; k < 12 + i % 5; k++) tf_buf_addf(&b, "%c ", 'a' + (i / 2 + k * k) % 10);
            tf_buf_addf(&b, "\", \"qas\": [");
        }
        tf_buf_addf(&b, "%s{\"id\": \"%s%d\", \"question\": \"q %c\", \"answers\": [{\"text\": \"%c\", \"answer_start\": %d}]}",
                    i % 2 ? "," : "", prefix, i, 'a' + i / 4 % 10, i % 7 == 3 ? 'z' : 'a' + (i / 2 + i % 11 * (i % 11)) % 10, i % 11 * 2);
        if (i % 2) tf_buf_addf(&b, "]}");
        if (i % 4 == 3) tf_buf_addf(&b, "]}");
    }
    tf_buf_addf(&b, "]}");
    put_bytes(name, b.s, b.len);
    tf_buf_free(&b);
}

static int open_squad(struct tf_data **out, struct tf_squad_set **test, const char *settings, int threads, struct tf_err *e) {
    char text[256];
    struct tf_task_env env = {.data_dir = dir, .cache_dir = in_dir("cache"), .threads = threads};
    snprintf(text, sizeof text, "max_length=16 doc_stride=4 max_query_length=4 heldout=3 %s", settings);
    void *o = task_options("squad", text);
    int rc = tf_squad_open(out, test, o, &env, e);
    tf_free(o);
    return rc;
}

static struct tf_data *must_open(struct tf_squad_set **test, const char *settings, int threads) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (open_squad(&d, test, settings, threads, &e)) fail_msg("%s: %s", settings, e.msg);
    return d;
}

static void same(const struct tf_data *a, const struct tf_data *b) {
    assert_int_equal(a->hash, b->hash);
    for (int s = 0; s < TF_SPLITS; s++) {
        assert_int_equal(a->n[s], b->n[s]);
        assert_memory_equal(a->tok[s], b->tok[s], a->off[s][a->n[s]] * sizeof *a->tok[s]);
        assert_memory_equal(a->label[s], b->label[s], a->n[s] * sizeof *a->label[s]);
    }
}

static void make_files(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'/*", dir);
    assert_int_equal(system(command), 0);
    put_text("bert-vocab/vocab.txt", squad_vocab);
    put_set("squad/train-v1.1.json", "t", 10);
    put_set("squad/dev-v1.1.json", "d", 5);
}

static void splits_and_cache(void **state) {
    (void)state;
    struct tf_squad_set *test;
    uint16_t tok[16];
    make_files();
    warnings = 0;
    struct tf_data *a = must_open(&test, "", 1);
    assert_int_equal(warnings, 2); // misplaced answers, of either file
    assert_non_null(strstr(last_warning, "train-v1.1.json: 6 of 40 answers are not where they should be"));
    assert_int_equal(a->objective, TF_SPANS), assert_int_equal(a->vocab, 27), assert_int_equal(a->cls_id, 2),
        assert_int_equal(a->sep_id, 3);
    assert_int_equal(a->n[TF_TEST], test->windows), assert_int_equal(test->n, 20), assert_int_equal(a->max_len, 16);
    for (size_t w = 0; w < test->windows; w++) { // examples are windows, and every question has its own, together
        struct tf_example x = tf_data_get(a, TF_TEST, w);
        assert_int_equal(tf_squad_tokens(test, w, tok), x.len);
        assert_memory_equal(tok, x.tok, (size_t)x.len * sizeof *tok);
        assert_int_equal(tf_squad_label(test, w), x.label);
    }
    bool seen[10] = {false}; // the third token is the article's letter: those of the validation are not in the training
    int articles = 0;
    for (size_t i = 0; i < a->n[TF_VALID]; i++) seen[tf_data_get(a, TF_VALID, i).tok[2] - 5] = true;
    for (size_t i = 0; i < a->n[TF_TRAIN]; i++) assert_false(seen[tf_data_get(a, TF_TRAIN, i).tok[2] - 5]);
    for (int i = 0; i < 10; i++) articles += seen[i];
    assert_int_equal(articles, 3);
    warnings = 0;
    struct tf_data *b = must_open(NULL, "", 3); // from the cache: nothing is read, nothing is warned about
    assert_int_equal(warnings, 0);
    same(a, b);
    assert_string_equal(a->source, b->source);
    assert_non_null(strstr(a->source, "3 training articles held out, split_seed 1"));
    tf_data_close(b);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'/cache", dir);
    assert_int_equal(system(command), 0);
    b = must_open(NULL, "", 3);
    same(a, b);
    b = tf_data_pad(b, 12); // what a padding runner would see: still spans, those that were cut off are at [CLS]
    assert_int_equal(b->objective, TF_SPANS), assert_int_equal(b->sep_id, 3);
    for (size_t w = 0; w < b->n[TF_TEST]; w++)
        assert_int_equal(b->label[TF_TEST][w], a->label[TF_TEST][w] / 65536 < 12 ? a->label[TF_TEST][w] : 0);
    tf_data_close(b);
    b = must_open(NULL, "split_seed=2", 1);
    assert_int_not_equal(a->hash, b->hash);
    tf_data_close(b), tf_data_close(a);
    tf_squad_set_free(test);
}

static void limits_and_validation(void **state) {
    (void)state;
    struct tf_squad_set *test;
    make_files();
    struct tf_data *all = must_open(NULL, "", 1), *few = must_open(&test, "train=9 valid=2 test=3", 1);
    assert_int_equal(test->n, 3);
    for (int s = 0; s < TF_SPLITS; s++) { // the start of the whole split
        assert_true(few->n[s] >= 2 && few->n[s] <= all->n[s] - 1);
        assert_memory_equal(few->tok[s], all->tok[s], few->off[s][few->n[s]] * sizeof *few->tok[s]);
    }
    tf_squad_set_free(test), tf_data_close(few);
    few = must_open(NULL, "validation=test", 1);
    assert_int_equal(few->n[TF_VALID], all->n[TF_TEST]);
    assert_ptr_equal(few->tok[TF_VALID], few->tok[TF_TEST]);
    assert_true(few->n[TF_TRAIN] > all->n[TF_TRAIN]);
    assert_non_null(strstr(few->source, "validation = test"));
    tf_data_close(few);
    few = must_open(&test, "validation=test valid=2", 1);
    assert_int_equal(few->n[TF_VALID], test->first[2]);
    tf_squad_set_free(test), tf_data_close(few);
    static const struct {
        const char *settings;
        size_t valid, test; // questions, of 20
    } row[] = {{"validation=test valid=5 test=3", 5, 3},
               {"validation=test valid=3 test=5", 3, 5},
               {"validation=test test=3", 20, 3},
               {"validation=test valid=4 test=4", 4, 4}};
    for (size_t i = 0; i < 2 * TF_COUNT(row); i++) { // the second time from the cache
        few = must_open(i % 2 ? NULL : &test, row[i / 2].settings, 1);
        assert_int_equal(test->n, row[i / 2].test), assert_int_equal(test->windows, few->n[TF_TEST]);
        assert_ptr_equal(few->tok[TF_VALID], few->tok[TF_TEST]);
        struct tf_squad_set *valid;
        char settings[64];
        snprintf(settings, sizeof settings, "test=%zu", row[i / 2].valid);
        tf_data_close(must_open(&valid, settings, 1));
        assert_int_equal(few->n[TF_VALID], valid->windows);
        assert_memory_equal(few->tok[TF_VALID], all->tok[TF_TEST], few->off[TF_VALID][few->n[TF_VALID]] * sizeof *all->tok[TF_TEST]);
        tf_squad_set_free(valid), tf_data_close(few);
        if (i % 2) tf_squad_set_free(test);
    }
    tf_data_close(all);
    struct tf_buf q = {0};
    struct tf_squad_opts o = {.validation = 1};
    tf_task_find("squad")->quirks(&o, &q);
    assert_string_equal(q.s, "validation = test");
    tf_buf_free(&q);
}

static void put_questions(const char *name, int n) { // two articles
    struct tf_buf b = {0};
    for (int i = 0; i < n; i++) {
        if (i < 2) tf_buf_addf(&b, "%s{\"paragraphs\": [{\"context\": \"a b\", \"qas\": [", i ? "]}]}," : "{\"data\": [");
        tf_buf_addf(&b, "%s{\"id\": \"%d\", \"question\": \"q\", \"answers\": [{\"text\": \"a\", \"answer_start\": 0}]}", i < 2 ? "" : ",",
                    i);
    }
    tf_buf_addf(&b, "]}]}]}");
    put_bytes(name, b.s, b.len);
    tf_buf_free(&b);
}

/* Fewer questions than were published, said from the cache, too; limits are no such subset. */
static void subsets(void **state) {
    (void)state;
    static const struct {
        int train, test;
        bool whole;
    } row[] = {{87599, 10570, true}, {87598, 10570, false}, {87599, 10569, false}};
    make_files();
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        put_questions("squad/train-v1.1.json", row[i].train), put_questions("squad/dev-v1.1.json", row[i].test);
        for (int again = 0; again < 2; again++) { // the second time from the cache
            struct tf_data *d = must_open(NULL, "heldout=1 train=10 valid=5 test=5", 1);
            assert_int_equal(d->subset, !row[i].whole);
            assert_int_equal(strstr(d->source, "SQuAD v1.1, a subset, files of ") == NULL, row[i].whole);
            d = tf_data_pad(d, 16);
            assert_int_equal(d->subset, !row[i].whole);
            tf_data_close(d);
        }
    }
}

/* Of two articles with three questions, one of whose answers is not in its place: the training leaves that question out, the other splits do not. */
static void questions_without_answers(void **state) {
    (void)state;
    static const char *const name[] = {"squad/train-v1.1.json", "squad/dev-v1.1.json"};
    struct tf_buf b = {0};
    make_files();
    for (int i = 0; i < 6; i++) {
        if (i % 3 == 0) tf_buf_addf(&b, "%s{\"paragraphs\": [{\"context\": \"a b c\", \"qas\": [", i ? "]}]}, " : "{\"data\": [");
        tf_buf_addf(&b, "%s{\"id\": \"%d\", \"question\": \"q\", \"answers\": [{\"text\": \"%s\", \"answer_start\": 2}]}", i % 3 ? "," : "",
                    i, i % 3 == 1 ? "z" : "b");
    }
    tf_buf_addf(&b, "]}]}]}");
    for (int i = 0; i < 2; i++) put_bytes(name[i], b.s, b.len);
    struct tf_data *d = must_open(NULL, "heldout=1", 1);
    assert_int_equal(d->n[TF_TRAIN], 2), assert_int_equal(d->n[TF_VALID], 3), assert_int_equal(d->n[TF_TEST], 6);
    for (size_t i = 0; i < 2; i++) assert_int_equal(tf_data_get(d, TF_TRAIN, i).label, 4 + 65536 * 4); // [CLS] q [SEP] a b
    tf_data_close(d), tf_buf_free(&b);
}

static void opening_fails(void **state) {
    (void)state;
    make_files();
    static const struct {
        const char *settings, *want;
    } row[] = {{"heldout=10", "heldout 10: "}, {"vocab=none.txt", "none.txt: not found in"}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_data *d = NULL;
        struct tf_err e = {0};
        const size_t live = tf_mem_live();
        assert_int_equal(open_squad(&d, NULL, row[i].settings, 1, &e), -1);
        assert_int_equal(e.code, TF_BAD);
        if (!strstr(e.msg, row[i].want)) fail_msg("'%s' does not hold '%s'", e.msg, row[i].want);
        assert_int_equal(tf_mem_live(), live);
    }
    put_text("squad/dev-v1.1.json", "{}");
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    assert_int_equal(open_squad(&d, NULL, "", 1, &e), -1);
    assert_non_null(strstr(e.msg, "squad/dev-v1.1.json: data: missing"));
}

/* ---- a run ---------------------------------------------------------------------------------------------------------------------------- */

/* Against the predictions that were written: the mean over the n questions, and its normal interval within what scores can be. Where scores
 * are alike, an interval as if they were right or wrong. */
static void check_score(const struct exp_score *one, size_t n) {
    struct tf_err e = {0};
    struct tf_json *j;
    struct tf_squad *file;
    double f1, sum = 0, squares = 0, exact = 0;
    size_t found = 0;
    if (tf_json_load(&j, in_dir("out/predictions.json"), &e) || tf_squad_load(&file, in_dir("squad/dev-v1.1.json"), &e))
        fail_msg("%s", e.msg);
    for (int i = 0; i < 20; i++) {
        char id[16];
        struct tf_squad_text said = {0};
        snprintf(id, sizeof id, "d%d", i);
        const struct tf_json *text = tf_json_get(j, id);
        if (!text) continue;
        assert_non_null(said.s = tf_json_text(text, &said.n));
        exact += tf_squad_grade(file, (size_t)i, said, &f1);
        sum += f1, squares += f1 * f1, found++;
    }
    const double N = (double)n, spread = n > 1 ? (squares - sum * sum / N) / (N - 1) : 0, half = 1.959963985 * sqrt(spread / N);
    struct tf_interval want = {100 * sum / N, fmax(0, 100 * (sum / N - half)), fmin(100, 100 * (sum / N + half))};
    if (spread < 1e-12) want = tf_wilson(sum, N);
    assert_int_equal(found, n), assert_int_equal(one->n, n);
    assert_float_equal(one->exact_pct.mean, 100 * exact / N, 1e-9);
    assert_float_equal(one->score_pct.mean, want.mean, 1e-9);
    assert_float_equal(one->score_pct.lo, want.lo, 1e-6), assert_float_equal(one->score_pct.hi, want.hi, 1e-6);
    tf_json_free(j), tf_squad_free(file);
}

/* Of the first n questions of the test. */
static void few_questions(struct tf_spec *s, const char *best, const struct tf_exp_env *env) {
    struct tf_squad_opts *o = s->run[0].task_opts;
    char out[160];
    struct tf_task_out files = {.dir = out};
    struct exp_score one;
    struct tf_err e = {0};
    int whole = 0;
    snprintf(out, sizeof out, "%s/out", dir);
    for (o->test = 1; o->test < 20; o->test++) {
        if (exp_task_score(&s->run[0], best, env, &files, &one, &e)) fail_msg("%s", e.msg);
        check_score(&one, (size_t)o->test);
        whole += one.score_pct.lo == 0 && one.score_pct.mean > 0;
    }
    assert_true(whole > 0); // where the normal interval goes beyond 0
    o->test = 0;
    tf_buf_free(&files.paths);
}

/* n_best is how many answers of a question are kept, and max_answer_length how many pieces one has: here a piece is a letter between blanks. */
static void answer_limits(struct tf_spec *s, const char *best, const struct tf_exp_env *env) {
    static const int limits[][2] = {{20, 30}, {1, 30}, {20, 1}};
    struct tf_squad_opts *o = s->run[0].task_opts;
    const struct tf_squad_opts was = *o;
    char out[160];
    struct tf_task_out files = {.dir = out};
    snprintf(out, sizeof out, "%s/out", dir);
    for (size_t k = 0; k < TF_COUNT(limits); k++) {
        struct exp_score one;
        struct tf_json *j;
        struct tf_err e = {0};
        size_t most = 0, blanks = 0, bytes;
        o->n_best = limits[k][0], o->max_answer_length = limits[k][1];
        if (exp_task_score(&s->run[0], best, env, &files, &one, &e) || tf_json_load(&j, in_dir("out/nbest_predictions.json"), &e))
            fail_msg("%s", e.msg);
        for (int i = 0; i < 20; i++) {
            char id[16];
            snprintf(id, sizeof id, "d%d", i);
            const struct tf_json *all = tf_json_get(j, id);
            const size_t n = tf_json_count(all);
            assert_true(n >= 1);
            if (n > most) most = n;
            for (size_t g = 0; g < n; g++) {
                const char *text = tf_json_text(tf_json_get(tf_json_at(all, g), "text"), &bytes);
                assert_non_null(text);
                blanks += memchr(text, ' ', bytes) != NULL;
            }
        }
        assert_true(k == 1 ? most == 1 : most > 1);
        assert_true(k == 0 ? blanks > 0 : k == 1 || blanks == 0);
        tf_json_free(j);
    }
    *o = was;
    tf_buf_free(&files.paths);
}

/* The work is that of the run, windows of all lengths; the official score is a second pass over the test, of all windows even where the first has a limit. */
static void estimates(const struct tf_spec *s, double train_flops) {
    const struct tf_exp_env env = {.data_dir = dir, .threads = 1};
    struct tf_buf out = {0};
    struct tf_csv c;
    struct tf_err e = {0};
    double flops = 0;
    if (tf_exp_dry_run(s, &env, &out, &e) || tf_csv_parse(&c, out.s, out.len, "dry", &e) || tf_csv_number(&c, 0, "flops_train", &flops, &e))
        fail_msg("%s", e.msg);
    assert_float_equal(flops, train_flops, 0.05 * train_flops);
    tf_csv_free(&c), tf_buf_free(&out);
    struct tf_estimate known = {.step_s = 1, .valid_s = 10, .test_s = 30};
    const struct session x = {.s = s, .env = &env, .estimates = &known};
    struct tf_run run = {.recipe = s->run[0].recipe, .data = &(struct tf_data){.n[TF_TEST] = 20}};
    assert_float_equal(session_fit(&x, &s->run[0], &run, 1).time_s, 40 + 2 * 10 + 2 * 30, 1e-9);
    run.train.test_limit = 5; // which the 30 seconds are of
    assert_float_equal(session_fit(&x, &s->run[0], &run, 1).time_s, 40 + 2 * 10 + 30 + 4 * 30, 1e-9);
    run.train.test_limit = 50;
    assert_float_equal(session_fit(&x, &s->run[0], &run, 1).time_s, 40 + 2 * 10 + 2 * 30, 1e-9);
}

static void run_and_score(void **state) {
    (void)state;
    static const char spec[] =
        "title: SQuAD\nprotocol: quick\n"
        "task: {name: squad, max_length: 16, doc_stride: 4, max_query_length: 4, heldout: 3}\n"
        "model: {layers: 1, dim: 8, heads: 2, mlp_dim: 8, classifier_dim: 0, segments: 2, pool: first}\n"
        "attention: [transformer]\ntrain: {steps: 40, warmup: 2, lr: 1e-2, eval_every: 20, batch: 4, log_every: 20}\n";
    char path[256], best[512];
    const char *out = in_dir("out");
    struct tf_spec *s = NULL;
    struct tf_err e = {0};
    make_files();
    put_text("spec.yaml", spec);
    setenv("TREEFORMER_CACHE", in_dir("cache"), 1);
    struct tf_exp_env env = {.out = out, .data_dir = dir, .threads = 2};
    int worst = -1;
    if (tf_spec_load(&s, in_dir("spec.yaml"), NULL, 0, NULL, &e) || tf_exp_run(s, &env, &worst, &e)) fail_msg("%s", e.msg);
    assert_int_equal(worst, TF_OK);
    snprintf(best, sizeof best, "%s/runs/%s/best.safetensors", out, s->run[0].id);
    struct exp_score one, two;
    env.threads = 1;
    struct tf_task_out files = {.dir = out};
    if (exp_task_score(&s->run[0], best, &env, &files, &one, &e)) fail_msg("%s", e.msg);
    snprintf(path, sizeof path, "%s/predictions.json\n%s/nbest_predictions.json\n", out, out);
    assert_string_equal(files.paths.s, path);
    tf_buf_free(&files.paths);
    env.threads = 3;
    s->run[0].data.pad = 0;
    if (exp_task_score(&s->run[0], best, &env, NULL, &two, &e)) fail_msg("%s", e.msg);
    assert_memory_equal(&one.exact_pct, &two.exact_pct, sizeof one.exact_pct); // whoever computes it
    assert_memory_equal(&one.score_pct, &two.score_pct, sizeof one.score_pct);
    assert_int_equal(two.n, 20);
    assert_int_equal(one.n, 20);
    assert_true(one.exact_pct.lo <= one.exact_pct.mean && one.exact_pct.mean <= one.exact_pct.hi && one.score_pct.lo <= one.score_pct.mean);
    struct tf_buf csv = {0};
    if (tf_exp_evaluate(s, out, &env, &csv, &e)) fail_msg("%s", e.msg);
    snprintf(path, sizeof path, "\n%s,20,%.2f,%.2f,%.2f,", s->run[0].id, one.score_pct.mean, one.score_pct.lo, one.score_pct.hi);
    assert_non_null(strstr(csv.s, path));
    assert_string_equal(csv.s + csv.len - 4, ",f1\n");
    tf_buf_free(&csv);
    check_score(&one, 20);
    struct tf_row row;
    if (tf_row_read(below("out/rows/%s.csv", s->run[0].id), &row, &e)) fail_msg("%s", e.msg);
    estimates(s, row.train_flops);
    struct tf_json *j;
    if (tf_json_load(&j, in_dir("out/nbest_predictions.json"), &e)) fail_msg("%s", e.msg);
    assert_true(tf_json_count(tf_json_get(j, "d7")) >= 1 && tf_json_count(tf_json_get(j, "d7")) <= 20);
    tf_json_free(j);
    struct tf_buf paths = {0}; // the same files through `predict`
    env.out = NULL;
    if (tf_exp_predict(s, out, &env, &paths, &e)) fail_msg("%s", e.msg);
    snprintf(path, sizeof path, "%s/runs/%s/predictions.json\n", out, s->run[0].id);
    assert_memory_equal(paths.s, path, strlen(path));
    *strchr(path, '\n') = 0;
    assert_string_equal(read_text(path), read_text(in_dir("out/predictions.json")));
    tf_buf_free(&paths);
    few_questions(s, best, &(struct tf_exp_env){.data_dir = dir, .threads = 1});
    answer_limits(s, best, &(struct tf_exp_env){.data_dir = dir, .threads = 1});
    s->run[0].data.pad = 8;
    assert_int_equal(exp_task_score(&s->run[0], best, &env, NULL, &two, &e), -1);
    assert_non_null(strstr(e.msg, "data.pad 8 would cut windows of 16 tokens"));
    unsetenv("TREEFORMER_CACHE");
    tf_spec_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_and_cache),          cmocka_unit_test(limits_and_validation), cmocka_unit_test(subsets),
        cmocka_unit_test(questions_without_answers), cmocka_unit_test(opening_fails),         cmocka_unit_test(run_and_score),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
