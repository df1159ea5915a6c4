/* Shared by the tree mechanisms: see tree_attn.h. */
#include "attn/tree_attn.h"

#include <math.h>
#include <string.h>

/* ---- options ------------------------------------------------------------------------------------------------------------- */
#define AT TF_TREE_AT
const struct tf_opt tf_tree_binary_opts[] = {
    {"height", TF_INT, AT(height), "6", 1, 12, NULL, "levels of decisions; 2^height leaves"},
    {"surrogate", TF_CHOICE, AT(surrogate), "clip", 0, 0, "clip|triangle|sech2|logistic",
     "surrogate for the derivative of a decision at z: 2[|z|<=1], 2 max(1-|z|,0), 2 beta sech^2(beta z), 2 beta s(1-s) with "
     "s = sigmoid(beta z)"},
    {"surrogate_beta", TF_REAL, AT(surrogate_beta), "1", 0.001, 1000, NULL, "beta of sech2 and logistic"},
    {"routing", TF_CHOICE, AT(routing), "threshold", 0, 0, "threshold|median|median-each",
     "where a node splits: at -bias; at the median of <w, x> over the keys that reach it (no biases); the same, but queries split at their own median"},
    {0}};
static const struct tf_opt place_opts[] = {
    {"scope", TF_CHOICE, AT(scope), "head", 0, 0, "head|layer", "one tree per head, on its D channels, or one per layer, on all C"},
    {"shared", TF_BOOL, AT(shared), "true", 0, 0, NULL, "one tree for queries and keys"},
    {"route", TF_CHOICE, AT(route), "unrotated", 0, 0, "unrotated|rotated",
     "with rotary positions: trees see queries and keys before or after they are rotated"},
    {"balance", TF_REAL, AT(balance), "0", 0, 1e6, NULL, "weight of the balance loss, per sequence and tree"},
    {"balance_form", TF_CHOICE, AT(balance_form), "node", 0, 0, "node|moe",
     "node: sum of share_n (mean soft decision - 1/2)^2, with b children of their (mean softmax - 1/b)^2; moe: leaves * sum f_j p_j"},
    {"balance_queries", TF_BOOL, AT(balance_queries), "false", 0, 0, NULL, "balance the queries' routes too, not only the keys'"},
    {0}};
static const struct tf_opt start_opts[] = {
    {"tree_init", TF_REAL, AT(tree_init), "0", 0, 100, NULL, "standard deviation of the initial node weights; 0: 1/sqrt(inputs)"},
    {"bias_init", TF_CHOICE, AT(bias_init), "zero", 0, 0, "zero|data",
     "data: biases that spread the keys of the first batch evenly over the leaves, set before the first step where they are 0 (loaded, too)"},
    {0}};
#define DETACH(def) \
    {"detach", TF_BOOL, AT(detach), def, 0, 0, NULL, "the trees' gradient stops at the trees and does not reach queries and keys"}
const struct tf_opt tf_tree_opts[] = {TF_NESTED(place_opts, 0), DETACH("true"), TF_NESTED(start_opts, 0), {0}};
const struct tf_opt tf_tree_attached_opts[] = {TF_NESTED(place_opts, 0), DETACH("false"), TF_NESTED(start_opts, 0), {0}};
const struct tf_opt tf_tree_leaf_opts[] = {
    {"gradient", TF_CHOICE, AT(gradient), "sampled", 0, 0, "dense|leaf|sampled|none",
     "pairs that give the trees' gradient: all; those inside a leaf; those plus sampled keys from outside; none (a teacher or balance alone moves "
     "them, those of queries balance_queries)"},
    {"leaf_pairs", TF_CHOICE, AT(leaf_pairs), "keys", 0, 0, "keys|both",
     "with gradient: leaf or sampled: pairs inside a leaf teach the keys alone, or queries, too, as with gradient: dense; it only matters where "
     "queries also see keys outside their leaf (window, global_tokens, probes, path_means)"},
    {"samples", TF_INT, AT(samples), "128", 1, 1024, NULL, "with gradient: sampled, keys drawn for each leaf of queries"},
    {"sample_from", TF_CHOICE, AT(sample_from), "all", 0, 0, "sibling|all", "the nearest leaves that hold keys, or all"},
    {"clip", TF_REAL, AT(clip), "1", 0, 1e12, NULL, "bound of a key's weight in that gradient, e^(score - logsumexp of the leaf); 0: none"},
    {"empty", TF_CHOICE, AT(empty), "self", 0, 0, "self|zero|ancestor",
     "a query whose leaf holds no key, or none but those of global tokens, attends to itself, to nothing, or to the nearest "
     "ancestor's keys (with probes or path_means: always to nothing there)"},
    {0}};

