/* Memory of the activations of one attention layer, as measured, one or many. */
#include "run/flops.h"
#include "attn/layer_alone.h"
#include <math.h>

enum { MEASURE_THREADS_MAX = 4 /* each holds a layer */, MEASURE_N = 1024 };
#define MEASURE_WORK_MAX 1e11 /* FLOPs: a second or two */

/* What the tape holds at its peak while the layer runs once on n random rows. */
static double run_layer(const struct tf_layer_alone *l, int n) {
    struct tf_tape t;
    struct tf_arena room;
    struct tf_pack pack;
    tf_tape_init(&t), tf_arena_init(&room);
    const struct tf_ctx c = tf_alone_ctx(l, &t, &pack, &room, n, 1, 0);
    const int rows = pack.rows, C = l->shape.C;
    size_t numbers = (size_t)rows * (size_t)C;
    tf_real *x = tf_alloc(sizeof *x * numbers); // (rows,C)
    struct tf_rng rng = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (size_t i = 0; i < numbers; i++) x[i] = (tf_real)(2 * tf_rng_uniform(&rng) - 1);
    l->attn->forward(&c, tf_extern(&t, x, NULL, rows, C));
    double bytes = (double)t.arena.peak;
    tf_tape_release(&t), tf_arena_release(&room);
    tf_free(x);
    return bytes;
}

double tf_layer_activation_bytes(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s) {
    const int n = s->n < MEASURE_N ? s->n : MEASURE_N;
    struct tf_pars ps = {0};
    const struct tf_layer_alone l = {
        m, opts, {.C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .max_len = n}, "", &ps};
    double bytes = NAN, free_bytes = (double)tf_mem_available();
    struct tf_cost cost = {.T = n, .C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .f = -1};
    if (tf_attn_flops_layer(m, opts, &cost) > MEASURE_WORK_MAX) return bytes;
    tf_alone_declare(&l);
    double need = sizeof(tf_real) * ((double)ps.size + (24.0 * s->dim + 1024) * n);
    if (!(free_bytes > 0) || need < free_bytes / MEASURE_THREADS_MAX) {
        tf_pars_alloc(&ps);
        tf_pars_init(&ps, 1);
        bytes = run_layer(&l, n);
        if (s->n > MEASURE_N) // no mechanism holds n x n
            bytes += (bytes - run_layer(&l, MEASURE_N / 2)) * (s->n - MEASURE_N) / (MEASURE_N / 2);
    }
    tf_pars_free(&ps);
    return bytes;
}

struct measuring {
    const struct flops_layer *const *layer;
    double *bytes;
};

static void measure_one(void *arg, int i) {
    const struct measuring *m = arg;
    const struct flops_layer *l = m->layer[i];
    struct tf_err why = {0};
    m->bytes[i] = tf_interrupted || flops_unusable(l, &why) ? (double)NAN : tf_layer_activation_bytes(l->m, l->opts, &l->size);
}

int flops_measure(const struct flops_layer *const *layer, int n, int threads, double *bytes, struct tf_err *e) {
    tf_parallel(threads < MEASURE_THREADS_MAX ? threads : MEASURE_THREADS_MAX, n, measure_one, &(struct measuring){layer, bytes});
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted") : 0;
}
