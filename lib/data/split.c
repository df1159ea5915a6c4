/* Splits: a random order, and validation on the test set. */
#include "data/split.h"

#include <string.h>

void tf_shuffle(void *v, size_t n, size_t item, struct tf_rng *rng) {
    char *p = v, tmp[64];
    TF_BUG_IF(item > sizeof tmp, "item of %zu bytes", item);
    for (size_t i = n; i > 1; i--) {
        char *a = p + (i - 1) * item, *b = p + tf_rng_below(rng, (uint32_t)i) * item; // may be the same
        memcpy(tmp, a, item);
        memmove(a, b, item);
        memcpy(b, tmp, item);
    }
}

int tf_share_limit(int valid, int test) { return !valid || !test ? 0 : valid > test ? valid : test; }

void tf_share_test(struct tf_data *d, size_t valid, size_t test) {
    const size_t n = d->n[TF_TEST];
    d->n[TF_VALID] = valid < n ? valid : n, d->n[TF_TEST] = test < n ? test : n;
    d->off[TF_VALID] = d->off[TF_TEST], d->tok[TF_VALID] = d->tok[TF_TEST], d->label[TF_VALID] = d->label[TF_TEST];
    uint64_t w[3] = {d->hash, d->n[TF_VALID], d->n[TF_TEST]};
    d->hash = tf_hash64(w, sizeof w, 0);
}