const struct tf_opt tf_tree_teach_opts[] = {
    {"teach", TF_CHOICE, AT(teach), "none", 0, 0, "none|mass|kl",
     "trees learn from full attention; mass: the mass that leaves keep, less the price of their pairs; kl: the divergence of each row"},
    {"teach_weight", TF_REAL, AT(teach_weight), "1", 0, 1e6, NULL, "teach: weight of that loss, per sequence and tree"},
    {"teach_queries", TF_INT, AT(teach_queries), "64", 0, 1 << 24, NULL, "teach: queries drawn from each sequence; 0: all"},
    {"teach_keys", TF_INT, AT(teach_keys), "0", 0, 1 << 24, NULL,
     "teach: keys drawn from outside a query's leaf; only these and the leaf's own keys teach the query; 0: all keys"},
    {"teach_price", TF_REAL, AT(teach_price), "1", 0, 1e6, NULL, "teach: mass, price lambda of pairs; above 1 leaves become smaller"},
    {"teach_recall", TF_REAL, AT(teach_recall), "0", 0, 1, NULL,
     "teach: mass, share of full attention's probability that the leaves of a sequence should keep: below it their pairs cost nothing"},
    {"teach_beta", TF_REAL, AT(teach_beta), "1", 0.001, 1000, NULL, "teach: soft decisions are sigmoids of beta z"},
    {"output", TF_CHOICE, AT(output), "leaf", 0, 0, "leaf|full",
     "full: the layer computes full attention while its trees are taught (the teacher phase)"},
    {0}};

/* ---- trees of a layer ------------------------------------------------------------------------------------------------------ */
static struct tf_tree_shape tree_of(const struct tf_tree_options *o) {
    return o->branching.n ? tf_tree_kary(o->branching.n, o->branching.v) : tf_tree_binary(o->height);
}

int tf_tree_groups(const struct tf_tree_options *o, int H) { return o->scope == TF_SCOPE_LAYER ? 1 : H - tf_local_heads(o, H); }

static int trees_of(const struct tf_tree_options *o) { return o->trees ? o->trees : 1; } // a forest is TF-A's alone

/* "tree.qk", "tree.q" or "tree.k"; trees of a forest behind the first are "tree<i>.qk" and so on. */
static const char *tree_name(char out[32], const struct tf_tree_options *o, int tree, bool keys) {
    const char *side = o->shared ? "qk" : keys ? "k" : "q";
    if (tree) snprintf(out, 32, "tree%d.%s", tree, side);
    else snprintf(out, 32, "tree.%s", side);
    return out;
}

static int seen_channels(const struct tf_tree_options *o, const struct tf_shape *s) {
    return o->fold ? s->C : o->scope == TF_SCOPE_LAYER ? TF_QKV(s) : TF_HEAD_DIM(s);
}

static void level_name(char out[64], const char *tree, int level, const char *what) {
    snprintf(out, 64, "%s.level%d.%s", tree, level, what);
}

/* Rows of a level: its nodes (binary), or its nodes' children (k-ary). */
static int level_rows(const struct tf_tree_shape *s, int l) {
    return s->binary ? s->off[l + 1] - s->off[l] : (l + 1 < s->levels ? s->off[l + 2] : s->nodes) - s->off[l + 1];
}

/* "<name>.level<l>.weight" (groups * nodes, cols), ".bias" (.,1; no medians). */
static void declare(struct tf_decl *d, const struct tf_tree_options *o, const struct tf_tree_shape *s, const char *name, int groups,
                    int cols) {
    double std = o->tree_init > 0 ? o->tree_init : 1 / sqrt(cols);
    for (int l = 0; l < s->levels; l++) {
        char w[64], b[64];
        level_name(w, name, l, "weight");
        level_name(b, name, l, "bias");
        tf_declare(d, w, groups * level_rows(s, l), cols, TF_INIT_NORMAL, std, 0);
        if (!o->routing) tf_declare(d, b, groups * level_rows(s, l), 1, TF_INIT_ZERO, 0, TF_PAR_NO_DECAY);
    }
}

