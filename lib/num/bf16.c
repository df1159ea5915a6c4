/* The one file that calls oneDNN. Built with -DTF_ONEDNN where its header and library are found, else every request for bf16 is an error.
 *
 * oneDNN writes code for a shape when it first sees it; a tape keeps what it has in a hash table. Scratch memory is ours, so that nothing of a primitive
 * depends on the thread that made it. Debian's build uses OpenMP: each call asks for one thread, so no team ever starts. */
#include "num/bf16.h"

#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "num/elem.h"

static unsigned cpu_bits(void) { // 1: AVX512_BF16, 2: AMX_BF16
    unsigned bits = 0;
#ifdef __x86_64__
    unsigned a, b, c, d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) bits |= a >> 5 & 1;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) bits |= (d >> 22 & 1) << 1;
#endif
    return bits;
}

#if defined(TF_ONEDNN) && !defined(TF_DOUBLE)
#include <oneapi/dnnl/dnnl.h>

void omp_set_num_threads(int n); // no need of OpenMP's header, nor of a compiler that knows it

struct shape {
    int32_t M, N, K, lda, ldb, ldc, ta, tb, add;
};
struct product { // a shape with its code
    struct shape shape;
    dnnl_primitive_t code;
    dnnl_memory_t mem[4]; // A, B, C, scratch
};
struct tf_bf16 {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    struct product *slot; // an empty one has no code
    int n, cap;           // cap: a power of two
    void *scratch;
    size_t scratch_bytes;
};

static void must(dnnl_status_t status) { TF_BUG_IF(status != dnnl_success, "oneDNN: status %d", (int)status); }

/* oneDNN 2 passes descriptions of memory as values, 3 as objects that are to be destroyed. */
#if DNNL_VERSION_MAJOR < 3
typedef const dnnl_memory_desc_t *layout;
#define LAYOUT(m) (&(m))
#define DESCRIBE(m, ...) dnnl_memory_desc_init_by_strides(&(m), __VA_ARGS__)

static void forget(dnnl_memory_desc_t m) { (void)m; }
static dnnl_status_t append_sum(dnnl_post_ops_t after) { return dnnl_post_ops_append_sum(after, 1); }
static dnnl_status_t describe_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const dnnl_memory_desc_t *m,
                                      dnnl_primitive_attr_t attr) {
    dnnl_matmul_desc_t d;
    dnnl_status_t rc = dnnl_matmul_desc_init(&d, &m[0], &m[1], NULL, &m[2]);
    return rc ? rc : dnnl_primitive_desc_create(pd, &d, attr, engine, NULL);
}
#else
typedef const_dnnl_memory_desc_t layout;
#define LAYOUT(m) (m)
#define DESCRIBE(m, ...) dnnl_memory_desc_create_with_strides(&(m), __VA_ARGS__)

static void forget(dnnl_memory_desc_t m) {
    if (m) dnnl_memory_desc_destroy(m);
}
static dnnl_status_t append_sum(dnnl_post_ops_t after) { return dnnl_post_ops_append_sum(after, 1, 0, dnnl_data_type_undef); }
static dnnl_status_t describe_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const dnnl_memory_desc_t *m,
                                      dnnl_primitive_attr_t attr) {
    return dnnl_matmul_primitive_desc_create(pd, engine, m[0], m[1], NULL, m[2], attr);
}
#endif

static dnnl_status_t describe(dnnl_memory_desc_t *m, dnnl_data_type_t type, int rows, int cols, int ld, bool turned) {
    const dnnl_dims_t size = {rows, cols}, stride = {turned ? 1 : ld, turned ? ld : 1};
    return DESCRIBE(*m, 2, size, type, stride);
}

/* C = A B, or C += A B, with the scratch memory given from outside. */
static dnnl_status_t describe_call(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const dnnl_memory_desc_t *m, bool add) {
    dnnl_primitive_attr_t attr;
    dnnl_post_ops_t after;
    dnnl_status_t rc = dnnl_primitive_attr_create(&attr);
    if (rc) return rc;
    rc = dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user);
    if (add && !rc && !(rc = dnnl_post_ops_create(&after))) {
        rc = append_sum(after);
        if (!rc) rc = dnnl_primitive_attr_set_post_ops(attr, after);
        dnnl_post_ops_destroy(after);
    }
    if (!rc) rc = describe_product(pd, engine, m, attr);
    dnnl_primitive_attr_destroy(attr);
    return rc;
}

