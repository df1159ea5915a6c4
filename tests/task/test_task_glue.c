/* The GLUE tasks: the layout of every table, truncation, splits, quirks, every error, pairs from SQuAD; the real tables where TREEFORMER_DATA has them. */
#include "io/json.h"
#include "parts.h"
#include "task/glue.h"
#include "task/task.h"
#include "text/bert.h"

static int setup(void **state) {
    (void)state;
    if (enter(state)) return -1;
    put_vocab("\"\n");
    return 0;
}

static int open_with(struct tf_data **d, const char *task, const char *set, int threads, struct tf_err *e) {
    char settings[256];
    snprintf(settings, sizeof settings, "vocab=vocab.txt %s", set);
    return open_task(d, task, settings, (struct where){.data = dir, .threads = threads}, e);
}

static struct tf_data *must_open(const char *task, const char *set, int threads) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    if (open_with(&d, task, set, threads, &e)) fail_msg("%s: %s", task, e.msg);
    return d;
}

/* A sequence as letters: ^ [CLS], | [SEP], ? [UNK]; its label behind it. */
static const char *text_of(const struct tf_data *d, enum tf_split s, size_t i) {
    static char out[256];
    struct tf_example x = tf_data_get(d, s, i);
    int n = 0;
    for (; n < x.len && n < 250; n++) out[n] = "_?^|#abcdefghijklmnopqrstuvwxyz\""[x.tok[n]];
    snprintf(out + n, 5, "%d", x.label % 10);
    return out;
}

/* ---- layouts ----------------------------------------------------------------------------------------------------------------- */

#define MNLI_HEAD "index\tpromptID\tpairID\tgenre\tp1\tp2\tq1\tq2\tsentence1\tsentence2\tlabel1\tgold_label\n"
#define MNLI_DEV \
    "index\tpromptID\tpairID\tgenre\tp1\tp2\tq1\tq2\tsentence1\tsentence2\tlabel1\tlabel2\tlabel3\tlabel4\tlabel5\tgold_label\n"
#define MNLI_ROW "0\t1\t2\tg\tp\tp\tp\tp\t"

static const struct {
    const char *task, *folder, *dev_name, *train, *dev, *first; // first: of the dev set
    int classes;
    enum tf_metric metric;
} layout[] = {
    {"mnli", "MNLI", "dev_matched.tsv", MNLI_HEAD MNLI_ROW "a b\tc\tneutral\tneutral\n" MNLI_ROW "a b\tc\tneutral\tentailment\n",
     MNLI_DEV MNLI_ROW "d e\tf\tneutral\tneutral\tneutral\tn/a\tn/a\tentailment\n" MNLI_ROW "d\te\tn\tn\tn\tn\tn\tcontradiction\n",
     "^de|f|1", 3, TF_METRIC_ACCURACY},
    {"qqp", "QQP", "dev.tsv",
     "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n1\t2\t3\ta\tb\t1\n1\t2\t3\ta\n1\t2\t3\ta\ta\tb\t1\n1\t2\t3\tc\td\t0\n",
     "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n1\t2\t3\t\tb\t1\n", "^|b|1", 2, TF_METRIC_ACCURACY},
    {"qnli", "QNLI", "dev.tsv", "index\tquestion\tsentence\tlabel\n0\ta\tb\tentailment\n0\tb\ta\tentailment\n",
     "index\tquestion\tsentence\tlabel\n0\ta\tb\tnot_entailment\n", "^a|b|1", 2, TF_METRIC_ACCURACY},
    {"sst-2", "SST-2", "dev.tsv", "sentence\tlabel\na b \t0\nc\t1\n", "sentence\tlabel\na \"b\" c \t1\n", "^a\"b\"c|1", 2,
     TF_METRIC_ACCURACY},
    {"mrpc", "MRPC", "dev.tsv", "\xEF\xBB\xBFQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t1\t2\ta\tb\n0\t1\t2\tc\td\n",
     "\xEF\xBB\xBFQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\r\n1\t1\t2\t\"a\tb\"\r\n", "^\"a|b\"|1", 2, TF_METRIC_F1},
    {"rte", "RTE", "dev.tsv", "index\tsentence1\tsentence2\tlabel\n0\ta\tb\tentailment\n1\tc\td\tnot_entailment\n",
     "index\tsentence1\tsentence2\tlabel\n0\ta\tb\tentailment\n", "^a|b|0", 2, TF_METRIC_ACCURACY},
    {"cola", "CoLA", "dev.tsv", "gj04\t1\t\ta b\ngj04\t0\t*\tc d\n", "gj04\t0\t*\te f\n", "^ef|0", 2, TF_METRIC_MATTHEWS},
};

