/* The Image task: the files' form, the grey value, the splits, every error; the real files where TREEFORMER_TEST_DATA or TREEFORMER_DATA names them.
 * The files made here are sparse: all images black but a few. */
#include <fcntl.h>
#include <sys/stat.h>

#include "parts.h"
#include "task/task.h"

enum { PIXELS = 1024, RECORD = 3073, RECORDS = 10000 };

static const char *batch_path(int batch) {
    static char path[128];
    if (batch == 5) snprintf(path, sizeof path, "%s/cifar-10-batches-bin/test_batch.bin", dir);
    else snprintf(path, sizeof path, "%s/cifar-10-batches-bin/data_batch_%d.bin", dir, batch + 1);
    return path;
}

static void write_at(int batch, off_t at, const void *p, size_t n) {
    int fd = open(batch_path(batch), O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0 && pwrite(fd, p, n, at) == (ssize_t)n);
    close(fd);
}

static void resize(int batch, off_t n) { assert_int_equal(truncate(batch_path(batch), n), 0); }

/* Record `i` of a batch: a label and one colour all over. */
static void put(int batch, int i, int label, int r, int g, int b) {
    unsigned char rec[RECORD];
    rec[0] = (unsigned char)label;
    memset(rec + 1, r, PIXELS), memset(rec + 1 + PIXELS, g, PIXELS), memset(rec + 1 + 2 * PIXELS, b, PIXELS);
    write_at(batch, (off_t)i * RECORD, rec, sizeof rec);
}

static void make_files(void) {
    for (int batch = 0; batch < 6; batch++) {
        unlink(batch_path(batch));
        write_at(batch, 0, "", 1);
        resize(batch, RECORDS * RECORD);
    }
}

static struct tf_data *must_open(const char *data, const char *settings) {
    return open_or_fail("image", settings, (struct where){.data = data});
}

static void must_fail(const char *settings, const char *want) { open_fails("image", settings, (struct where){.data = dir}, want); }

static void expect(const struct tf_data *d, enum tf_split s, size_t i, int label, int pixel) {
    struct tf_example x = tf_data_get(d, s, i);
    assert_int_equal(x.len, PIXELS);
    assert_int_equal(x.label, label);
    for (int k = 0; k < PIXELS; k++)
        if (x.tok[k] != pixel) fail_msg("split %d, image %zu, pixel %d: %d instead of %d", s, i, k, x.tok[k], pixel);
}

static void test_splits(void **state) {
    (void)state;
    make_files();
    put(0, 0, 1, 10, 10, 10), put(0, 9999, 2, 20, 20, 20), put(1, 0, 3, 30, 30, 30);
    put(4, 4999, 4, 40, 40, 40), put(4, 5000, 5, 50, 50, 50), put(4, 9999, 6, 60, 60, 60);
    put(5, 0, 7, 70, 70, 70), put(5, 9999, 8, 255, 255, 255);
    struct tf_data *d = must_open(dir, "");
    assert_int_equal(d->n[TF_TRAIN], 45000), assert_int_equal(d->n[TF_VALID], 5000), assert_int_equal(d->n[TF_TEST], 10000);
    assert_int_equal(d->vocab, 256), assert_int_equal(d->classes, 10), assert_int_equal(d->max_len, 1024), assert_int_equal(d->parts, 1);
    assert_false(d->skip_zero);
    expect(d, TF_TRAIN, 0, 1, 10), expect(d, TF_TRAIN, 1, 0, 0), expect(d, TF_TRAIN, 9999, 2, 20), expect(d, TF_TRAIN, 10000, 3, 30);
    expect(d, TF_TRAIN, 44999, 4, 40), expect(d, TF_VALID, 0, 5, 50), expect(d, TF_VALID, 4999, 6, 60);
    expect(d, TF_TEST, 0, 7, 70), expect(d, TF_TEST, 9999, 8, 255);
    assert_non_null(strstr(d->source, "cifar-10-batches-bin"));
    assert_non_null(strstr(d->source, "45001 to 50000"));
    tf_data_close(d);
}

/* The limits take the start of each split, and leave out what comes behind, faults included. */
static void test_limits(void **state) {
    (void)state;
    make_files();
    put(0, 0, 1, 10, 10, 10), put(1, 1, 3, 30, 30, 30), put(1, 2, 99, 0, 0, 0), put(4, 5000, 5, 50, 50, 50), put(5, 2, 7, 70, 70, 70);
    struct tf_data *d = must_open(dir, "train=10002 valid=1 test=3");
    assert_int_equal(d->n[TF_TRAIN], 10002), assert_int_equal(d->n[TF_VALID], 1), assert_int_equal(d->n[TF_TEST], 3);
    expect(d, TF_TRAIN, 0, 1, 10), expect(d, TF_TRAIN, 10001, 3, 30), expect(d, TF_VALID, 0, 5, 50), expect(d, TF_TEST, 2, 7, 70);
    assert_int_equal(tf_data_get(d, TF_TEST, 2).id, 10005);
    assert_non_null(strstr(d->source, "45001 to 45001"));
    uint64_t hash = d->hash;
    tf_data_close(d);
    d = must_open(dir, "train=10001 valid=1 test=3");
    assert_int_not_equal(d->hash, hash);
    tf_data_close(d);
}

