/* See pieces.h. */
#include "model/pieces.h"

static int pieces_of(const struct tf_pack *p, int s, int size) { return (p->len[s] + size - 1) / size; }

static int pieces(const struct tf_pack *p, int size) {
    int n = 0;
    for (int s = 0; s < p->n_seq; s++) n += pieces_of(p, s, size);
    return n;
}

struct tf_pack tf_pieces(struct tf_arena *a, const struct tf_pack *whole, int size) {
    const int n = pieces(whole, size);
    int *off = tf_arena_alloc(a, sizeof *off * (size_t)(n + 1)), *len = tf_arena_alloc(a, sizeof *len * (size_t)n),
        *pos = tf_arena_alloc(a, sizeof *pos * (size_t)whole->rows), piece = 0;
    uint32_t *id = tf_arena_alloc(a, sizeof *id * (size_t)n);
    for (int s = 0; s < whole->n_seq; s++)
        for (int i = 0; i < whole->len[s]; i += size, piece++) {
            off[piece] = whole->off[s] + i;
            len[piece] = whole->len[s] - i < size ? whole->len[s] - i : size;
            id[piece] = whole->id[s] + (uint32_t)(i / size) * 0x9e3779b9u;
            for (int k = 0; k < len[piece]; k++) pos[off[piece] + k] = k;
        }
    off[n] = whole->rows;
    return (struct tf_pack){.n_seq = n, .rows = whole->rows, .off = off, .len = len, .id = id, .pos = pos};
}

struct tf_pack tf_documents(struct tf_arena *a, const struct tf_pack *whole, int size) {
    const int n = whole->n_seq, rows = pieces(whole, size);
    int *off = tf_arena_alloc(a, sizeof *off * (size_t)(n + 1)), *len = tf_arena_alloc(a, sizeof *len * (size_t)n),
        *pos = tf_arena_alloc(a, sizeof *pos * (size_t)rows);
    off[0] = 0;
    for (int s = 0; s < n; s++) {
        len[s] = pieces_of(whole, s, size), off[s + 1] = off[s] + len[s];
        for (int k = 0; k < len[s]; k++) pos[off[s] + k] = k;
    }
    return (struct tf_pack){.n_seq = n, .rows = rows, .off = off, .len = len, .id = whole->id, .pos = pos};
}
