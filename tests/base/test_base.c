/* Floor 0: errors, memory, random numbers, strings, options, progress. */
#include "base/base.h"
#include <Random123/philox.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

/* ---- errors and memory ---------------------------------------------------------------------------------------------- */

static void first_error_wins(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_fail(&e, TF_BAD, "a %d", 1), -1);
    assert_int_equal(tf_fail(&e, TF_SYSTEM, "b"), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg, "a 1");
    assert_int_equal(tf_fail(NULL, TF_BAD, "nobody listens"), -1);
    struct tf_err f = {0};
    tf_fail(&f, TF_BAD, "%02000d", 7);
    assert_int_equal(strlen(f.msg), sizeof f.msg - 1);
}

static void memory_is_counted(void **state) {
    (void)state;
    size_t live = tf_mem_live();
    char *p = tf_alloc(1000);
    assert_int_equal((uintptr_t)p % 64, 0);
    assert_int_equal(tf_mem_live(), live + 1000);
    memset(p, 7, 1000);
    p = tf_realloc(p, 5000);
    assert_int_equal((uintptr_t)p % 64, 0);
    assert_int_equal(tf_mem_live(), live + 5000);
    for (int i = 0; i < 1000; i++) assert_int_equal(p[i], 7);
    p = tf_realloc(p, 4000);
    assert_int_equal(tf_mem_live(), live + 4000);
    char *z = tf_calloc(300), *s = tf_strdup("tree");
    for (int i = 0; i < 300; i++) assert_int_equal(z[i], 0);
    assert_string_equal(s, "tree");
    tf_free(p);
    tf_free(z);
    tf_free(s);
    tf_free(NULL);
    tf_free(tf_alloc(0));
    tf_free(tf_realloc(NULL, 10));
    assert_int_equal(tf_mem_live(), live);
    assert_true(tf_mem_available() > 0);
}

static jmp_buf out_of_memory;
static size_t refused;

static void oom_jump(size_t bytes) {
    refused = bytes;
    longjmp(out_of_memory, 1);
}

static void memory_runs_out(void **state) {
    (void)state;
    void (*old)(size_t) = tf_oom_hook;
    tf_oom_hook = oom_jump;
    volatile int done = 0;
    tf_mem_fail_after(3);
    if (setjmp(out_of_memory) == 0)
        for (;;) {
            tf_free(tf_alloc(100 + (size_t)done));
            done++;
        }
    assert_int_equal(done, 2);
    assert_int_equal(refused, 102);
    tf_free(tf_alloc(1)); // one failure only
    if (setjmp(out_of_memory) == 0) {
        tf_free(tf_alloc(SIZE_MAX - 10));
        fail();
    }
    assert_true(refused == SIZE_MAX - 10);
    tf_oom_hook = old;
}

static void arena_marks(void **state) {
    (void)state;
    size_t live = tf_mem_live();
    struct tf_arena a;
    tf_arena_init(&a);
    struct tf_mark empty = tf_arena_mark(&a);
    char *p = tf_arena_alloc(&a, 100);
    assert_int_equal((uintptr_t)p % 64, 0);
    memset(p, 1, 100);
    struct tf_mark m = tf_arena_mark(&a);
    assert_int_equal(a.used, 128);
    char *q = tf_arena_alloc(&a, 100);
    for (int i = 0; i < 5; i++) memset(tf_arena_alloc(&a, 900000), 2, 900000); // several chunks
    tf_arena_alloc(&a, 5000000);
    size_t peak = a.peak, held = a.held;
    assert_int_equal(peak, a.used);
    tf_arena_rewind(&a, m);
    assert_int_equal(a.used, 128);
    assert_ptr_equal(tf_arena_alloc(&a, 100), q);
    for (int i = 0; i < 100; i++) assert_int_equal(p[i], 1);
    tf_arena_alloc(&a, 5000000); // the big chunk is found again, before the small ones
    for (int i = 0; i < 5; i++) {
        char *z = tf_arena_calloc(&a, 900000);
        for (int j = 0; j < 900000; j += 4096) assert_int_equal(z[j], 0);
    }
    assert_int_equal(a.held, held);
    assert_int_equal(a.peak, peak);
    tf_arena_rewind(&a, empty);
    assert_int_equal(a.used, 0);
    tf_arena_alloc(&a, 1);
    tf_arena_reset(&a);
    assert_int_equal(a.used, 0);
    assert_ptr_not_equal(tf_arena_alloc(&a, 0), tf_arena_alloc(&a, 0));
    tf_arena_release(&a);
    assert_int_equal(tf_mem_live(), live);
    memset(tf_arena_alloc(&a, 10), 3, 10); // usable again
    tf_arena_release(&a);
    assert_int_equal(tf_mem_live(), live);
}

