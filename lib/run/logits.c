/* One forward pass over a test set, example by example. */
#include "run/logits.h"
#include "spec/spec_open.h"

#include <math.h>
#include <string.h>

enum { ROUND = 16 }; // examples a thread and round

struct pass {
    const struct tf_model *m;
    const struct tf_data *d;
    struct tf_tape *tape; // (jobs)
    int jobs;
    size_t from, to; // examples of this round
    tf_real *out;
    const int *every; // 0, 1, 2, ...
};

static size_t first_row(const struct tf_data *d, size_t i) { return d->objective == TF_SPANS ? d->off[TF_TEST][i] : i; }

static size_t width(const struct tf_data *d) { return d->objective == TF_SPANS ? 2 : (size_t)d->classes; }

static void run_examples(void *arg, int job) {
    struct pass *p = arg;
    struct tf_tape *t = &p->tape[job];
    struct tf_model_io io = {.aux_scale = 1};
    const size_t w = width(p->d);
    for (size_t i = p->from + (size_t)job; i < p->to && !tf_interrupted; i += (size_t)p->jobs) {
        struct tf_example x = tf_data_get(p->d, TF_TEST, i);
        const struct tf_seq q[2] = {{.tok = x.tok, .len = x.len, .id = x.id, .at = p->every, .n_at = x.len},
                                    {.tok = x.tok2, .len = x.len2, .id = x.id}};
        tf_tape_reset(t);
        struct tf_mat *y = tf_model_logits(p->m, t, q, p->d->parts, &io); // spans: (len,2), else (1,classes)
        tf_real *out = p->out + w * first_row(p->d, i);
        for (int k = 0; k < y->rows; k++) memcpy(out + w * (size_t)k, y->v + (size_t)k * (size_t)y->ld, w * sizeof *out);
    }
}

static int run_model(struct pass *p, const char *label, struct tf_err *e) {
    size_t n = p->d->n[TF_TEST], round = (size_t)(ROUND * p->jobs);
    int *every = tf_alloc(((size_t)p->d->max_len + 1) * sizeof *every);
    struct tf_progress progress;
    for (int i = 0; i < p->d->max_len; i++) every[i] = i;
    p->every = every;
    p->tape = tf_calloc((size_t)p->jobs * sizeof *p->tape);
    for (int i = 0; i < p->jobs; i++) {
        tf_tape_init(&p->tape[i]);
        tf_tape_precision(&p->tape[i], (enum tf_precision)p->m->cfg.precision);
    }
    tf_progress_begin(&progress, label, (double)n, p->d->objective == TF_SPANS ? "windows" : "examples");
    for (; p->from < n && !tf_interrupted; p->from = p->to) {
        p->to = n - p->from < round ? n : p->from + round;
        tf_parallel(p->jobs, p->jobs, run_examples, p);
        tf_progress_set(&progress, (double)p->to, NULL);
    }
    tf_progress_end(&progress);
    for (int i = 0; i < p->jobs; i++) tf_tape_release(&p->tape[i]);
    tf_free(p->tape);
    tf_free(every);
    if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < width(p->d) * first_row(p->d, n); i++)
        if (!isfinite(p->out[i])) return tf_fail(e, TF_FAILED, "%s: the model's logits are not finite", label);
    return 0;
}

int exp_logits(const struct tf_spec_run *r, const char *checkpoint, const struct tf_input *in, const struct tf_data *d, int threads,
               tf_real *out, struct tf_err *e) {
    struct tf_model m = {0};
    struct pass p = {.m = &m, .d = d, .jobs = threads > 0 ? threads : 1, .out = out};
    int rc = spec_load_model(&m, r, in, checkpoint, e) || run_model(&p, r->id, e) ? -1 : 0;
    tf_model_free(&m);
    return rc;
}

int exp_class(const tf_real *logits, int classes) {
    int best = 0;
    for (int c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}
