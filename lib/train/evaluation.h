/* Evaluation: scores of a model on the examples of a dataset. */
#ifndef TF_TRAIN_EVALUATION_H
#define TF_TRAIN_EVALUATION_H
#include "train/recipe.h"

/* n predictions; mean loss; table[label][prediction] of two classes (0 for other tasks). Sums over examples,
 * which may have several predictions each: their number, and the squares and products of their predictions
 * and right ones. */
struct tf_score {
    size_t n, correct;
    double loss_nats;
    size_t table[2][2];
    double examples, correct2, correct_n, n2;
};
/* Independent predictions that would say as much about the accuracy: n, or fewer where those of an example
 * are right or wrong together (p (1 - p) over the variance of the ratio of sums over examples). */
double tf_score_effective(const struct tf_score *s);
/* a += b, of scores whose loss is still a sum. */
void tf_score_add(struct tf_score *a, const struct tf_score *b);
/* What is reported, in percent: accuracy, F1 of class 1, or Matthews correlation. */
double tf_score_value(const struct tf_score *s, enum tf_metric m);

/* Work and lengths as measured on the sequences of a split. */
struct tf_work {
    /* Pairs / full pairs in the mechanism's layers, the f of the paper's FLOPs (full attention: 1); in routed
     * layers beside it; tokens per sequence. */
    double occupancy, beside, mean_len;
    /* Forward work of the whole model per sequence. */
    double flops_forward;
};
/* Is a prediction of such data right or wrong by itself: a class, a masked word, a target? */
bool tf_predictions_judged(const struct tf_data *d);
/* Where the predictions of each of the test set's first `limit` examples (0: all) begin in an evaluation, and
 * their number: (*n + 1), the caller's. */
size_t *tf_predictions_first(const struct tf_data *d, size_t limit, size_t *n);
/* Reals of the state that a model hands on from block to block of such data, 0: none is. TF_BAD: task.carry
 * asks for one, and no layer has any. */
int tf_carried_state(const struct tf_model *m, const struct tf_data *d, size_t *n, struct tf_err *e);
/* Evaluates a model on a split: its first `limit` examples (0: all), while w (shards.h; NULL: none) observes.
 * All ranks together, and all get the result (w->on_logits: each alone). work may be NULL. TF_BAD: there are
 * no examples. Interrupted: 0, and *out and *work are of no use. */
struct tf_observer;
int tf_evaluate(const struct tf_model *m, const struct tf_data *d, enum tf_split s, size_t limit, int shards,
                int threads, const char *label, const struct tf_observer *w, struct tf_score *out,
                struct tf_work *work, struct tf_err *e);
#endif
