/* Contracts that every registered mechanism keeps; a new mechanism needs no test code of its own. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "num/op.h"
#include "parts.h"

#ifdef TF_DOUBLE
#define EXACT 1e-12
#else
#define EXACT 1e-5
#endif

enum { C = 12, H = 2, QKV = 8, MAX_LEN = 40, CASES = 12 };

static struct subject *subjects(int *n) { return all_subjects(n, &(struct tf_shape){.C = C, .H = H, .qkv = QKV, .max_len = MAX_LEN}); }

static void free_subjects(struct subject *s, int n) {
    for (int i = 0; i < n; i++) tf_free(s[i].opts);
    tf_free(s);
}

/* ---- a small model around a mechanism ---- */
static uint16_t tokens[8][2048];
static struct tf_seq seqs[8];

static void make_sequences(const int *len, int n) {
    for (int s = 0; s < n; s++) {
        struct tf_rng r = tf_rng_at(5, TF_RNG_TEST, 0, (uint32_t)s, 0);
        for (int i = 0; i < len[s]; i++) tokens[s][i] = (uint16_t)tf_rng_below(&r, 11);
        seqs[s] = (struct tf_seq){.tok = tokens[s], .len = len[s], .id = (uint32_t)(100 + s)};
    }
}

static bool can_be_causal(const struct subject *s, int T) {
    struct tf_err e = {0};
    return s->attn->flags & TF_ATTN_CAUSAL &&
           (!s->attn->check || !s->attn->check(s->opts, &(struct tf_shape){.C = C, .H = H, .max_len = T, .causal = true}, &e));
}

/* Models that are made from here on: which tokens they look at, and what they say. */
static struct {
    bool causal;
    enum tf_head_kind head;
    int positions;
} kind;

/* A drawn mechanism stands in a drawn model. */
static void draw_model(struct tf_model_cfg *cfg, uint32_t k) {
    struct tf_rng r = tf_rng_at(12, TF_RNG_TEST, k, 0, 0);
    bool *const either[] = {&cfg->bias, &cfg->embed_norm, &cfg->pooler, &cfg->scale_embedding};
    for (size_t i = 0; i < TF_COUNT(either); i++) *either[i] = tf_rng_below(&r, 2);
    cfg->norm_kind = (int)tf_rng_below(&r, 2), cfg->activation = (int)tf_rng_below(&r, 4);
    cfg->mlp_dim = 5 + 5 * (int)tf_rng_below(&r, 2), cfg->classifier_dim = 7 * (int)tf_rng_below(&r, 2);
}

static void make_model_of(struct tf_model *m, const struct subject *s, int max_len, double dropout, int layers, int pool, int norm) {
    struct tf_model_cfg cfg;
    struct tf_err e = {0};
    tf_opt_defaults(tf_model_opts, &cfg);
    cfg.layers = layers, cfg.pool = pool, cfg.norm = norm, cfg.dim = C, cfg.qkv_dim = s->qkv, cfg.qkv_bias = !s->no_bias,
    cfg.position = s->position, cfg.heads = H, cfg.mlp_dim = 10, cfg.classifier_dim = 7, cfg.embed_std = 1;
    cfg.dropout = cfg.attention_dropout = dropout, cfg.causal = kind.causal;
    cfg.positions = kind.positions;
    if (s->drawn) draw_model(&cfg, s->drawn);
    struct tf_layer_attn a[2] = {{s->attn, s->opts}, {s->attn, s->opts}};
    if (tf_model_init(m, &cfg, a, &(struct tf_input){.vocab = 11, .classes = 3, .max_len = max_len, .parts = 1, .head = kind.head}, &e))
        fail_msg("%s: %s", s->name, e.msg);
    tf_pars_alloc(&m->pars);
    tf_pars_init(&m->pars, 3);
}

static void make_model(struct tf_model *m, const struct subject *s, int max_len, double dropout) {
    make_model_of(m, s, max_len, dropout, 1, TF_POOL_MEAN, TF_NORM_PRE);
}

enum { STEP = 3 }; /* sequences of a step */

