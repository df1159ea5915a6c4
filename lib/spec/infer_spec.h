/* A spec of `infer-time`.
 * It is a YAML map: title, protocol, infer: {lengths, dim, heads, batch, causal, threads, repeats, ...},
 * attention (as in spec.h), paper. */
#ifndef TF_SPEC_INFER_SPEC_H
#define TF_SPEC_INFER_SPEC_H
#include "attn/attn.h"
#include "io/io.h"

enum { INFER_ENTRIES_MAX = 64 };
enum { INFER_CAUSAL_NO, INFER_CAUSAL_YES, INFER_CAUSAL_BOTH };
enum { INFER_TREE_BALANCED, INFER_TREE_RANDOM };

struct infer_cfg {                      /* spec section `infer:`; names, ranges and defaults in infer_opts */
    struct tf_ints lengths;
    int dim, qkv_dim, heads, threads, repeats, warmup, batch, pack_tokens, causal, pin, tree, precision, layer, seed;
    double max_s;
    char from[TF_STRING_MAX];
};
extern const struct tf_opt infer_opts[];

struct infer_entry {                    /* one line of the figure */
    const struct tf_attn *attn;         /* NULL: the four projections alone, the floor of all */
    void *opts;
    char setting[160];                  /* what the spec sets: "height=6" */
    bool causal;
};
enum infer_status {
    INFER_OK, INFER_TOO_LONG /* one pass would take more than max_s */, INFER_TOO_LARGE /* for the memory */,
    INFER_STOPPED
};
struct infer_time {                     /* an entry at one length; seconds of the whole batch; NaN: unknown */
    enum infer_status status;
    int repeats, threads;               /* threads that had sequences to compute */
    double median, q1, q3, min, phase[TF_PHASES], flops, core_flops /* of attention alone */, activation_bytes,
        parameter_bytes;
    double cpu_share;                   /* of the timed passes: CPU time over wall time; below the number of
                                           threads others had the CPU, too */
    double f, largest_leaf, mean_leaf, skew; /* largest group of keys or queries, the mean, their ratio */
};
struct tf_infer {
    char name[96], title[160], protocol[32], paper_table[96];
    struct infer_cfg cfg;
    struct infer_entry entry[INFER_ENTRIES_MAX + 1]; int n; /* entry[0]: the projections */
    struct tf_yaml *whole;              /* the resolved spec */
    /* what was measured */
    struct infer_time *time;            /* [length * n + entry] */
    int lengths, threads;               /* lengths that are complete; threads asked for */
    double peak_gflops;
    const char *blas_core, *isa;        /* that computed it */
    bool loud;                          /* others had the CPU for more than 3 % of a line's time */
    int cpu;                            /* that the thread was bound to; -1: none */
};
/* Whether the two are measured alike: all but title, protocol and the papers' table. */
bool infer_same(const struct tf_infer *a, const struct tf_infer *b);
const char *infer_title(const struct infer_entry *x);
/* the entry of full attention with the same mask; -1: none */
int infer_full(const struct tf_infer *s, int entry);
/* sets: "infer.repeats=3"; "attention.height=2,4" makes an entry of each value. Errors as tf_spec_load. */
int tf_infer_load(struct tf_infer **out, const char *path, const char *const *sets, int n_sets,
                  struct tf_err *e);
void tf_infer_free(struct tf_infer *s);
#endif
