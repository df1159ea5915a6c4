/* State that goes from block to block of a text, in training: as many streams as a step has examples, each a part of the text in its order, at whose end it
 * begins again without a state. Blocks beyond a multiple of the streams are left out. */
#include <string.h>

#include "train/state.h"

static int streams(const struct trainer *t) { return t->r->train.batch * t->r->train.accumulate; }
static size_t blocks(const struct trainer *t) { return t->r->data->n[TF_TRAIN] / (size_t)streams(t); }

int carry_check(const struct trainer *t, struct tf_err *e) {
    const struct tf_run *r = t->r;
    if (!r->data->carry) return 0;
    if (r->train.batch_ramp > 0) return tf_fail(e, TF_BAD, "task.carry needs as many streams in every step: train.batch_ramp must be 0");
    if (r->train.max_tokens || (r->n_stages && r->stages[0].train.max_tokens))
        return tf_fail(e, TF_BAD, "task.carry needs every block of the text: train.max_tokens must be 0");
    if (t->n_stages > 1) return tf_fail(e, TF_BAD, "task.carry goes through the text once, so that it cannot be combined with stages");
    if (!blocks(t))
        return tf_fail(e, TF_BAD,
                       "task.carry: the training text has %zu blocks, fewer than the %d streams of train.batch: take a smaller batch",
                       r->data->n[TF_TRAIN], streams(t));
    return 0;
}

int carry_open(struct trainer *t, struct tf_err *e) {
    if (tf_carried_state(&t->model, t->r->data, &t->state, e)) return -1;
    t->carried = t->state ? tf_realloc(t->carried, sizeof *t->carried * 2 * (size_t)streams(t) * t->state) : NULL;
    if (t->state) memset(t->carried, 0, sizeof *t->carried * 2 * (size_t)streams(t) * t->state);
    return 0;
}

double carry_bytes(const struct trainer *t) { return (double)sizeof *t->carried * 2 * (double)streams(t) * (double)t->state; }

size_t carry_example(const struct trainer *t, int step, int i) { return (size_t)(step - 1) % blocks(t) + (size_t)i * blocks(t); }

/* The state that steps 1.. leave lies now in one half, now in the other. */
static tf_real *carry_after(const struct trainer *t, int step) { return t->carried + (size_t)(step % 2) * (size_t)streams(t) * t->state; }

void carry_before_step(struct trainer *t, int step) {
    t->shards.state = t->state;
    if (!t->state) return;
    t->shards.before = t->sampled || (size_t)(step - 1) % blocks(t) ? carry_after(t, step - 1) : NULL;
    t->shards.after = carry_after(t, step);
    for (size_t i = 0; i < (size_t)streams(t) * t->state; i++)
        t->shards.after[i] = (tf_real)-0.0; // others' add to it: x + -0 is x, also for x = -0
}

static void add(void *into, const void *from, size_t bytes) { tf_accumulate(bytes / sizeof(tf_real), into, from); }

void carry_spread(struct trainer *t) {
    for (int s = 0; s < streams(t); s++) memcpy(carry_after(t, 0) + (size_t)s * t->state, carry_after(t, 1), sizeof *t->carried * t->state);
}

void carry_after_step(struct trainer *t, int step) {
    if (t->state) tf_ranks_join(carry_after(t, step), sizeof *t->carried * (size_t)streams(t) * t->state, add);
}

void carry_tensor(const struct trainer *t, int step, struct tf_moments *m) {
    if (!t->state) return;
    m->also.name = "carried", m->also.rows = streams(t), m->also.cols = (int)t->state, m->also.v = carry_after(t, step);
}

int carry_check_read(const struct trainer *t, int step, const char *path, struct tf_err *e) {
    for (int s = 0; t->state && s < streams(t); s++)
        if (!tf_model_state_holds(&t->model, carry_after(t, step) + (size_t)s * t->state))
            return tf_fail(e, TF_BAD, "%s: what it carries from block to block is damaged", path);
    return 0;
}

void carry_tell(const struct trainer *t, int step) {
    if (t->state) tf_ranks_tell(carry_after(t, step), sizeof *t->carried * (size_t)streams(t) * t->state);
}