/* ---- random numbers -------------------------------------------------------------------------------------------------- */

static void philox_known_answers(void **state) {
    (void)state;
    static const uint32_t kat[3][10] = {
        // ctr, key, out: kat_vectors of Random123, philox4x32 10
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    uint32_t out[4];
    for (int i = 0; i < 3; i++) {
        tf_philox(kat[i], kat[i] + 4, out);
        assert_memory_equal(out, kat[i] + 6, sizeof out);
    }
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 2, 3, 4);
    for (int i = 0; i < 1000; i++) { // the library's own implementation, on other words
        philox4x32_ctr_t c;
        philox4x32_key_t k;
        for (int j = 0; j < 4; j++) c.v[j] = tf_rng_u32(&r);
        for (int j = 0; j < 2; j++) k.v[j] = tf_rng_u32(&r);
        philox4x32_ctr_t want = philox4x32_R(10, c, k);
        tf_philox(c.v, k.v, out);
        assert_memory_equal(out, want.v, sizeof out);
    }
}

static void streams_differ(void **state) {
    (void)state;
    struct tf_rng r[7] = {
        tf_rng_at(5, TF_RNG_TEST, 1, 2, 3), tf_rng_at(6, TF_RNG_TEST, 1, 2, 3), tf_rng_at(5 + (UINT64_C(1) << 32), TF_RNG_TEST, 1, 2, 3),
        tf_rng_at(5, TF_RNG_MASK, 1, 2, 3), tf_rng_at(5, TF_RNG_TEST, 2, 2, 3), tf_rng_at(5, TF_RNG_TEST, 1, 3, 3),
        tf_rng_at(5, TF_RNG_TEST, 1, 2, 4)};
    uint32_t w[7][64];
    for (int i = 0; i < 7; i++)
        for (int n = 0; n < 64; n++) w[i][n] = tf_rng_u32(&r[i]);
    for (int i = 0; i < 7 * 64; i++)
        for (int j = 0; j < i; j++) assert_int_not_equal((&w[0][0])[i], (&w[0][0])[j]);
    struct tf_rng again = tf_rng_at(5, TF_RNG_TEST, 1, 2, 3);
    for (int n = 0; n < 64; n++) assert_int_equal(tf_rng_u32(&again), w[0][n]);
    uint32_t ctr[4] = {1, 3, 2, 1}, out[4]; // words 4..7 are those at counter (n, b, a, step) = (1, 3, 2, 1)
    tf_philox(ctr, again.key, out);
    assert_memory_equal(out, &w[0][4], sizeof out);
}

