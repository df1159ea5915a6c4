/* The Compressive Transformer over segments: what it hands on, when it is Transformer-XL, and that what compresses learns from its own loss alone. */
#include <math.h>

#include "parts.h"

#ifdef TF_DOUBLE
#define TOLERANCE 1e-11
#else
#define TOLERANCE 1e-5
#endif

enum { C = 12, H = 2, D = C / H, LONGEST = 9, TEXT = 40 };
static const int lengths[] = {4, 4, 9, 1, 7, 9, 6}; // TEXT in all

struct reader {
    struct subject s;
    struct layer l;
    size_t n;
    tf_real *state[2], *grads;
    int segment, off[2], len;
    uint32_t id;
    struct tf_mat *x;
};

static void open_reader(struct reader *r, const char *mechanism, const char *const options[8]) {
    *r = (struct reader){.s = make_subject(mechanism, options)};
    open_layer(&r->l, &r->s, LONGEST, C, H, true);
    for (int i = 0; i < r->l.pars.n; i++) // biases, too
        for (int k = 0; strstr(r->l.pars.p[i].name, "bias") && k < r->l.pars.p[i].cols; k++)
            r->l.pars.v[r->l.pars.p[i].off + (size_t)k] = (tf_real)(k % 5 - 2) / 8;
    r->n = r->s.attn->state_size(r->s.opts, &r->l.ctx.shape);
    for (int k = 0; k < 2; k++) r->state[k] = tf_calloc(sizeof **r->state * (r->n + 1));
    r->grads = tf_calloc(sizeof *r->grads * r->l.pars.size);
}

static void close_reader(struct reader *r) {
    tf_free(r->state[0]), tf_free(r->state[1]), tf_free(r->grads), tf_free(r->s.opts);
    close_layer(&r->l);
}

static tf_real at(int row, int c) { return (tf_real)sin(row * 1.7 + c * c * 0.9 + row % 5 * c); } // of the text

static const tf_real *handed_on(const struct reader *r) { return r->state[(r->segment + 1) % 2]; } // by the last segment

/* The next segment, from the state that the one before left. Its rows are the text's, or all alike. */
static struct tf_mat *next(struct reader *r, bool alike) {
    int from = 0;
    const tf_real *before = r->segment ? r->state[(r->segment + 1) % 2] : NULL;
    tf_real *after = r->state[r->segment % 2];
    for (int i = 0; i < r->segment; i++) from += lengths[i];
    r->len = lengths[r->segment++], r->off[1] = r->len;
    const bool grad = r->l.t.grad;
    tf_tape_reset(&r->l.t);
    r->l.t.grad = grad;
    r->l.pk = (struct tf_pack){.n_seq = 1, .rows = r->len, .off = r->off, .len = &r->len, .id = &r->id};
    r->x = tf_new(&r->l.t, r->len, C);
    for (int i = 0; i < r->len * C; i++) r->x->v[i] = at(alike ? 0 : from + i / C, i % C);
    r->l.ctx.before = r->n ? &before : NULL, r->l.ctx.after = r->n ? &after : NULL, r->l.ctx.grads = grad ? r->grads : NULL;
    struct tf_mat *y = r->s.attn->forward(&r->l.ctx, r->x);
    r->l.ctx.before = NULL, r->l.ctx.after = NULL;
    return y;
}

static struct tf_par *par(struct reader *r, const char *part) {
    for (int i = 0; i < r->l.pars.n; i++)
        if (strstr(r->l.pars.p[i].name, part)) return &r->l.pars.p[i];
    return NULL;
}

/* The convolution is the mean, or for rate 1 the identity. */
static void average(struct reader *r, int rate) {
    const struct tf_par *w = par(r, "compress.weight"), *b = par(r, "compress.bias");
    for (int i = 0; i < C * rate * C; i++)
        r->l.pars.v[w->off + (size_t)i] = (tf_real)(i % (rate * C) % C == i / (rate * C)) / (tf_real)rate;
    for (int i = 0; i < C; i++) r->l.pars.v[b->off + (size_t)i] = 0;
}

/* ---- Transformer-XL ---- */

static void check_same(const char *const options[8], const char *memory, bool set_average) {
    struct reader a, b;
    open_reader(&a, "compressive", options), open_reader(&b, "transformer-xl", (const char *const[8]){"memory", memory});
    if (set_average) average(&a, 1);
    for (size_t k = 0; k < TF_COUNT(lengths); k++) {
        const struct tf_mat *x = next(&a, false), *y = next(&b, false);
        for (int i = 0; i < x->rows * C; i++)
            if (!(fabs((double)(x->v[i] - y->v[i])) <= TOLERANCE * set_average))
                fail_msg("%s: segment %zu: %.9g, %.9g", a.s.name, k, (double)x->v[i], (double)y->v[i]);
    }
    close_reader(&a), close_reader(&b);
}

