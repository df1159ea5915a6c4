/* Evaluation: scores of a model on the examples of a dataset. */
#ifndef TF_TRAIN_EVALUATION_H
#define TF_TRAIN_EVALUATION_H
#include "train/recipe.h"

/* n predictions; mean loss; table[label][prediction] of two classes (0 for other tasks). */
struct tf_score { size_t n, correct; double loss_nats; size_t table[2][2]; };
/* What is reported, in percent: accuracy, F1 of class 1, or Matthews correlation. */
double tf_score_value(const struct tf_score *s, enum tf_metric m);

struct tf_result; /* train.h */
/* Joins the results of shards 0..n-1 into shard 0 along one fixed binary tree over the shard's number: the largest
 * 2^k < n shards on the left, the rest on the right, each side joined first. So an aligned block of 2^k shards is a
 * whole subtree: joined alone, wherever that is, it gives the same bytes. */
void tf_shards_join(int n, void (*join)(void *arg, int into, int from), void *arg);
/* Evaluates a model on a split: first `limit` examples (0: all). */
int tf_evaluate(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit, int shards,
                int threads, const char *label, struct tf_score *out, struct tf_result *work,
                struct tf_err *e);
/* The same, while somebody looks on. A shard runs on one thread at a time, its sequences one by one and always in the
 * same order: what is summed per shard, and then over the shards by tf_shards_join, does not depend on the threads. */
struct tf_watch {
    /* As in struct tf_ctx, with the shard's arg; NULL: none. */
    void (*on_leaves)(void *arg, int layer, int head, bool keys, int n_leaves, const int *count);
    void *const *arg; /* (shards) */
    /* Gets the logits of example i of the split: (1,classes), or of spans (tokens,2). No loss is computed then, and
     * no score: labels may be anything. NULL: none. */
    void (*on_logits)(void *arg, size_t i, const struct tf_mat *y);
    void *logits_arg;
};
int tf_evaluate_watched(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit,
                        int shards, int threads, const char *label,
                        const struct tf_watch *w /* NULL: nobody */, struct tf_score *out,
                        struct tf_result *work, struct tf_err *e);
#endif
