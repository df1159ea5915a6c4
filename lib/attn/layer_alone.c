/* A layer without a model: see layer_alone.h. */
#include "attn/layer_alone.h"

void tf_alone_declare(const struct tf_layer_alone *l) {
    struct tf_decl d = {l->pars, l->prefix};
    if (l->attn) tf_attn_params(l->attn, &d, &l->shape, l->opts);
    else tf_declare_qkvo(&d, &l->shape);
}

int tf_alone_rows(const struct tf_layer_alone *l, int T) { return T + (l->attn ? tf_attn_aux_rows(l->attn, l->opts, T) : 0); }

struct tf_ctx tf_alone_ctx(const struct tf_layer_alone *l, struct tf_tape *t, struct tf_pack *pack, struct tf_arena *room, int T, int n,
                           uint32_t first) {
    const int rows = tf_alone_rows(l, T);
    int *off = tf_arena_alloc(room, sizeof *off * (size_t)(n + 1)), *len = tf_arena_alloc(room, sizeof *len * (size_t)n);
    uint32_t *id = tf_arena_alloc(room, sizeof *id * (size_t)n);
    for (int i = 0; i < n; i++) off[i] = i * rows, len[i] = T, id[i] = first + (uint32_t)i;
    off[n] = n * rows;
    *pack = (struct tf_pack){.n_seq = n, .rows = off[n], .off = off, .len = len, .id = id};
    return (struct tf_ctx){
        .tape = t, .attn = l->attn, .opts = l->opts, .shape = l->shape, .pack = pack, .pars = l->pars, .prefix = l->prefix};
}
