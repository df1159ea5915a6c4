/* One forward pass over a test set, example by example. */
#include "run/logits.h"
#include "train/evaluation.h"

#include <math.h>
#include <string.h>

struct taken {
    const struct tf_data *d;
    tf_real *out;
};

/* Where example i's rows begin, and the numbers in a row. */
static size_t first_row(const struct tf_data *d, size_t i) { return d->objective == TF_SPANS ? d->off[TF_TEST][i] : i; }
static size_t width(const struct tf_data *d) { return d->objective == TF_SPANS ? 2 : (size_t)d->classes; }

static void take(void *arg, size_t i, const struct tf_mat *y) {
    const struct taken *t = arg;
    const size_t w = width(t->d);
    tf_real *out = t->out + w * first_row(t->d, i);
    for (int k = 0; k < y->rows; k++) memcpy(out + w * (size_t)k, y->v + (size_t)k * (size_t)y->ld, w * sizeof *out);
}

int exp_logits(const struct tf_plan_run *r, const char *checkpoint, const struct tf_input *in, const struct tf_data *d, int threads,
               tf_real *out, struct tf_err *e) {
    struct tf_model m = {0};
    struct tf_score none;
    const struct tf_watch w = {.on_logits = take, .logits_arg = &(struct taken){d, out}};
    if (threads < 1) threads = 1;
    int rc = tf_recipe_load(&m, &r->recipe, NULL, in, checkpoint, e);
    if (!rc) rc = tf_evaluate_watched(&m, d, TF_TEST, 0, threads, threads, r->id, &w, &none, NULL, e);
    tf_model_free(&m);
    if (rc) return -1;
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < width(d) * first_row(d, d->n[TF_TEST]); i++)
        if (!isfinite(out[i])) return tf_fail(e, TF_FAILED, "%s: the model's logits are not finite", r->id);
    return 0;
}

int exp_class(const tf_real *logits, int classes) {
    int best = 0;
    for (int c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}
