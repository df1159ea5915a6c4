/* What is predicted, and its loss: the class of an example, the words behind a mask (arXiv:1810.04805 sec. 3.1), the ends of an answer, or
 * given ids at given places, or the next token. */
#include <math.h>
#include <string.h>

#include "task/task.h"
#include "train/shards.h"

static bool is_word(const struct tf_data *d, int tok) { return tok != d->cls_id && tok != d->sep_id && !(d->skip_zero && !tok); }

static int count_words(const struct tf_data *d, const uint16_t *tok, int len, bool train) {
    int words = 0;
    for (int i = 0; i < len; i++) words += is_word(d, tok[i]);
    int n = (int)floor((train || d->eval_mask_rate <= 0 ? d->mask_rate : d->eval_mask_rate) * words + 0.5);
    return n > 0 ? n : words > 0;
}

int objective_count(const struct tf_data *d, const struct tf_example *x, bool train) {
    if (d->objective == TF_TARGETS) return x->label > 0 ? x->label : d->targets;
    if (d->objective == TF_NEXT) return x->len - x->label;
    if (d->objective != TF_MASKED_LM && d->objective != TF_MASKED_LEVELS) return 1;
    return count_words(d, x->tok, x->len, train) + (x->tok2 ? count_words(d, x->tok2, x->len2, train) : 0);
}

void objective_mask(const struct shard_job *j, struct tf_arena *a, struct tf_seq *q, int *label, int n) {
    const struct tf_data *d = j->d;
    struct tf_rng r = tf_rng_at(j->train ? j->seed : 0, TF_RNG_MASK, j->train ? j->step : 0, q->id, 0);
    int *at = tf_arena_alloc(a, sizeof *at * (size_t)q->len), words = 0;
    uint16_t *tok = memcpy(tf_arena_alloc(a, sizeof *tok * (size_t)q->len), q->tok, sizeof *tok * (size_t)q->len);
    for (int i = 0; i < q->len; i++)
        if (is_word(d, q->tok[i])) at[words++] = i;
    for (int i = 0; i < n; i++) { // the first n of a random order
        int k = i + (int)tf_rng_below(&r, (uint32_t)(words - i)), chosen = at[k];
        at[k] = at[i], at[i] = chosen;
        label[i] = q->tok[chosen];
        double u = d->mask_id == TF_HIDDEN ? 0 : tf_rng_uniform(&r);
        if (u < 0.8) tok[chosen] = (uint16_t)d->mask_id;
        else if (u < 0.9) tok[chosen] = (uint16_t)tf_rng_below(&r, (uint32_t)d->vocab);
    }
    for (int i = 0; d->skip_zero && i < n; i++) {
        int row = 0;
        for (int k = 0; k < at[i]; k++) row += q->tok[k] != 0;
        at[i] = row;
    }
    q->words = q->tok, q->tok = tok, q->at = at, q->n_at = n;
}

/* The targets that stand behind the tokens. */
static void read_targets(struct tf_arena *a, struct tf_seq *q, int *label, int n) {
    int *at = tf_arena_alloc(a, sizeof *at * (size_t)n);
    for (int i = 0; i < n; i++) at[i] = q->tok[q->len + i], label[i] = q->tok[q->len + n + i];
    q->at = at, q->n_at = n;
}

/* The successors of the last n tokens. */
static void read_next(struct tf_arena *a, struct tf_seq *q, int *label, int n) {
    int *at = tf_arena_alloc(a, sizeof *at * (size_t)n);
    for (int i = 0; i < n; i++) at[i] = q->len - n + i, label[i] = q->tok[at[i] + 1];
    q->at = at, q->n_at = n;
}

/* Grey levels 0..255 in units of about a standard deviation, as Amos et al. (arXiv:2310.02980) have them; right is what rounds to the level. */
static struct tf_mat *levels(const struct shard_job *j, struct shard *l, struct tf_mat *y, const int *label, int *correct) {
    static const double mean = 0.481, deviation = 0.239;
    tf_real *target = tf_arena_alloc(&l->tape.arena, sizeof *target * (size_t)y->rows);
    for (int i = 0; i < y->rows; i++) target[i] = (tf_real)((label[i] / 255.0 - mean) / deviation);
    return tf_l1(&l->tape, y, target, j->denom, 0.5 / 255 / deviation, correct);
}

static size_t example_of(const struct shard_job *j, const struct shard *l, int i) {
    return l->seq[j->ls->parts * i].id / (uint32_t)j->ls->parts - j->first_id;
}

/* Which of example i's predictions, rows of y, are right. */
static void judge(const struct shard_job *j, const struct shard *l, int i, const struct tf_mat *y, const int *label) {
    const struct tf_observer *w = j->observer;
    if (!w || !w->right) return;
    uint8_t *right = w->right + w->first[example_of(j, l, i)];
    for (int k = 0; k < y->rows; k++) right[k] = tf_task_class(y->v + (ptrdiff_t)k * y->ld, y->cols) == label[k];
}

