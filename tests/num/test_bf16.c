/* bf16: rounding, products against double, attention and its gradients against fp32, training: near fp32, the same bytes at any thread count, resuming.
 * Where oneDNN is not built in (in double precision it never is): the rounding, the error, and a message. */
#include <dirent.h>
#include <math.h>

#include "num/bf16.h"
#include "num/elem.h"
#include "parts.h"
#include "train/train.h"

static bool can; // does this build, on this CPU

static double normal(uint32_t seed, uint32_t i) {
    struct tf_rng r = tf_rng_at(seed, TF_RNG_TEST, 0, i, 0);
    return tf_rng_normal(&r);
}

static float from_bits(uint32_t u) {
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static void test_rounding(void **state) {
    (void)state;
    static const uint32_t given[][2] = {// fp32, bf16
                                        {0x3f800000, 0x3f80}, {0x3f808000, 0x3f80}, {0x3f808001, 0x3f81}, {0x3f818000, 0x3f82},
                                        {0x3f817fff, 0x3f81}, {0x80000000, 0x8000}, {0x00000001, 0x0000}, {0x00818000, 0x0082},
                                        {0x7f7fffff, 0x7f80}, {0xff800000, 0xff80}, {0xbf80ffff, 0xbf81}, {0x7f7f0000, 0x7f7f}};
    tf_real x[3 * 7];
    uint16_t y[3 * 16];
    for (size_t i = 0; i < TF_COUNT(given); i++) {
        for (int k = 0; k < 21; k++) x[k] = (tf_real)from_bits(given[i][0]);
        tf_elem()->to_bf16(3, 5, y, 16, x, 7);
        for (int k = 0; k < 48; k++) assert_int_equal(y[k], k % 16 < 5 ? given[i][1] : 0);
        tf_elem()->to_bf16(3, 7, y, 7, x, 7); // without gaps: one long row
        for (int k = 0; k < 21; k++) assert_int_equal(y[k], given[i][1]);
    }
    for (int k = 0; k < 7; k++) x[k] = (tf_real)from_bits(k % 2 ? 0x7fffffff : 0xff800001);
    tf_elem()->to_bf16(1, 7, y, 7, x, 7);
    for (int k = 0; k < 7; k++) assert_true((y[k] & 0x7fff) > 0x7f80); // NaN stays NaN
}

static void test_error(void **state) {
    (void)state;
    struct tf_err e = {0};
    if (can) assert_int_equal(tf_bf16_check(&e), 0);
    else {
        assert_int_equal(tf_bf16_check(&e), -1);
        assert_int_equal(e.code, TF_BAD);
        assert_true(strstr(e.msg, "built without oneDNN: install libdnnl-dev and build again") || strstr(e.msg, "needs a CPU"));
        struct tf_model m;
        struct tf_model_cfg cfg;
        struct tf_layer_attn attn[2] = {{tf_attn_find("transformer"), NULL}, {tf_attn_find("transformer"), NULL}};
        struct tf_err why = {0};
        tf_opt_defaults(tf_model_opts, &cfg);
        cfg.precision = TF_PRECISION_BF16;
        assert_int_equal(tf_model_init(&m, &cfg, attn, &(struct tf_input){.vocab = 8, .classes = 2, .max_len = 8, .parts = 1}, &why), -1);
        assert_string_equal(why.msg, e.msg);
        print_message("    skipped: %s\n", e.msg);
    }
    assert_true(strlen(tf_bf16_about()) > 10);
}

static double bf16_of(double x) {
    tf_real v = (tf_real)x;
    uint16_t y;
    tf_elem()->to_bf16(1, 1, &y, 1, &v, 1);
    return from_bits((uint32_t)y << 16);
}

static tf_real *matrix(int rows, int ld, uint32_t seed) {
    tf_real *x = tf_alloc(sizeof *x * (size_t)rows * (size_t)ld);
    for (int i = 0; i < rows * ld; i++) x[i] = (tf_real)normal(seed, (uint32_t)i);
    return x;
}

static void check_product(struct tf_tape *t, int M, int N, int K, bool ta, bool tb, bool add) {
    int ar = ta ? K : M, ac = ta ? M : K, br = tb ? N : K, bc = tb ? K : N, lda = ac + 3, ldb = bc + 1, ldc = N + 5;
    tf_real *A = matrix(ar, lda, 1), *B = matrix(br, ldb, 2), *C = matrix(M, ldc, 3), *before = matrix(M, ldc, 3);
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_product(t, ta, tb, M, N, K, tf_factor(t, true, ar, ac, A, lda), tf_factor(t, true, br, bc, B, ldb), add, C, ldc);
    tf_arena_rewind(&t->arena, mark);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < ldc; j++) {
            double exact = 0, rounded = 0, size = 0, got = (double)C[i * ldc + j], old = (double)before[i * ldc + j];
            if (j >= N) {
                assert_true(got == old); // what lies behind a row stays
                continue;
            }
            for (int k = 0; k < K; k++) {
                double a = (double)A[ta ? k * lda + i : i * lda + k], b = (double)B[tb ? j * ldb + k : k * ldb + j];
                exact += a * b, size += fabs(a * b), rounded += bf16_of(a) * bf16_of(b);
            }
            got -= add ? old : 0;
            if (!(fabs(got - rounded) <= 1e-6 * (size + 1))) fail_msg("(%d,%d,%d) ta %d tb %d: %g, not %g", M, N, K, ta, tb, got, rounded);
            assert_true(fabs(got - exact) <= size / 127 + 1e-6); // two factors, each within 2^-8
        }
    tf_free(A), tf_free(B), tf_free(C), tf_free(before);
}

