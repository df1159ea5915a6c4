/* Sums of recall: each shard its own, joined as all sums over shards. */
#include "train/recall.h"

#include <math.h>
#include <string.h>

#include "num/tree.h"
#include "train/evaluation.h"
#include "train/shards.h"

static void observe(void *arg, int layer, int head, int n, const struct tf_recall *r) {
    struct recall_sums *s = arg;
    struct recall_cell *c = &s->cell[layer * s->heads + head];
    for (int i = 0; i < n; i++) {
        const double kept = r[i].kept;
        const int bin = kept > 0 ? (int)fmin(kept * RECALL_BINS, RECALL_BINS - 1) : 0; // of a model that diverges: no number
        c->n++, c->kept += r[i].kept, c->oracle += r[i].oracle, c->window += r[i].window, c->share += r[i].share;
        c->bin[bin]++;
    }
}

static void add(struct recall_cell *a, const struct recall_cell *b) {
    a->n += b->n, a->kept += b->kept, a->oracle += b->oracle, a->window += b->window, a->share += b->share;
    for (int i = 0; i < RECALL_BINS; i++) a->bin[i] += b->bin[i];
}

static void join(void *arg, int into, int from) {
    struct recall_sums *s = arg;
    for (int i = 0; i < s->layers * s->heads; i++) add(&s[into].cell[i], &s[from].cell[i]);
}

static void join_ranks(void *into, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof(struct recall_cell); i++)
        add((struct recall_cell *)into + i, (const struct recall_cell *)from + i);
}

int recall_measure(struct recall_sums *s, const struct tf_model *m, const struct tf_data *d, enum tf_split split, size_t limit, int shards,
                   int threads, const char *label, struct tf_err *e) {
    struct recall_sums *sums = tf_calloc(sizeof *sums * (size_t)shards);
    void **arg = tf_alloc(sizeof *arg * (size_t)shards);
    struct tf_score score;
    for (int i = 0; i < shards; i++) {
        sums[i] = (struct recall_sums){m->cfg.layers, m->cfg.heads, NULL};
        sums[i].cell = tf_calloc(sizeof *sums[i].cell * (size_t)(m->cfg.layers * m->cfg.heads));
        arg[i] = &sums[i];
    }
    const struct tf_observer observer = {.on_recall = observe, .arg = arg};
    int rc = tf_evaluate(m, d, split, limit, shards, threads, label, &observer, &score, NULL, e);
    if (!rc) {
        tf_shards_join(shards / tf_ranks()->n, join, sums); // this rank's
        tf_ranks_join(sums[0].cell, sizeof *sums[0].cell * (size_t)(m->cfg.layers * m->cfg.heads), join_ranks);
    }
    for (int i = 1; i < shards; i++) recall_free(&sums[i]);
    *s = sums[0];
    tf_free(arg), tf_free(sums);
    if (rc) recall_free(s);
    return rc;
}

double recall_lift(const struct recall *r) { return r->kept_pct / r->share_pct; }

double recall_efficiency(const struct recall *r) {
    const double over = r->oracle_pct - r->share_pct;
    if (!(r->share_pct > 0)) return NAN;
    return over > 0 ? (r->kept_pct - r->share_pct) / over : 1;
}

struct recall recall_of(const struct recall_sums *s, int layer, int head) {
    struct recall_cell *c = tf_calloc(sizeof *c);
    for (int l = 0; l < s->layers; l++)
        for (int h = 0; h < s->heads; h++)
            if ((!layer || layer == l + 1) && (!head || head == h + 1)) add(c, &s->cell[l * s->heads + h]);
    struct recall r = {.layer = layer, .head = head, .n = c->n};
    double below = 0;
    int bin = 0;
    while (bin < RECALL_BINS && (below += c->bin[bin]) < c->n / 10) bin++;
    if (c->n > 0)
        r.kept_pct = 100 * c->kept / c->n, r.oracle_pct = 100 * c->oracle / c->n, r.window_pct = 100 * c->window / c->n,
        r.share_pct = 100 * c->share / c->n, r.q10_pct = 100 * (bin + 0.5) / RECALL_BINS;
    tf_free(c);
    return r;
}

struct recall *recall_list(const struct recall_sums *s, int *n) {
    struct recall *list = tf_alloc(sizeof *list * (size_t)(1 + s->layers * (1 + s->heads)));
    *n = 0;
    for (int l = 0; l <= s->layers; l++)
        for (int h = 0; h <= (l ? s->heads : 0); h++) {
            const struct recall r = recall_of(s, l, h);
            if (r.n > 0) list[(*n)++] = r;
        }
    return list;
}

void recall_free(struct recall_sums *s) {
    tf_free(s->cell);
    s->cell = NULL;
}