void tf_tree_declare(struct tf_decl *d, const struct tf_shape *shape, const struct tf_tree_options *o) {
    const struct tf_tree_shape s = tree_of(o);
    char name[32];
    for (int i = 0; i < trees_of(o); i++)
        for (int keys = 0; keys < (o->shared ? 1 : 2); keys++)
            declare(d, o, &s, tree_name(name, o, i, keys), tf_tree_groups(o, shape->H), seen_channels(o, shape));
}

static struct tf_mat *load(const struct tf_ctx *c, const struct tf_tree_shape *s, const char *name, int group, const char *what) {
    struct tf_row_slices part[TF_TREE_LEVELS];
    for (int l = 0; l < s->levels; l++) {
        char full[64];
        level_name(full, name, l, what);
        int rows = level_rows(s, l);
        part[l] = (struct tf_row_slices){tf_ctx_param(c, full), group * rows, rows};
        TF_BUG_IF(!part[l].m, "%s%s is not declared", c->prefix, full);
    }
    return tf_gather_rows(c->tape, s->levels, part);
}

static struct tf_tree *tree_load(const struct tf_ctx *c, const struct tf_tree_shape *s, const char *name, int group) {
    struct tf_tree *t = tf_arena_alloc(&c->tape->arena, sizeof *t);
    bool medians = ((const struct tf_tree_options *)c->opts)->routing != TF_ROUTING_THRESHOLD;
    *t = (struct tf_tree){*s, load(c, s, name, group, "weight"), medians ? NULL : load(c, s, name, group, "bias")};
    return t;
}

void tf_tree_load(const struct tf_ctx *c, int group, int i, struct tf_tree **q, struct tf_tree **k) {
    const struct tf_tree_options *o = c->opts;
    const struct tf_tree_shape s = tree_of(o);
    char name[32];
    *q = tree_load(c, &s, tree_name(name, o, i, false), group);
    *k = o->shared ? *q : tree_load(c, &s, tree_name(name, o, i, true), group);
}

static void weight_name(char out[64], const char *name, int level) { snprintf(out, 64, "%s.level%d", name, level); }

void tf_tree_declare_levels(struct tf_decl *d, const struct tf_shape *shape, const struct tf_tree_options *o, const char *name,
                            double init) {
    char full[64];
    for (int l = 0; l <= o->height; l++) {
        weight_name(full, name, l);
        tf_declare(d, full, tf_tree_groups(o, shape->H), 1, TF_INIT_CONST, init, TF_PAR_NO_DECAY);
    }
}

struct tf_mat *tf_tree_load_levels(const struct tf_ctx *c, int group, const char *name) {
    const int height = ((const struct tf_tree_options *)c->opts)->height;
    struct tf_row_slices part[TF_TREE_LEVELS + 1];
    char full[64];
    for (int l = 0; l <= height; l++) {
        weight_name(full, name, l);
        part[l] = (struct tf_row_slices){tf_ctx_param(c, full), group, 1};
    }
    return tf_gather_rows(c->tape, height + 1, part);
}

/* Sets the biases of a group's tree so that the rows of the n matrices spread evenly over its leaves; nothing where medians replace them. */
static void even(const struct tf_ctx *c, const struct tf_tree_shape *s, const char *name, int group, int n, struct tf_mat *const *x) {
    struct tf_tree *t = tree_load(c, s, name, group);
    if (!t->b) return;
    if (((const struct tf_tree_options *)c->opts)->bias_init == TF_BIAS_DATA) tf_tree_even_rest(t, n, x);
    else tf_tree_even(t, n, x);
    const tf_real *b = t->b->v;
    for (int l = 0; l < s->levels; l++) {
        char full[64];
        level_name(full, name, l, "bias");
        int rows = level_rows(s, l);
        memcpy(tf_ctx_param(c, full)->v + (ptrdiff_t)group * rows, b, sizeof *b * (size_t)rows);
        b += rows;
    }
}

