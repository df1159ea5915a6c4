/* What counts alone say of the next token: a floor that a language model should be well below. */
#ifndef TF_NGRAM_H
#define TF_NGRAM_H
#include "base/base.h"

/* Mean of -log p over tokens 1..n_test-1 of `test`, counts from `train`; ids below vocab.
 *   unigram: P(w) = (c(w) + 1) / (n_train + vocab)
 *   bigram:  P(w|v) = (max(c(v,w) - 3/4, 0) + 3/4 d(v) P(w)) / c(v), d(v) the tokens seen behind v; P(w)
 *            where v was never followed (absolute discounting, Ney et al. 1994)
 * n such tokens, and how often the most likely one is right. NaN of none. O(n_train + n_test + vocab). */
struct tf_ngram { double unigram_nats, bigram_nats; size_t n, unigram_correct, bigram_correct; };
struct tf_ngram tf_ngram_floor(const uint16_t *train, size_t n_train, const uint16_t *test, size_t n_test,
                               int vocab);
#endif