static void draws_are_fair(void **state) {
    (void)state;
    enum { N = 70000, K = 7 };
    struct tf_rng r = tf_rng_at(9, TF_RNG_TEST, 0, 0, 0);
    int count[K] = {0};
    for (int i = 0; i < N; i++) count[tf_rng_below(&r, K)]++;
    double chi2 = 0;
    for (int i = 0; i < K; i++) chi2 += pow(count[i] - N / K, 2) / (N / K);
    assert_true(chi2 < 22.5); // 6 degrees of freedom: p = 0.001
    for (int i = 0; i < 100; i++) assert_int_equal(tf_rng_below(&r, 1), 0);
    int low = 0; // n = 3 * 2^30: a draw without rejection would put half of its weight on 1/3 of the values
    for (int i = 0; i < N; i++) low += tf_rng_below(&r, 3u << 30) % 3 == 0;
    assert_true(fabs(low - N / 3.0) < 4 * sqrt(N * 2.0 / 9));
    double sum = 0, sq = 0, usum = 0;
    for (int i = 0; i < N; i++) {
        double u = tf_rng_uniform(&r), z = tf_rng_normal(&r);
        assert_true(u >= 0 && u < 1 && isfinite(z));
        usum += u, sum += z, sq += z * z;
    }
    assert_true(fabs(usum / N - 0.5) < 4 * sqrt(1.0 / 12 / N));
    assert_true(fabs(sum / N) < 4 / sqrt(N));
    assert_true(fabs(sq / N - 1) < 4 * sqrt(2.0 / N));
}

/* ---- strings ------------------------------------------------------------------------------------------------------------ */

static void strings(void **state) {
    (void)state;
    struct tf_buf b = {0};
    tf_buf_add(&b, "", 0);
    assert_string_equal(b.s, "");
    for (int i = 0; i < 1000; i++) tf_buf_addf(&b, "%03d", i);
    tf_buf_add(&b, "a\0b", 3);
    assert_int_equal(b.len, 3003);
    tf_buf_addf(&b, "%0500d", 1);
    assert_int_equal(b.len, 3503);
    assert_string_equal(b.s + 3500, "001");
    assert_memory_equal(b.s + 2997, "999a\0b0", 7);
    tf_buf_free(&b);
    assert_null(b.s);
    static const char *const ids[] = {"transformer", "linformer", "performer", "tf-a", "tc-a", "lr"};
    const struct {
        const char *word, *near;
    } cases[] = {{"linfromer", "linformer"},
                 {"Performer", "performer"},
                 {"tf_a", "tf-a"},
                 {"transfrmer", "transformer"},
                 {"bigbird", NULL},
                 {"", NULL},
                 {"x", NULL},
                 {"qq", NULL},
                 {"rl", "lr"}};
    for (size_t i = 0; i < TF_COUNT(cases); i++) {
        const char *got = tf_closest(cases[i].word, ids, TF_COUNT(ids));
        if (cases[i].near) assert_string_equal(got, cases[i].near);
        else assert_null(got);
    }
    char s[32];
    const struct {
        double v;
        const char *text;
    } bytes[] = {{0, "0 B"}, {1023, "1023 B"}, {1024, "1.0 KiB"}, {1.5 * (1 << 30), "1.5 GiB"}, {1048575, "1.0 MiB"}, {-2048, "-2.0 KiB"}};
    for (size_t i = 0; i < TF_COUNT(bytes); i++) assert_string_equal(tf_format_bytes(s, bytes[i].v), bytes[i].text);
    const struct {
        double v;
        const char *text;
    } times[] = {{0.25, "250 ms"},   {0.9999, "1.0 s"},   {42, "42 s"}, {59.7, "1 min 0 s"}, {3599.9, "1 h 0 min"}, {11520, "3 h 12 min"},
                 {86399, "1 d 0 h"}, {200000, "2 d 8 h"}, {NAN, "?"},   {-1, "?"},           {INFINITY, "?"}};
    for (size_t i = 0; i < TF_COUNT(times); i++) assert_string_equal(tf_format_duration(s, times[i].v), times[i].text);
}

