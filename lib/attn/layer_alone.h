/* One layer of a mechanism without a model around it, to be measured or tested. */
#ifndef TF_ATTN_LAYER_ALONE_H
#define TF_ATTN_LAYER_ALONE_H
#include "attn/attn.h"

struct tf_layer_alone {
    const struct tf_attn *attn; const void *opts; /* attn NULL: the four projections and nothing else */
    struct tf_shape shape;
    const char *prefix;                           /* of its tensors */
    struct tf_pars *pars;
};
/* Adds its parameters to pars, without memory. */
void tf_alone_declare(const struct tf_layer_alone *l);
int tf_alone_rows(const struct tf_layer_alone *l, int T); /* of a sequence of T tokens */
/* The context of a pass over n sequences of T tokens, with the ids first, first + 1, ..: fills pack, whose
 * arrays live in `room`. */
struct tf_ctx tf_alone_ctx(const struct tf_layer_alone *l, struct tf_tape *t, struct tf_pack *pack,
                           struct tf_arena *room, int T, int n, uint32_t first);
#endif
