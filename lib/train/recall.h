/* What a model's leaves keep of full attention, layer by layer and head by head. */
#ifndef TF_TRAIN_RECALL_H
#define TF_TRAIN_RECALL_H
#include "train/recipe.h"

/* Of a head, of a layer (head 0) or of all (layer 0); both count from 1. Over n queries: mean and 10 %
 * quantile (to 0.1 points) of the probability kept, the means that the best and the nearest keys of the
 * same number have, and their share of all keys. n 0: no trees there. */
struct recall { int layer, head; double n, kept_pct, q10_pct, oracle_pct, window_pct, share_pct; };
enum { RECALL_BINS = 1000 };
struct recall_cell { /* sums over queries, shares from 0 to 1 */
    double n, kept, oracle, window, share;
    uint32_t bin[RECALL_BINS]; /* queries by what is kept, from [0, 1 / RECALL_BINS) on */
};
struct recall_sums { int layers, heads; struct recall_cell *cell; }; /* (layers, heads) */
/* Sums over the first `limit` examples of a split; queries of a sequence: at most 64. recall_free frees them;
 * -1: there is nothing to free. Interrupted: 0, and sums over fewer examples. */
int recall_measure(struct recall_sums *s, const struct tf_model *m, const struct tf_data *d,
                   enum tf_split split, size_t limit, int shards, int threads, const char *label,
                   struct tf_err *e);
struct recall recall_of(const struct recall_sums *s, int layer, int head);
/* All of them: of the model, then each layer followed by its heads; without those that have n 0. tf_free
 * frees the list. */
struct recall *recall_list(const struct recall_sums *s, int *n);
/* Compared with what chance would keep with as many keys: the ratio (chance: 1); and how far it is from
 * chance (0) towards the best keys (1). */
double recall_lift(const struct recall *r);
double recall_efficiency(const struct recall *r);
void recall_free(struct recall_sums *s);
#endif