static dnnl_status_t make(struct tf_bf16 *h, const struct shape *s, struct product *p) {
    dnnl_memory_desc_t m[3] = {0};
    dnnl_primitive_desc_t pd = NULL;
    dnnl_status_t rc = describe(&m[0], dnnl_bf16, s->M, s->K, s->lda, s->ta);
    if (!rc) rc = describe(&m[1], dnnl_bf16, s->K, s->N, s->ldb, s->tb);
    if (!rc) rc = describe(&m[2], dnnl_f32, s->M, s->N, s->ldc, false);
    if (!rc) rc = describe_call(&pd, h->engine, m, s->add);
    for (int i = 0; i < 3 && !rc; i++) rc = dnnl_memory_create(&p->mem[i], LAYOUT(m[i]), h->engine, DNNL_MEMORY_NONE);
    if (!rc) {
        layout scratch = dnnl_primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
        size_t bytes = dnnl_memory_desc_get_size(scratch);
        rc = dnnl_memory_create(&p->mem[3], scratch, h->engine, DNNL_MEMORY_NONE);
        if (bytes > h->scratch_bytes) {
            tf_free(h->scratch);
            h->scratch = tf_alloc(h->scratch_bytes = bytes);
        }
    }
    if (!rc) rc = dnnl_primitive_create(&p->code, pd);
    for (int i = 0; i < 3; i++) forget(m[i]);
    if (pd) dnnl_primitive_desc_destroy(pd);
    p->shape = *s;
    return rc;
}

static void drop(struct product *p) {
    for (int i = 0; i < 4; i++)
        if (p->mem[i]) dnnl_memory_destroy(p->mem[i]);
    if (p->code) dnnl_primitive_destroy(p->code);
}

/* The slot of the shape, or the empty one where it belongs. */
static struct product *seek(const struct tf_bf16 *h, const struct shape *s) {
    const uint32_t *w = (const uint32_t *)s;
    uint32_t x = 0;
    for (size_t i = 0; i < sizeof *s / sizeof *w; i++) x = tf_pair_hash(x, w[i], 0);
    for (;; x++) {
        struct product *p = &h->slot[x & (uint32_t)(h->cap - 1)];
        if (!p->code || !memcmp(&p->shape, s, sizeof *s)) return p;
    }
}

static void grow(struct tf_bf16 *h) {
    struct product *old = h->slot;
    int n = h->cap;
    h->cap = n ? 2 * n : 256;
    h->slot = tf_calloc(sizeof *h->slot * (size_t)h->cap);
    for (int i = 0; i < n; i++)
        if (old[i].code) *seek(h, &old[i].shape) = old[i];
    tf_free(old);
}

void tf_bf16_gemm(struct tf_bf16 *h, bool ta, bool tb, int M, int N, int K, const uint16_t *A, int lda, const uint16_t *B, int ldb,
                  bool add, tf_real *C, int ldc) {
    const struct shape s = {M, N, K, lda, ldb, ldc, ta, tb, add};
    omp_set_num_threads(1);
    struct product *p = seek(h, &s);
    if (!p->code) {
        if (4 * h->n >= 3 * h->cap) grow(h), p = seek(h, &s);
        must(make(h, &s, p));
        h->n++;
    }
    void *at[] = {(void *)A, (void *)B, C, h->scratch};
    static const int role[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST, DNNL_ARG_SCRATCHPAD};
    dnnl_exec_arg_t arg[4];
    for (int i = 0; i < 4; i++) {
        must(dnnl_memory_set_data_handle(p->mem[i], at[i]));
        arg[i] = (dnnl_exec_arg_t){role[i], p->mem[i]};
    }
    must(dnnl_primitive_execute(p->code, h->stream, 4, arg));
}

static struct tf_bf16 *bf16_new(void) {
    struct tf_bf16 *h = tf_calloc(sizeof *h);
    omp_set_num_threads(1);
    must(dnnl_engine_create(&h->engine, dnnl_cpu, 0));
    must(dnnl_stream_create(&h->stream, h->engine, dnnl_stream_default_flags));
    grow(h);
    return h;
}

static void bf16_free(struct tf_bf16 *h) {
    if (!h) return;
    for (int i = 0; i < h->cap; i++) drop(&h->slot[i]);
    dnnl_stream_destroy(h->stream);
    dnnl_engine_destroy(h->engine);
    tf_free(h->slot), tf_free(h->scratch), tf_free(h);
}