/* The loss of sequences from..from+n-1 of a step; with io->grads its gradients are added there. */
static double run_loss(struct tf_model *m, struct tf_tape *t, int from, int n, bool train, const struct tf_model_io *io) {
    static const int label[STEP] = {0, 1, 2};
    tf_tape_reset(t);
    t->grad = io->grads != NULL;
    t->train = train, t->seed = 9, t->step = 4;
    struct tf_mat *loss = tf_xent(t, tf_model_logits(m, t, seqs + from, n, io), label + from, STEP, NULL);
    double v = (double)loss->v[0] + (m->layer[0].attn->flags & TF_ATTN_STRAIGHT ? 0 : t->aux_loss);
    if (io->grads) tf_tape_backward(t, loss, 1);
    return v;
}

#ifdef TF_DOUBLE
/* Straight-through gradients are not derivatives: then only what lies behind the routing can be compared. */
static bool comparable(const struct subject *s, const char *name) {
    if (!(s->attn->flags & TF_ATTN_STRAIGHT)) return true;
    if (strstr(s->name, "gradient=none") && !strstr(s->name, "teach"))
        return !strstr(name, "tree"); // a small step moves nobody to another leaf
    return !strstr(name, "tree") && !strstr(name, "query") && !strstr(name, "key") && !strstr(name, "embeddings") &&
           strcmp(name, "encoder.layer.0.attention.LayerNorm.weight") && strcmp(name, "encoder.layer.0.attention.LayerNorm.bias");
}

static void check_gradients(const struct subject *s, double dropout) {
    const int len[] = {9, 1, 17};
    make_sequences(len, STEP);
    const struct tf_model_io none = {.aux_scale = 1.0 / STEP};
    struct tf_model m;
    make_model_of(&m, s, MAX_LEN, dropout, strcmp(s->attn->name, "star") ? 1 : 2, TF_POOL_MEAN,
                  TF_NORM_PRE); // its relay is read by the next layer
    struct tf_tape t;
    tf_tape_init(&t);
    tf_real *grads = tf_calloc(sizeof *grads * m.pars.size);
    run_loss(&m, &t, 0, STEP, true, &(struct tf_model_io){.grads = grads, .aux_scale = 1.0 / STEP});
    double worst = 0;
    const double most = s->drawn ? 1e-5 : 1e-6; // sharp settings lose digits, by rounding and by what is bent
    for (int i = 0; i < m.pars.n; i++) {
        const struct tf_par *p = &m.pars.p[i];
        if (!comparable(s, p->name) || p->flags & TF_PAR_BUFFER) continue;
        for (int k = 0; k < CASES; k++) {
            struct tf_rng r = tf_rng_at(7, TF_RNG_TEST, (uint32_t)k, (uint32_t)i, 0);
            size_t j = p->off + tf_rng_below(&r, (uint32_t)(p->rows * p->cols));
            if (strstr(p->name, "span.share") && (m.pars.v[j] <= 0 || m.pars.v[j] >= 1)) continue; // its bounds have no derivative
            double numeric = 0, err = 1;
            for (double h = 1e-5; err > most && h > 1e-7; h /= 4) {
                const double was = m.pars.v[j];
                m.pars.v[j] = was + h;
                const double up = run_loss(&m, &t, 0, STEP, true, &none);
                m.pars.v[j] = was - h;
                const double down = run_loss(&m, &t, 0, STEP, true, &none);
                m.pars.v[j] = was;
                numeric = (up - down) / (2 * h), err = fabs(numeric - grads[j]) / fmax(1e-3, fabs(numeric) + fabs(grads[j]));
            }
            worst = most_of(worst, err);
            if (!(err <= most))
                fail_msg("%s, dropout %g: %s[%zu]: tape %.12g, difference %.12g", s->name, dropout, p->name, j - p->off, grads[j], numeric);
        }
    }
    print_message("    %-44s dropout %.1f: worst relative error %.1e\n", s->name, dropout, worst);
    tf_free(grads);
    tf_tape_release(&t);
    tf_model_free(&m);
}

static void test_gradients(void **state) {
    (void)state;
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        check_gradients(&s[i], 0), check_gradients(&s[i], 0.2);
        kind.causal = can_be_causal(&s[i], MAX_LEN) && !tf_attn_not_causal(s[i].attn);
        if (kind.causal) check_gradients(&s[i], 0.2);
        kind.causal = false;
    }
    free_subjects(s, n);
}
#endif

