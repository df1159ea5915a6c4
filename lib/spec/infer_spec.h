/* A spec of `infer-time`: a YAML map of title, protocol, infer: {lengths, dim, heads, batch, ...}, attention
 * (as in spec.h), sweep, paper; and what was measured by it. */
#ifndef TF_SPEC_INFER_SPEC_H
#define TF_SPEC_INFER_SPEC_H
#include "attn/attn.h"
#include "io/io.h"
#include "spec/spec_meta.h"

enum { INFER_ENTRIES_MAX = 64 };
enum { INFER_CAUSAL_NO, INFER_CAUSAL_YES, INFER_CAUSAL_BOTH };
enum { INFER_TREE_BALANCED, INFER_TREE_RANDOM };

/* Spec section `infer:`; names, ranges and defaults in infer_opts. */
struct infer_cfg {
    struct tf_ints lengths;
    int dim, qkv_dim, heads, threads, repeats, warmup, batch, pack_tokens, causal, pin, tree, precision,
        layer, seed;
    double max_s, occupancy;
    char from[TF_STRING_MAX];
};
extern const struct tf_opt infer_opts[];

/* One line of the figure. attn NULL: the four projections alone, the floor of all. setting: what the spec
 * sets, "height=6". */
struct infer_entry {
    const struct tf_attn *attn;
    void *opts;
    char setting[160];
    bool causal;
};
/* TOO_LONG: one pass would take more than max_s; TOO_LARGE: for the memory. */
enum infer_status { INFER_OK, INFER_TOO_LONG, INFER_TOO_LARGE, INFER_STOPPED };
/* An entry at one length; seconds of the whole batch; NaN: unknown. */
struct infer_time {
    enum infer_status status;
    /* threads: that had sequences to compute. */
    int repeats, threads;
    /* core_flops: of attention alone. */
    double median, q1, q3, min, phase[TF_PHASES], flops, core_flops, activation_bytes, parameter_bytes;
    /* CPU time over wall time of the timed passes: below the number of threads others had the CPU, too. */
    double cpu_share;
    /* Occupancy; the largest group of keys or queries, the mean, their ratio. */
    double f, largest_leaf, mean_leaf, skew;
};
struct tf_infer {
    char name[SPEC_NAME];
    struct spec_heading heading;
    struct infer_cfg cfg;
    /* entry[0]: the projections. */
    struct infer_entry entry[INFER_ENTRIES_MAX + 1];
    int n;
    /* The resolved spec. source: what was written, with its places, for messages. */
    struct tf_yaml *whole, *source;
    /* Measured: [length * n + entry]; lengths that are complete; threads asked for; the CPU that the thread
     * was bound to, -1: none. */
    struct infer_time *time;
    int lengths, threads, cpu;
    double peak_gflops;
    /* Of the machine that measured, as manifest.csv has them: the CPU's name, BLAS kernels, own kernels. */
    char machine[256], blas_core[64], isa[32];
};
/* Are the two measured otherwise, in more than title, protocol and the papers' table? Appends the first
 * option that differs: "infer.seed is 1 there and 2 here". */
bool infer_difference(const struct tf_infer *was, const struct tf_infer *now, struct tf_buf *out);
/* As tables show the entry: "tf-a", "TF-A"; "true" with the causal mask, "false". */
const char *infer_name(const struct infer_entry *x);
const char *infer_title(const struct infer_entry *x);
const char *infer_causal(const struct infer_entry *x);
/* The entry of full attention with the same mask; -1: none. */
int infer_full(const struct tf_infer *s, int entry);
/* sets: "infer.repeats=3"; "attention.height=2,4" makes an entry of each value. Errors as tf_spec_load. */
int tf_infer_load(struct tf_infer **out, const char *path, const char *const *sets, int n_sets,
                  struct tf_err *e);
void tf_infer_free(struct tf_infer *s);
#endif