struct tf_route *tf_tree_route_ctx(const struct tf_ctx *c, struct tf_mat *x, struct tf_mat *all, const struct tf_tree *tree, int head,
                                   const struct tf_route *keys) {
    const struct tf_tree_options *o = c->opts;
    struct tf_route_arg a = {.x = x,
                             .tree = tree,
                             .surrogate = (enum tf_surrogate)o->surrogate,
                             .beta = o->surrogate_beta,
                             .hard = o->reading == 1,
                             .detach = o->detach};
    a.median = o->routing != TF_ROUTING_THRESHOLD;
    if (o->routing == TF_ROUTING_MEDIAN && o->shared) a.cut = keys; // medians of one tree say nothing about another's scores
    if (o->balance > 0 && (!keys || o->balance_queries)) {
        a.balance = o->balance_form == TF_FORM_MOE ? TF_BALANCE_MOE : TF_BALANCE_NODE;
        a.weight = o->balance * c->aux_scale;
    }
    const struct tf_route *whole = NULL;
    if (all && tree->shape.binary) { // for c, and for medians
        struct tf_route_arg of_all = a;
        of_all.x = all;
        of_all.only_c = !a.median || a.cut;
        whole = tf_tree_route(c->tape, &of_all);
        if (a.median && !a.cut) a.of = whole;
    }
    if (a.cut && o->fold) a.of = keys; // the same vectors: ties at a cut fall as theirs do
    struct tf_route *r = tf_tree_route(c->tape, &a);
    if (whole) r->c = whole->c;
    if (c->on_leaves) c->on_leaves(c->on_leaves_arg, c->shape.layer, head, !keys, tree->shape.leaves, tf_route_counts(c->tape, r));
    return r;
}

struct tf_mat *tf_tree_sees(const struct tf_ctx *c, struct tf_mat *Y) {
    return ((const struct tf_tree_options *)c->opts)->route == TF_ROUTE_ROTATED ? tf_ctx_rotate(c, Y) : Y;
}

static struct tf_mat *projected(const struct tf_ctx *c, struct tf_mat *X, const char *name, bool learns) {
    const bool grad = c->tape->grad;
    c->tape->grad = grad && learns;
    struct tf_mat *Y = tf_ctx_project_unrotated(c, X, name);
    c->tape->grad = grad;
    return Y;
}

struct tf_mat *tf_tree_keys(const struct tf_ctx *c, struct tf_mat *X) {
    return projected(c, X, "key", !(c->cls_query_only && ((const struct tf_tree_options *)c->opts)->detach));
}

struct tf_mat *tf_tree_all_queries(const struct tf_ctx *c, struct tf_mat *X, bool binary) {
    const struct tf_tree_options *o = c->opts;
    bool own_medians = o->routing == TF_ROUTING_MEDIAN_EACH || (o->routing == TF_ROUTING_MEDIAN && !o->shared), grad = c->tape->grad;
    if (!c->cls_query_only || !(own_medians || (binary && grad))) return NULL;
    return o->fold ? X : tf_tree_sees(c, projected(c, X, "query", false));
}

void tf_tree_init_balanced(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_tree_options *o = c->opts;
    const struct tf_tree_shape s = tree_of(o);
    const int groups = tf_tree_groups(o, c->shape.H), width = seen_channels(o, &c->shape);
    struct tf_mat *Q = o->fold ? X : tf_tree_sees(c, tf_ctx_project_unrotated(c, X, "query")),
                  *K = o->fold ? X : tf_tree_sees(c, tf_ctx_project_unrotated(c, X, "key"));
    for (int g = 0; g < groups; g++) {
        const int c0 = o->fold ? 0 : g * width;
        struct tf_mat *x[2] = {tf_view(c->tape, Q, 0, Q->rows, c0, width), tf_view(c->tape, K, 0, K->rows, c0, width)};
        for (int i = 0; i < trees_of(o); i++) {
            char name[32];
            // at the start of a training keys count: their spread bounds the work
            const bool both = o->shared && !o->fold && o->bias_init == TF_BIAS_ZERO;
            even(c, &s, tree_name(name, o, i, false), g, both ? 2 : 1, x + (o->shared && !both));
            if (!o->shared) even(c, &s, tree_name(name, o, i, true), g, 1, x + 1);
        }
    }
}

