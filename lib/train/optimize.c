/* The optimizer's step. A rank updates its slice of the parameters; a tensor that lies in several slices is updated in parts. */
#include <math.h>
#include <string.h>

#include "train/state.h"

struct update {
    struct trainer *t;
    struct tf_adam_step a;
    double decay, peak, *squares; /* peak: the schedule's highest learning rate */
    int step;
    tf_real *gathered; // momentum of the one matrix that is whole on this rank for the step (bring_together)
};

size_t state_part(const struct trainer *t, const struct tf_par *p, size_t *from) {
    const struct tf_slice *own = &t->moments.own;
    size_t to = p->off + tf_par_count(p) < own->hi ? p->off + tf_par_count(p) : own->hi;
    *from = p->off > own->lo ? p->off : own->lo;
    return to > *from ? to - *from : 0;
}

static void param_squares(void *arg, int i) {
    struct update *u = arg;
    const struct tf_par *p = &u->t->model.pars.p[i];
    size_t from, n = state_part(u->t, p, &from);
    bool whole = n == tf_par_count(p) && !(p->flags & TF_PAR_BUFFER);
    u->squares[i] = whole ? tf_sum_squares(n, u->t->shards.shard[0].grads + from) : 0;
}

/* The sum of a tensor in several slices goes from rank to rank, so that it is added in the order of a single rank's. `begin`: those that begin
 * here, which are sent on before anything is waited for. */
static void pass_squares(struct update *u, bool begin) {
    const struct trainer *t = u->t;
    const size_t size = t->model.pars.size;
    const int me = tf_ranks()->rank;
    for (int i = 0; i < t->model.pars.n; i++) {
        const struct tf_par *p = &t->model.pars.p[i];
        struct tf_squares s = {{0}};
        size_t from, n = state_part(t, p, &from);
        if (!n || n == tf_par_count(p) || p->flags & TF_PAR_BUFFER || begin != (from == p->off)) continue;
        if (!begin) tf_ranks_move(&s, me, NULL, tf_ranks_owner(size, from - 1), sizeof s);
        tf_squares_add(&s, n, t->shards.shard[0].grads + from);
        if (from + n < p->off + tf_par_count(p)) tf_ranks_move(NULL, tf_ranks_owner(size, from + n), &s, me, sizeof s);
        else u->squares[i] = tf_squares_total(&s);
    }
}

/* Each number comes from one rank; the others have 0. */
static void join_squares(void *into, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof(double); i++) ((double *)into)[i] += ((const double *)from)[i];
}

/* Of every tensor's gradient. */
static void find_squares(struct update *u) {
    const int n = u->t->model.pars.n;
    tf_parallel(u->t->r->threads, n, param_squares, u);
    pass_squares(u, true), pass_squares(u, false);
    tf_ranks_join(u->squares, sizeof *u->squares * (size_t)n, join_squares);
}

/* Muon's are the dense layers of the blocks: matrices that multiply all tokens. */
static bool by_muon(const struct trainer *t, const struct tf_par *p) {
    static const char end[] = ".weight", in[] = "encoder.layer.";
    const size_t n = strlen(p->name);
    if (t->r->train.optimizer != TF_OPTIM_MUON || p->flags & TF_PAR_NO_DECAY || p->rows < 2 || p->cols < 2) return false;
    return !strncmp(p->name, in, sizeof in - 1) && n > sizeof end && !strcmp(p->name + n - (sizeof end - 1), end);
}

/* Muon needs a matrix whole: one that lies in several slices. */
static bool is_cut(const struct trainer *t, const struct tf_par *p) {
    if (!by_muon(t, p) || p->flags & (TF_PAR_FROZEN | TF_PAR_BUFFER)) return false;
    return tf_ranks_owner(t->model.pars.size, p->off) != tf_ranks_owner(t->model.pars.size, p->off + tf_par_count(p) - 1);
}

/* Gradient and momentum of such matrices go to the rank where they begin, which so gets at most one; or, `back`, momentum and weights go
 * where they belong. */