static void write_layouts(void) {
    char name[64];
    for (size_t i = 0; i < TF_COUNT(layout); i++) {
        snprintf(name, sizeof name, "glue/%s/train.tsv", layout[i].folder);
        put_text(name, layout[i].train);
        snprintf(name, sizeof name, "glue/%s/%s", layout[i].folder, layout[i].dev_name);
        put_text(name, layout[i].dev);
    }
}

static void test_layouts(void **state) {
    (void)state;
    write_layouts();
    for (size_t i = 0; i < TF_COUNT(layout); i++) {
        struct tf_data *d = must_open(layout[i].task, "valid=1", 1);
        assert_string_equal(text_of(d, TF_TEST, 0), layout[i].first);
        assert_int_equal(d->classes, layout[i].classes);
        assert_int_equal(d->metric, layout[i].metric);
        assert_int_equal(d->n[TF_TRAIN], 1);
        assert_int_equal(d->n[TF_VALID], 1);
        assert_int_equal(d->sep_id, 3);
        assert_int_equal(d->objective, TF_CLASSIFY);
        assert_true(d->subset);
        assert_non_null(strstr(d->source, ", a subset"));
        assert_non_null(strstr(d->source, layout[i].folder));
        tf_data_close(d);
    }
    struct tf_data *d = must_open("qqp", "valid=1", 1);
    assert_true(was_logged("2 rows with too few or too many columns were left out, the first in line 3"));
    tf_data_close(d);
}

static void test_join(void **state) {
    (void)state;
    static const uint16_t a[] = {10, 11, 12, 13, 14}, b[] = {20, 21, 22, 23, 24};
    struct tf_wordpiece v = {.special = {0, 1, 2, 3, 4}};
    for (int na = 0; na <= 5; na++)
        for (int nb = -1; nb <= 5; nb++)
            for (int max = 5; max <= 14; max++) {
                uint16_t out[14], want[14];
                int x = na, y = nb < 0 ? 0 : nb, n = 0;
                while (x + y + (nb < 0 ? 2 : 3) > max) x > y ? x-- : y--; // _truncate_seq_pair of google-research/bert
                want[n++] = 2;
                for (int i = 0; i < x; i++) want[n++] = a[i];
                want[n++] = 3;
                for (int i = 0; i < y; i++) want[n++] = b[i];
                if (nb >= 0) want[n++] = 3;
                assert_int_equal(tf_bert_join(&v, a, (size_t)na, nb < 0 ? NULL : b, nb < 0 ? 0 : (size_t)nb, max, out), n);
                assert_memory_equal(out, want, sizeof *out * (size_t)n);
            }
}

