/* lib/io: CSV and TSV, safetensors, SHA-256, gnuplot. YAML is in test_yaml.c. */
#include "io/io.h"
#include "fixture.h"
#include <math.h>
#include <sys/stat.h>

/* ---- CSV, TSV --------------------------------------------------------------------------------------------------------------- */

static void csv_fails(const char *text, const char *want) {
    struct tf_csv c = {0};
    struct tf_err e = {0};
    assert_int_equal(tf_csv_parse(&c, text, strlen(text), "t.csv", &e), -1);
    assert_null(c.head);
    assert_int_equal(e.code, TF_BAD);
    if (strncmp(e.msg, want, strlen(want)) != 0) fail_msg("got '%s', want '%s'", e.msg, want);
}

static void test_csv(void **state) {
    (void)state;
    const char *text = "\xef\xbb\xbfmodel,acc,note\r\n\r\ntf-a,53.0,\"two\nlines, \"\"quoted\"\"\"\r\n  \nlinformer , ,x\nlast,1e-2,\"\"";
    struct tf_csv c = {0};
    struct tf_err e = {0};
    double v = 0;
    assert_int_equal(tf_csv_parse(&c, text, strlen(text), "t.csv", &e), 0);
    assert_int_equal(c.rows, 3);
    assert_int_equal(c.cols, 3);
    assert_int_equal(tf_csv_col(&c, "note"), 2);
    assert_int_equal(tf_csv_col(&c, "nope"), -1);
    assert_string_equal(tf_csv_get(&c, 0, "note"), "two\nlines, \"quoted\"");
    assert_string_equal(tf_csv_get(&c, 1, "model"), "linformer");
    assert_null(tf_csv_get(&c, 0, "nope"));
    assert_int_equal(c.line[0], 3);
    assert_int_equal(c.line[1], 6);
    assert_int_equal(c.line[2], 7);
    assert_int_equal(tf_csv_number(&c, 0, "acc", &v, &e), 0);
    assert_true(v == 53);
    assert_int_equal(tf_csv_number(&c, 1, "acc", &v, &e), 0);
    assert_true(isnan(v));
    assert_int_equal(tf_csv_number(&c, 1, "note", &v, &e), -1);
    assert_string_equal(e.msg, "t.csv:6: column note: 'x' is not a number");
    tf_csv_free(&c);

    int whole = -1;
    text = "a,b,c,d,e,f\n7,,2.5,-1,1e300,nan\n";
    assert_int_equal(tf_csv_parse(&c, text, strlen(text), "t.csv", &e), 0);
    assert_int_equal(tf_csv_int(&c, 0, "a", &whole, &e), 0);
    assert_int_equal(whole, 7);
    assert_int_equal(tf_csv_int(&c, 0, "b", &whole, &e), 0);
    assert_int_equal(whole, 0);
    for (const char *column = "c\0d\0e\0f\0g"; *column; column += 2) assert_int_equal(tf_csv_int(&c, 0, column, &whole, &e), -1);
    tf_csv_free(&c);

    csv_fails("", "t.csv: empty");
    csv_fails("\n\n", "t.csv: empty");
    csv_fails("a,b\n1,2\n3\n", "t.csv:3: 1 field, but the header has 2");
    csv_fails("a,b\n1,2,3\n", "t.csv:2: 3 fields, but the header has 2");
    csv_fails("a,b\n1,2\n\"x,3\n4,5\n", "t.csv:3: a quote is opened here");
    csv_fails("a,b\n1,2\n3,x\"y\n", "t.csv:3: a quote inside a field");
    csv_fails("a,,b\n", "t.csv:1: column 2 has no name");
    csv_fails("\na,b,a\n", "t.csv:2: two columns are called 'a'");
    e = (struct tf_err){0};
    assert_int_equal(tf_csv_parse(&c, "a\n\0\n", 4, "t.csv", &e), -1);
    assert_int_equal(e.code, TF_BAD);
    e = (struct tf_err){0};
    assert_int_equal(tf_csv_load(&c, in_dir("none.csv"), &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strcasestr(e.msg, "no such file"));
}

static void test_csv_write(void **state) {
    (void)state;
    static const char *const cell[] = {"plain",    "",        "a,b",   "\"",       "say \"hi\"", "two\nlines",
                                       "cr\r\nlf", " space ", "\ttab", "\xc3\xa9", "a b",        "1e-4"};
    enum { N = TF_COUNT(cell) };
    for (int cols = 1; cols <= 4; cols++) {
        static const char *const head[] = {"\xef\xbb\xbfmark", "b, c", "\"d\"", "e"};
        struct tf_buf b = {0};
        struct tf_csv c = {0};
        struct tf_err e = {0};
        tf_csv_row(&b, head, cols);
        for (int i = 0; i + cols <= N; i += cols) tf_csv_row(&b, cell + i, cols);
        if (tf_csv_parse(&c, b.s, b.len, "t.csv", &e)) fail_msg("%s", e.msg);
        assert_int_equal(c.cols, cols);
        assert_int_equal(c.rows, N / cols);
        for (int i = 0; i < cols; i++) assert_string_equal(c.head[i], head[i]);
        for (int i = 0; i < c.rows * cols; i++) assert_string_equal(c.cell[i], cell[i]);
        tf_csv_free(&c);
        tf_buf_free(&b);
    }
    struct tf_buf b = {0};
    tf_csv_row(&b, (const char *const[]){"a", "", "b c"}, 3);
    assert_string_equal(b.s, "a,,b c\n"); // no quotes where none are needed
    tf_buf_free(&b);
}

struct tsv_seen {
    struct tf_buf text;
    int stop_at;
};

static int on_tsv(void *arg, int line, char **fields, int n, struct tf_err *e) {
    struct tsv_seen *s = arg;
    if (line == s->stop_at) return tf_fail(e, TF_BAD, "stopped at %d", line);
    tf_buf_addf(&s->text, "%d:", line);
    for (int i = 0; i < n; i++) tf_buf_addf(&s->text, "<%s>", fields[i]);
    return 0;
}

static void test_tsv(void **state) {
    (void)state;
    const char *path = in_dir("t.tsv");
    static const char text[] = "\xEF\xBB\xBFid\ttext\r\n1\t\"open quote\n\n2\t it's  \t\n\t\t\nlast\t\x1f"
                               "x";
    struct tsv_seen s = {0};
    struct tf_err e = {0};
    put_bytes("t.tsv", text, sizeof text - 1);
    assert_int_equal(tf_tsv_read(path, on_tsv, &s, &e), 0);
    assert_string_equal(s.text.s, "1:<id><text>2:<1><\"open quote>4:<2>< it's  ><>5:<><><>6:<last><\x1fx>");
    s.text.len = 0;
    s.stop_at = 4;
    assert_int_equal(tf_tsv_read(path, on_tsv, &s, &e), -1);
    assert_string_equal(e.msg, "stopped at 4");
    put_bytes("t.tsv", "a\tb\nc\0d\n", 8);
    e = (struct tf_err){0};
    assert_int_equal(tf_tsv_read(path, on_tsv, &s, &e), -1);
    assert_non_null(strstr(e.msg, "t.tsv:2: NUL byte"));
    e = (struct tf_err){0};
    assert_int_equal(tf_tsv_read(in_dir("none.tsv"), on_tsv, &s, &e), -1);
    assert_int_equal(e.code, TF_BAD);

    struct tf_buf big = {0}; // lines across the pieces that are read
    for (int i = 0; i < 9000; i++) tf_buf_addf(&big, "%d\t%0*d\n", i, i % 97 + 1, i % 10);
    put_bytes("t.tsv", big.s, big.len);
    struct tf_buf want = {0};
    for (int i = 0; i < 9000; i++) tf_buf_addf(&want, "%d:<%d><%0*d>", i + 1, i, i % 97 + 1, i % 10);
    s.text.len = 0;
    s.stop_at = 0;
    assert_int_equal(tf_tsv_read(path, on_tsv, &s, &e), 0);
    assert_true(s.text.len == want.len && memcmp(s.text.s, want.s, want.len) == 0);
    tf_buf_free(&s.text);
    tf_buf_free(&big);
    tf_buf_free(&want);
}

/* ---- safetensors ----------------------------------------------------------------------------------------------------------------- */

static const float f32[6] = {1, -2.5f, 3e-20f, 0, 1e30f, -0.0f};
static const double f64[3] = {1.0 / 3, -1e200, 5};
static const uint16_t bf16[2] = {0x3f80, 0xc049}, f16[5] = {0x3c00, 0xc200, 0x0001, 0x7c00, 0x8000};
static const uint8_t u8[5] = {0, 1, 127, 128, 255};
static const struct tf_st_tensor tensors[] = {
    {.name = "layer.0.attn.q.weight", .dtype = TF_F32, .rows = 2, .cols = 3, .data = f32},
    {.name = "moments \"\xc3\xa9\"", .dtype = TF_F64, .rows = 3, .cols = 0, .data = f64},
    {.name = "b", .dtype = TF_BF16, .rows = 2, .cols = 1, .data = bf16},
    {.name = "h", .dtype = TF_F16, .rows = 5, .cols = 0, .data = f16},
    {.name = "bytes", .dtype = TF_U8, .rows = 5, .cols = 0, .data = u8},
};
static const char *const meta[] = {"step", "1200", "spec", "a: \"b\"\n", NULL};

/* Writes the sample file and returns its bytes. */
static struct tf_buf st_sample(const char *path) {
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (tf_st_write(path, tensors, (int)TF_COUNT(tensors), meta, &e) || tf_file_read(path, &b, &e)) fail_msg("%s", e.msg);
    return b;
}

static void test_st_roundtrip(void **state) {
    (void)state;
    const char *path = in_dir("t.safetensors");
    struct tf_buf a = st_sample(path), b = st_sample(path);
    struct tf_st s = {0};
    struct tf_err e = {0};
    assert_true(a.len == b.len && memcmp(a.s, b.s, a.len) == 0); // same input, same bytes
    tf_buf_free(&a);
    tf_buf_free(&b);
    if (tf_st_open(&s, path, &e)) fail_msg("%s", e.msg);
    assert_int_equal(s.n, TF_COUNT(tensors));
    assert_string_equal(tf_st_meta(&s, "format"), "pt");
    assert_string_equal(tf_st_meta(&s, "step"), "1200");
    assert_string_equal(tf_st_meta(&s, "spec"), "a: \"b\"\n");
    assert_null(tf_st_meta(&s, "none"));
    assert_null(tf_st_find(&s, "none"));
    assert_int_equal(((const char *)s.t[0].data - (const char *)s.map.p) % 8, 0);
    for (size_t i = 0; i < TF_COUNT(tensors); i++) {
        const struct tf_st_tensor *w = &tensors[i], *t = tf_st_find(&s, w->name);
        assert_non_null(t);
        assert_true(t->dtype == w->dtype && t->rows == w->rows && t->cols == w->cols);
        assert_memory_equal(t->data, w->data, tf_st_count(w) * tf_dtype_size(w->dtype));
        assert_string_equal(s.t[i].name, w->name);
    }
    tf_real v[6];
    assert_int_equal(tf_st_read(&s, &s.t[0], v, &e), 0);
    for (int i = 0; i < 6; i++) assert_true(v[i] == (tf_real)f32[i]);
    assert_int_equal(tf_st_read(&s, &s.t[1], v, &e), 0);
    for (int i = 0; i < 3; i++) assert_true(v[i] == (tf_real)f64[i]);
    assert_int_equal(tf_st_read(&s, &s.t[2], v, &e), 0);
    assert_true(v[0] == 1 && v[1] == (tf_real)-3.140625);
    assert_int_equal(tf_st_read(&s, &s.t[3], v, &e), 0);
    assert_true(v[0] == 1 && v[1] == -3 && v[2] == (tf_real)0x1p-24 && isinf(v[3]) && v[4] == 0 && signbit(v[4]));
    assert_int_equal(tf_st_read(&s, &s.t[4], v, &e), -1);
    assert_non_null(strstr(e.msg, "tensor 'bytes' is U8"));
    tf_st_close(&s);

    e = (struct tf_err){0};
    assert_int_equal(tf_st_write(path, tensors, 1, (const char *const[]){"k", "\xff", NULL}, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    e = (struct tf_err){0};
    assert_int_equal(tf_st_write(in_dir("no/such/dir.safetensors"), tensors, 1, NULL, &e), -1);
    assert_int_equal(e.code, TF_SYSTEM);
    e = (struct tf_err){0};
    assert_int_equal(tf_st_write(path, NULL, 0, NULL, &e), 0); // no tensor at all
    assert_int_equal(tf_st_open(&s, path, &e), 0);
    assert_int_equal(s.n, 0);
    tf_st_close(&s);
    assert_int_equal(tf_st_open(&s, in_dir("none.safetensors"), &e), -1);
    assert_int_equal(e.code, TF_BAD);
}

static void test_st_damage(void **state) {
    (void)state;
    struct tf_buf b = st_sample(in_dir("t.safetensors"));
    struct tf_st s = {0};
    int found = 0;
    assert_true(b.len >= 600 && b.len <= 2000);
    for (size_t n = 0; n < b.len; n++) { // cut at every length; a copy, so that a read past the end shows under ASan
        struct tf_err e = {0};
        char *copy = memcpy(tf_alloc(n + 1), b.s, n);
        assert_int_equal(tf_st_parse(&s, copy, n, "cut", &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_non_null(strstr(e.msg, "cut: truncated or damaged checkpoint"));
        tf_free(copy);
    }
    for (size_t i = 0; i < b.len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            struct tf_err e = {0};
            b.s[i] = (char)(b.s[i] ^ 1 << bit);
            if (tf_st_parse(&s, b.s, b.len, "flip", &e) == 0) fail_msg("bit %d of byte %zu", bit, i);
            assert_int_equal(e.code, TF_BAD);
            b.s[i] = (char)(b.s[i] ^ 1 << bit);
            found++;
        }
    }
    assert_int_equal(found, 8 * (int)b.len);
    struct tf_err e = {0};
    assert_int_equal(tf_st_parse(&s, b.s, b.len, "whole", &e), 0);
    tf_st_close(&s);
    b.s[b.len - 1] ^= 1;
    assert_int_equal(tf_st_parse(&s, b.s, b.len, "flip", &e), -1);
    assert_string_equal(e.msg, "flip: truncated or damaged checkpoint: checksum of tensor 'bytes'");
    tf_buf_free(&b);
}

/* A file with this header and n zero bytes of data. */
static int st_try(const char *header, size_t n, struct tf_st *s, struct tf_err *e) {
    static char file[4096];
    size_t len = strlen(header);
    memset(file, 0, sizeof file);
    for (int i = 0; i < 8; i++) file[i] = (char)(len >> 8 * i & 255);
    memcpy(file + 8, header, len);
    return tf_st_parse(s, file, 8 + len + n, "t.st", e);
}

static void test_st_hostile(void **state) {
    (void)state;
    static const struct {
        const char *header;
        size_t n;
        const char *want;
    } t[] = {
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8, NULL},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4, NULL},
        {"{\"a\":{\"dtype\":\"U8\",\"shape\":[2,3,4],\"data_offsets\":[0,24]}}  ", 24, NULL},
        {"{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[3,5]},\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]}}", 5,
         NULL},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 7, "tensor 'a': its data lie outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 9, "1 bytes after the last tensor"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4, "tensor 'a': shape and size"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9]}}", 9, "tensor 'a': gap or overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}", 8, "tensor 'a': its data lie outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[-8,0]}}", 8, "tensor 'a': its data lie outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}", 8, "tensor 'a': a dimension out of range"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]}}", 8, "tensor 'a': a dimension out of range"},
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1073741824,2147483647],\"data_offsets\":[0,8]}}", 8, "tensor 'a': shape and size"},
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1073741824,1073741824,2],\"data_offsets\":[0,0]}}", 8, "tensor 'a': too many elements"},
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1073741824,1073741824],\"data_offsets\":[0,0]}}", 0, "tensor 'a': shape and size"},
        // 1824726041 * 1263665316 * 8 = 2^64 + 32
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1824726041,1263665316],\"data_offsets\":[0,32]}}", 32, "tensor 'a': shape and size"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[9223372036854775807,4],\"data_offsets\":[0,8]}}", 8, "tensor 'a': a dimension out of range"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,8]}}", 8, "header, byte"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "tensor 'a' is empty"},
        {"{\"a\":{\"dtype\":\"Q7\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8, "tensor 'a': dtype 'Q7' is not supported"},
        {"{\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}}", 8, "tensor 'a': no dtype"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}}", 8, "tensor 'a': no shape"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]}}", 8, "tensor 'a': no data_offsets"},
        {"{\"a\":7}", 0, "tensor 'a': no dtype"},
        {"{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,3]}}", 3,
         "tensor 'b': gap or overlap"},
        {"{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[3,5]}}", 5,
         "tensor 'b': gap or overlap"},
        {"{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}", 2,
         "header, byte"},
        {"{\"__metadata__\":{\"k\":1}}", 0, "metadata 'k' is not a string"},
        {"{\"__metadata__\":[]}", 0, "__metadata__ is not an object"},
        {"{\"__metadata__\":{\"crc32c.a\":\"00000000\"}}", 0, "checksum of the header"},
        {"{\"__metadata__\":{\"crc32c\":\"\"}}", 0, "checksum of the header"},
        {"[]", 0, "no header"},
        {"{}x", 0, "header, byte"},
        {"{\"a\\u0000b\":1}", 0, "header, byte"},
    };
    for (size_t i = 0; i < TF_COUNT(t); i++) {
        struct tf_st s = {0};
        struct tf_err e = {0};
        int rc = st_try(t[i].header, t[i].n, &s, &e);
        if (!t[i].want) {
            if (rc) fail_msg("%s: %s", t[i].header, e.msg);
            tf_st_close(&s);
            continue;
        }
        assert_int_equal(rc, -1);
        assert_int_equal(e.code, TF_BAD);
        if (!strstr(e.msg, t[i].want)) fail_msg("%s: got '%s', want '%s'", t[i].header, e.msg, t[i].want);
    }
    struct tf_st s = {0};
    struct tf_err e = {0};
    assert_int_equal(st_try(t[2].header, 24, &s, &e), 0);
    assert_true(s.t[0].rows == 2 && s.t[0].cols == 12);
    tf_st_close(&s);
    assert_int_equal(st_try(t[3].header, 5, &s, &e), 0);
    assert_string_equal(s.t[0].name, "a"); // file order
    tf_st_close(&s);
}

