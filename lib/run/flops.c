/* Memory of the activations of one attention layer, as measured, and the tables with it. */
#include "run/flops.h"
#include "report/flops_tables.h"
#include <math.h>

enum { MEASURE_THREADS_MAX = 4 /* each holds a layer */, MEASURE_N = 1024 };
#define MEASURE_WORK_MAX 1e11 /* FLOPs: a second or two */

static struct tf_shape shape_of(const struct tf_layer_size *s) {
    return (struct tf_shape){.C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .max_len = s->n};
}

/* What the tape holds at its peak while the layer runs once on n random rows. */
static double run_layer(const struct tf_attn *m, const void *opts, const struct tf_shape *s, const struct tf_pars *ps, int n) {
    int rows = n + (m->aux_rows ? m->aux_rows(opts, n) : 0);
    size_t numbers = (size_t)rows * (size_t)s->C;
    tf_real *x = tf_alloc(sizeof *x * numbers); // (rows,C)
    struct tf_rng rng = tf_rng_at(1, TF_RNG_TEST, 0, 0, 0);
    for (size_t i = 0; i < numbers; i++) x[i] = (tf_real)(2 * tf_rng_uniform(&rng) - 1);
    struct tf_pack pack = {.n_seq = 1, .rows = rows, .off = (int[]){0, rows}, .len = &n, .id = (uint32_t[]){0}};
    struct tf_tape t;
    tf_tape_init(&t);
    struct tf_ctx c = {.tape = &t, .attn = m, .opts = opts, .shape = *s, .pack = &pack, .pars = ps, .prefix = ""};
    m->forward(&c, tf_extern(&t, x, NULL, rows, s->C));
    double bytes = (double)t.arena.peak;
    tf_tape_release(&t);
    tf_free(x);
    return bytes;
}

double tf_layer_activation_bytes(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s) {
    struct tf_shape shape = shape_of(s);
    struct tf_pars ps = {0};
    double bytes = NAN, free_bytes = (double)tf_mem_available();
    if (shape.max_len > MEASURE_N) shape.max_len = MEASURE_N;
    struct tf_cost cost = {.T = shape.max_len, .C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .no_bias = s->no_bias, .f = -1};
    if (tf_attn_flops_layer(m, opts, &cost) > MEASURE_WORK_MAX) return bytes;
    tf_attn_params(m, &(struct tf_decl){&ps, ""}, &shape, opts);
    double need = sizeof(tf_real) * ((double)ps.size + (24.0 * s->dim + 1024) * shape.max_len);
    if (!(free_bytes > 0) || need < free_bytes / MEASURE_THREADS_MAX) {
        tf_pars_alloc(&ps);
        tf_pars_init(&ps, 1);
        bytes = run_layer(m, opts, &shape, &ps, shape.max_len);
        if (s->n > MEASURE_N) // no mechanism holds n x n
            bytes += (bytes - run_layer(m, opts, &shape, &ps, MEASURE_N / 2)) * (s->n - MEASURE_N) / (MEASURE_N / 2);
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

int tf_flops_papers(const struct tf_flops_ask *ask, struct tf_buf *out, struct tf_err *e) {
    return flops_table_papers(ask, flops_measure, out, e);
}

int tf_flops_size(const struct tf_flops_ask *ask, const struct tf_layer_size *size, struct tf_buf *out, struct tf_err *e) {
    return flops_table_size(ask, size, flops_measure, out, e);
}