static void test_is_transformer_xl(void **state) {
    (void)state;
    check_same((const char *const[8]){"memory", "6", "compressed", "8", "rate", "1", "compress", "mean"}, "14", false);
    check_same((const char *const[8]){"memory", "3", "compressed", "2", "rate", "1", "compress", "max"}, "5", false);
    check_same((const char *const[8]){"memory", "0", "compressed", "11", "rate", "1", "compress", "mean"}, "11", false);
    check_same((const char *const[8]){"memory", "6", "compressed", "8", "rate", "1", "compress", "conv"}, "14", true);
    check_same((const char *const[8]){"memory", "7", "compressed", "0", "rate", "3"}, "7", false);
    check_same((const char *const[8]){NULL}, "0", false);
}

/* ---- what is handed on ---- */

/* Lists of rows, by the definition. */
static void check_state(const char *const options[8], int memory, int compressed, int rate, bool mean) {
    struct reader r;
    tf_real cm[TEXT][C], m[TEXT + 1][C];
    int n_cm = 0, n_m = 0, row = 0;
    open_reader(&r, "compressive", options);
    for (size_t k = 0; k < TF_COUNT(lengths); k++) {
        next(&r, false);
        for (int i = 0; i < lengths[k]; i++, row++, n_m++)
            for (int c = 0; c < C; c++) m[n_m][c] = at(row, c);
        int out = n_m > memory ? n_m - memory : 0, from = out % rate;
        for (; from < out; from += rate, n_cm++)
            for (int c = 0; c < C; c++) {
                tf_real sum = 0, most = m[from][c];
                for (int i = 0; i < rate; i++) sum += m[from + i][c], most = m[from + i][c] > most ? m[from + i][c] : most;
                cm[n_cm][c] = mean ? sum / (tf_real)rate : most;
            }
        memmove(m[0], m[out], sizeof *m * (size_t)(n_m - out)), n_m -= out;
        const int over = n_cm > compressed ? n_cm - compressed : 0;
        memmove(cm[0], cm[over], sizeof *cm * (size_t)(n_cm - over)), n_cm -= over;
        const tf_real *now = handed_on(&r);
        assert_true(now[0] == (tf_real)(n_cm + n_m) && now[r.n - 1] == (tf_real)n_cm);
        assert_memory_equal(now + 1, cm, sizeof *cm * (size_t)n_cm);
        assert_memory_equal(now + 1 + n_cm * C, m, sizeof *m * (size_t)n_m);
    }
    assert_true(n_cm == compressed && n_m == memory);
    close_reader(&r);
}

static void test_hands_on(void **state) {
    (void)state;
    check_state((const char *const[8]){"memory", "5", "compressed", "4", "rate", "2", "compress", "mean"}, 5, 4, 2, true);
    check_state((const char *const[8]){"memory", "5", "compressed", "4", "rate", "3", "compress", "max"}, 5, 4, 3, false);
    check_state((const char *const[8]){"memory", "12", "compressed", "3", "rate", "4", "compress", "mean"}, 12, 3, 4, true);
    check_state((const char *const[8]){"memory", "0", "compressed", "2", "rate", "2", "compress", "max"}, 0, 2, 2, false);
}

/* Equal rows stay what they are, and nothing is lost. */
static void test_equal_rows(void **state) {
    (void)state;
    static const char *const how[] = {"mean", "max", "conv"};
    for (int k = 0; k < 3; k++) {
        struct reader r;
        open_reader(&r, "compressive", (const char *const[8]){"memory", "5", "compressed", "4", "rate", "3", "compress", how[k]});
        r.l.t.grad = true;
        if (k == 2) average(&r, 3);
        for (size_t i = 0; i < TF_COUNT(lengths); i++) {
            next(&r, true);
            assert_true(r.l.t.aux_loss >= 0 && r.l.t.aux_loss <= 1e3 * TOLERANCE);
        }
        for (int i = 0; i < 9 * C; i++) assert_true(fabs((double)(handed_on(&r)[1 + i] - at(0, i % C))) <= TOLERANCE);
        close_reader(&r);
    }
}

/* ---- learning ---- */

#define LEARNS (const char *const[8]){"memory", "5", "compressed", "6", "rate", "2", "compress", "conv"}

/* x W^T + b of the projection in plain loops. */
static void project(struct reader *r, const char *weight, const char *bias, const double *x, double *y) {
    const tf_real *W = r->l.pars.v + par(r, weight)->off, *b = r->l.pars.v + par(r, bias)->off;
    for (int i = 0; i < C; i++) {
        y[i] = (double)b[i];
        for (int c = 0; c < C; c++) y[i] += (double)W[i * C + c] * x[c];
    }
}

static void content(struct reader *r, const double *q, int n, double x[][C], double *o) {
    double k[TEXT][C], v[TEXT][C];
    for (int j = 0; j < n; j++) project(r, "key.weight", "key.bias", x[j], k[j]), project(r, "value.weight", "value.bias", x[j], v[j]);
    for (int h = 0; h < H; h++) {
        double Z = 0;
        for (int d = 0; d < D; d++) o[h * D + d] = 0;
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int d = 0; d < D; d++) s += q[h * D + d] * k[j][h * D + d];
            Z += s = exp(s / sqrt(D));
            for (int d = 0; d < D; d++) o[h * D + d] += s * v[j][h * D + d];
        }
        for (int d = 0; d < D; d++) o[h * D + d] /= Z;
    }
}

