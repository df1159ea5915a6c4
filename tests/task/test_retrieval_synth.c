/* The stand-in for Retrieval: its generator, what the task reads of it, odd texts, kills, errors. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "io/io.h"
#include "parts.h"
#include "task/task.h"
#include "task/retrieval_synth.h"

static struct tf_data *open_pairs(const char *settings, const char *data) {
    return open_or_fail("retrieval", settings, (struct where){.data = in_dir(data), .cache = in_dir("no-cache")});
}

/* One text of many documents of 600 to 3,000 bytes, whose words tell the document: "17w3" is its fourth word. */
static void make_corpus(const char *name, int documents, int least, int spread) {
    struct tf_buf text = {0};
    struct tf_rng rng = tf_rng_at(7, TF_RNG_TEST, 0, 0, 0);
    for (int d = 0; d < documents; d++) {
        size_t start = text.len, bytes = (size_t)least + tf_rng_below(&rng, (uint32_t)spread);
        for (int w = 0; text.len - start < bytes; w++) tf_buf_addf(&text, "%dw%d%s", d, w, w % 12 == 11 ? "\n" : w % 5 ? " " : " \t");
        tf_buf_addf(&text, d % 2 ? "\n\n" : "\r\n \r\n\n");
    }
    put_bytes(name, text.s, text.len);
    tf_buf_free(&text);
}

static struct tf_retrieval_synth standin_opts(int min_bytes, int max_bytes) {
    struct tf_retrieval_synth o = {0};
    tf_opt_defaults(tf_retrieval_synth_opts, &o);
    o.min_bytes = min_bytes, o.max_bytes = max_bytes;
    return o;
}

static void make_standin(const struct tf_retrieval_synth *o, const char *from, const char *to) {
    struct tf_err e = {0};
    if (tf_retrieval_synth_write(o, from, to, &e)) fail_msg("%s", e.msg);
}

enum { ROWS_MAX = 20000 };
/* What the files hold: for each label the ids and lengths, in the order of the rows. */
struct rows {
    int n, positive, max_bytes, longest;
    struct {
        int label, doc[2], window[2], len[2];
        char split;
    } row[ROWS_MAX];
    char split;
    bool generated; /* the words tell the document */
};

static int read_row(void *arg, int line, char **f, int n, struct tf_err *e) {
    (void)e;
    struct rows *r = arg;
    assert_int_equal(n, 5);
    assert_true(r->n < ROWS_MAX);
    if (strcmp(f[0], "0") && strcmp(f[0], "1")) fail_msg("line %d: label %s", line, f[0]);
    int label = f[0][0] - '0';
    for (int k = 0; k < 2; k++) {
        char half = 0, *p = f[3 + k];
        int len = (int)strlen(p), first, w, last_w = -1;
        if (sscanf(f[1 + k], "%d-%d%c", &r->row[r->n].doc[k], &r->row[r->n].window[k], &half) != 3 || half != "ab"[k])
            fail_msg("line %d: id %s", line, f[1 + k]);
        assert_true(len > 0 && len <= r->max_bytes);
        if (p[0] == ' ' || p[len - 1] == ' ' || strstr(p, "  ") || strpbrk(p, "\n\r")) fail_msg("line %d: blanks: %s", line, p);
        for (int used; r->generated && sscanf(p, "%dw%d%n", &first, &w, &used) == 2; p += used + (p[used] == ' ')) {
            if (first + 1 != r->row[r->n].doc[k]) fail_msg("line %d: a word of document %d", line, first);
            if (last_w >= 0 && w != last_w + 1) fail_msg("line %d: word %d after %d", line, w, last_w); // whole words, in order
            last_w = w;
        }
        if (r->generated) assert_int_equal(*p, 0);
        if (len > r->longest) r->longest = len;
        r->row[r->n].len[k] = len;
    }
    r->row[r->n].label = label, r->row[r->n].split = r->split;
    r->positive += label;
    r->n++;
    return 0;
}