static void test_splits(void **state) {
    (void)state;
    struct tf_buf b = {0}, q = {0};
    for (int i = 0; i < 200; i++) tf_buf_addf(&b, "x\t%d\t\t%c %c %c\n", i % 2, 'a' + i % 26, 'a' + i / 26, 'a' + i % 7);
    put_text("glue/CoLA/train.tsv", b.s);
    put_text("glue/CoLA/dev.tsv", "x\t0\t\ta\nx\t1\t\tb\n");
    struct tf_data *d = must_open("cola", "max_length=512", 1), *again = must_open("cola", "max_length=512", 2);
    assert_int_equal(d->n[TF_VALID], 10); // one in twenty
    assert_int_equal(d->n[TF_TRAIN], 190);
    assert_true(d->hash == again->hash);
    int seen[200] = {0}; // every row is in one split
    for (int s = 0; s < TF_TEST; s++)
        for (size_t i = 0; i < d->n[s]; i++) {
            struct tf_example x = tf_data_get(d, s, i);
            seen[x.tok[1] - 5 + 26 * (x.tok[2] - 5)]++;
        }
    for (int i = 0; i < 200; i++) assert_int_equal(seen[i], 1);
    tf_data_close(again);
    again = must_open("cola", "split_seed=2", 1);
    assert_true(d->hash != again->hash);
    tf_data_close(again);
    tf_data_close(d);
    d = must_open("cola", "validation=dev", 1);
    assert_int_equal(d->n[TF_TRAIN], 200);
    assert_int_equal(d->n[TF_VALID], 2);
    assert_non_null(strstr(d->source, "validation = test"));
    tf_data_close(d);
    const struct tf_task *t = tf_task_find("qnli");
    void *o = task_options("qnli", "validation=dev source=squad");
    t->quirks(o, &q);
    assert_string_equal(q.s, "validation = test; training pairs made from SQuAD");
    tf_free(o);
    tf_buf_free(&q);
    tf_buf_free(&b);
}

/* ---- errors --------------------------------------------------------------------------------------------------------------------- */

static void check_error(const char *task, const char *set, const char *part) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    assert_int_equal(open_with(&d, task, set, 1, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, part)) fail_msg("'%s' is not in '%s'", part, e.msg);
}

static void test_errors(void **state) {
    (void)state;
    write_layouts();
    put_text("glue/RTE/train.tsv", "index\tsentence1\tsentence2\tlabel\n0\ta\tb\tentailment\n1\tc\td\n");
    check_error("rte", "valid=1", "RTE/train.tsv:3: 3 columns instead of 4");
    put_text("glue/RTE/train.tsv", "index\tsentence1\tsentence2\tlabel\n0\ta\tb\tmaybe\n");
    check_error("rte", "valid=1", "RTE/train.tsv:2: unknown label 'maybe'; known: entailment, not_entailment");
    put_text("glue/RTE/train.tsv", "index\tsentence1\tlabel\n");
    check_error("rte", "valid=1", "RTE/train.tsv:1: no column 'sentence2'");
    put_text("glue/RTE/train.tsv", "index\tsentence1\tsentence2\tlabel\n");
    check_error("rte", "valid=1", "RTE/train.tsv: no rows");
    put_text("glue/RTE/train.tsv", "");
    check_error("rte", "valid=1", "RTE/train.tsv: no rows");
    put_text("glue/CoLA/train.tsv", "x\t1\ta\n");
    check_error("cola", "valid=1", "CoLA/train.tsv:1: 3 columns instead of 4");
    put_text("glue/CoLA/train.tsv", "x\t1\t\ta\nx\t1\t\ta \t b\n"); // a tab in the sentence would cut it
    check_error("cola", "valid=1", "CoLA/train.tsv:2: 5 columns instead of 4");
    put_text("glue/MNLI/train.tsv",
             MNLI_HEAD MNLI_ROW "a \tb\tc\tneutral\tentailment\n"); // and here the label would be another annotator's
    check_error("mnli", "valid=1", "MNLI/train.tsv:2: 13 columns instead of 12");
    check_error("sst-2", "valid=2", "valid 2 cannot be set aside of 2 training examples");
    check_error("sst-2", "valid=1 vocab=none.txt", "datasets/glue/README.md");
    check_error("qnli", "source=squad", "squad/train-v1.1.json: not found in");
    assert_int_equal(unlink(in_dir("glue/QNLI/train.tsv")), 0);
    check_error("qnli", "valid=1", "run datasets/glue/fetch.sh, or use source: squad");
    assert_int_equal(unlink(in_dir("glue/MRPC/train.tsv")), 0);
    check_error("mrpc", "valid=1", "glue/MRPC/train.tsv: not found in");
    tf_interrupted = 1;
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    assert_int_equal(open_with(&d, "sst-2", "valid=1", 1, &e), -1);
    assert_int_equal(e.code, TF_INTERRUPTED);
    tf_interrupted = 0;
}

/* ---- SQuAD ------------------------------------------------------------------------------------------------------------------------ */

