/* Shards: a fixed partition of a step's sequences, so that the result does not depend on the number of threads. */
#include "train/shards.h"

#include <stdlib.h>
#include <string.h>

void shards_init(struct shards *ls, int n, int most_examples, int parts, size_t grads, bool alone) {
    const int own = alone ? n : n / tf_ranks()->n, first = alone ? 0 : own * tf_ranks()->rank;
    *ls = (struct shards){.shard = tf_calloc(sizeof *ls->shard * (size_t)own),
                          .n = own,
                          .first = first,
                          .all = n,
                          .cap = (most_examples + n - 1) / n,
                          .parts = parts,
                          .alone = alone};
    for (int i = 0; i < own; i++) {
        struct shard *l = &ls->shard[i];
        tf_tape_init(&l->tape);
        l->seq = tf_calloc(sizeof *l->seq * (size_t)(ls->cap * parts));
        l->label = tf_calloc(sizeof *l->label * (size_t)ls->cap);
        if (grads) l->grads = tf_calloc(sizeof *l->grads * grads);
    }
}

void shards_release(struct shards *ls) {
    for (int i = 0; i < ls->n; i++) {
        tf_tape_release(&ls->shard[i].tape);
        tf_free(ls->shard[i].seq), tf_free(ls->shard[i].label), tf_free(ls->shard[i].grads);
    }
    tf_free(ls->shard);
    *ls = (struct shards){0};
}

size_t shards_bytes(const struct shards *ls, size_t grads) {
    size_t n = 0;
    for (int i = 0; i < ls->n; i++) n += ls->shard[i].tape.arena.peak + (ls->shard[i].grads ? grads * sizeof(tf_real) : 0);
    return n;
}

struct order {
    int len, at;
};

static int longest_first(const void *a, const void *b) {
    const struct order *x = a, *y = b;
    return x->len != y->len ? y->len - x->len : x->at - y->at;
}

void shards_deal(struct shards *ls, const struct tf_example *ex, int n) {
    struct order *o = tf_alloc(sizeof *o * (size_t)n);
    for (int i = 0; i < n; i++) o[i] = (struct order){ex[i].len + ex[i].len2, i};
    qsort(o, (size_t)n, sizeof *o, longest_first);
    for (int l = 0; l < ls->n; l++) ls->shard[l].n = 0;
    for (int i = 0; i < n; i++) {
        int round = i / ls->all, place = i % ls->all, at = (round % 2 ? ls->all - 1 - place : place) - ls->first;
        if (at < 0 || at >= ls->n) continue; // another rank's
        struct shard *l = &ls->shard[at];
        const struct tf_example *x = &ex[o[i].at];
        TF_BUG_IF(l->n == ls->cap, "a shard of %d examples is full", ls->cap);
        if (ls->parts == 1) l->seq[l->n] = (struct tf_seq){.tok = x->tok, .len = x->len, .id = x->id};
        else {
            l->seq[2 * l->n] = (struct tf_seq){.tok = x->tok, .len = x->len, .id = 2 * x->id};
            l->seq[2 * l->n + 1] = (struct tf_seq){.tok = x->tok2, .len = x->len2, .id = 2 * x->id + 1};
        }
        if (ls->state) {
            l->seq[l->n].before = ls->before ? ls->before + (size_t)o[i].at * ls->state : NULL;
            l->seq[l->n].after = ls->after + (size_t)o[i].at * ls->state;
        }
        l->label[l->n++] = x->label;
    }
    tf_free(o);
}

static void micro_batch(const struct shard_job *j, struct shard *l, int from, int to) {
    struct tf_tape *t = &l->tape;
    tf_tape_reset(t);
    t->grad = t->train = j->train && !j->teach_only;
    t->seed = j->seed;
    t->step = j->step;
    tf_tape_precision(t, (enum tf_precision)j->m->cfg.precision);
    int parts = j->ls->parts;
    struct tf_mat *loss = objective_loss(j, l, from, to);
    if (t->grad) tf_tape_backward(t, loss, 1);
    struct sums *s = &l->sums;
    for (int c = 0; c < TF_FLOP_CLASSES; c++) s->flops[c] += t->flops[c];
    s->pairs += t->pairs, s->pairs_full += t->pairs_full, s->beside += t->beside, s->beside_full += t->beside_full, s->aux += t->aux_loss;
    for (int i = parts * from; i < parts * to; i++) s->tokens += l->seq[i].len;
}