static struct rows *read_standin(const char *folder, int max_bytes, bool generated) {
    static const char *const name[] = {"train", "valid", "test"};
    struct rows *r = tf_calloc(sizeof *r);
    struct tf_err e = {0};
    r->max_bytes = max_bytes, r->generated = generated;
    for (int s = 0; s < TF_SPLITS; s++) {
        char path[300];
        int before = r->n, positive = r->positive;
        snprintf(path, sizeof path, "%s/%s.tsv", folder, name[s]);
        r->split = (char)s;
        if (tf_tsv_read(path, read_row, r, &e)) fail_msg("%s", e.msg);
        if (abs(2 * (r->positive - positive) - (r->n - before)) > 1) fail_msg("%s: %d of %d", path, r->positive - positive, r->n - before);
    }
    return r;
}

/* (document, window, first or second, label) as one number, to be sorted. */
static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void check_rows(const struct rows *r) {
    uint64_t *use = tf_alloc(sizeof *use * 2 * (size_t)r->n);
    int split_of[40000], far = 0;
    memset(split_of, -1, sizeof split_of);
    for (int i = 0; i < r->n; i++) {
        const int *doc = r->row[i].doc, *window = r->row[i].window;
        if (r->row[i].label) assert_true(doc[0] == doc[1] && window[0] == window[1]);
        else assert_int_not_equal(doc[0], doc[1]);
        for (int k = 0; k < 2; k++) {
            assert_true(doc[k] > 0 && doc[k] < (int)TF_COUNT(split_of));
            if (split_of[doc[k]] >= 0) assert_int_equal(split_of[doc[k]], r->row[i].split); // documents are disjoint
            split_of[doc[k]] = r->row[i].split;
            use[2 * i + k] = (((uint64_t)doc[k] << 20 | (uint64_t)window[k]) << 2) | (uint64_t)(k << 1) | (uint64_t)r->row[i].label;
        }
        far += abs(r->row[i].len[0] - r->row[i].len[1]) > (r->generated ? 9 : 64); // a couple has one length, up to a word
    }
    assert_int_equal(far, 0);
    qsort(use, 2 * (size_t)r->n, sizeof *use, by_value);
    for (int i = 1; i < 2 * r->n; i++) assert_true(use[i] != use[i - 1]); // a half stands in one pair of each label at most
    tf_free(use);
}

static bool same_file(const char *a, const char *b) {
    struct tf_err e = {0};
    char x[65], y[65];
    if (tf_sha256_file(a, x, &e) || tf_sha256_file(b, y, &e)) fail_msg("%s", e.msg);
    return !strcmp(x, y);
}

static void test_retrieval_synth(void **state) {
    (void)state;
    struct tf_retrieval_synth o = standin_opts(300, 400); // windows of 300 to 800 bytes: lengths must be matched
    make_corpus("corpus/sub/a.txt", 200, 600, 2400);
    put_text("corpus/README", "not read\n");
    forget_log();
    make_standin(&o, in_dir("corpus"), in_dir("s1"));
    struct rows *r = read_standin(in_dir("s1"), 400, true);
    print_message("    %d pairs, longest half %d\n%s", r->n, r->longest, logged);
    assert_int_equal(warnings, 0);
    assert_non_null(strstr(logged, "200 documents: "));
    check_rows(r);
    assert_true(r->n > 600 && r->longest > 380); // long documents give several windows
    int several = 0;
    for (int i = 0; i < r->n; i++) several += r->row[i].window[0] > 1;
    assert_true(several > 100);
    // Both labels have the same lengths: every half stands in one pair of each.
    long sum[2][2] = {{0}};
    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < 2; k++) sum[r->row[i].label][k] += r->row[i].len[k];
    assert_int_equal(sum[0][0], sum[1][0]);
    assert_int_equal(sum[0][1], sum[1][1]);
    tf_free(r);

    make_standin(&o, in_dir("corpus/sub/a.txt"), in_dir("s2")); // a file; and the same again
    o.data_seed = 2;
    make_standin(&o, in_dir("corpus"), in_dir("s3"));
    assert_true(same_file(in_dir("s1/train.tsv"), in_dir("s2/train.tsv")));
    assert_true(same_file(in_dir("s1/valid.tsv"), in_dir("s2/valid.tsv")));
    assert_true(same_file(in_dir("s1/test.tsv"), in_dir("s2/test.tsv")));
    assert_false(same_file(in_dir("s1/test.tsv"), in_dir("s3/test.tsv")));

    o.train = 101, o.valid = 20, o.test = 7;
    make_standin(&o, in_dir("corpus"), in_dir("s4"));
    r = read_standin(in_dir("s4"), 400, true);
    assert_int_equal(r->n, 128);
    check_rows(r);
    tf_free(r);
}