bool tf_tree_needs_all_queries(const void *opts) {
    const struct tf_tree_options *o = opts;
    return (o->balance_queries && o->balance > 0) || o->teach;
}
bool tf_tree_starts_balanced(const void *opts) { return ((const struct tf_tree_options *)opts)->bias_init != TF_BIAS_ZERO; }

/* Do pairs inside a leaf teach its queries' trees, too? Where queries see nothing else, what they would learn sums to 0. */
static bool leaf_teaches_queries(const struct tf_tree_options *o) { return o->leaf_pairs == TF_LEAF_PAIRS_BOTH && !tf_beside_nothing(o); }

/* Do the trees of queries, or of keys, have a gradient from anywhere? */
static bool moves(const struct tf_tree_options *o, bool keys) {
    if (o->teach || (o->balance > 0 && (keys || o->balance_queries))) return true;
    if (o->output == TF_OUTPUT_FULL || o->gradient == TF_GRADIENT_NONE) return false;
    return keys || o->gradient != TF_GATE_LEAF || leaf_teaches_queries(o);
}

unsigned tf_tree_teaching(const void *opts) {
    const struct tf_tree_options *o = opts;
    return (o->teach ? TF_TEACH_TAUGHT : 0U) | (o->output == TF_OUTPUT_FULL ? TF_TEACH_OUTPUT : 0U) |
           (o->balance > 0 ? TF_TEACH_BALANCED : 0U) | (!moves(o, true) ? TF_TEACH_STILL : 0U) |
           (!o->shared && !moves(o, false) ? TF_TEACH_QUERIES_STILL : 0U);
}

/* Soft decisions and their products along the paths, of queries and of keys, with their gradients. */
double tf_tree_taught_bytes(const void *opts, int T, int H) {
    const struct tf_tree_options *o = opts;
    const struct tf_tree_shape s = tree_of(o);
    return o->teach ? 2.0 * sizeof(tf_real) * T * (2.0 * s.rows + s.nodes + s.leaves) * tf_tree_groups(o, H) * trees_of(o) : 0;
}

int tf_tree_check(const void *opts, const struct tf_shape *s, struct tf_err *e) {
    const struct tf_tree_options *o = opts;
    if (o->teach && o->routing)
        return tf_fail(e, TF_BAD, "teach: trees that split at medians have no thresholds to learn; use routing: threshold");
    if (tf_beside_check(o, 1 << o->height, s, e)) return -1;
    return o->routing && o->bias_init ? tf_fail(e, TF_BAD, "bias_init: data sets biases, and routing by medians has none") : 0;
}

/* ---- attention inside leaves ----------------------------------------------------------------------------------------------- */
void tf_leaf_params(struct tf_decl *d, const struct tf_shape *shape, const void *opts) {
    tf_declare_qkvo(d, shape);
    tf_tree_declare(d, shape, opts);
}

struct leaf_layer { /* one layer's forward pass; a group is one head, or all heads of a layer-wide tree */
    const struct tf_ctx *c;
    const struct tf_tree_options *o;
    bool folded;                        /* as in tf_one_query: Q (n_seq H,C), K and V are the layer's input */
    struct tf_mat *Q, *K, *V;           /* what attends */
    struct tf_mat *see_q, *see_k, *all; /* what the trees see; all: tf_tree_all_queries */
    struct tf_tree **q, **k;            /* [group * trees + tree] */
    int groups, heads, width;           /* heads of a group; channels that its trees see */
    bool teach;
};

