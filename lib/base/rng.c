/* Philox 4x32-10: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#include "base/base.h"
#include <math.h>

void tf_philox(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c0 = ctr[0], c1 = ctr[1], c2 = ctr[2], c3 = ctr[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)0xD2511F53u * c0, q = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(q >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)q;
        c2 = (uint32_t)(p >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

/* The finaliser of splitmix64: a bijection of 64-bit words. */
static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

struct tf_rng tf_rng_at(uint64_t seed, enum tf_purpose p, uint32_t step, uint32_t a, uint32_t b) {
    uint64_t key = mix(mix(seed) ^ (uint64_t)p); // a bijection of the seed for each purpose, and of the purpose for each seed
    return (struct tf_rng){.key = {(uint32_t)key, (uint32_t)(key >> 32)}, .ctr = {0, b, a, step}};
}

uint32_t tf_rng_u32(struct tf_rng *r) {
    if (!r->have) {
        tf_philox(r->ctr, r->key, r->out);
        r->ctr[0]++;
        r->have = 4;
    }
    return r->out[4 - r->have--];
}

static uint64_t next_u64(struct tf_rng *r) {
    uint64_t lo = tf_rng_u32(r);
    return lo | (uint64_t)tf_rng_u32(r) << 32;
}

/* Lemire 2019: the high half of a 32x32-bit product, with the few words that would bias it drawn again. */
uint32_t tf_rng_below(struct tf_rng *r, uint32_t n) {
    TF_BUG_IF(n == 0, "tf_rng_below(0)");
    uint64_t m = (uint64_t)tf_rng_u32(r) * n;
    if ((uint32_t)m < n)
        for (uint32_t floor = -n % n; (uint32_t)m < floor;) m = (uint64_t)tf_rng_u32(r) * n;
    return (uint32_t)(m >> 32);
}

double tf_rng_uniform(struct tf_rng *r) { return (double)(next_u64(r) >> 11) * 0x1p-53; }

double tf_rng_normal(struct tf_rng *r) {
    double u = 1.0 - tf_rng_uniform(r), v = tf_rng_uniform(r); // u in (0, 1]: its logarithm is finite
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586476925 * v);
}
