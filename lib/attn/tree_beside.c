/* Keys that join the leaf's in one softmax, each once: near tokens, the first tokens, further leaves, means of what the path leaves behind.
 *
 * A pair that belongs to several of them counts once, with the first in this order: global tokens (the other plans leave out all their pairs),
 * the window, the leaves. So the leaves' plan has a hole, and the gradient of the leaf mask sees none of the others' pairs. */
#include <limits.h>
#include <math.h>

#include "attn/patterns.h"
#include "attn/tree_attn.h"

#define AT TF_TREE_AT
const struct tf_opt tf_tree_beside_opts[] = {
    {"window", TF_INT, AT(window), "0", 0, 1 << 20, NULL, "keys with |i - j| <= window / 2 join the leaf's; 0: none"},
    {"global_tokens", TF_INT, AT(global_tokens), "0", 0, 1 << 20, NULL,
     "the first tokens of a sequence see all tokens and are seen by all"},
    {"probes", TF_INT, AT(probes), "1", 1, TF_PROBES_MAX, NULL,
     "leaves that a query visits: its own and the ones that it misses by the least, if they hold keys; the trees' gradient only sees the first, so "
     "teach the trees"},
    {"local_heads", TF_REAL, AT(local_heads), "0", 0, 1, NULL,
     "share of the heads (the last ones, rounded to whole heads) that have no trees, only the window and global tokens"},
    {0}};
#undef AT

int tf_local_heads(const struct tf_tree_options *o, int H) { return (int)(o->local_heads * H + 0.5); }

bool tf_beside_nothing(const struct tf_tree_options *o) { return !o->window && !o->global_tokens && o->probes <= 1 && !o->path_means; }

int tf_beside_reach(const struct tf_tree_options *o) { return o->window > 0 ? o->window / 2 : -1; }

/* What a causal model cannot have: all that depends on later tokens. */
static int check_causal(const struct tf_tree_options *o, struct tf_err *e) {
    const char *what = o->routing                      ? "routing: median looks at the whole sequence; use routing: threshold"
                       : o->empty == TF_EMPTY_ANCESTOR ? "empty: ancestor depends on later keys; use empty: self or zero"
                       : o->probes > 1                 ? "probes: which leaves hold keys depends on later tokens"
                       : o->path_means                 ? "path_means: the means are over all tokens"
                       : o->teach                      ? "teach: trees are taught by attention that looks ahead"
                                                       : NULL;
    return what ? tf_fail(e, TF_BAD, "%s (model.causal)", what) : 0;
}

int tf_beside_check(const struct tf_tree_options *o, int leaves, const struct tf_shape *s, struct tf_err *e) {
    const int local = tf_local_heads(o, s->H);
    if (s->causal && check_causal(o, e)) return -1;
    if (o->probes > leaves)
        return tf_fail(e, TF_BAD, "probes: %d leaves for a query, but the tree has %d; use %d or fewer, or a larger tree", o->probes,
                       leaves, leaves);
    if (o->path_means && o->probes > 1)
        return tf_fail(e, TF_BAD, "path_means: a mean beside the path would hold the keys of a second leaf again; use probes: 1");
    if (o->path_means && o->window)
        return tf_fail(e, TF_BAD, "path_means: a mean beside the path would hold keys of the window again; use window: 0");
    if (o->path_means && s->alibi)
        return tf_fail(e, TF_BAD,
                       "path_means: means of nodes stand at no place, and alibi needs distances; leave path_means out, or use rotary");
    if (o->local_heads > 0 && !o->window && !o->global_tokens)
        return tf_fail(e, TF_BAD, "local_heads: heads without trees see nothing: give them %s",
                       o->path_means ? "global_tokens" : "a window");
    if (o->local_heads > 0 && (local == 0 || local == s->H))
        return tf_fail(e, TF_BAD, "local_heads: %g of %d heads is %s; %s", o->local_heads, s->H,
                       local ? "all of them: no tree is left" : "none",
                       s->H > 1 ? "a half of them is 0.5" : "set model.heads to 2 or more");
    return 0;
}

/* Without the pairs of the window. */
static const struct tf_attn_index *with_hole(struct tf_tape *t, const struct tf_attn_index *plan, int reach, bool causal) {
    if (reach < 0) return plan;
    struct tf_attn_index *p = tf_arena_alloc(&t->arena, sizeof *p);
    *p = *plan;
    if (causal) p->lo = reach + 1; // and hi all that came before
    else p->windowed = p->outside = true, p->lo = -reach, p->hi = reach;
    return p;
}