static void bring_together(struct update *u, bool back) {
    struct trainer *t = u->t;
    const size_t size = t->model.pars.size;
    const int me = tf_ranks()->rank;
    for (int i = 0; i < t->model.pars.n; i++) {
        const struct tf_par *p = &t->model.pars.p[i];
        if (!is_cut(t, p)) continue;
        const int whole = tf_ranks_owner(size, p->off);
        const size_t end = p->off + tf_par_count(p);
        if (whole == me && !back) u->gathered = tf_alloc(sizeof *u->gathered * tf_par_count(p));
        for (size_t from = p->off, to; from < end; from = to) {
            const int part = tf_ranks_owner(size, from);
            to = tf_ranks_slice(size, part).hi < end ? tf_ranks_slice(size, part).hi : end;
            const size_t bytes = sizeof(tf_real) * (to - from);
            tf_real *own = part == me ? moments_at(&t->moments, 0, from) : NULL, *here = whole == me ? u->gathered + (from - p->off) : NULL;
            tf_real *g = t->shards.shard[0].grads + from, *w = t->model.pars.v + from;
            if (back) tf_ranks_move(own, part, here, whole, bytes), tf_ranks_move(w, part, w, whole, bytes);
            else tf_ranks_move(here, whole, own, part, bytes), tf_ranks_move(g, whole, g, part, bytes);
        }
    }
    if (back) tf_free(u->gathered);
}

static void param_learns(struct update *u, int i, size_t from, size_t n) {
    struct trainer *t = u->t;
    const struct tf_par *p = &t->model.pars.p[i];
    struct tf_adam_step a = u->a;
    if (p->flags & TF_PAR_APART) a.grad_scale = 1;
    const int age = state_learned(t, i, u->step); // of a tensor that came with a later stage: its moments began at zero then
    const tf_real *g = t->shards.shard[0].grads + from;
    a.correct1 = 1 / (1 - pow(a.beta1, age)), a.correct2 = 1 / (1 - pow(a.beta2, age));
    double decay = p->flags & TF_PAR_NO_DECAY ? 0 : u->decay;
    if (p->max_lr > 0 && u->peak > p->max_lr) a.lr *= p->max_lr / u->peak;
    if (t->r->train.optimizer == TF_OPTIM_ADADELTA) {
        const struct tf_adadelta_step s = {a.lr, t->r->train.rho, a.eps, decay, a.grad_scale};
        tf_adadelta(n, t->model.pars.v + from, moments_at(&t->moments, 0, from), moments_at(&t->moments, 1, from), g, &s);
        return;
    }
    if (t->r->train.optimizer == TF_OPTIM_ADAM) a.l2 = decay;
    else a.decay = a.lr * decay;
    if (by_muon(t, p)) {
        const struct tf_muon_step s = {a.lr, t->r->train.muon_momentum, a.decay, a.grad_scale};
        tf_muon(p->rows, p->cols, t->model.pars.v + from, is_cut(t, p) ? u->gathered : moments_at(&t->moments, 0, from), g, &s);
    } else tf_adam(n, t->model.pars.v + from, moments_at(&t->moments, 0, from), moments_at(&t->moments, 1, from), g, &a);
}

static void param_step(void *arg, int i) {
    struct update *u = arg;
    const struct tf_par *p = &u->t->model.pars.p[i];
    size_t from, n = state_part(u->t, p, &from);
    if (!n || p->flags & TF_PAR_BUFFER) return;
    if (is_cut(u->t, p)) { // where it begins it is whole
        if (from == p->off) param_learns(u, i, from, n);
        return;
    }
    if (!(p->flags & TF_PAR_FROZEN)) param_learns(u, i, from, n);
}

static void param_enters_average(void *arg, int i) {
    struct update *u = arg;
    const struct tf_par *p = &u->t->model.pars.p[i];
    size_t from, n = state_part(u->t, p, &from);
    if (n && !(p->flags & TF_PAR_BUFFER)) average_add(u->t, i, from, n, u->step);
}