/* ---- a sequence alone = the same in a pack ---- */
static void eval_logits(struct tf_model *m, const struct tf_seq *q, int n, tf_real *out) {
    struct tf_tape t;
    tf_tape_init(&t);
    t.seed = 9;
    struct tf_model_io io = {.aux_scale = 1};
    struct tf_mat *y = tf_model_logits(m, &t, q, n, &io);
    for (int i = 0; i < n * 3; i++) out[i] = y->v[i];
    tf_tape_release(&t);
}

static void test_packing(void **state) {
    (void)state;
    const int len[] = {13, 1, 40, 2, 27};
    make_sequences(len, 5);
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        struct tf_model m;
        make_model(&m, &s[i], MAX_LEN, 0.1);
        tf_real packed[15], alone[3];
        eval_logits(&m, seqs, 5, packed);
        for (int q = 0; q < 5; q++) {
            eval_logits(&m, &seqs[q], 1, alone);
            for (int k = 0; k < 3; k++)
                if (!(fabs((double)(alone[k] - packed[3 * q + k])) <= EXACT * 10))
                    fail_msg("%s: sequence %d: alone %.12g, packed %.12g", s[i].name, q, (double)alone[k], (double)packed[3 * q + k]);
        }
        tf_model_free(&m);
    }
    free_subjects(s, n);
}

/* The gradient of a pack = the sum over its sequences, straight-through parts included. */
static void test_packing_gradients(void **state) {
    (void)state;
    const int len[] = {13, 5, 40};
    make_sequences(len, 3);
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        struct tf_model m;
        make_model(&m, &s[i], MAX_LEN, 0.1);
        struct tf_tape t;
        tf_tape_init(&t);
        size_t size = m.pars.size;
        tf_real *both = tf_calloc(sizeof *both * size), *each = tf_calloc(sizeof *each * size);
        for (int q = -1; q < STEP; q++)
            run_loss(&m, &t, q < 0 ? 0 : q, q < 0 ? STEP : 1, true,
                     &(struct tf_model_io){.grads = q < 0 ? both : each, .aux_scale = 1.0 / STEP});
        for (size_t j = 0; j < size; j++)
            if (!(fabs((double)(both[j] - each[j])) <= EXACT * 10 * fmax(1, fabs((double)both[j]))))
                fail_msg("%s: gradient %zu: %.12g, %.12g", s[i].name, j, (double)both[j], (double)each[j]);
        tf_free(both), tf_free(each);
        tf_tape_release(&t);
        tf_model_free(&m);
    }
    free_subjects(s, n);
}

/* ---- rotary positions and distances: moving a sequence changes nothing -------------------------------------------------------------------- */
static void test_shift(void **state) {
    (void)state;
    static uint16_t moved[MAX_LEN];
    const int len[] = {13};
    make_sequences(len, 1);
    for (int i = 0; i < len[0]; i++) tokens[0][i] = (uint16_t)(tokens[0][i] % 10 + 1); // zeros are left out, and their positions stay
    int n, tried = 0;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        if (s[i].position == TF_POS_LEARNED || strstr(s[i].name, "=rotated"))
            continue; // leaves of what is turned depend on where it stands
        struct tf_model m;
        make_model(&m, &s[i], MAX_LEN, 0.1);
        m.in.skip_zero = true;
        tf_real here[3], there[3];
        eval_logits(&m, seqs, 1, here);
        memset(moved, 0, sizeof moved);
        memcpy(moved + 9, tokens[0], sizeof *moved * (size_t)len[0]);
        eval_logits(&m, &(struct tf_seq){.tok = moved, .len = len[0] + 9, .id = seqs[0].id}, 1, there);
        for (int k = 0; k < 3; k++)
            if (!(fabs((double)(here[k] - there[k])) <= EXACT * 20))
                fail_msg("%s: %.12g, moved %.12g", s[i].name, (double)here[k], (double)there[k]);
        tf_model_free(&m), tried++;
    }
    assert_true(tried >= 24 || !only_all());
    free_subjects(s, n);
}