/* The group's trees learn from the full attention of its heads. */
static void teach(const struct leaf_layer *L, int seq, int group, int at, const struct tf_gate_head *g, const struct tf_route *q_route,
                  const struct tf_route *k_route) {
    const struct tf_ctx *c = L->c;
    const struct tf_tree_options *o = L->o;
    const int width = L->width, c0 = group * width;
    struct tf_mat **q = tf_arena_alloc(&c->tape->arena, sizeof *q * (size_t)L->heads),
                  **k = tf_arena_alloc(&c->tape->arena, sizeof *k * (size_t)L->heads);
    double *slope = tf_arena_alloc(&c->tape->arena, sizeof *slope * (size_t)L->heads);
    for (int j = 0; j < L->heads; j++) q[j] = g[j].q, k[j] = g[j].k, slope[j] = g[j].arg.slope;
    const bool grad = c->tape->grad;
    c->tape->grad = true;
    tf_tree_teach(c->tape, &(struct tf_teach){.kind = (enum tf_teach_kind)o->teach,
                                              .q_tree = L->q[at],
                                              .k_tree = L->k[at],
                                              .see_q = tf_ctx_rows(c, seq, L->see_q, c0, width),
                                              .see_k = tf_ctx_rows(c, seq, L->see_k, c0, width),
                                              .n_heads = L->heads,
                                              .q = q,
                                              .k = k,
                                              .slope = slope,
                                              .scale = g[0].arg.scale,
                                              .weight = o->teach_weight * c->aux_scale,
                                              .price = o->teach_price,
                                              .recall = o->teach_recall,
                                              .beta = o->teach_beta,
                                              .guard = 0.02,
                                              .rows = o->teach_queries,
                                              .keys = o->teach_keys,
                                              .q_route = q_route,
                                              .k_route = k_route,
                                              .example = c->pack->id[seq],
                                              .site = (uint32_t)c->shape.layer << 16 | (uint32_t)(group * L->heads) << 4});
    c->tape->grad = grad;
}

/* What head `head` of the sequence attends with; the output is still to come. */
static struct tf_head head_of(const struct leaf_layer *L, int seq, int head, struct tf_gate_head *g) {
    const struct tf_ctx *c = L->c;
    struct tf_head h = tf_head_at(c, seq, head);
    *g = (struct tf_gate_head){.arg = tf_head_attend_arg(&h)};
    if (L->folded) {
        g->q = tf_view(c->tape, L->Q, seq * c->shape.H + head, 1, 0, L->Q->cols);
        g->k = tf_ctx_rows(c, seq, L->K, 0, L->K->cols);
        g->v = L->V == L->K ? g->k : tf_ctx_rows(c, seq, L->V, 0, L->V->cols);
        return h;
    }
    g->q = tf_head_queries(&h, L->Q), g->k = tf_head_slice(&h, L->K), g->v = tf_head_slice(&h, L->V);
    if (trees_of(L->o) == 1 && !L->teach) g->arg.out = g->q; // in evaluation outputs take the queries' place
    return h;
}

/* Tree `i` of one group and sequence: routes, attention of the group's heads into out[head of the group], gate. */
static void leaf_tree(const struct leaf_layer *L, int seq, int group, int i, struct tf_mat **out) {
    const struct tf_ctx *c = L->c;
    const struct tf_tree_options *o = L->o;
    struct tf_tape *t = c->tape;
    int head0 = group * L->heads, at = group * trees_of(o) + i, width = L->width, c0 = group * width;
    struct tf_route *k = tf_tree_route_ctx(c, tf_ctx_rows(c, seq, L->see_k, c0, width), NULL, L->k[at], head0, NULL);
    struct tf_route *q = tf_tree_route_ctx(c, tf_ctx_query_rows(c, seq, L->see_q, c0, width),
                                           L->all ? tf_ctx_rows(c, seq, L->all, c0, width) : NULL, L->q[at], head0, k);
    const bool full = o->output == TF_OUTPUT_FULL;
    struct tf_beside seen, whole = {.n = 1};
    if (!full || c->on_recall) tf_beside_plan(c, seq, q, k, &seen);
    struct tf_gate_head *g = tf_arena_alloc(&t->arena, sizeof *g * (size_t)L->heads);
    for (int j = 0; j < L->heads; j++) {
        struct tf_head h = head_of(L, seq, head0 + j, &g[j]);
        if (c->on_recall) tf_beside_recall(c, head0 + j, &seen, &g[j]);
        if (full) whole.plan[0] = tf_head_index(&h);
        if (i) g[j].arg.key = tf_pair_hash(g[j].arg.key, (uint32_t)i, 0);
        out[j] = tf_beside_attend(c, full ? &whole : &seen, &g[j]);
    }
    if (L->teach) teach(L, seq, group, at, g, q, k);
    if (full || o->gradient == TF_GRADIENT_NONE) {
        tf_tree_balance(t, k), tf_tree_balance(t, q);
        return;
    }
    tf_tree_gate(t, &(struct tf_gate){.q = seen.q,
                                      .k = seen.k,
                                      .n_heads = L->heads,
                                      .heads = g,
                                      .mode = (enum tf_gate_mode)o->gradient,
                                      .from = (enum tf_gate_from)o->sample_from,
                                      .samples = o->samples,
                                      .beside = leaf_teaches_queries(o),
                                      .near = tf_beside_reach(o) + 1,
                                      .causal = c->shape.causal,
                                      .clip = o->clip,
                                      .example = c->pack->id[seq],
                                      .site = (uint32_t)c->shape.layer << 16 | (uint32_t)head0 << 4 | (uint32_t)i});
}