/* ---- the rest ------------------------------------------------------------------------------------------------------------------------ */

static void test_sha256(void **state) {
    (void)state;
    char hex[65];
    struct tf_err e = {0};
    tf_sha256("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"); // FIPS 180-2
    put_text("abc", "abc");
    memset(hex, 'x', sizeof hex);
    assert_int_equal(tf_sha256_file(in_dir("abc"), hex, &e), 0);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    put_text("empty", "");
    assert_int_equal(tf_sha256_file(in_dir("empty"), hex, &e), 0);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_int_equal(tf_sha256_file(in_dir("none"), hex, &e), -1);
}

static void test_gnuplot(void **state) {
    (void)state;
    struct tf_err e = {0};
    char script[600], *path = tf_strdup(getenv("PATH"));
    const char *bin = in_dir("gnuplot");
    // A stand-in that writes a marker, or fails: the wiring is tested with or without gnuplot.
    put_text("gnuplot", "#!/bin/sh\nif [ -s \"$1\" ]; then echo done > \"$1.out\"; else echo \"line 1: bad\" >&2; exit 3; fi\n");
    chmod(bin, 0755);
    snprintf(script, sizeof script, "%s:%s", dir, path);
    setenv("PATH", script, 1);
    put_text("ok.gp", "x");
    if (tf_gnuplot_run(dir, "ok.gp", &e)) fail_msg("%s", e.msg);
    assert_true(tf_file_exists(in_dir("ok.gp.out")));
    put_text("bad.gp", "");
    assert_int_equal(tf_gnuplot_run(dir, "bad.gp", &e), -1);
    assert_int_equal(e.code, TF_FAILED);
    assert_non_null(strstr(e.msg, "bad.gp: exit status 3: line 1: bad"));
    unlink(bin);
    setenv("PATH", dir, 1);
    e = (struct tf_err){0};
    assert_int_equal(tf_gnuplot_run(dir, "x.gp", &e), -1);
    assert_int_equal(e.code, TF_SYSTEM);
    assert_non_null(strstr(e.msg, "gnuplot-nox"));
    setenv("PATH", path, 1);
    tf_free(path);

    struct stat st;
    if (stat("/usr/bin/gnuplot", &st) == 0) {
        snprintf(script, sizeof script, "set terminal svg\nset output '%s/fig.svg'\nplot sin(x)\n", dir);
        put_text("fig.gp", script);
        e = (struct tf_err){0};
        if (tf_gnuplot_run(dir, "fig.gp", &e)) fail_msg("%s", e.msg);
        assert_true(tf_file_exists(in_dir("fig.svg")));
        put_text("fig.gp", "plot nonsense(\n");
        assert_int_equal(tf_gnuplot_run(dir, "fig.gp", &e), -1);
        assert_non_null(strstr(e.msg, "fig.gp"));
    }
}