/* ---- with model.positions a model has the same tensors for long and short sequences, so that its weights fit both ---- */
static void test_positions(void **state) {
    (void)state;
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        struct tf_model m[2];
        kind.positions = MAX_LEN + 7;
        for (int k = 0; k < 2; k++) make_model(&m[k], &s[i], MAX_LEN / (k + 1), 0);
        kind.positions = 0;
        assert_int_equal(m[0].pars.n, m[1].pars.n);
        for (int p = 0; p < m[0].pars.n; p++) {
            const struct tf_par *a = &m[0].pars.p[p], *b = &m[1].pars.p[p];
            assert_string_equal(a->name, b->name);
            if (a->rows != b->rows || a->cols != b->cols)
                fail_msg("%s: %s is %d x %d, for shorter sequences %d x %d", s[i].name, a->name, a->rows, a->cols, b->rows, b->cols);
        }
        tf_model_free(&m[0]), tf_model_free(&m[1]);
    }
    free_subjects(s, n);
}

/* ---- where the head reads some rows alone, the last layer's others are not computed: the same loss and gradients ---- */
static double some_rows(struct tf_model *m, tf_real *grads, bool all, double *work) {
    struct tf_tape t;
    tf_tape_init(&t);
    double v = run_loss(m, &t, 0, STEP, grads != NULL, &(struct tf_model_io){.grads = grads, .aux_scale = 1.0 / STEP, .all_rows = all});
    *work = t.flops[TF_FLOP_LINEAR];
    tf_tape_release(&t);
    return v;
}

static void check_rows_read(const struct subject *s, int layers, int pool, int norm) {
    struct tf_model m;
    make_model_of(&m, s, MAX_LEN, 0.2, layers, pool, norm);
    struct tf_rng r = tf_rng_at(8, TF_RNG_TEST, 0, 0, 0);
    for (int i = 0; i < m.pars.n; i++) // biases start at 0: folded or not, they would not be seen
        for (int j = 0; m.pars.p[i].init == TF_INIT_ZERO && j < m.pars.p[i].rows * m.pars.p[i].cols; j++)
            m.pars.v[m.pars.p[i].off + (size_t)j] = (tf_real)0.4 * tf_rng_normal(&r);
    size_t size = m.pars.size;
    tf_real *all = tf_calloc(sizeof *all * size), *first = tf_calloc(sizeof *first * size);
    double work[2], x = some_rows(&m, all, true, &work[0]), y = some_rows(&m, first, false, &work[1]);
    if (!(fabs(x - y) <= EXACT * 10)) fail_msg("%s: loss %.12g, with all rows %.12g", s->name, y, x);
    assert_true(work[1] < work[0]);
    for (int i = 0; i < m.pars.n; i++)
        for (size_t j = m.pars.p[i].off, end = j + (size_t)m.pars.p[i].rows * (size_t)m.pars.p[i].cols; j < end; j++)
            if (!(fabs((double)(all[j] - first[j])) <= EXACT * 10 * fmax(1, fabs((double)all[j]))))
                fail_msg("%s: %s: %.12g, with all rows %.12g", s->name, m.pars.p[i].name, (double)first[j], (double)all[j]);
    x = some_rows(&m, NULL, true, &work[0]), y = some_rows(&m, NULL, false, &work[1]);
    if (!(fabs(x - y) <= EXACT * 10)) fail_msg("%s: loss in evaluation %.12g, with all rows %.12g", s->name, y, x);
    assert_true(work[1] < work[0]);
    m.cfg.all_queries = true;
    some_rows(&m, NULL, false, &work[1]);
    assert_true(work[1] == work[0]);
    tf_free(all), tf_free(first);
    tf_model_free(&m);
}

static void test_rows_read(void **state) {
    (void)state;
    static const int len[] = {13, 5, 40}, wanted[] = {7, 4, 20};
    make_sequences(len, 3);
    for (int q = 0; q < 3; q++) seqs[q].at = &wanted[q], seqs[q].n_at = 1;
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        if (s[i].attn->looks_back && s[i].attn->looks_back(s[i].opts)) continue; // such a first row sees nothing, and is refused
        if (strstr(s[i].name, " samples=")) continue;                            // without the other queries, other keys are drawn
        check_rows_read(&s[i], 1, TF_POOL_CLS, TF_NORM_PRE);
        check_rows_read(&s[i], 2, TF_POOL_CLS, TF_NORM_POST);
        check_rows_read(&s[i], 2, TF_POOL_FIRST, TF_NORM_PRE);
        kind.head = TF_HEAD_WORDS;
        check_rows_read(&s[i], 1, TF_POOL_MEAN, TF_NORM_POST);
        check_rows_read(&s[i], 2, TF_POOL_CLS, TF_NORM_PRE);
        kind.head = TF_HEAD_CLASS;
    }
    free_subjects(s, n);
}

