/* How tokens spread over the leaves of a model's trees: counting, and what the counts say. */
#ifndef TF_RESULTS_LEAVES_SUMS_H
#define TF_RESULTS_LEAVES_SUMS_H
#include "spec/spec.h"
#include "train/recall.h"

enum { LEAVES_KEYS, LEAVES_QUERIES };
/* Sums over the maps (a map: one sequence in one tree of one head), or, after leaves_mean, means over them.
 * share, sorted (leaves): share of the tokens in leaf j; in the j-th largest leaf of the map. */
struct leaves_side {
    double entropy_bits, effective, gini, largest;
    double *share, *sorted;
};
struct leaves_layer {
    /* 0: the layer has no tree. */
    int leaves;
    /* empty: queries whose leaf has no key; pairs: sum_leaf |Q_leaf||K_leaf|; square: n^2. */
    double maps, tokens, empty, pairs, square;
    /* Keys, or queries, in the largest leaf of any map. */
    int most;
    struct leaves_side side[2];
    /* (leaves) scratch */
    int *room;
};
/* first: one side of a map, until the other comes; count NULL: none. */
struct leaves_sums {
    struct leaves_layer layer[TF_MAX_LAYERS];
    struct { const int *count; int layer, head, leaves; bool keys; } first;
};
/* struct tf_observer's function; arg: a struct leaves_sums, zero at first. The two sides of a map come one
 * after the other. */
void leaves_observe(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
/* Adds one map, by its counts (n_leaves). */
void leaves_add(struct leaves_sums *s, int layer, int n_leaves, const int *keys, const int *queries);
void leaves_join(struct leaves_sums *to, const struct leaves_sums *from);
/* The sums of all ranks (train/ranks.h), in their order. */
void leaves_join_ranks(struct leaves_sums *s);
void leaves_mean(struct leaves_sums *s);
void leaves_free(struct leaves_sums *s);

/* The leaves of one checkpoint. best: of the run; -1: not known. trees: of a head, layer by layer. */
struct leaves_at {
    const struct tf_spec_run *run;
    int step, best, trees[TF_MAX_LAYERS];
    double sequences;
    struct leaves_sums mean;
    /* (recalls), as recall_list has them */
    struct recall *recall;
    int recalls;
};
/* at: runs in their specs' order, a run's steps ascending. */
struct leaves_all {
    char title[256];
    const char *protocol, *out;
    bool *no_gnuplot;       /* of its figures: as of struct report, */
    struct tf_buf *scripts; /* and this, too */
    struct leaves_at *at;
    int n, cap;
};
/* Of the layer, all heads together; NULL: it was not measured. */
const struct recall *leaves_recall(const struct leaves_at *a, int layer);
/* Occupancy as counted, and with leaves of equal size. */
double leaves_occupancy(const struct leaves_at *a, int layer);
double leaves_balanced(const struct leaves_at *a, int layer);
#endif