static void test_products(void **state) {
    (void)state;
    static const int size[][3] = {{16, 16, 16}, {64, 48, 96}, {37, 48, 80}, {64, 10, 33}, {1, 1, 1}, {5, 70, 3}};
    if (!can) skip();
    struct tf_tape t;
    tf_tape_init(&t);
    tf_tape_precision(&t, TF_PRECISION_BF16);
    for (size_t s = 0; s < TF_COUNT(size); s++)
        for (int f = 0; f < 8; f++) check_product(&t, size[s][0], size[s][1], size[s][2], f & 1, f & 2, f & 4);
    tf_tape_release(&t);
}

/* ---- attention ------------------------------------------------------------------------------------------------------------ */
static double distance(const tf_real *a, const tf_real *b, size_t n) { // relative
    double d = 0, s = 0;
    for (size_t i = 0; i < n; i++) d += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]), s += (double)b[i] * (double)b[i];
    return sqrt(d / s);
}

enum { T = 300, D = 40, DV = 24 };
struct heads {
    struct tf_tape t;
    struct tf_mat *x[3], *o;
};

/* kind 0: dense; 1: leaves of rows in a mixed order, 170 and 130, the first of more than a tile of keys; 2: a window; 3: leaves of 100, dropout. */
static void attend(struct heads *h, enum tf_precision p, int kind) {
    static int idx[T];
    static const struct tf_range whole[] = {{0, T}}, two[] = {{0, 170}, {170, T}}, three[] = {{0, 100}, {100, 200}, {200, T}};
    static const struct tf_block dense[] = {{0, T, 0, 1}}, leaf2[] = {{0, 170, 0, 1}, {170, T, 1, 2}},
                                 leaf3[] = {{0, 100, 0, 1}, {100, 200, 1, 2}, {200, T, 2, 3}};
    const struct tf_attn_index plan[] = {{.n_blocks = 1, .blocks = dense, .ranges = whole},
                                         {.n_blocks = 2, .blocks = leaf2, .ranges = two, .qidx = idx, .kidx = idx, .self_last = true},
                                         {.n_blocks = 1, .blocks = dense, .ranges = whole, .windowed = true, .lo = 0, .hi = 150},
                                         {.n_blocks = 3, .blocks = leaf3, .ranges = three, .qidx = idx, .kidx = idx}};
    for (int i = 0; i < T; i++) idx[i] = i * 7 % T;
    tf_tape_init(&h->t);
    tf_tape_precision(&h->t, p);
    h->t.grad = h->t.train = true;
    for (int i = 0; i < 3; i++) {
        h->x[i] = tf_new(&h->t, T, i < 2 ? D : DV);
        for (int j = 0; j < T * h->x[i]->ld; j++) h->x[i]->v[j] = (tf_real)normal(10 + (uint32_t)i, (uint32_t)j);
    }
    h->o = tf_attend(&h->t, h->x[0], h->x[1], h->x[2], &plan[kind],
                     &(struct tf_attend_arg){.scale = 1 / sqrt(D), .dropout = kind == 3 ? 0.2 : 0, .key = 5}, NULL);
    struct tf_mat *w = tf_const(&h->t, DV, 1), *one = tf_const(&h->t, 1, T);
    for (int i = 0; i < DV; i++) w->v[i] = (tf_real)normal(20, (uint32_t)i);
    for (int i = 0; i < T; i++) one->v[i] = (tf_real)normal(21, (uint32_t)i);
    struct tf_bf16 *bf16 = h->t.bf16;
    h->t.bf16 = NULL; // the loss itself in fp32
    struct tf_mat *loss = tf_matmul(&h->t, false, false, one, tf_matmul(&h->t, false, false, h->o, w));
    h->t.bf16 = bf16;
    tf_tape_backward(&h->t, loss, 1);
}