/* Equal tokens without positions: at medians ties are many, and one query goes where it goes among all. Gradients of one that is tied depend on
 * rounding, so the losses are compared. */
static void test_one_query_at_ties(void **state) {
    (void)state;
    static const char *const options[][8] = {{"fold", "true", "routing", "median", "height", "2"},
                                             {"fold", "true", "routing", "median", "height", "4"},
                                             {"fold", "true", "routing", "median-each", "height", "3"}};
    static const int len[] = {13, 5, 40};
    make_sequences(len, 3);
    for (int q = 0; q < 3; q++)
        for (int i = 0; i < len[q]; i++) tokens[q][i] = (uint16_t)(1 + i % 3);
    for (size_t i = 0; i < TF_COUNT(options); i++)
        for (int layers = 1; layers < 3; layers++) {
            struct subject s = make_subject("tc-a", options[i]);
            s.position = TF_POS_NONE;
            struct tf_model m;
            double work;
            make_model_of(&m, &s, MAX_LEN, 0, layers, TF_POOL_FIRST, TF_NORM_PRE);
            const double x = some_rows(&m, NULL, true, &work), y = some_rows(&m, NULL, false, &work);
            if (!(fabs(x - y) <= EXACT * 10)) fail_msg("%s: loss of one query %.12g, with all rows %.12g", s.name, y, x);
            tf_model_free(&m), tf_free(s.opts);
        }
}

/* ---- one layer on its own: FLOPs, memory, causality ---- */
static void check_flops(const struct subject *s, int T, bool causal) {
    struct layer l;
    open_layer(&l, s, T, C, H, causal);
    s->attn->forward(&l.ctx, layer_input(&l, 1 << 30));
    double counted = 0, f = l.t.pairs_full > 0 ? l.t.pairs / l.t.pairs_full : 0;
    if (l.t.pairs_full > 0) assert_true(l.t.pairs_full == (double)H * T * T);
    for (int c = 0; c < TF_FLOP_CLASSES; c++) counted += c == TF_FLOP_OTHER ? 0 : l.t.flops[c];
    struct tf_cost cost = {.T = T,
                           .C = C,
                           .H = H,
                           .qkv = s->qkv,
                           .no_bias = s->no_bias,
                           .f = s->attn->flags & TF_ATTN_ROUTED ? f : -1,
                           .causal = causal,
                           .rotary = s->position == TF_POS_ROTARY},
                   both = cost;
    both.causal = false;
    double said = tf_attn_flops_layer(s->attn, s->opts, &cost);
    if (!(fabs(said - counted) <= 1e-9 * counted))
        fail_msg("%s, T = %d%s: flops_layer %.17g, counted %.17g", s->name, T, causal ? ", causal" : "", said, counted);
    const double paper = tf_attn_flops_paper(s->attn, s->opts, &cost), all = tf_attn_flops_paper(s->attn, s->opts, &both);
    const bool less = causal && T > 2 && said < 0.9 * tf_attn_flops_layer(s->attn, s->opts, &both);
    if (strcmp(s->attn->name, "tc-a")) assert_true(paper > 0 && (less ? paper < all : paper <= all)); // its means run along
    close_layer(&l);
}

static void test_flops(void **state) {
    (void)state;
    static const int lengths[] = {1, 2, 7, 33, 40, 300};
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++)
            for (int causal = 0; causal <= can_be_causal(&s[i], lengths[k]); causal++) check_flops(&s[i], lengths[k], causal);
    free_subjects(s, n);
}

#ifndef TF_DOUBLE // the same tensors, of twice the bytes
/* No n x n anywhere: doubling T at most about doubles the memory of a forward and backward pass. Sinkhorn holds (T / b)^2, which is little with blocks of
 * the default size, not with those of the variants. */