/* Heads from `first` on, which have no trees; out[head]. */
static void local_heads(const struct leaf_layer *L, int seq, int first, struct tf_mat **out) {
    for (int head = first; head < L->c->shape.H; head++) {
        struct tf_gate_head g;
        struct tf_beside seen, whole = {.n = 1};
        struct tf_head h = head_of(L, seq, head, &g);
        const bool full = L->o->output == TF_OUTPUT_FULL;
        if (full) whole.plan[0] = tf_head_index(&h);
        tf_beside_plan(L->c, seq, NULL, NULL, &seen);
        if (L->c->on_recall) tf_beside_recall(L->c, head, &seen, &g);
        out[head] = tf_beside_attend(L->c, full ? &whole : &seen, &g);
    }
}

/* Whether the one query attends to the layer's input: where nothing else needs queries and keys of single heads. */
static bool folds(const struct leaf_layer *L) {
    const struct tf_ctx *c = L->c;
    const struct tf_tree_options *o = L->o;
    const bool alone = tf_beside_nothing(o) && o->local_heads == 0;
    return c->cls_query_only && !tf_shape_places(&c->shape) && alone && !L->teach && !c->on_recall && o->output != TF_OUTPUT_FULL;
}

/* What attends, and what the trees see. With one query the trees alone see projected keys. */
static void set_rows(struct leaf_layer *L, struct tf_mat *X, bool binary) {
    const struct tf_ctx *c = L->c;
    struct tf_mat *Q = tf_ctx_project_unrotated(c, tf_ctx_queries(c, X), "query"), *K;
    L->all = tf_tree_all_queries(c, X, binary);
    L->folded = folds(L);
    if (L->folded) {
        L->see_q = Q, L->see_k = tf_tree_keys(c, X);
        L->Q = tf_fold_queries(c, Q), L->K = X, L->V = tf_fold_values(c, X, L->o->empty == TF_EMPTY_ZERO);
        return;
    }
    K = tf_ctx_project_unrotated(c, X, "key"), L->V = tf_ctx_project(c, X, "value");
    L->Q = tf_ctx_rotate(c, Q), L->K = tf_ctx_rotate(c, K);
    L->see_q = L->o->route == TF_ROUTE_ROTATED ? L->Q : Q, L->see_k = L->o->route == TF_ROUTE_ROTATED ? L->K : K;
}

struct tf_mat *tf_leaf_forward(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_tree_options *o = c->opts;
    const struct tf_tree_shape s = tree_of(o);
    struct tf_tape *t = c->tape;
    int H = c->shape.H, S = c->pack->n_seq, trees = trees_of(o);
    bool layer = o->scope == TF_SCOPE_LAYER;
    const int local = tf_local_heads(o, H);
    struct leaf_layer L = {.c = c, .o = o, .groups = tf_tree_groups(o, H), .heads = layer ? H - local : 1, .teach = o->teach && c->grads};
    L.width = seen_channels(o, &c->shape);
    set_rows(&L, X, s.binary);
    const bool grad = t->grad;
    const struct tf_tape_mark here = tf_tape_here(t);
    t->grad |= L.teach; // for the trees alone, where the tape does not record
    size_t n = (size_t)(L.groups * trees);
    L.q = tf_arena_alloc(&t->arena, sizeof *L.q * n), L.k = tf_arena_alloc(&t->arena, sizeof *L.k * n);
    for (int i = 0; i < (int)n; i++) tf_tree_load(c, i / trees, i % trees, L.q + i, L.k + i);
    t->grad = grad;
    struct tf_mat **part = tf_arena_alloc(&t->arena, sizeof *part * (size_t)(S * H));
    struct tf_mat **more = tf_arena_alloc(&t->arena, sizeof *more * (size_t)H);
    for (int seq = 0; seq < S; seq++) {
        for (int group = 0; group < L.groups; group++) {
            struct tf_mat **out = part + seq * H + group * L.heads;
            leaf_tree(&L, seq, group, 0, out);
            for (int i = 1; i < trees; i++) {
                leaf_tree(&L, seq, group, i, more);
                for (int j = 0; j < L.heads; j++) out[j] = tf_add(t, out[j], more[j]);
            }
            for (int j = 0; trees > 1 && j < L.heads; j++) out[j] = tf_scale(t, out[j], (tf_real)1 / (tf_real)trees);
        }
        local_heads(&L, seq, H - local, part + seq * H);
        double T = c->pack->off[seq + 1] - c->pack->off[seq];
        t->pairs_full += H * T * T;
    }
    if (L.teach && !grad) tf_tape_backward_to(t, here);
    return L.folded ? tf_unfold_output(c, part) : tf_ctx_project(c, tf_join_heads(c, part), "output");
}