static int remove_dir(void **state) {
    (void)state;
    static const char *const left[] = {"t.tsv", "t.safetensors", "abc",    "empty",  "gnuplot",
                                       "ok.gp", "ok.gp.out",     "bad.gp", "fig.gp", "fig.svg"};
    for (size_t i = 0; i < TF_COUNT(left); i++) unlink(in_dir(left[i]));
    return leave_empty(state);
}

/* TFRecords of the file: returns how many, each with the right checksums. */
static int count_records(const struct tf_buf *b) {
    int n = 0;
    for (size_t at = 0, len; at < b->len; at += len + 16, n++) {
        uint32_t crc[2];
        memcpy(&len, b->s + at, 8);
        assert_true(at + len + 16 <= b->len);
        memcpy(&crc[0], b->s + at + 8, 4), memcpy(&crc[1], b->s + at + 12 + len, 4);
        for (int i = 0; i < 2; i++) { // unmask: rotate to the left by 15
            uint32_t rot = crc[i] - 0xa282ead8u;
            assert_int_equal(rot << 15 | rot >> 17, tf_crc32c_table(0, b->s + at + (i ? 12 : 0), i ? len : 8));
        }
    }
    return n;
}

static void test_events(void **state) {
    (void)state;
    const char *path = below("events.out.tfevents");
    struct tf_buf metrics = {0}, first = {0}, again = {0};
    struct tf_events v = {0}, resumed = {0};
    struct tf_err e = {0};
    tf_buf_addf(&metrics, "step,stage,split,n,loss_nats,acc_pct\n10,0,train,8,2.5,nan\n");
    assert_int_equal(tf_events_write(&v, path, &metrics, &e), 0);
    tf_buf_addf(&metrics, "300,0,valid,8,,\n");
    assert_int_equal(tf_events_write(&v, path, &metrics, &e), 0);
    assert_int_equal(tf_file_read(path, &first, &e), 0);
    assert_int_equal(first.len, v.written);
    assert_int_equal(count_records(&first), 3);           // the version, and a record per line
    static const char step300[] = "\x10\xac\x02\x2a\x00"; // and an empty summary
    assert_non_null(memmem(first.s, first.len, step300, 5));
    static const char loss[] = "\x0a\x16\x0a\x0ftrain/loss_nats\x15\x00\x00\x20\x40"; // 2.5f
    assert_non_null(memmem(first.s, first.len, loss, sizeof loss - 1));
    put_bytes("events.out.tfevents", first.s, first.len - 3); // killed in the last record; another one of a line that will come again
    assert_int_equal(tf_events_write(&resumed, path, &metrics, &e), 0);
    assert_int_equal(tf_file_read(path, &again, &e), 0);
    assert_int_equal(again.len, first.len);
    assert_int_equal(count_records(&again), 3);
    assert_memory_equal(again.s, first.s, first.len - 40); // with their times
    tf_buf_add(&first, "a line that is no longer there", 30);
    put_bytes("events.out.tfevents", first.s, first.len);
    resumed = (struct tf_events){0};
    assert_int_equal(tf_events_write(&resumed, path, &metrics, &e), 0);
    again.len = 0;
    assert_int_equal(tf_file_read(path, &again, &e), 0);
    assert_int_equal(again.len, first.len - 30);
    assert_int_equal(tf_events_write(&v, below("no/such/folder"), &metrics, &e), -1);
    assert_int_equal(e.code, TF_SYSTEM);
    assert_int_equal(unlink(path), 0);
    tf_buf_free(&metrics), tf_buf_free(&first), tf_buf_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),          cmocka_unit_test(test_csv_write), cmocka_unit_test(test_tsv),
        cmocka_unit_test(test_st_roundtrip), cmocka_unit_test(test_st_damage), cmocka_unit_test(test_st_hostile),
        cmocka_unit_test(test_sha256),       cmocka_unit_test(test_gnuplot),   cmocka_unit_test(test_events),
    };
    return cmocka_run_group_tests_name("io", tests, enter, remove_dir);
}