static void test_memory_is_linear(void **state) {
    (void)state;
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        double peak[2];
        struct tf_err e = {0};
        if (s[i].attn->check && s[i].attn->check(s[i].opts, &(struct tf_shape){.C = 16, .H = H, .max_len = 2048}, &e)) continue;
        if (!strcmp(s[i].attn->name, "sinkhorn")) assert_int_equal(tf_opt_set(s[i].attn->opts, s[i].opts, "block", "50", &e), 0);
        for (int k = 0; k < 2; k++) {
            struct layer l;
            open_layer(&l, &s[i], 1024 << k, 16, H, false);
            tf_real *grads = tf_calloc(sizeof *grads * l.pars.size);
            l.ctx.grads = grads;
            l.t.grad = l.t.train = true;
            struct tf_mat *y = s[i].attn->forward(&l.ctx, layer_input(&l, 1 << 30));
            struct tf_pack pk = l.pk;
            int label[1] = {0};
            tf_tape_backward(&l.t, tf_xent(&l.t, tf_pool_mean(&l.t, y, &pk), label, 1, NULL), 1);
            peak[k] = (double)l.t.arena.peak;
            tf_free(grads);
            close_layer(&l);
        }
        if (peak[1] > 2.3 * peak[0]) fail_msg("%s: %.0f bytes at T = 1024, %.0f at 2048", s[i].name, peak[0], peak[1]);
    }
    free_subjects(s, n);
}
#endif

/* The rows before a changed token keep their bits, and those of a shorter sequence are the same but for the rounding of BLAS, which depends on the number of
 * rows: so nothing else of what comes later is seen, not even how much it is. */
static void check_causal(const struct subject *s, int T, int from) {
    struct layer l[3];
    struct tf_mat *y[3];
    // What Performer subtracts before exp is a maximum over later keys, too; it divides out again, but for rounding. Reformer's only key never is its own.
    const double bits = strcmp(s->attn->name, "performer") ? 0 : EXACT;
    bool later_differs = T == 2 || (s->drawn && from == T - 1); // a row that sees one key alone does not depend on its query
    for (int k = 0; k < 3; k++) {
        open_layer_within(&l[k], s, k < 2 ? T : from, T, C, H, true);
        struct tf_mat *x = layer_input(&l[k], k == 1 ? from : 1 << 30);
        for (int r = l[k].pk.len[0]; r < x->rows; r++) memset(tf_row(x, r), 0, sizeof *x->v * C); // extra rows: a model's first layer
        y[k] = s->attn->forward(&l[k].ctx, x);
    }
    for (int r = 0; r < T; r++)
        for (int c = 0; c < C; c++) {
            const double here = (double)y[0]->v[r * y[0]->ld + c], other = (double)y[1]->v[r * y[1]->ld + c];
            if (r < from && !(fabs(here - other) <= bits))
                fail_msg("%s, T = %d: row %d sees row %d or later: %.17g, %.17g", s->name, T, r, from, here, other);
            const double prefix = r < from && !tf_attn_not_causal(s->attn) ? (double)y[2]->v[r * y[2]->ld + c] : here;
            if (!(fabs(here - prefix) <= EXACT))
                fail_msg("%s: row %d of %d tokens, and of the first %d of them: %.12g, %.12g", s->name, r, T, from, here, prefix);
            later_differs |= r >= from && fabs(here - other) > EXACT;
        }
    if (!later_differs) fail_msg("%s, T = %d: rows from %d on do not see what is changed there", s->name, T, from);
    for (int k = 0; k < 3; k++) close_layer(&l[k]);
}