/* What the generator writes, the task reads. */
static void test_round_trip(void **state) {
    (void)state;
    struct tf_retrieval_synth o = standin_opts(800, 400);
    make_corpus("corpus2/a.txt", 100, 900, 500);
    make_standin(&o, in_dir("corpus2"), in_dir("data2/retrieval-standin"));
    struct rows *r = read_standin(in_dir("data2/retrieval-standin"), 400, true);
    struct tf_data *d = open_pairs("source=standin", "data2");
    assert_int_equal(d->n[0] + d->n[1] + d->n[2], r->n);
    assert_int_equal(d->max_len, r->longest);
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) {
        struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        assert_int_equal(x.label, r->row[i].label);
        assert_int_equal(x.len, r->row[i].len[0]);
        assert_int_equal(x.len2, r->row[i].len[1]);
    }
    tf_data_close(d);
    tf_free(r);
}

/* Whole files as documents, long ones of one length, texts without blanks, byte-order marks, copies. */
static void test_files_as_documents(void **state) {
    (void)state;
    struct tf_retrieval_synth o = standin_opts(256, 128);
    struct tf_buf text = {0};
    o.unit = TF_RETRIEVAL_SYNTH_FILE;
    for (int f = 0; f < 24; f++) {
        char name[64];
        snprintf(name, sizeof name, "books/%02d.txt", f);
        text.len = 0;
        tf_buf_addf(&text, "%s", f % 2 ? "\xEF\xBB\xBF" : "");
        for (int i = 0; i < 400 + 13 * f; i++)
            tf_buf_addf(&text, "%s", f % 3 ? "\xE4\xBD\xA0" : "\xC3\xA9t\xC3\xA9\n\n"); // no blanks; blank lines
        tf_buf_addf(&text, "%d", f);
        put_bytes(name, text.s, text.len);
    }
    put_bytes("books/copy.txt", text.s, text.len);
    tf_buf_free(&text);
    forget_log();
    make_standin(&o, in_dir("books"), in_dir("b1"));
    assert_non_null(strstr(logged, "25 documents: 24 used, 0 too short, 1 that occurred before"));
    struct rows *r = read_standin(in_dir("b1"), 128, false);
    check_rows(r);
    assert_true(r->n > 100);
    tf_free(r);
    struct tf_data *d;
    struct tf_err e = {0};
    assert_int_equal(rename(in_dir("b1"), in_dir("retrieval-standin")), 0);
    assert_int_equal(e.code, 0);
    forget_log();
    d = open_pairs("source=standin", ""); // no character was cut through
    assert_string_equal(logged, "");
    tf_data_close(d);
}