static void test_sentences(void **state) {
    (void)state;
    static const struct {
        const char *text, *cut; // a bar in front of every sentence
    } row[] = {
        {"A b. C d! E?", "|A b. |C d! |E?"},
        {"Mr. J. Smith met Dr. No. He left.", "|Mr. J. Smith met Dr. No. He left."}, // "No." may be "number"
        {"It cost 1.5 m. in all. \"Ha.\" He said.", "|It cost 1.5 m. in all. |\"Ha.\" |He said."},
        {"End.[4] Next.", "|End.[4] |Next."},
        {"  a\nb\n\nc", "  |a\n|b\n\n|c"},
        {"Pope (Rome.) Then", "|Pope (Rome.) |Then"},
        {"He said \xE2\x80\x9Cno.\xE2\x80\x9D Then", "|He said \xE2\x80\x9Cno.\xE2\x80\x9D |Then"},
        {"", ""},
        {"...", "|..."},
    };
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        size_t start[8], n = tf_glue_sentences(row[i].text, strlen(row[i].text), start, 8), k = 0;
        struct tf_buf b = {0};
        tf_buf_add(&b, "", 0);
        for (size_t at = 0; at < strlen(row[i].text); at++) {
            if (k < n && start[k] == at) tf_buf_add(&b, "|", 1), k++;
            tf_buf_add(&b, row[i].text + at, 1);
        }
        assert_string_equal(b.s, row[i].cut);
        assert_int_equal(k, n);
        tf_buf_free(&b);
    }
}

#define QA(question, answer, start) \
    "{\"question\": \"" question "\", \"id\": \"1\", \"answers\": [{\"text\": \"" answer "\", \"answer_start\": " start "}]}"