static struct tf_mat *words(const struct shard_job *j, struct shard *l, int from, int to, const struct tf_model_io *io, int *n) {
    struct tf_arena *a = &l->tape.arena;
    const int example = from;
    from *= j->ls->parts, to *= j->ls->parts; // sequences
    struct tf_seq *q = tf_arena_alloc(a, sizeof *q * (size_t)(to - from));
    int *count = tf_arena_alloc(a, sizeof *count * (size_t)(to - from));
    *n = 0;
    for (int i = from; i < to; i++) {
        q[i - from] = l->seq[i];
        const struct tf_example x = {.tok = q[i - from].tok, .len = q[i - from].len, .label = l->label[i / j->ls->parts]};
        *n += count[i - from] = objective_count(j->d, &x, j->train);
    }
    int *label = tf_arena_alloc(a, sizeof *label * (size_t)*n), k = 0, correct;
    for (int i = 0; i < to - from; k += count[i++]) {
        if (j->d->objective == TF_TARGETS) read_targets(a, &q[i], label + k, count[i]);
        else if (j->d->objective == TF_NEXT) read_next(a, &q[i], label + k, count[i]);
        else objective_mask(j, a, &q[i], label + k, count[i]);
    }
    struct tf_mat *y = tf_model_logits(j->m, &l->tape, q, to - from, io);
    struct tf_mat *loss =
        j->d->objective == TF_MASKED_LEVELS ? levels(j, l, y, label, &correct) : tf_xent(&l->tape, y, label, j->denom, &correct);
    l->sums.score.correct += (size_t)correct;
    judge(j, l, example, y, label); // of an evaluation, which takes examples one by one
    return loss;
}

/* Whether the observer takes the logits of the example instead of a loss. */
static bool told(const struct shard_job *j, const struct shard *l, int from, const struct tf_mat *logits) {
    const struct tf_observer *w = j->observer;
    if (w && w->on_logits) w->on_logits(w->logits_arg, example_of(j, l, from), logits);
    return w && w->on_logits;
}

static struct tf_mat *spans(const struct shard_job *j, struct shard *l, int from, int to, const struct tf_model_io *io) {
    struct tf_arena *a = &l->tape.arena;
    int n = to - from, longest = 0, correct;
    struct tf_seq *q = tf_arena_alloc(a, sizeof *q * (size_t)n);
    int *len = tf_arena_alloc(a, sizeof *len * 3 * (size_t)n), *start = len + n, *end = start + n;
    for (int i = 0; i < n; i++) {
        q[i] = l->seq[from + i];
        len[i] = q[i].len;
        start[i] = tf_span_start(l->label[from + i]), end[i] = tf_span_end(l->label[from + i]);
        if (len[i] > longest) longest = len[i];
    }
    int *every = tf_arena_alloc(a, sizeof *every * (size_t)longest);
    for (int i = 0; i < longest; i++) every[i] = i;
    for (int i = 0; i < n; i++) q[i].at = every, q[i].n_at = len[i];
    struct tf_mat *logits = tf_model_logits(j->m, &l->tape, q, n, io);
    if (told(j, l, from, logits)) return NULL;
    struct tf_mat *loss = tf_span_xent(&l->tape, logits, n, len, start, end, j->denom, &correct);
    l->sums.score.correct += (size_t)correct;
    return loss;
}

static struct tf_mat *classes(const struct shard_job *j, struct shard *l, int from, int to, const struct tf_model_io *io) {
    int parts = j->ls->parts, correct;
    struct tf_mat *logits = tf_model_logits(j->m, &l->tape, l->seq + parts * from, parts * (to - from), io);
    if (told(j, l, from, logits)) return NULL;
    struct tf_mat *loss = tf_xent(&l->tape, logits, l->label + from, j->denom, &correct);
    l->sums.score.correct += (size_t)correct;
    judge(j, l, from, logits, l->label + from);
    for (int i = 0; logits->cols == 2 && i < logits->rows; i++) {
        const tf_real *x = logits->v + (size_t)i * (size_t)logits->ld;
        l->sums.score.table[l->label[from + i]][x[1] > x[0]]++;
    }
    return loss;
}

struct tf_mat *objective_loss(const struct shard_job *j, struct shard *l, int from, int to) {
    struct tf_model_io io = {.grads = j->train ? l->grads : NULL, .aux_scale = 1 / (j->examples * j->ls->parts), .all_rows = j->all_rows};
    if (j->observer && j->observer->on_leaves) io.on_leaves = j->observer->on_leaves, io.on_leaves_arg = j->observer->arg[l - j->ls->shard];
    if (j->observer && j->observer->on_recall) io.on_recall = j->observer->on_recall, io.on_recall_arg = j->observer->arg[l - j->ls->shard];
    struct tf_mat *loss;
    struct tf_score *s = &l->sums.score;
    const size_t right = s->correct;
    int n = to - from;
    if (j->d->objective == TF_SPANS) loss = spans(j, l, from, to, &io);
    else if (j->d->objective == TF_CLASSIFY) loss = classes(j, l, from, to, &io);
    else loss = words(j, l, from, to, &io, &n);
    if (!loss) return NULL;
    s->loss_nats += (double)loss->v[0];
    s->n += (size_t)n;
    if (!j->train) { // one example
        const double hits = (double)(s->correct - right);
        s->examples++, s->correct2 += hits * hits, s->correct_n += hits * n, s->n2 += (double)n * n;
    }
    return loss;
}
