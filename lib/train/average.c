/* The running average of the weights (train.ema): after each step a = a + (1 - mu) / (1 - mu^age) (w - a), the mean of all steps so far weighted by
 * mu^(steps since), where age counts from the step in which a tensor began to learn. The mean itself is kept, because a sum
 * that begins at 0 would lose part of the weight to rounding. */
#include <math.h>
#include <string.h>

#include "train/state.h"

enum { MEAN = 2 }; // moment

int moment_kinds(const struct tf_train_cfg *c) { return c->ema > 0 ? MOMENTS_EMA : MOMENTS; }

/* Steps since parameter i began to learn; 0: it never did. */
static int state_age(const struct trainer *t, int i, int step) {
    if (!t->born) return t->model.pars.p[i].flags & (TF_PAR_FROZEN | TF_PAR_BUFFER) ? 0 : step;
    return t->born[i] < 0 ? 0 : step - t->born[i];
}

int state_learned(const struct trainer *t, int i, int step) {
    const int age = state_age(t, i, step);
    return t->still && age ? age - t->still[i] : age;
}

void average_add(struct trainer *t, int i, size_t from, size_t n, int step) {
    const double mu = t->r->train.ema;
    const int age = state_age(t, i, step);
    if (mu <= 0 || !age) return;
    const tf_real *w = t->model.pars.v + from;
    const double share = (1 - mu) / (1 - pow(mu, age));
    tf_real *mean = moments_at(&t->moments, MEAN, from);
    for (size_t k = 0; k < n; k++) mean[k] = (tf_real)(mean[k] + share * ((double)w[k] - mean[k]));
}

void average_swap(struct trainer *t) {
    struct tf_pars *ps = &t->model.pars;
    if (t->r->train.ema <= 0) return;
    tf_real *now = ps->v;
    if (t->raw) {
        ps->v = t->raw;
        t->raw = NULL;
        tf_free(now);
        return;
    }
    ps->v = memcpy(tf_alloc(sizeof *now * ps->size), now, sizeof *now * ps->size);
    t->raw = now;
    for (int i = 0; i < ps->n; i++) {
        size_t from, n = state_part(t, &ps->p[i], &from);
        if (!n || !state_age(t, i, t->step) || ps->p[i].flags & TF_PAR_BUFFER) continue;
        memcpy(ps->v + from, moments_at(&t->moments, MEAN, from), sizeof *now * n);
    }
    tf_ranks_share_slices(ps->v, ps->size);
}