static bool attends_to_all(const struct tf_tree_options *o) { return o->output == TF_OUTPUT_FULL; }

/* Pairs of T^2: as measured, or of even leaves. */
static double occupancy(const struct tf_tree_options *o, const struct tf_tree_shape *s, const struct tf_cost *cost) {
    const double local = (double)tf_local_heads(o, cost->H) / cost->H, T = cost->T;
    if (cost->f >= 0) return cost->f;
    if (attends_to_all(o)) return (trees_of(o) * (1 - local) + local) * (cost->causal ? (T + 1) / (2 * T) : 1);
    return tf_beside_share(o, cost->T, cost->H, fmin(1, (double)(o->probes > 1 ? o->probes : 1) / s->leaves), cost->causal);
}

/* Scores of one tree for T queries and T keys of `cols` channels, or for one of both; further leaves need all scores of a query. */
static double routing(const struct tf_tree_options *o, const struct tf_tree_shape *s, double T, double cols, int sides) {
    return T * (sides * tf_tree_path_rows(s) + (o->probes > 1 && !attends_to_all(o) ? s->rows : 0)) * (2 * cols + 1);
}

double tf_leaf_flops_layer(const void *opts, const struct tf_cost *cost) {
    const struct tf_tree_options *o = opts;
    const struct tf_tree_shape s = tree_of(o);
    double T = cost->T, D = (double)TF_QKV(cost) / cost->H, cols = o->scope == TF_SCOPE_LAYER ? TF_QKV(cost) : D;
    double heads = cost->H - tf_local_heads(o, cost->H);
    double route = tf_tree_groups(o, cost->H) * trees_of(o) * routing(o, &s, T, cols, 2);
    double means = o->path_means && !attends_to_all(o) ? heads * trees_of(o) * tf_tree_means_flops(cost->T, o->height, D) : 0;
    return tf_flops_qkvo(cost) + route + means + occupancy(o, &s, cost) * cost->H * tf_flops_paper_core(T, T, D);
}

double tf_leaf_flops_paper(const void *opts, const struct tf_cost *cost) {
    const struct tf_tree_options *o = opts;
    const struct tf_tree_shape s = tree_of(o);
    const double n = cost->T, e = (double)TF_QKV(cost) / cost->H, routed = 1 - (double)tf_local_heads(o, cost->H) / cost->H;
    const double trees = trees_of(o) * (o->scope == TF_SCOPE_LAYER ? 1 : routed); // a layer's tree sees the channels of all heads
    const double means = o->path_means && !attends_to_all(o) ? tf_tree_means_flops(cost->T, o->height, e) : 0;
    return 3 * tf_flops_paper_dense(n, e) + trees * routing(o, &s, n, e, 1) + trees_of(o) * routed * means +
           occupancy(o, &s, cost) * tf_flops_paper_core(n, n, e);
}

const struct tf_changed_default tf_leaf_changed[] = {
    {"samples", "16", "leaf|dense"}, {"sample_from", "sibling", "leaf|dense"}, {"clip", "1e4", "leaf"}, {"detach", "false", ""}, {0}};
