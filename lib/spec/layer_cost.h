/* An attention layer by its options, and its work and parameters by formulas. */
#ifndef TF_SPEC_LAYER_COST_H
#define TF_SPEC_LAYER_COST_H
#include "attn/attn.h"

/* heads divides qkv_dim, or dim where that is 0. */
struct tf_layer_size { int n, dim, heads, qkv_dim; bool no_bias, causal, rotary; };
struct tf_flops_request {
    /* "attention.rank=64" or "rank=64": for every mechanism that has the option. */
    const char *const *sets;
    int n_sets;
    /* That measure activations; 0: the column stays empty. */
    int threads;
    /* At the paper's settings: columns of the encoder block, too. */
    bool block;
};
/* Learned numbers. */
size_t tf_layer_parameters(const struct tf_attn *m, const void *opts, const struct tf_layer_size *s);

/* named: options that were set, in that order. changed: a set gave one another value. */
enum { FLOPS_NAMED_MAX = 32 };
struct flops_layer {
    const struct tf_attn *m;
    void *opts;
    const struct tf_opt *named[FLOPS_NAMED_MAX];
    int n_named;
    bool changed;
    struct tf_layer_size size;
};
enum flops_counting { FLOPS_PAPER, FLOPS_LAYER };

/* options: "rank=16 shared=true"; on top of them the request's sets, which were checked, where the mechanism
 * has the option. TF_BAD: the mechanism does not have or take one of the options. */
int flops_open(struct flops_layer *out, const struct tf_attn *m, const struct tf_layer_size *size,
               const char *options, const struct tf_flops_request *request, struct tf_err *e);
void flops_close(struct flops_layer *l);
/* Appends "rank=16 shared=true" to an empty buffer. */
void flops_setting(const struct flops_layer *l, struct tf_buf *out);
/* TF_USAGE: no mechanism has the option, or one does not take the value. */
int flops_check_sets(const struct tf_flops_request *request, struct tf_err *e);
/* Why its cost at this size is not known; false: it is. */
bool flops_unusable(const struct flops_layer *l, struct tf_err *why);

/* FLOPs of all heads on one sequence. f: occupancy; < 0: groups of equal size. NaN: not known. */
double flops_work(const struct flops_layer *l, double f, enum flops_counting how);
/* Numbers that the layer keeps of a sequence for its queries. */
double flops_kept(const struct flops_layer *l, double f);
/* Of full attention; and, of groups of equal size, in percent of that. */
double flops_full_work(const struct tf_layer_size *s, enum flops_counting how);
double flops_percent(const struct flops_layer *l, enum flops_counting how);
/* Of what a block computes beside its attention layer: two norms, the feed-forward layer (gelu) of width
 * mlp_dim, two residual sums. */
double flops_beside(const struct tf_layer_size *s, int mlp_dim);
/* Of the four projections of full attention, which every block of ours has. */
double flops_projections(const struct tf_layer_size *s);
/* The f at which the paper's counting gives `work`; NaN: the work does not depend on f. */
double flops_occupancy(const struct flops_layer *l, double work);
#endif