/* The same of all layers of a model, where extra rows hold what the layer below made of them: logits of the next token. */
static void check_causal_model(const struct subject *s, int T, int from) {
    const double bits = strcmp(s->attn->name, "performer") ? 0 : 30 * EXACT; // two layers' rounding
    struct tf_model m;
    struct tf_mat *y[3];
    struct tf_tape t[3];
    int at[MAX_LEN], len[] = {T, T, from};
    make_sequences(len, 3);
    memcpy(tokens[1], tokens[0], sizeof tokens[0]), memcpy(tokens[2], tokens[0], sizeof tokens[0]);
    for (int i = from; i < T; i++) tokens[1][i] = (uint16_t)((tokens[0][i] + 1) % 11);
    for (int i = 0; i < T; i++) at[i] = i;
    make_model_of(&m, s, MAX_LEN, 0, 2, TF_POOL_MEAN, TF_NORM_POST);
    for (int k = 0; k < 3; k++) {
        tf_tape_init(&t[k]);
        t[k].seed = 9;
        seqs[k].at = at, seqs[k].n_at = len[k], seqs[k].id = 1;
        y[k] = tf_model_logits(&m, &t[k], &seqs[k], 1, &(struct tf_model_io){.aux_scale = 1});
    }
    for (int r = 0; r < from; r++)
        for (int c = 0; c < 11; c++) {
            const double here = (double)tf_row(y[0], r)[c], other = (double)tf_row(y[1], r)[c], prefix = (double)tf_row(y[2], r)[c];
            if (!(fabs(here - other) <= bits)) fail_msg("%s, %d layers: token %d of %d sees token %d or later", s->name, 2, r, T, from);
            if (!(fabs(here - prefix) <= 30 * EXACT))
                fail_msg("%s: token %d of %d, and of the first %d: %.12g, %.12g", s->name, r, T, from, here, prefix);
        }
    for (int k = 0; k < 3; k++) tf_tape_release(&t[k]);
    tf_model_free(&m);
}

static void test_causal_models(void **state) {
    (void)state;
    static const int lengths[][2] = {{37, 20}, {33, 32}, {40, 13}, {31, 1}, {16, 15}, {17, 16}, {3, 2}};
    int n;
    struct subject *s = subjects(&n);
    kind.causal = true, kind.head = TF_HEAD_WORDS;
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++)
            if (can_be_causal(&s[i], MAX_LEN) && !tf_attn_not_causal(s[i].attn)) check_causal_model(&s[i], lengths[k][0], lengths[k][1]);
    kind.causal = false, kind.head = TF_HEAD_CLASS;
    free_subjects(s, n);
}

static void test_causal(void **state) {
    (void)state;
    static const int lengths[][2] = {{37, 20}, {33, 32}, {40, 13}, {31, 1}, {2, 1}};
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < TF_COUNT(lengths); k++)
            if (can_be_causal(&s[i], lengths[k][0])) check_causal(&s[i], lengths[k][0], lengths[k][1]);
    free_subjects(s, n);
}

/* What only chooses places is in no output; the star's relay is, but of the next cycle. */
static bool shows(const struct tf_attn *a, const struct tf_par *p) {
    if (p->flags & TF_PAR_BUFFER || strstr(p->name, "tree") || strstr(p->name, "relay.")) return false;
    return strcmp(a->name, "tc-a") || !(strstr(p->name, "query") || strstr(p->name, "key"));
}

/* Weights that are not numbers, of either sign, show in the output: a model that diverged is not scored. */
static void test_nan_shows(void **state) {
    (void)state;
    for (int i = 0; tf_attns[i]; i++)
        for (int p = 0, n = 1; p < n && only_has(tf_attns[i]->name); p++)
            for (int sign = -1; sign <= 1; sign += 2) {
                struct subject s = make_subject(tf_attns[i]->name, (const char *const[8]){NULL});
                struct layer l;
                open_layer(&l, &s, 70, C, H, false);
                const struct tf_par *par = &l.pars.p[p];
                n = l.pars.n;
                for (int k = 0; k < par->rows * par->cols; k++) l.pars.v[par->off + (size_t)k] = copysign((tf_real)NAN, (tf_real)sign);
                const struct tf_mat *y = s.attn->forward(&l.ctx, layer_input(&l, 1 << 30));
                bool finite = true;
                for (int r = 0; r < 70; r++)
                    for (int c = 0; c < C; c++) finite &= isfinite(y->v[r * y->ld + c]);
                if (finite && shows(s.attn, par)) fail_msg("%s: %s of NaN gives finite rows", s.name, par->name);
                close_layer(&l), tf_free(s.opts);
            }
}