static void test_squad(void **state) {
    (void)state;
    struct tf_glue_rows r = {0};
    struct tf_err e = {0};
    // characters, not bytes: the answer begins behind two accents. Sentences: 0 "The café is old.", 1 "The river é runs.", 2 "Nothing here."
    put_text(
        "squad/train-v1.1.json",
        "{\"data\": [{\"title\": \"t\", \"paragraphs\": [{\"context\": \"The caf\xC3\xA9 is old. The river \xC3\xA9 runs. Nothing here.\", \"qas\": [" QA(
            "What does the river do?", "runs",
            "29") ", " QA("Who knows?", "old", "12") ", " QA("the river", "here", "29") ", " QA("the", "old. The",
                                                                                                "12") "]}]}], \"version\": \"1.1\"}");
    if (tf_glue_read_squad(&r, in_dir("squad/train-v1.1.json"), 1, &e)) fail_msg("%s", e.msg);
    assert_int_equal(r.n, 2);
    assert_int_equal(r.skipped, 3); // no common word; an answer elsewhere; an answer in two sentences
    assert_int_equal(r.v[0].label, 0);
    assert_int_equal(r.v[0].nb, strlen("The river \xC3\xA9 runs."));
    assert_memory_equal(r.text.s + r.v[0].b, "The river", 9);
    assert_int_equal(r.v[1].label, 1);
    assert_memory_equal(r.text.s + r.v[1].b, "The caf\xC3\xA9 is old.", r.v[1].nb);
    assert_memory_equal(r.text.s + r.v[1].a, "What does the river do?", r.v[1].na);
    tf_glue_rows_free(&r);
    static const char *const bad[] = {"{",
                                      "[]",
                                      "{\"data\": [{\"paragraphs\": [{}]}]}",
                                      "{\"data\": [{\"paragraphs\": [{\"context\": \"a\", \"qas\": [{\"question\": \"q\"}]}]}]}",
                                      "{\"data\": [{\"paragraphs\": [{\"context\": \"a\", \"qas\": [" QA("a", "a", "-1") "]}]}]}",
                                      "{\"data\": 3}",
                                      "{\"a\": 1, \"a\": 2}"};
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        put_text("squad/train-v1.1.json", bad[i]);
        e = (struct tf_err){0};
        assert_int_equal(tf_glue_read_squad(&r, in_dir("squad/train-v1.1.json"), 1, &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_non_null(strstr(e.msg, "train-v1.1.json"));
    }
#define GOOD "{\"context\": \"A b. A c.\", \"qas\": [" QA("a", "c", "7") "]}"
    static const char *const lists[][2] = {
        {"{\"data\": {}}", "data: a list is expected"},
        {"{\"data\": [{\"paragraphs\": [" GOOD "]}, {\"paragraphs\": \"x\"}]}", "data[1].paragraphs: a list is expected"},
        {"{\"data\": [{\"paragraphs\": [" GOOD ", {\"context\": \"a\", \"qas\": {}}]}]}", "data[0].paragraphs[1].qas: a list is expected"},
        {"{\"data\": [{\"paragraphs\": [" GOOD ", {\"context\": \"a\"}]}]}", "data[0].paragraphs[1].qas: a list is expected"}};
    for (size_t i = 0; i < TF_COUNT(lists); i++) {
        put_text("squad/train-v1.1.json", lists[i][0]);
        e = (struct tf_err){0};
        assert_int_equal(tf_glue_read_squad(&r, in_dir("squad/train-v1.1.json"), 1, &e), -1);
        assert_int_equal(e.code, TF_BAD);
        if (!strstr(e.msg, lists[i][1])) fail_msg("'%s' is not in '%s'", lists[i][1], e.msg);
    }
    // an answer behind the end, and one longer than the text
    put_text("squad/train-v1.1.json",
             "{\"data\": [{\"paragraphs\": [{\"context\": \"a. A b. A\", \"qas\": [" QA("a", "zzzzzzzzzzzzzzzzzz", "99") "]}]}]}");
    e = (struct tf_err){0};
    assert_int_equal(tf_glue_read_squad(&r, in_dir("squad/train-v1.1.json"), 1, &e), -1);
    assert_non_null(strstr(e.msg, "no questions that give pairs"));
}

static void test_squad_task(void **state) {
    (void)state;
    struct tf_buf b = {0};
    tf_buf_addf(&b, "{\"data\": [{\"paragraphs\": [");
    for (int i = 0; i < 40; i++)
        tf_buf_addf(&b, "%s{\"context\": \"A b. A c. A d.\", \"qas\": [" QA("a %c", "c", "7") "]}", i ? ", " : "", 'a' + i % 26);
    tf_buf_addf(&b, "]}]}");
    put_text("squad/train-v1.1.json", b.s);
    put_text("glue/QNLI/dev.tsv", layout[2].dev);
    struct tf_data *d = must_open("qnli", "source=squad valid=10", 1), *again = must_open("qnli", "source=squad valid=10", 2);
    assert_int_equal(d->n[TF_TRAIN], 70);
    assert_int_equal(d->n[TF_VALID], 10);
    assert_true(d->hash == again->hash);
    int yes = 0;
    for (size_t i = 0; i < 10; i++) yes += d->label[TF_VALID][i] == 0;
    assert_int_equal(yes, 5);
    assert_non_null(strstr(d->source, "training pairs from SQuAD"));
    tf_data_close(again);
    tf_data_close(d);
    tf_buf_free(&b);
}

/* Of QNLI's own rows, too, one question is in training or in validation, however its rows lie; a question asked often may make validation longer. */
static void questions_stay_together(void **state) {
    (void)state;
    struct tf_buf b = {0};
    tf_buf_addf(&b, "index\tquestion\tsentence\tlabel\n");
    for (int i = 0; i < 60; i++) tf_buf_addf(&b, "%d\t%c%s\t%c\t%s\n", i, 'a' + i % 20, i % 20 < 10 ? "" : " a", 'a' + i / 3, "entailment");
    put_text("glue/QNLI/train.tsv", b.s);
    put_text("glue/QNLI/dev.tsv", layout[2].dev);
    struct tf_data *d = must_open("qnli", "valid=10", 1);
    assert_int_equal(d->n[TF_VALID], 12); // four questions of three rows
    assert_int_equal(d->n[TF_TRAIN], 48);
    for (size_t i = 0; i < 12; i++) {
        char question[256];
        snprintf(question, sizeof question, "%s", text_of(d, TF_VALID, i));
        const size_t n = (size_t)(strchr(question, '|') - question) + 1;
        for (size_t k = 0; k < 48; k++) assert_int_not_equal(strncmp(text_of(d, TF_TRAIN, k), question, n), 0);
    }
    tf_data_close(d);
    check_error("qnli", "valid=58", "valid 58 cannot be set aside of 60 training examples, where rows of one question stay together");
    tf_buf_free(&b);
}

/* ---- real tables --------------------------------------------------------------------------------------------------------------------- */

static void test_real(void **state) {
    (void)state;
    struct tf_buf p = {0};
    if (real) tf_buf_addf(&p, "%s/glue", real);
    bool there = p.s && tf_file_exists(p.s);
    for (const struct tf_glue *t = tf_glue_tasks; there && t->name; t++) {
        struct tf_glue_rows r = {0};
        struct tf_err e = {0};
        p.len = 0;
        tf_buf_addf(&p, "%s/glue/%s/train.tsv", real, t->folder);
        if (!tf_file_exists(p.s)) continue;
        if (tf_glue_read(&r, t, p.s, &e)) fail_msg("%s", e.msg);
        size_t n = r.n;
        tf_glue_rows_free(&r);
        p.len = 0;
        tf_buf_addf(&p, "%s/glue/%s/%s", real, t->folder, t->dev);
        if (tf_glue_read(&r, t, p.s, &e)) fail_msg("%s", e.msg);
        print_message("%s: %zu, %zu rows\n", t->name, n, r.n);
        if (strcmp(t->name, "mnli") && strcmp(t->name, "qqp")) { // which may be subsets
            assert_int_equal(n, t->train);
            assert_int_equal(r.n, t->valid);
        }
        tf_glue_rows_free(&r);
    }
    tf_buf_free(&p);
    if (!there) skip();
}

static int lengths_of(const struct tf_trained *m, const struct tf_data *d, int threads, tf_real *out, struct tf_err *e) {
    (void)threads, (void)e;
    *(int *)(uintptr_t)m->of = tf_data_get(d, TF_TEST, 0).len;
    for (size_t i = 0; i < d->n[TF_TEST] * (size_t)d->classes; i++) out[i] = (tf_real)(i % 2);
    return 0;
}

/* A model that was trained on padded sequences gets such for the benchmark, too. */
static void submissions_are_padded(void **state) {
    (void)state;
    void *o = task_options("cola", "vocab=vocab.txt max_length=16");
    const struct tf_task_env env = {.data_dir = dir, .threads = 1};
    put_text("glue/CoLA/test.tsv", "index\tsentence\n3\ta b\n");
    for (int pad = 0; pad <= 24; pad += 24) {
        int len = 0;
        const struct tf_trained m = {.label = "x", .max_len = pad ? pad : 16, .pad = pad, .logits = lengths_of, .of = &len};
        struct tf_task_out out = {.dir = in_dir("submitted")};
        struct tf_err e = {0};
        if (tf_task_find("cola")->submit(o, &env, &m, &out, &e)) fail_msg("%s", e.msg);
        assert_int_equal(len, pad ? pad : 4); // [CLS] a b [SEP]
        assert_string_equal(read_text(in_dir("submitted/CoLA.tsv")), "index\tprediction\n3\t1\n");
        tf_buf_free(&out.paths);
    }
    tf_free(o);
}

/* Which file has words that the vocabulary lacks, or bytes that are no text. */
static void test_warnings(void **state) {
    (void)state;
    write_layouts();
    put_text("glue/CoLA/train.tsv", "gj04\t1\t\ta b c d\ngj04\t0\t*\tc \xff d\n");
    put_text("glue/CoLA/dev.tsv", "gj04\t0\t*\te 7\n");
    forget_log();
    tf_data_close(must_open("cola", "valid=1", 1));
    assert_true(was_logged("CoLA/train.tsv: 1 stretches of bytes are not UTF-8"));
    assert_true(was_logged("CoLA/dev.tsv: 50 % of its words are not in the vocabulary"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(submissions_are_padded),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_splits),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_squad),
        cmocka_unit_test(test_squad_task),
        cmocka_unit_test(questions_stay_together),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, setup, leave);
}