/* Rows 13..17 are remembered, and the segment has 18..24: 20..24 stay, of the 7 others the first is left out. */
static void test_reconstruction_loss(void **state) {
    (void)state;
    struct reader r;
    double old[6][C], young[3][C], sum = 0;
    open_reader(&r, "compressive", LEARNS);
    r.l.t.grad = true;
    r.l.ctx.aux_scale = 0.25;
    for (int k = 0; k < 5; k++) next(&r, false);
    const tf_real *W = r.l.pars.v + par(&r, "compress.weight")->off, *b = r.l.pars.v + par(&r, "compress.bias")->off;
    for (int i = 0; i < 6 * C; i++) old[i / C][i % C] = (double)at(14 + i / C, i % C);
    for (int i = 0; i < 3 * C; i++) {
        young[i / C][i % C] = (double)b[i % C];
        for (int k = 0; k < 2 * C; k++) young[i / C][i % C] += (double)W[i % C * 2 * C + k] * old[i / C * 2 + k / C][k % C];
    }
    for (int i = 0; i < 7; i++) {
        double x[C], q[C], o[2][C];
        for (int c = 0; c < C; c++) x[c] = (double)at(18 + i, c);
        project(&r, "query.weight", "query.bias", x, q);
        content(&r, q, 6, old, o[0]), content(&r, q, 3, young, o[1]);
        for (int c = 0; c < C; c++) sum += (o[0][c] - o[1][c]) * (o[0][c] - o[1][c]);
    }
    assert_true(sum > 1e-3 && fabs(r.l.t.aux_loss - 0.25 * sqrt(sum)) <= 10 * TOLERANCE);
    close_reader(&r);
}

/* Segment 5 of a reader, from another's state; backwards from a sum with weights. */
static void learn(struct reader *r, const struct reader *from, int salt) {
    tf_real G[LONGEST * C];
    for (int i = 0; i < LONGEST * C; i++) G[i] = (tf_real)((i * 7 + salt) % 11 - 5);
    r->segment = 5;
    memcpy(r->state[0], handed_on(from), sizeof *r->state[0] * r->n);
    memset(r->grads, 0, sizeof *r->grads * r->l.pars.size);
    r->l.t.grad = true;
    struct tf_mat *y = next(r, false);
    run_backward(&r->l.t, y, G);
}

static void test_losses_do_not_mix(void **state) {
    (void)state;
    struct reader from, mean, conv, again;
    open_reader(&from, "compressive", LEARNS);
    for (int k = 0; k < 5; k++) next(&from, false);
    open_reader(&mean, "compressive", (const char *const[8]){"memory", "5", "compressed", "6", "rate", "2", "compress", "mean"});
    open_reader(&conv, "compressive", LEARNS), open_reader(&again, "compressive", LEARNS);
    learn(&mean, &from, 0), learn(&conv, &from, 0), learn(&again, &from, 3);
    assert_true(mean.l.t.aux_loss == 0 && conv.l.t.aux_loss > 0 && conv.l.t.aux_loss == again.l.t.aux_loss);
    assert_memory_equal(mean.x->g, conv.x->g, sizeof *mean.x->g * (size_t)(conv.len * C));
    for (int i = 0; i < conv.l.pars.n; i++) {
        const struct tf_par *p = &conv.l.pars.p[i];
        const size_t bytes = sizeof *conv.grads * (size_t)(p->rows * p->cols);
        if (strstr(p->name, "compress.")) assert_memory_equal(conv.grads + p->off, again.grads + p->off, bytes);
        else assert_memory_equal(conv.grads + p->off, mean.grads + par(&mean, p->name)->off, bytes);
    }
    static const char *const own[] = {"compress.weight", "compress.bias"};
    for (int i = 0; i < 2 && sizeof(tf_real) == 8; i++)
        for (int k = 0; k < C; k++) {
            const size_t w = par(&conv, own[i])->off + (size_t)(k * (i ? 1 : 25));
            const tf_real g = conv.grads[w], was = conv.l.pars.v[w];
            double loss[2];
            for (int up = 0; up < 2; up++) {
                conv.l.pars.v[w] = was + (tf_real)(up ? 1e-6 : -1e-6);
                learn(&conv, &from, 0);
                loss[up] = conv.l.t.aux_loss;
            }
            conv.l.pars.v[w] = was;
            const double numeric = (loss[1] - loss[0]) / 2e-6;
            if (!(fabs(numeric - (double)g) <= 1e-8 && fabs(numeric) > 1e-9)) fail_msg("%s: %g, difference %g", own[i], (double)g, numeric);
            learn(&conv, &from, 0);
        }
    close_reader(&from), close_reader(&mean), close_reader(&conv), close_reader(&again);
}

int main(void) {
    tf_num_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_is_transformer_xl), cmocka_unit_test(test_hands_on),
                                       cmocka_unit_test(test_equal_rows), cmocka_unit_test(test_reconstruction_loss),
                                       cmocka_unit_test(test_losses_do_not_mix)};
    return cmocka_run_group_tests_name("compressive", tests, NULL, NULL);
}