static void test_attention(void **state) {
    (void)state;
    if (!can) skip();
    for (int kind = 0; kind < 4; kind++) {
        struct heads a, b;
        attend(&a, TF_PRECISION_FP32, kind), attend(&b, TF_PRECISION_BF16, kind);
        double off = distance(b.o->v, a.o->v, (size_t)T * DV);
        assert_true(off > 1e-5 && off < 1e-2); // rounded, and not by more
        assert_true(a.t.pairs == b.t.pairs);
        for (int i = 0; i < 3; i++) {
            off = distance(b.x[i]->g, a.x[i]->g, (size_t)T * (size_t)a.x[i]->cols);
            if (!(off > 1e-5 && off < 1.5e-2)) fail_msg("kind %d, gradient %d: off by %g", kind, i, off);
        }
        tf_tape_release(&a.t), tf_tape_release(&b.t);
    }
}

static void test_layers(void **state) { // trees see the same queries and keys: every token is in the same leaf
    (void)state;
    static const char *const names[] = {"transformer", "tf-a", "linformer"};
    if (!can) skip();
    for (size_t i = 0; i < TF_COUNT(names); i++) {
        struct subject s = make_subject(names[i], i == 1 ? (const char *const[8]){"height", "2"} : NULL);
        struct layer l[2];
        struct tf_mat *y[2];
        for (int p = 0; p < 2; p++) {
            open_layer(&l[p], &s, 1024, 128, 2, false);
            tf_tape_precision(&l[p].t, p ? TF_PRECISION_BF16 : TF_PRECISION_FP32);
            y[p] = s.attn->forward(&l[p].ctx, layer_input(&l[p], 1024));
        }
        double off = distance(y[1]->v, y[0]->v, 1024 * 128);
        print_message("    %-12s off by %.2g\n", names[i], off);
        assert_true(off > 1e-5 && off < 1e-2);
        close_layer(&l[0]), close_layer(&l[1]), tf_free(s.opts);
    }
}

/* ---- training ------------------------------------------------------------------------------------------------------------ */
enum { N = 40, LEN = 140 };
static struct tf_data data;

static int setup(void **state) {
    (void)state;
    static uint16_t tok[N * LEN];
    static uint64_t off[N + 1];
    static int32_t label[N];
    struct tf_err e = {0};
    can = !tf_bf16_check(&e);
    if (enter(state)) return -1;
    for (int i = 0; i < N; i++) {
        struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, (uint32_t)i, 0);
        off[i + 1] = off[i] + LEN - (uint64_t)(i % 20);
        label[i] = i % 3;
        for (uint64_t j = off[i]; j < off[i + 1]; j++) tok[j] = (uint16_t)(tf_rng_below(&r, 3) ? tf_rng_below(&r, 8) : (uint32_t)label[i]);
    }
    data = (struct tf_data){.vocab = 8, .classes = 3, .max_len = LEN, .parts = 1, .n = {N, 20, 20}};
    for (int s = 0; s < TF_SPLITS; s++) data.off[s] = off, data.tok[s] = tok, data.label[s] = label;
    return 0;
}