/* Weight decay leaves alone what these names are part of: biases, norms, embeddings, and what mechanisms have that 0 is no start for. */
static void test_weight_decay(void **state) {
    (void)state;
    static const char *const without[] = {"embeddings.",
                                          "LayerNorm.",
                                          ".bias",
                                          ".self.alpha.",
                                          ".self.relative.content",
                                          ".self.relative.position",
                                          ".self.span.",
                                          ".self.positions.weight",
                                          ".self.global.weight",
                                          ".self.packed",
                                          ".self.dt.log",
                                          ".self.A.",
                                          ".self.D"};
    unsigned seen = 0;
    int n;
    struct subject *s = subjects(&n);
    for (int i = 0; i < n; i++) {
        struct tf_model m;
        make_model(&m, &s[i], MAX_LEN, 0);
        for (const struct tf_par *p = m.pars.p; p < m.pars.p + m.pars.n; p++) {
            unsigned parts = 0;
            for (size_t k = 0; k < TF_COUNT(without); k++) parts |= (strstr(p->name, without[k]) ? 1u : 0u) << k;
            if (p->flags & TF_PAR_BUFFER) continue;
            if ((parts != 0) == !(p->flags & TF_PAR_NO_DECAY))
                fail_msg("%s: %s %s", s[i].name, p->name, parts ? "decays" : "does not decay");
            seen |= parts;
        }
        tf_model_free(&m);
    }
    assert_true(seen == (1u << TF_COUNT(without)) - 1 || !only_all());
    free_subjects(s, n);
}

static void test_option_ranges(void **state) {
    (void)state;
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *a = tf_attns[i];
        if (!only_has(a->name)) continue;
        void *o = tf_calloc(a->opts_size + 1);
        if (a->opts) tf_opt_defaults(a->opts, o);
        for (const struct tf_opt *p = tf_opt_next(a->opts, NULL); p; p = tf_opt_next(a->opts, p)) {
            struct tf_err e = {0};
            char text[64];
            assert_true(p->help && *p->help);
            if (p->type == TF_STRING || p->type == TF_BOOL) continue;
            for (int beyond = -1; beyond <= 1; beyond += 2) {
                double limit = beyond < 0 ? p->min : p->max;
                if (!isfinite(limit)) continue;
                snprintf(text, sizeof text, "%.17g", limit + beyond);
                e = (struct tf_err){0};
                if (!tf_opt_set(a->opts, o, p->name, p->type == TF_CHOICE ? "no-such-choice" : text, &e))
                    fail_msg("%s: %s takes %s", a->name, p->name, text);
                assert_int_equal(e.code, TF_BAD);
            }
            struct tf_buf b = {0};
            tf_opt_get(a->opts, p, o, &b); // the default reads back
            struct tf_err none = {0};
            assert_int_equal(tf_opt_set(a->opts, o, p->name, b.s, &none), 0);
            tf_buf_free(&b);
        }
        tf_free(o);
    }
}

static void test_registry(void **state) {
    (void)state;
    for (int i = 0; tf_attns[i]; i++) {
        const struct tf_attn *a = tf_attns[i];
        assert_true(a->name && a->title && a->paper && a->equation && a->forward);
        assert_true(a->flags & TF_ATTN_ALIBI || a->not_alibi || !(a->flags & TF_ATTN_ROTARY)); // it compares tokens, so it says why not
        assert_true(a->pattern || a->graph || a->flops_head || (a->flops_layer && a->flops_paper));
        assert_true(strlen(a->equation) >= 10 && strlen(a->equation) <= 150 && !strchr(a->equation, '\n'));
        assert_ptr_equal(tf_attn_find(a->name), a);
        for (int j = 0; j < i; j++) assert_string_not_equal(tf_attns[j]->name, a->name);
    }
    assert_null(tf_attn_find("linfromer"));
}

int main(int argc, char **argv) {
    only_of(argc, argv);
    tf_num_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_option_ranges),
#ifdef TF_DOUBLE
        cmocka_unit_test(test_gradients),
#else
        cmocka_unit_test(test_memory_is_linear),
#endif
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_packing_gradients),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_rows_read),
        cmocka_unit_test(test_one_query_at_ties),
        cmocka_unit_test(test_shift),
        cmocka_unit_test(test_flops),
        cmocka_unit_test(test_causal),
        cmocka_unit_test(test_causal_models),
        cmocka_unit_test(test_nan_shows),
        cmocka_unit_test(test_weight_decay),
    };
    return cmocka_run_group_tests_name("contracts", tests, NULL, NULL);
}