static void test_black(void **state) {
    (void)state;
    const struct tf_task *t = tf_task_find("image");
    struct tf_buf b = {0};
    make_files();
    struct tf_data *d = must_open(dir, "black_is_padding=true train=1 valid=1 test=1");
    assert_true(d->skip_zero);
    tf_data_close(d);
    char *o = tf_calloc(t->opts_size);
    struct tf_err e = {0};
    tf_opt_defaults(t->opts, o);
    t->quirks(o, &b);
    assert_int_equal(b.len, 0);
    tf_opt_set(t->opts, o, "black_is_padding", "true", &e);
    t->quirks(o, &b);
    t->quirks(o, &b);
    assert_string_equal(b.s, "black pixels are padding; black pixels are padding");
    tf_buf_free(&b);
    tf_free(o);
}

/* floor(255.5 y / 255), y = 0.2989 R + 0.5870 G + 0.1140 B: colours far from a whole number, where any arithmetic agrees, four that are near one, and all
 * the greys. */
static void test_grey(void **state) {
    (void)state;
    static const struct {
        unsigned char r, g, b;
        int grey;
    } row[] = {{255, 0, 0, 76},  {0, 255, 0, 149},  {0, 0, 255, 29},   {255, 255, 0, 226},   {200, 100, 50, 124}, {1, 2, 3, 1},
               {12, 34, 56, 29}, {250, 3, 128, 91}, {73, 104, 26, 86}, {192, 210, 210, 204}, {118, 127, 96, 120}, {202, 145, 107, 158}};
    unsigned char rec[RECORD] = {3};
    make_files();
    for (int i = 0; i < PIXELS; i++) {
        size_t k = (size_t)i % TF_COUNT(row);
        rec[1 + i] = row[k].r, rec[1 + PIXELS + i] = row[k].g, rec[1 + 2 * PIXELS + i] = row[k].b;
    }
    write_at(5, 0, rec, sizeof rec);
    for (int i = 0; i < PIXELS; i++) rec[1 + i] = rec[1 + PIXELS + i] = rec[1 + 2 * PIXELS + i] = (unsigned char)(i % 256);
    write_at(5, RECORD, rec, sizeof rec);
    struct tf_data *d = must_open(dir, "train=1 valid=1 test=2");
    struct tf_example x = tf_data_get(d, TF_TEST, 0), y = tf_data_get(d, TF_TEST, 1);
    for (int i = 0; i < PIXELS; i++) {
        assert_int_equal(x.tok[i], row[(size_t)i % TF_COUNT(row)].grey);
        assert_int_equal(y.tok[i], i % 256);
    }
    tf_data_close(d);
}

static void test_errors(void **state) {
    (void)state;
    const char few[] = "train=1 valid=1 test=1";
    make_files();
    put(2, 17, 10, 0, 0, 0);
    must_fail("", "data_batch_3.bin: label 10 at offset 52241 is above 9");
    put(5, 0, 255, 0, 0, 0);
    must_fail(few, "test_batch.bin: label 255 at offset 0 is above 9");
    make_files();
    resize(1, RECORDS * RECORD - 1);
    must_fail(few, "data_batch_2.bin: the last record, at offset 30726927, has 3072 of 3073 bytes");
    resize(1, RECORDS * RECORD - RECORD);
    must_fail(few, "data_batch_2.bin: ends at offset 30726927, after 9999 records; CIFAR-10 has 10000 in a file");
    resize(1, RECORDS * RECORD + 2 * RECORD);
    must_fail(few, "data_batch_2.bin: ends at offset 30736146, after 10002 records");
    resize(1, 0);
    must_fail(few, "data_batch_2.bin: ends at offset 0, after 0 records");
    unlink(batch_path(1));
    must_fail(few, "data_batch_2.bin: No such file");
    mkdir(batch_path(1), 0777);
    must_fail(few, "data_batch_2.bin: not a regular file");
    rmdir(batch_path(1));
    unlink(batch_path(0));
    must_fail(few, "cifar-10-batches-bin/data_batch_1.bin: not found in");
    must_fail(few, "datasets/cifar10/fetch.sh");
    make_files();
    tf_interrupted = 1;
    struct tf_err e = {0};
    struct tf_data *d = NULL;
    assert_int_equal(open_task(&d, "image", few, (struct where){.data = dir}, &e), -1);
    assert_int_equal(e.code, TF_INTERRUPTED);
    tf_interrupted = 0;
}