void tf_beside_plan(const struct tf_ctx *c, int seq, const struct tf_route *q, const struct tf_route *k, struct tf_beside *b) {
    const struct tf_tree_options *o = c->opts;
    struct tf_tape *t = c->tape;
    const int T = c->pack->off[seq + 1] - c->pack->off[seq], g = o->global_tokens < T ? o->global_tokens : T, reach = tf_beside_reach(o);
    const int probes = o->probes > 1 ? o->probes : 1;
    const bool causal = c->shape.causal;
    *b = (struct tf_beside){.means = o->path_means && k, .globals = g};
    if (k) {
        b->k = tf_route_without(t, k, g), b->q = tf_route_without(t, q, g);
        if (probes > 1) tf_tree_probes(t, q, b->k, probes, b->probe);
        for (int p = 0; p < probes; p++) {
            b->probe[p] = probes > 1 ? tf_route_without(t, b->probe[p], g) : b->q;
            // means hold the keys of all other leaves
            const enum tf_tree_empty empty = probes > 1 || b->means ? TF_EMPTY_ZERO : (enum tf_tree_empty)o->empty;
            const struct tf_attn_index *leaves =
                causal ? tf_tree_index_causal(t, b->probe[p], b->k, empty) : tf_tree_index(t, b->probe[p], b->k, empty);
            b->plan[b->n++] = with_hole(t, leaves, reach, causal);
        }
    }
    const int first = b->n;
    if (reach >= 0 && g < T) b->plan[b->n++] = tf_attn_index_window(&t->arena, g, T, causal ? 0 : -reach, reach, 1);
    if (g > 0) b->plan[b->n++] = tf_attn_index_global(&t->arena, T, g, causal);
    for (int p = first; c->cls_query_only && p < b->n; p++) b->plan[p] = tf_attn_index_first(&t->arena, b->plan[p]);
}

struct tf_mat *tf_beside_attend(const struct tf_ctx *c, const struct tf_beside *b, struct tf_gate_head *g) {
    struct tf_tape *t = c->tape;
    struct tf_mat *o[TF_PROBES_MAX + 3];
    const tf_real *lse[TF_PROBES_MAX + 3];
    const int n = b->n + b->means;
    if (n == 1) return g->o = tf_attend(t, g->q, g->k, g->v, b->plan[0], &g->arg, t->grad ? &g->lse : NULL);
    g->arg.out = NULL; // the queries are read again
    for (int p = 0; p < b->n; p++) o[p] = tf_attend(t, g->q, g->k, g->v, b->plan[p], &g->arg, &lse[p]);
    if (b->means) o[b->n] = tf_attend_means(t, g->q, g->k, g->v, b->q, b->k, g->arg.scale, b->globals, &lse[b->n]);
    return g->o = tf_attend_merge(t, n, o, lse, &g->lse);
}

static double pairs_of(double n, bool causal) { return causal ? n * (n + 1) / 2 : n * n; }

double tf_beside_share(const struct tf_tree_options *o, int T, int H, double f, bool causal) {
    const double all = (double)T * T, g = o->global_tokens < T ? o->global_tokens : T, rest = T - g;
    const double reach = tf_beside_reach(o) < rest ? tf_beside_reach(o) : rest - 1, local = (double)tf_local_heads(o, H) / H;
    const double ahead = causal ? 0 : rest * reach - reach * (reach + 1) / 2;
    const double near = reach < 0 ? 0 : rest * (reach + 1) - reach * (reach + 1) / 2 + ahead,
                 global = pairs_of(T, causal) - pairs_of(rest, causal);
    const double leaf = f * (pairs_of(rest, causal) - near), means = o->path_means ? rest * o->height : 0;
    const double trees = (1 - local) * (o->trees > 1 ? o->trees : 1); // each attends for itself
    return ((trees + local) * (global + near) + trees * (leaf + means)) / all;
}

enum { RECALL_ROWS = 64 };

void tf_beside_recall(const struct tf_ctx *c, int head, const struct tf_beside *b, const struct tf_gate_head *g) {
    struct tf_recall r[RECALL_ROWS];
    int row[RECALL_ROWS], T = g->q->rows, n = T < RECALL_ROWS ? T : RECALL_ROWS;
    for (int i = 0; i < n; i++) row[i] = (int)((2L * i + 1) * T / (2L * n));
    tf_plan_recall(c->tape, g->q, g->k, &g->arg, c->shape.causal, b->n, b->plan, n, row, r);
    c->on_recall(c->on_recall_arg, c->shape.layer, head, n, r);
}
