/* The running average of the weights (train.ema): s = mu s + (1 - mu) w after each step, from 0. What is evaluated is s / (1 - mu^age), the weighted
 * mean of all steps so far, where age counts from the step in which a tensor began to learn. */
#include <math.h>
#include <string.h>

#include "train/state.h"

enum { SUM = 2 }; // moment

int moment_kinds(const struct tf_train_cfg *c) { return c->ema > 0 ? MOMENTS_EMA : MOMENTS; }

int state_age(const struct trainer *t, int i, int step) {
    if (!t->born) return t->model.pars.p[i].flags & (TF_PAR_FROZEN | TF_PAR_BUFFER) ? 0 : step;
    return t->born[i] < 0 ? 0 : step - t->born[i];
}

void average_add(struct trainer *t, int i, size_t from, size_t n, int step) {
    const double mu = t->r->train.ema;
    if (mu <= 0 || !state_age(t, i, step)) return;
    const tf_real *w = t->model.pars.v + from;
    tf_real *s = moments_at(&t->moments, SUM, from);
    for (size_t k = 0; k < n; k++) s[k] = (tf_real)(mu * s[k] + (1 - mu) * w[k]);
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
        const int age = state_age(t, i, t->step);
        if (!n || !age || ps->p[i].flags & TF_PAR_BUFFER) continue;
        const tf_real *s = moments_at(&t->moments, SUM, from);
        const double whole = 1 - pow(t->r->train.ema, age);
        for (size_t k = 0; k < n; k++) ps->v[from + k] = (tf_real)(s[k] / whole);
    }
    tf_ranks_share_slices(ps->v, ps->size);
}