/* One white pixel: mirrored it is in the other column, moved it is as far away as asked for, at all places equally often. */
static void test_varied(void **state) {
    (void)state;
    uint16_t tok[PIXELS] = {0}, out[PIXELS];
    tok[10 * 32 + 5] = 255;
    const struct tf_task *task = tf_task_find("image");
    void *still = task_options("image", ""), *flip = task_options("image", "flip=true"), *both = task_options("image", "flip=true shift=2");
    int mirrored = 0, at[32][32] = {0};
    for (uint32_t k = 0; k < 5000; k++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, k, 0, 0);
        assert_int_equal(task->vary->make(still, &r, tok, PIXELS, out), 0);
        assert_int_equal(task->vary->make(flip, &r, tok, PIXELS, out), PIXELS);
        assert_true((out[10 * 32 + 5] == 255) != (out[10 * 32 + 26] == 255));
        mirrored += out[10 * 32 + 26] == 255;
        assert_int_equal(task->vary->make(both, &r, tok, PIXELS, out), PIXELS);
        for (int i = 0, white = 0; i < PIXELS; i++) {
            assert_true(out[i] == 0 || (out[i] == 255 && !white++));
            at[i / 32][i % 32] += out[i] == 255;
        }
    }
    assert_true(abs(mirrored - 2500) < 200);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++) {
            const bool near = abs(y - 10) <= 2 && (abs(x - 5) <= 2 || abs(x - 26) <= 2);
            if (near ? abs(at[y][x] - 100) > 45 : at[y][x]) fail_msg("%d times at %d, %d", at[y][x], y, x);
        }
    tf_free(still), tf_free(flip), tf_free(both);
}

/* What goes over an edge is gone, and black comes in. */
static void test_edges(void **state) {
    (void)state;
    uint16_t tok[PIXELS], out[PIXELS];
    void *opts = task_options("image", "shift=31");
    for (int i = 0; i < PIXELS; i++) tok[i] = 7;
    for (uint32_t k = 0; k < 200; k++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, k, 1, 0);
        int n = 0, rows = 0, columns = 0;
        tf_task_find("image")->vary->make(opts, &r, tok, PIXELS, out);
        for (int i = 0; i < 32; i++) {
            int in_row = 0, in_column = 0;
            for (int j = 0; j < 32; j++) in_row += out[32 * i + j] != 0, in_column += out[32 * j + i] != 0;
            n += in_row, rows += in_row > 0, columns += in_column > 0;
        }
        assert_true(n > 0 && n == rows * columns); // a rectangle
    }
    tf_free(opts);
}

static void test_long_name(void **state) {
    (void)state;
    char longer[512];
    int n = snprintf(longer, sizeof longer, "%s", dir);
    while (n < 300) n += snprintf(longer + n, sizeof longer - (size_t)n, "/.");
    make_files();
    struct tf_data *d = must_open(longer, "train=1 valid=1 test=1");
    assert_memory_equal(d->source, "cifar-10-batches-bin/", 21); // not the folders above
    assert_non_null(strstr(d->source, "45001 to 45001"));
    tf_data_close(d);
}

/* The real files: counts, classes, and the grey value of 1,000 images in colour against their published grey. */
static void test_real(void **state) {
    (void)state;
    char path[4200];
    snprintf(path, sizeof path, "%s/cifar-10-batches-bin/test_batch.bin", real ? real : "");
    if (!real || !tf_file_exists(path)) {
        print_message("no real CIFAR-10: set TREEFORMER_TEST_DATA\n");
        skip();
    }
    struct tf_data *d = must_open(real, "");
    int count[10] = {0};
    for (size_t i = 0; i < d->n[TF_TRAIN]; i++) count[d->label[TF_TRAIN][i]]++;
    for (size_t i = 0; i < d->n[TF_VALID]; i++) count[d->label[TF_VALID][i]]++;
    for (int c = 0; c < 10; c++) assert_int_equal(count[c], 5000);
    snprintf(path, sizeof path, "%s/cifar10-test-first1000-rgb.bin", real);
    struct tf_map m;
    struct tf_err e = {0};
    if (!tf_file_exists(path)) {
        print_message("no images in colour: the grey value is not compared\n");
    } else if (tf_map_open(&m, path, &e)) {
        fail_msg("%s", e.msg);
    } else {
        assert_int_equal(m.n, 1000 * RECORD);
        make_files();
        write_at(5, 0, m.p, m.n);
        tf_map_close(&m);
        struct tf_data *colour = must_open(dir, "train=1 valid=1 test=1000");
        size_t other = 0;
        for (size_t i = 0; i < 1000; i++) {
            struct tf_example a = tf_data_get(colour, TF_TEST, i), b = tf_data_get(d, TF_TEST, i);
            assert_int_equal(a.label, b.label);
            for (int k = 0; k < PIXELS; k++) other += a.tok[k] != b.tok[k];
        }
        assert_int_equal(other, 0);
        tf_data_close(colour);
    }
    tf_data_close(d);
}

static int set_up(void **state) {
    (void)state;
    return enter_inside(state) || mkdir("cifar-10-batches-bin", 0777);
}

static int tear_down(void **state) {
    (void)state;
    for (int batch = 0; batch < 6; batch++) unlink(batch_path(batch));
    return rmdir("cifar-10-batches-bin") || leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splits),    cmocka_unit_test(test_limits), cmocka_unit_test(test_black),
        cmocka_unit_test(test_grey),      cmocka_unit_test(test_errors), cmocka_unit_test(test_real),
        cmocka_unit_test(test_long_name), cmocka_unit_test(test_varied), cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
