/* Adam's moments, a slice per rank. What another rank needs of them travels in pieces that lie in one slice; all ranks go through all pieces in the same order,
 * so that no two wait for each other. */
#include "train/moments.h"

enum { PIECE = 1 << 18 }; // numbers

void moments_init(struct moments *m, size_t size, int kinds) {
    *m = (struct moments){.size = size, .kinds = kinds, .own = tf_ranks_slice(size, tf_ranks()->rank)};
    m->v = tf_calloc(sizeof *m->v * (size_t)kinds * (m->own.hi - m->own.lo));
}

void moments_free(struct moments *m) {
    tf_free(m->v), tf_free(m->room);
    *m = (struct moments){0};
}

tf_real *moments_at(const struct moments *m, int k, size_t at) { return m->v + (size_t)k * (m->own.hi - m->own.lo) + at - m->own.lo; }

/* The rank that has number `at`, and how many of the n from there on it has; no more than a message's. */
static int owner_of(const struct moments *m, size_t at, size_t *n) {
    int owner = tf_ranks_owner(m->size, at);
    size_t has = tf_ranks_slice(m->size, owner).hi - at, most = tf_ranks()->n > 1 ? PIECE : *n;
    if (*n > has) *n = has;
    if (*n > most) *n = most;
    return owner;
}

void moments_carry(struct moments *to, const struct tf_pars *to_pars, const struct moments *from, const struct tf_pars *from_pars) {
    const int me = tf_ranks()->rank;
    for (int k = 0; k < to->kinds; k++)
        for (int i = 0; i < to_pars->n; i++) {
            const struct tf_par *p = &to_pars->p[i], *old = tf_pars_same(from_pars, p);
            size_t all = old ? tf_par_count(p) : 0;
            for (size_t at = 0, n; at < all; at += n) {
                n = all - at;
                int giver = owner_of(from, old->off + at, &n), taker = owner_of(to, p->off + at, &n);
                tf_real *dst = taker == me ? moments_at(to, k, p->off + at) : NULL;
                tf_ranks_move(dst, taker, giver == me ? moments_at(from, k, old->off + at) : NULL, giver, sizeof *dst * n);
            }
        }
}

static const tf_real *get(void *arg, int k, size_t at, size_t *n) {
    struct moments *m = arg;
    int owner = owner_of(m, at, n), me = tf_ranks()->rank;
    const tf_real *own = owner == me ? moments_at(m, k, at) : NULL;
    if (owner == 0) return own;
    if (me == 0 && !m->room) m->room = tf_alloc(sizeof *m->room * PIECE);
    tf_ranks_move(m->room, 0, own, owner, sizeof *own * *n);
    return m->room;
}

static void put(void *arg, int k, size_t at, size_t n, const tf_real *values) {
    struct moments *m = arg;
    const int me = tf_ranks()->rank;
    for (size_t from = at, part; from < at + n; from += part) {
        part = at + n - from;
        int owner = owner_of(m, from, &part);
        const tf_real *src = values ? values + (from - at) : NULL;
        tf_ranks_move(owner == me ? moments_at(m, k, from) : NULL, owner, src, 0, sizeof *values * part);
    }
}

struct tf_moments moments_all(struct moments *m) { return (struct tf_moments){.n = m->kinds, .get = get, .put = put, .arg = m}; }
