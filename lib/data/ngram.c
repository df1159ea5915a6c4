/* Unigram and bigram floors: the successors of each token together, so that one row of counts is enough. */
#include "data/ngram.h"

#include <math.h>
#include <string.h>

#define DISCOUNT 0.75

/* What stands behind each token: those behind v are next[start[v]..start[v+1]-1]. */
struct behind {
    size_t *start;
    uint16_t *next;
};

static struct behind gather(const uint16_t *tok, size_t n, int vocab) {
    struct behind b = {tf_calloc(sizeof *b.start * ((size_t)vocab + 2)), tf_alloc(sizeof *b.next * (n + 1))};
    size_t *at = b.start + 1; // filled one place ahead, so that it ends as start
    for (size_t i = 0; i + 1 < n; i++) at[tok[i] + 1]++;
    for (int v = 0; v < vocab; v++) at[v + 1] += at[v];
    for (size_t i = 0; i + 1 < n; i++) b.next[at[tok[i]]++] = tok[i + 1];
    return b;
}

static void release(struct behind *b) { tf_free(b->start), tf_free(b->next); }

struct tf_ngram tf_ngram_floor(const uint16_t *train, size_t n_train, const uint16_t *test, size_t n_test, int vocab) {
    struct behind a = gather(train, n_train, vocab), b = gather(test, n_test, vocab);
    double *one = tf_calloc(sizeof *one * (size_t)vocab);
    uint32_t *pair = tf_calloc(sizeof *pair * (size_t)vocab);
    struct tf_ngram sum = {.n = n_test > 1 ? n_test - 1 : 0};
    int common = 0;
    for (size_t i = 0; i < n_train; i++) one[train[i]]++;
    for (int w = 1; w < vocab; w++) common = one[w] > one[common] ? w : common;
    for (int w = 0; w < vocab; w++) one[w] = (one[w] + 1) / ((double)n_train + vocab);
    for (int v = 0; v < vocab; v++) {
        const size_t from = a.start[v], to = a.start[v + 1];
        double distinct = 0;
        int next = common;
        for (size_t i = from; i < to; i++) distinct += !pair[a.next[i]]++;
        for (size_t i = from; i < to; i++) next = i == from || pair[a.next[i]] > pair[next] ? a.next[i] : next;
        for (size_t i = b.start[v]; i < b.start[v + 1]; i++) {
            const int w = b.next[i];
            const double seen = pair[w] > DISCOUNT ? pair[w] - DISCOUNT : 0, c = (double)(to - from);
            sum.unigram_nats -= log(one[w]);
            sum.unigram_correct += w == common, sum.bigram_correct += w == next;
            sum.bigram_nats -= log(c > 0 ? (seen + DISCOUNT * distinct * one[w]) / c : one[w]);
        }
        for (size_t i = from; i < to; i++) pair[a.next[i]] = 0;
    }
    sum.unigram_nats /= (double)sum.n, sum.bigram_nats /= (double)sum.n; // 0 / 0 of none
    release(&a), release(&b);
    tf_free(one), tf_free(pair);
    return sum;
}