/* Stands in front of libc's: dies before rename number die_at. */
static int die_at;
int rename(const char *from, const char *to) {
    if (die_at && --die_at == 0) _exit(9);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* Killed while the files take their names, a set over an older one is incomplete, never of both. */
static void test_standin_killed(void **state) {
    (void)state;
    struct tf_retrieval_synth o = standin_opts(300, 150);
    make_corpus("killed.txt", 60, 300, 900);
    make_standin(&o, in_dir("killed.txt"), in_dir("killed/retrieval-standin"));
    const struct where killed = {.data = in_dir("killed"), .cache = in_dir("no-cache")};
    o.data_seed = 2;
    for (int at = 3; at > 0; at--) {
        int status;
        pid_t child = fork();
        if (!child) {
            die_at = at;
            make_standin(&o, in_dir("killed.txt"), in_dir("killed/retrieval-standin"));
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WEXITSTATUS(status), 9);
        struct tf_data *d = NULL;
        struct tf_err e = {0};
        assert_int_equal(open_task(&d, "retrieval", "source=standin", killed, &e), -1);
        assert_non_null(strstr(e.msg, "retrieval-standin/train.tsv: not found in"));
        make_standin(&o, in_dir("killed.txt"), in_dir("killed/retrieval-standin"));
        tf_data_close(open_pairs("source=standin", "killed"));
    }
}

static void test_standin_errors(void **state) {
    (void)state;
    static const struct {
        int min_bytes, max_bytes, test;
        const char *from, *to, *message;
        int code;
    } row[] = {
        {800, 399, 0, "corpus", "e", "min_bytes 800 is more than the two halves may have, 2 * max_bytes 399", TF_BAD},
        {800, 400, 0, "none", "e", "/none: No such file", TF_BAD},
        {800, 400, 0, "few.txt", "e", "no train pairs: the texts hold too few documents of 800 bytes or more", TF_BAD},
        {2000, 1000, 0, "corpus2", "e", "too few documents of 2000 bytes", TF_BAD},
        {800, 400, 9999, "corpus", "e", " test pairs, not 9999", TF_BAD},
        {800, 400, 0, "empty", "e", "/empty: no *.txt file in this folder", TF_BAD},
        {800, 400, 0, "corpus", "few.txt/sub", "few.txt", TF_SYSTEM},
    };
    make_corpus("few.txt", 4, 900, 100);
    put_text("empty/README", "");
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_retrieval_synth o = standin_opts(row[i].min_bytes, row[i].max_bytes);
        struct tf_err e = {0};
        o.test = row[i].test;
        assert_int_equal(tf_retrieval_synth_write(&o, in_dir(row[i].from), in_dir(row[i].to), &e), -1);
        if (!strstr(e.msg, row[i].message) || e.code != row[i].code) fail_msg("row %zu: code %d: %s", i, e.code, e.msg);
    }
    assert_false(tf_file_exists(in_dir("e/train.tsv")));

    struct tf_retrieval_synth o = standin_opts(800, 400);
    struct tf_err e = {0};
    assert_int_equal(mkdir(in_dir("late"), 0777) || mkdir(in_dir("late/test.tsv"), 0777), 0);
    tf_interrupted = 1;
    assert_int_equal(tf_retrieval_synth_write(&o, in_dir("corpus"), in_dir("late"), &e), -1);
    tf_interrupted = 0;
    assert_int_equal(e.code, TF_INTERRUPTED);
    assert_int_equal(count_files("late"), 1); // no temporary files
}

/* The shared texts give what the README says. */
static void test_real_texts(void **state) {
    (void)state;
    const char *data = real;
    char path[512];
    snprintf(path, sizeof path, "%s/corpus/enwiki", data ? data : "");
    if (!data || !tf_file_exists(path)) skip();
    struct tf_retrieval_synth o = standin_opts(1024, 1024);
    o.train = 8000, o.valid = 1000, o.test = 2000;
    make_standin(&o, path, in_dir("real"));
    struct rows *r = read_standin(in_dir("real"), 1024, false);
    assert_int_equal(r->n, 11000);
    check_rows(r);
    for (int i = 0; i < r->n; i++) assert_true(r->row[i].len[0] > 380 && r->row[i].len[1] > 380); // 512 less a word at each cut
    tf_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retrieval_synth), cmocka_unit_test(test_round_trip), cmocka_unit_test(test_files_as_documents),
        cmocka_unit_test(test_standin_errors),  cmocka_unit_test(test_real_texts), cmocka_unit_test(test_standin_killed),
    };
    return cmocka_run_group_tests_name("standin", tests, enter, leave);
}