static struct tf_result train(const char *sub, enum tf_precision p, int steps, int threads, bool resume, char path[160]) {
    struct subject s = make_subject("transformer", NULL);
    snprintf(path, 160, "%s/%s", dir, sub);
    struct tf_run r = {.data = &data,
                       .attn = s.attn,
                       .attn_opts = s.opts,
                       .seed = 3,
                       .threads = threads,
                       .dir = path,
                       .resume = resume,
                       .spec_hash = "abc",
                       .label = "test"};
    tf_opt_defaults(tf_model_opts, &r.model), tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_bootstrap_opts, &r.bootstrap);
    r.model.layers = 1, r.model.precision = p;
    r.train.shards = 3, r.train.batch = 6, r.train.steps = steps, r.train.eval_every = steps > 8 ? steps : 3, r.train.log_every = 1,
    r.train.warmup = 2;
    r.train.lr = 1e-3, r.train.pack_tokens = 280;
    struct tf_result out;
    struct tf_err e = {0};
    if (tf_train(&r, &out, &e)) fail_msg("%s", e.msg);
    tf_free(s.opts);
    return out;
}

static void assert_same_file(const char *a, const char *b, const char *name) {
    struct tf_buf x = {0}, y = {0};
    struct tf_err e = {0};
    char path[2][256];
    snprintf(path[0], sizeof path[0], "%s/%s", a, name), snprintf(path[1], sizeof path[1], "%s/%s", b, name);
    if (tf_file_read(path[0], &x, &e) || tf_file_read(path[1], &y, &e)) fail_msg("%s", e.msg);
    if (x.len != y.len || memcmp(x.s, y.s, x.len)) fail_msg("%s and %s differ", path[0], path[1]);
    tf_buf_free(&x), tf_buf_free(&y);
}

static int tasks(void) { // threads of this process
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    while (d && readdir(d)) n++;
    if (d) closedir(d);
    return n;
}

static void test_trains_like_fp32(void **state) {
    (void)state;
    char path[160];
    if (!can) skip();
    double fp32 = train("fp32", TF_PRECISION_FP32, 30, 3, false, path).valid.loss_nats;
    int before = tasks();
    double bf16 = train("bf16", TF_PRECISION_BF16, 30, 3, false, path).valid.loss_nats;
    assert_int_equal(tasks(), before); // oneDNN starts none of its own
    print_message("    loss after 30 steps: fp32 %.4f, bf16 %.4f\n", fp32, bf16);
    assert_true(bf16 != fp32);
    assert_true(fp32 < 1.0); // it has learned: chance is 1.0986
    assert_true(fabs(bf16 - fp32) < 0.02);
}

static int stop_after;
static void stop_hook(const struct tf_progress *p) {
    (void)p;
    if (--stop_after == 0) tf_interrupted = 1;
}

static void test_same_bytes(void **state) {
    (void)state;
    char path[4][160], sub[32];
    if (!can) skip();
    for (int threads = 1; threads <= 3; threads++) {
        snprintf(sub, sizeof sub, "threads-%d", threads);
        train(sub, TF_PRECISION_BF16, 6, threads, false, path[threads - 1]);
    }
    enum tf_status status = TF_RUN_INTERRUPTED;
    int rounds = 0;
    tf_progress_hook = stop_hook;
    for (; status == TF_RUN_INTERRUPTED && rounds < 60; rounds++) {
        tf_interrupted = 0;
        stop_after = 3 + rounds % 4;
        status = train("parts", TF_PRECISION_BF16, 6, 2, true, path[3]).status;
    }
    tf_progress_hook = NULL;
    tf_interrupted = 0;
    assert_int_equal(status, TF_RUN_OK);
    assert_true(rounds > 2);
    for (int k = 1; k < 4; k++) {
        assert_same_file(path[0], path[k], "metrics.csv");
        assert_same_file(path[0], path[k], "best.safetensors");
        if (k < 3)
            assert_same_file(path[0], path[k], "checkpoint-00000006.safetensors"); // a resumed run saves at other moments of the step
    }
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding),   cmocka_unit_test(test_error),  cmocka_unit_test(test_products),
        cmocka_unit_test(test_attention),  cmocka_unit_test(test_layers), cmocka_unit_test(test_trains_like_fp32),
        cmocka_unit_test(test_same_bytes),
    };
    return cmocka_run_group_tests(tests, setup, leave);
}