static void hashes(void **state) {
    (void)state;
    assert_int_equal(tf_crc32c(0, "123456789", 9), 0xe3069283);
    assert_int_equal(tf_crc32c_table(0, "123456789", 9), 0xe3069283);
    assert_int_equal(tf_crc32c(0, NULL, 0), 0);
    unsigned char data[300];
    struct tf_rng r = tf_rng_at(3, TF_RNG_TEST, 0, 0, 0);
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)tf_rng_u32(&r);
    for (size_t at = 0; at < 9; at++)
        for (size_t n = 0; n <= 280; n += 7) {
            uint32_t whole = tf_crc32c(0, data + at, n);
            assert_int_equal(whole, tf_crc32c_table(0, data + at, n));
            assert_int_equal(whole, tf_crc32c(tf_crc32c(0, data + at, n / 3), data + at + n / 3, n - n / 3));
        }
    uint64_t h = tf_hash64("run", 3, 1);
    assert_true(h == tf_hash64("run", 3, 1) && h != tf_hash64("run", 3, 2) && h != tf_hash64("rum", 3, 1) && h != tf_hash64("run", 2, 1));
}

/* ---- options -------------------------------------------------------------------------------------------------------------- */

struct settings {
    int height, where;
    double lr;
    bool causal;
    char note[TF_STRING_MAX];
    struct tf_ints layers;
    int any;
    double most;
};
static const struct tf_opt opts[] = {
    {"height", TF_INT, offsetof(struct settings, height), "3", 1, 12, NULL, "levels"},
    {"attention", TF_CHOICE, offsetof(struct settings, where), "layer", 0, 0, "head|layer", "what a tree is for"},
    {"lr", TF_REAL, offsetof(struct settings, lr), "1e-4", 0, 1, NULL, "rate"},
    {"causal", TF_BOOL, offsetof(struct settings, causal), "false", 0, 0, NULL, "left to right"},
    {"note", TF_STRING, offsetof(struct settings, note), "", 0, 0, NULL, "any text"},
    {"layers", TF_INTS, offsetof(struct settings, layers), "[]", 0, 1000, NULL, "sizes"},
    {"any", TF_INT, offsetof(struct settings, any), "0", 0, 0, NULL, "no range"},
    {"most", TF_DURATION, offsetof(struct settings, most), "0", 0, 1e9, NULL, "seconds"},
    {0},
};

static void options_round_trip(void **state) {
    (void)state;
    struct settings s, t;
    memset(&s, 0x5a, sizeof s);
    tf_opt_defaults(opts, &s);
    assert_int_equal(s.height, 3);
    assert_int_equal(s.where, 1);
    assert_true(s.lr == 1e-4 && !s.causal && s.note[0] == 0 && s.layers.n == 0);
    static const char *const rows[][3] = {// name, text, what is given back
                                          {"height", "12", "12"},
                                          {"height", " +7 ", "7"},
                                          {"any", "-5", "-5"},
                                          {"any", "1e3", "1000"},
                                          {"any", "-1.5E+3", "-1500"},
                                          {"any", "20e-1", "2"},
                                          {"layers", "[1e2, 10]", "[100, 10]"},
                                          {"attention", "head", "head"},
                                          {"attention", "layer", "layer"},
                                          {"lr", "0.1", "0.1"},
                                          {"lr", "3e-05", "3e-05"},
                                          {"lr", "0.333333333333333314", "0.3333333333333333"},
                                          {"lr", "1", "1"},
                                          {"causal", "yes", "true"},
                                          {"causal", "Off", "false"},
                                          {"causal", "TRUE", "true"},
                                          {"causal", "no", "false"},
                                          {"causal", "on", "true"},
                                          {"note", " a, b ", " a, b "},
                                          {"layers", "100,10", "[100, 10]"},
                                          {"layers", "[ 100 , 10 ]", "[100, 10]"},
                                          {"layers", "5", "[5]"},
                                          {"layers", "[]", "[]"},
                                          {"layers", "[0]", "[0]"},
                                          {"most", "0", "0"},
                                          {"most", "0h", "0"},
                                          {"most", "90s", "90s"},
                                          {"most", " 120s ", "2m"},
                                          {"most", "1.5h", "90m"},
                                          {"most", "60m", "1h"},
                                          {"most", "0.1s", "0.1s"},
                                          {"most", "1.1m", "66s"},
                                          {"most", "0.000001s", "1e-06s"},
                                          {"most", "20000000s", "2e+07s"}};
    for (size_t i = 0; i < TF_COUNT(rows); i++) {
        struct tf_err e = {0};
        struct tf_buf b = {0}, c = {0};
        const struct tf_opt *o = tf_opt_find(opts, rows[i][0]);
        assert_int_equal(tf_opt_set(opts, &s, rows[i][0], rows[i][1], &e), 0);
        tf_opt_get(opts, o, &s, &b);
        assert_string_equal(b.s, rows[i][2]);
        tf_opt_defaults(opts, &t);
        assert_int_equal(tf_opt_set(opts, &t, rows[i][0], b.s, &e), 0);
        tf_opt_get(opts, o, &t, &c);
        assert_string_equal(c.s, b.s);
        assert_int_equal(e.code, 0);
        tf_buf_free(&b);
        tf_buf_free(&c);
    }
    assert_null(tf_opt_find(opts, "heigh"));
    assert_null(tf_opt_find(NULL, "height"));
}

