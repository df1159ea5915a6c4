/* How tokens spread over the leaves of a model's trees: counting, and what the counts say. */
#ifndef TF_RESULTS_LEAVES_SUMS_H
#define TF_RESULTS_LEAVES_SUMS_H
#include "spec/spec.h"

enum { LEAVES_KEYS, LEAVES_QUERIES };
/* Sums over the maps (a map: one sequence in one tree of one head), or, after leaves_mean, means of what
 * every map has. */
struct leaves_side {
    double entropy_bits, effective, gini, largest;
    double *share, *sorted;              /* (leaves) share of the tokens in leaf j; in the j-th largest leaf
                                            of the map */
};
struct leaves_layer {
    int leaves;                          /* 0: the layer has no tree */
    double maps, tokens, empty;          /* empty: queries whose leaf holds no key */
    double pairs, square;                /* sum_leaf |Q_leaf||K_leaf|, n^2 */
    int most;                            /* keys, or queries, in the largest leaf of any map */
    struct leaves_side side[2];
    int *room;                           /* (leaves) */
};
struct leaves_sums {
    struct leaves_layer layer[TF_MAX_LAYERS];
    struct { const int *count; int layer, head, leaves; bool keys; } first; /* of a map, until its other side
                                                                               comes; count NULL: none */
};
/* struct tf_observer's function; arg: a struct leaves_sums, zero at first. The two sides of a map come one
 * after the other. */
void leaves_observe(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
/* one map; counts (n_leaves) */
void leaves_add(struct leaves_sums *s, int layer, int n_leaves, const int *keys, const int *queries);
void leaves_join(struct leaves_sums *to, const struct leaves_sums *from);
/* share, sorted and the numbers of a side become means over the maps */
void leaves_mean(struct leaves_sums *s);
void leaves_free(struct leaves_sums *s);

/* What one checkpoint has. */
struct leaves_at {
    const struct tf_spec_run *run;
    int step, best;                      /* best: of the run; -1: not known */
    double sequences;
    int trees;                           /* of a head */
    struct leaves_sums mean;
};
struct leaves_all {
    char title[256];
    const char *protocol, *out;
    struct leaves_at *at; int n, cap;    /* runs in their specs' order, a run's steps ascending */
};
double leaves_occupancy(const struct leaves_at *a, int layer);
double leaves_balanced(const struct leaves_at *a, int layer); /* occupancy with leaves of equal size */
#endif