int tf_bf16_check(struct tf_err *e) {
    struct tf_bf16 *h = bf16_new();
    struct product p = {0};
    bool can = make(h, &(struct shape){16, 16, 16, 16, 16, 16, false, true, true}, &p) == dnnl_success;
    drop(&p);
    bf16_free(h);
    return can && tf_cpu_has_avx512() ? 0 : tf_fail(e, TF_BAD, "precision bf16 needs a CPU with AVX-512");
}

const char *tf_bf16_about(void) {
    static const char *const has[] = {"AVX512_BF16: no, AMX: no", "AVX512_BF16: yes, AMX: no", "AVX512_BF16: no, AMX: yes",
                                      "AVX512_BF16: yes, AMX: yes"};
    static _Thread_local char text[96];
    const dnnl_version_t *v = dnnl_version();
    snprintf(text, sizeof text, "oneDNN %d.%d.%d (%s)", v->major, v->minor, v->patch, has[cpu_bits()]);
    return text;
}

#else

void tf_bf16_gemm(struct tf_bf16 *h, bool ta, bool tb, int M, int N, int K, const uint16_t *A, int lda, const uint16_t *B, int ldb,
                  bool add, tf_real *C, int ldc) {
    (void)h, (void)ta, (void)tb, (void)M, (void)N, (void)K, (void)A, (void)lda, (void)B, (void)ldb, (void)add, (void)C, (void)ldc;
    TF_BUG_IF(true, "bf16 is not built in");
}

static struct tf_bf16 *bf16_new(void) {
    TF_BUG_IF(true, "bf16 is not built in");
    return NULL;
}

static void bf16_free(struct tf_bf16 *h) { (void)h; }

int tf_bf16_check(struct tf_err *e) {
    return tf_fail(e, TF_BAD, "precision bf16: built without oneDNN: install libdnnl-dev and build again");
}

const char *tf_bf16_about(void) {
    static const char *const text[] = {
        "built without oneDNN (AVX512_BF16: no, AMX: no)", "built without oneDNN (AVX512_BF16: yes, AMX: no)",
        "built without oneDNN (AVX512_BF16: no, AMX: yes)", "built without oneDNN (AVX512_BF16: yes, AMX: yes)"};
    return text[cpu_bits()];
}
#endif

/* ---- for the ops ---------------------------------------------------------------------------------------------------------- */
void tf_tape_precision(struct tf_tape *t, enum tf_precision p) {
    if ((p == TF_PRECISION_BF16) == (t->bf16 != NULL)) return;
    bf16_free(t->bf16);
    t->bf16 = p == TF_PRECISION_BF16 ? bf16_new() : NULL;
}

struct tf_factor tf_factor(struct tf_tape *t, bool bf16, int rows, int cols, const tf_real *v, int ld) {
    if (!bf16) return (struct tf_factor){v, NULL, ld};
    const size_t up = (size_t)tf_bf16_up(rows), width = (size_t)tf_bf16_up(cols);
    uint16_t *h = tf_arena_alloc(&t->arena, sizeof *h * up * width);
    tf_elem()->to_bf16(rows, cols, h, (int)width, v, ld);
    memset(h + (size_t)rows * width, 0, sizeof *h * (up - (size_t)rows) * width);
    return (struct tf_factor){NULL, h, (int)width};
}

void tf_product(struct tf_tape *t, bool ta, bool tb, int M, int N, int K, struct tf_factor A, struct tf_factor B, tf_real beta, tf_real *C,
                int ldc) {
    if (!A.h) {
        tf_gemm(ta, tb, M, N, K, 1, A.v, A.ld, B.v, B.ld, beta, C, ldc);
        return;
    }
    const int Mp = tf_bf16_up(M), Np = tf_bf16_up(N), Kp = tf_bf16_up(K);
    if (Mp == M && Np == N) {
        tf_bf16_gemm(t->bf16, ta, tb, M, N, Kp, A.h, A.ld, B.h, B.ld, beta != 0, C, ldc);
        return;
    }
    struct tf_mark mark = tf_arena_mark(&t->arena);
    tf_real *whole = tf_arena_alloc(&t->arena, sizeof *whole * (size_t)Mp * (size_t)Np);
    tf_bf16_gemm(t->bf16, ta, tb, Mp, Np, Kp, A.h, A.ld, B.h, B.ld, false, whole, Np);
    for (int i = 0; i < M && beta == 0; i++) memcpy(C + (size_t)i * (size_t)ldc, whole + (size_t)i * (size_t)Np, sizeof *C * (size_t)N);
    if (beta != 0) tf_elem()->add_rows(M, N, C, ldc, whole, Np);
    tf_arena_rewind(&t->arena, mark);
}