static void option_errors(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"height", "40", "height: 40 is out of range 1..12"},
        {"height", "0", "height: 0 is out of range 1..12"},
        {"height", "99999999999999999999", "height: 99999999999999999999 is out of range 1..12"},
        {"height", "3x", "height: '3x' is not an integer"},
        {"height", "3.0", "height: '3.0' is not an integer"},
        {"height", "1e-3", "height: '1e-3' is not an integer"},
        {"height", "1e-999", "height: '1e-999' is not an integer"},
        {"height", "1.25e1", "height: '1.25e1' is not an integer"},
        {"height", "1e", "height: '1e' is not an integer"},
        {"height", "e1", "height: 'e1' is not an integer"},
        {"height", "0x1e1", "height: '0x1e1' is not an integer"},
        {"height", "1.00000000000000000001e1", "height: '1.00000000000000000001e1' is not an integer"},
        {"height", "1e3", "height: 1e3 is out of range 1..12"},
        {"any", "1e999", "any: 1e999 does not fit an integer"},
        {"height", "", "height: '' is not an integer"},
        {"attention", "foo", "attention: unknown value 'foo', one of head, layer"},
        {"attention", "lyaer", "attention: unknown value 'lyaer' (did you mean 'layer'?), one of head, layer"},
        {"attention", "head|layer", "attention: unknown value 'head|layer', one of head, layer"},
        {"any", "3000000000", "any: 3000000000 does not fit an integer"},
        {"any", "-99999999999999999999", "any: -99999999999999999999 does not fit an integer"},
        {"lr", "1.5", "lr: 1.5 is out of range 0..1"},
        {"lr", "fast", "lr: 'fast' is not a number"},
        {"lr", "nan", "lr: 'nan' is not a number"},
        {"lr", "0x1", "lr: '0x1' is not a number"},
        {"lr", "1e999", "lr: 1e999 is too large"},
        {"lr", "1e-400", "lr: 1e-400 is too near 0"},
        {"lr", "0.001e-310", "lr: 0.001e-310 is too near 0"},
        {"causal", "maybe", "causal: 'maybe' is neither true nor false"},
        {"layers", "1,,2", "layers: '' is not an integer"},
        {"layers", "[1, 2", "layers: '[1, 2' lacks its ']'"},
        {"layers", "[", "layers: '[' lacks its ']'"},
        {"layers", "1,2000", "layers: 2000 is out of range 0..1000"},
        {"layers", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "layers: more than 16 values"},
        {"most", "2", "most: '2' is not a duration like 90s, 2m or 1.5h"},
        {"most", "", "most: '' is not a duration like 90s, 2m or 1.5h"},
        {"most", "m", "most: 'm' is not a duration like 90s, 2m or 1.5h"},
        {"most", "2d", "most: '2d' is not a duration like 90s, 2m or 1.5h"},
        {"most", "1h30m", "most: '1h30m' is not a duration like 90s, 2m or 1.5h"},
        {"most", "-2m", "most: '-2m' is not a duration like 90s, 2m or 1.5h"},
        {"most", "infs", "most: 'infs' is not a duration like 90s, 2m or 1.5h"},
        {"most", "0x2s", "most: '0x2s' is not a duration like 90s, 2m or 1.5h"},
        {"most", "1e99h", "most: 1e99h is out of range 0..1000000000"},
        {"heigth", "1", "unknown option 'heigth' (did you mean 'height'?), one of height, attention, lr, causal, note, layers, any, most"}};
    struct settings s, before;
    memset(&s, 0, sizeof s);
    tf_opt_defaults(opts, &s);
    before = s;
    for (size_t i = 0; i < TF_COUNT(rows); i++) {
        struct tf_err e = {0};
        assert_int_equal(tf_opt_set(opts, &s, rows[i][0], rows[i][1], &e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_string_equal(e.msg, rows[i][2]);
        assert_memory_equal(&s.height, &before.height, sizeof s.height);
        assert_true(s.lr == before.lr && s.most == before.most && s.where == before.where && s.layers.n == 0);
    }
    char text[TF_STRING_MAX + 1];
    memset(text, 'a', TF_STRING_MAX);
    text[TF_STRING_MAX] = 0;
    struct tf_err e = {0};
    assert_int_equal(tf_opt_set(opts, &s, "note", text, &e), -1);
    assert_string_equal(e.msg, "note: 256 bytes, at most 255 allowed");
    assert_int_equal(tf_opt_set(opts, &s, "note", text + 1, &e), 0);
    assert_string_equal(s.note, text + 1);
}

struct inner {
    int warmup;
    struct tf_ints sizes;
};
struct outer {
    int first;
    struct inner in[2];
    double last;
};
static const struct tf_opt inner_opts[] = {
    {"warmup", TF_INT, offsetof(struct inner, warmup), "7", 1, 100, NULL, "steps"},
    TF_ALIAS_OF("warmup", "warmup_steps"),
    {"sizes", TF_INTS, offsetof(struct inner, sizes), "[1]", 0, 9, NULL, "sizes"},
    {0},
};
static const struct tf_opt middle_opts[] = {TF_NESTED(inner_opts, sizeof(struct inner)), {0}};
static const struct tf_opt outer_opts[] = {
    {"first", TF_INT, offsetof(struct outer, first), "1", 0, 0, NULL, "first"},
    TF_NESTED(middle_opts, offsetof(struct outer, in)),
    {"last", TF_REAL, offsetof(struct outer, last), NULL, 0, 1, NULL, "last"},
    TF_ALIAS_OF("sizes", "size_list"),
    {0},
};

static void nested_options(void **state) {
    (void)state;
    struct outer s;
    struct tf_err e = {0};
    memset(&s, 0x5a, sizeof s);
    tf_opt_defaults(outer_opts, &s);
    assert_int_equal(s.first, 1);
    assert_int_equal(s.in[0].warmup, 0x5a5a5a5a); // the middle table's offset leaves it out
    assert_int_equal(s.in[1].warmup, 7);
    assert_true(s.in[1].sizes.n == 1 && s.in[1].sizes.v[0] == 1);
    struct tf_buf names = {0}, value = {0};
    for (const struct tf_opt *o = tf_opt_next(outer_opts, NULL); o; o = tf_opt_next(outer_opts, o)) tf_buf_addf(&names, "%s ", o->name);
    assert_string_equal(names.s, "first warmup sizes last ");
    assert_int_equal(tf_opt_set(outer_opts, &s, "warmup", "12", &e), 0);
    assert_int_equal(s.in[1].warmup, 12);
    assert_int_equal(tf_opt_set(outer_opts, &s, "last", "0.5", &e), 0);
    assert_true(s.last == 0.5);
    const struct tf_opt *o = tf_opt_find(outer_opts, "sizes");
    assert_ptr_equal(tf_opt_at(outer_opts, o, &s), &s.in[1].sizes);
    assert_int_equal(tf_opt_set(outer_opts, &s, "sizes", "3,4", &e), 0);
    tf_opt_get(outer_opts, o, &s, &value);
    assert_string_equal(value.s, "[3, 4]");
    assert_null(tf_opt_find(outer_opts, ""));
    assert_int_equal(tf_opt_set(outer_opts, &s, "wramup", "1", &e), -1);
    assert_string_equal(e.msg, "unknown option 'wramup' (did you mean 'warmup'?), one of first, warmup, sizes, last");
    tf_buf_free(&names), tf_buf_free(&value);
}

static void option_aliases(void **state) {
    (void)state;
    struct outer s;
    struct tf_err e = {0};
    tf_opt_defaults(outer_opts, &s);
    assert_ptr_equal(tf_opt_find(outer_opts, "warmup_steps"), tf_opt_find(outer_opts, "warmup"));
    assert_string_equal(tf_opt_find(outer_opts, "size_list")->name, "sizes"); // of an outer table for a nested row
    assert_string_equal(tf_opt_alias(outer_opts, tf_opt_find(outer_opts, "warmup"), 0), "warmup_steps");
    assert_null(tf_opt_alias(outer_opts, tf_opt_find(outer_opts, "warmup"), 1));
    assert_string_equal(tf_opt_alias(outer_opts, tf_opt_find(outer_opts, "sizes"), 0), "size_list");
    assert_int_equal(tf_opt_set(outer_opts, &s, "warmup_steps", "9", &e), 0);
    assert_int_equal(s.in[1].warmup, 9);
    assert_int_equal(tf_opt_set(outer_opts, &s, "warmup_steps", "101", &e), -1);
    assert_string_equal(e.msg, "warmup: 101 is out of range 1..100");
    assert_int_equal(s.in[1].warmup, 9);
    e = (struct tf_err){0};
    assert_int_equal(tf_opt_distinct(outer_opts, "warmup", "sizes", &e), 0);
    assert_int_equal(tf_opt_distinct(outer_opts, "unknown", "nothing", &e), 0);
    assert_int_equal(tf_opt_distinct(outer_opts, "warmup", "warmup_steps", &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg, "'warmup' and 'warmup_steps' are the same option: give one of them");
}

static void options_of_commands(void **state) { // texts that are kept by reference
    (void)state;
    struct {
        const char *out;
        struct tf_list set;
    } a = {0};
    const struct tf_opt rows[] = {{"out", TF_TEXT, 0, NULL, 0, 0, "DIR", "folder"},
                                  TF_ALIAS_OF("out", "o"),
                                  {"set", TF_LIST, sizeof(void *), NULL, 0, 0, "PATH=VALUE", "repeatable"},
                                  {0}};
    struct tf_err e = {0};
    char path[2 * TF_STRING_MAX];
    snprintf(path, sizeof path, "%0*d", (int)sizeof path - 1, 0); // as long as a path may be
    assert_int_equal(tf_opt_set(rows, &a, "o", path, &e), 0);
    assert_ptr_equal(a.out, path);
    for (int i = 0; i < TF_LIST_MAX; i++) assert_int_equal(tf_opt_set(rows, &a, "set", i % 2 ? "a=1" : " b, c ", &e), 0);
    assert_string_equal(a.set.v[0], " b, c ");
    assert_string_equal(a.set.v[TF_LIST_MAX - 1], "a=1");
    assert_int_equal(tf_opt_set(rows, &a, "set", "d", &e), -1);
    assert_string_equal(e.msg, "set: more than 256 values");
    assert_int_equal(a.set.n, TF_LIST_MAX);
}

/* ---- messages and progress ---------------------------------------------------------------------------------------------------- */

static struct tf_buf heard;

static void hear_log(enum tf_level l, const char *msg) { tf_buf_addf(&heard, "%d:%s;", (int)l, msg); }

/* A second without the CPU is no work, one with it is. */
static void pauses_are_no_work(void **state) {
    (void)state;
    struct tf_progress p;
    tf_progress_begin(&p, "train", 10, "steps");
    const double now = tf_now(), awake = tf_awake_now();
    nanosleep(&(struct timespec){1, 100000000}, NULL);
    tf_progress_set(&p, 1, NULL);
    assert_true(tf_now() - now > 1.09 && tf_awake_now() - awake < 0.5);
    const double then = tf_awake_now(), start = tf_now(), cpu = tf_cpu_now();
    while (tf_now() - now < 2.25) (void)tf_cpu_now();
    const double took = tf_now() - start, share = (tf_cpu_now() - cpu) / took;
    tf_progress_set(&p, 2, NULL);
    if (share > 0.3) assert_true(tf_awake_now() - then > 1); // other programs may have had the CPU: then it was a pause
    if (share < 0.02) assert_true(tf_awake_now() - then < 0.5);
    tf_progress_end(&p);
}

static void hear_progress(const struct tf_progress *p) {
    tf_buf_addf(&heard, "%s %g/%g %s%s;", p->label, p->done, p->total, p->note, p->ended ? " end" : "");
}

static void hooks(void **state) {
    (void)state;
    struct tf_progress p;
    tf_log(TF_LOG_WARN, "nobody");
    tf_progress_begin(&p, "quiet", 1, "steps");
    tf_progress_end(&p);
    tf_log_hook = hear_log;
    tf_progress_hook = hear_progress;
    double t = tf_awake_now();
    tf_log(TF_LOG_INFO, "x=%d", 3);
    tf_progress_begin(&p, "train", 10, "steps");
    tf_progress_set(&p, 5, "loss %.1f", 0.5);
    tf_progress_set(&p, 10, NULL);
    tf_progress_end(&p);
    tf_progress_end(&p);
    assert_string_equal(heard.s, "0:x=3;train 0/10 ;train 5/10 loss 0.5;train 10/10 loss 0.5;train 10/10 loss 0.5 end;");
    assert_true(p.started_s >= t && tf_awake_now() >= p.started_s);
    heard.len = 0;
    tf_hush(true), tf_hush(true), tf_hush(false);
    tf_log(TF_LOG_WARN, "hushed");
    tf_progress_begin(&p, "hushed", 1, "steps");
    tf_hush(false);
    tf_log(TF_LOG_INFO, "heard");
    assert_string_equal(heard.s, "0:heard;");
    tf_log_hook = NULL;
    tf_progress_hook = NULL;
    tf_buf_free(&heard);
}

static void test_format_real(void **state) {
    (void)state;
    static const struct {
        double v;
        const char *text;
    } row[] = {{10, "10"},
               {100, "100"},
               {1e4, "10000"},
               {0, "0"},
               {-20, "-20"},
               {0.001, "0.001"},
               {1e-5, "1e-05"},
               {1234567, "1234567"},
               {1e6, "1e+06"},
               {2.5e9, "2.5e+09"},
               {0.1 + 0.2, "0.30000000000000004"}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        char out[TF_REAL_TEXT];
        assert_string_equal(tf_format_real(out, row[i].v), row[i].text);
        assert_true(strtod(out, NULL) == row[i].v);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_format_real),
                                       cmocka_unit_test(first_error_wins),
                                       cmocka_unit_test(memory_is_counted),
                                       cmocka_unit_test(memory_runs_out),
                                       cmocka_unit_test(arena_marks),
                                       cmocka_unit_test(philox_known_answers),
                                       cmocka_unit_test(streams_differ),
                                       cmocka_unit_test(draws_are_fair),
                                       cmocka_unit_test(strings),
                                       cmocka_unit_test(hashes),
                                       cmocka_unit_test(options_round_trip),
                                       cmocka_unit_test(option_errors),
                                       cmocka_unit_test(nested_options),
                                       cmocka_unit_test(option_aliases),
                                       cmocka_unit_test(options_of_commands),
                                       cmocka_unit_test(pauses_are_no_work),
                                       cmocka_unit_test(hooks)};
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