/* Where mechanisms bring weights back into their limits, or take sums of a step from the gradients of their buffers, which they do on every rank. */
static void absorb(struct trainer *t) {
    struct tf_pars *ps = &t->model.pars;
    tf_real *sums = t->shards.shard[0].grads;
    bool shared = false;
    for (int l = 0; l < t->model.cfg.layers; l++) {
        const struct tf_layer_attn *a = &t->model.layer[l];
        char prefix[64];
        if (!a->attn->absorb) continue;
        for (int i = 0; i < ps->n && !shared; i++)
            if (ps->p[i].flags & TF_PAR_BUFFER) tf_ranks_share_part(sums, ps->size, ps->p[i].off, tf_par_count(&ps->p[i]));
        shared = true;
        snprintf(prefix, sizeof prefix, "encoder.layer.%d.attention.self.", l);
        if (!state_holds_buffers(t, prefix)) a->attn->absorb(a->opts, ps, prefix, sums);
    }
}

/* One row of metrics.csv per layer: the norm of its parameters' gradient. Layers that share a block have one row. */
static void layer_norms(struct trainer *t, int step, const double *squares) {
    if (!t->r->train.layer_norms || !train_logs(t, step)) return;
    for (int l = 0; l < tf_model_blocks(&t->model.cfg); l++) {
        char prefix[64];
        double sum = 0;
        int n = snprintf(prefix, sizeof prefix, "encoder.layer.%d.", l);
        for (int i = 0; i < t->model.pars.n; i++)
            if (!(t->model.pars.p[i].flags & TF_PAR_FROZEN) && !strncmp(t->model.pars.p[i].name, prefix, (size_t)n)) sum += squares[i];
        tf_buf_addf(&t->metrics, "%d,%d,layer%d,,,,,%.9g,,", step, t->at_stage, l + 1, metrics_cell(sqrt(sum)));
        metrics_end_row(t);
    }
}

/* The settings of the stage at hand. */
static const struct tf_train_cfg *stage_cfg(const struct trainer *t) { return tf_recipe_settings(&t->r->recipe, &t->stage[t->at_stage]); }

void optimize(struct trainer *t, int step) {
    const struct tf_train_cfg *c = stage_cfg(t);
    int n = t->model.pars.n;
    struct update u = {.t = t, .step = step, .decay = c->weight_decay, .squares = tf_alloc(sizeof(double) * (size_t)n)};
    find_squares(&u);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const struct tf_par *p = &t->model.pars.p[i];
        if (p->flags & TF_PAR_FROZEN) continue;
        if (isfinite(sum) && !isfinite(u.squares[i]))
            tf_log(TF_LOG_WARN, "%s: step %d: the gradient of %s is not finite", t->r->label, step, p->name);
        if (!(p->flags & TF_PAR_APART) || !isfinite(u.squares[i])) sum += u.squares[i];
    }
    layer_norms(t, step, u.squares);
    tf_free(u.squares);
    t->grad_norm = sqrt(sum);
    const struct tf_stage *stage = &t->stage[t->at_stage];
    t->lr = t->r->bootstrap.restart || stage->train ? tf_lr(c, stage->steps, step - stage->start) : tf_lr(c, t->total_steps, step);
    u.a = (struct tf_adam_step){.lr = t->lr, .beta1 = c->beta1, .beta2 = c->beta2, .eps = c->eps, .grad_scale = 1};
    u.peak = tf_lr_peak(c, t->r->bootstrap.restart || stage->train ? stage->steps : t->total_steps);
    if (c->clip > 0 && t->grad_norm > c->clip) u.a.grad_scale = c->clip / t->grad_norm;
    if (!isfinite(t->grad_norm)) return;
    bring_together(&u, false);
    tf_parallel(t->r->threads, n, param_step, &u);
    bring_together(&u, true);
    tf_ranks_share_slices(t->model.pars.v, t->model.pars.size);
    absorb(t);
    if (t->r->train.ema > 0) tf_parallel(t->r->threads, n, param_enters_average, &u);
}