double shards_step_flops(const struct sums *s, bool teach_only) {
    double flops = 0;
    for (int c = 0; c < TF_FLOP_CLASSES; c++) flops += (teach_only || c == TF_FLOP_TEACH ? 1 : 3) * s->flops[c];
    return flops;
}

static int rows_of(const struct shards *ls, const struct shard *l, int i) {
    int rows = 0;
    for (int p = 0; p < ls->parts; p++) rows += l->seq[ls->parts * i + p].len;
    return rows;
}

static void run_shard(void *arg, int i) {
    struct shard_job *j = arg;
    struct shard *l = &j->ls->shard[i];
    l->sums = (struct sums){0};
    if (j->train) memset(l->grads, 0, sizeof *l->grads * j->m->pars.size);
    for (int from = 0, to; from < l->n && !(tf_interrupted && !j->train); from = to) {
        int rows = rows_of(j->ls, l, from);
        for (to = from + 1; j->train && to < l->n && rows + rows_of(j->ls, l, to) <= j->pack_tokens; to++) rows += rows_of(j->ls, l, to);
        micro_batch(j, l, from, to);
    }
}

void shards_run(struct shard_job *j, int threads) { tf_parallel(threads, j->ls->n, run_shard, j); }

enum { CHUNK = 1 << 16 };
struct reduce {
    struct shards *ls;
    size_t n;
};

static void join_shards(int first, int n, void (*join)(void *arg, int into, int from), void *arg) {
    if (n < 2) return;
    const int left = tf_ranks_left(n);
    join_shards(first, left, join, arg);
    join_shards(first + left, n - left, join, arg);
    join(arg, first, first + left);
}

void tf_shards_join(int n, void (*join)(void *arg, int into, int from), void *arg) { join_shards(0, n, join, arg); }

struct chunk {
    struct shards *ls;
    size_t from, n;
};

static void join_chunk(void *arg, int into, int from) {
    const struct chunk *c = arg;
    tf_accumulate(c->n, c->ls->shard[into].grads + c->from, c->ls->shard[from].grads + c->from);
}

static void reduce_chunk(void *arg, int i) {
    struct reduce *r = arg;
    size_t from = (size_t)i * CHUNK;
    tf_shards_join(r->ls->n, join_chunk, &(struct chunk){r->ls, from, r->n - from < CHUNK ? r->n - from : CHUNK});
}

static void join_sums(void *into, const void *from, TF_UNUSED size_t bytes) {
    struct sums *a = into;
    const struct sums *b = from;
    tf_score_add(&a->score, &b->score);
    a->pairs += b->pairs, a->pairs_full += b->pairs_full, a->beside += b->beside, a->beside_full += b->beside_full, a->aux += b->aux,
        a->tokens += b->tokens;
    for (int c = 0; c < TF_FLOP_CLASSES; c++) a->flops[c] += b->flops[c];
}

static void join_shard_sums(void *arg, int into, int from) {
    struct shard *l = arg;
    join_sums(&l[into].sums, &l[from].sums, sizeof l->sums);
}

void shards_reduce(struct shards *ls, size_t grads, int threads) {
    struct reduce r = {ls, grads};
    struct shard *first = &ls->shard[0];
    tf_parallel(threads, (int)((grads + CHUNK - 1) / CHUNK), reduce_chunk, &r);
    tf_shards_join(ls->n, join_shard_sums, ls->shard);
    if (ls->alone) return;
    if (grads) tf_ranks_add_slices(first->grads, grads);
    tf_ranks_join(&first->sums, sizeof first->sums, join_sums);
}
