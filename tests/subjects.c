/* The mechanisms with the settings that every contract is checked for. */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "parts.h"

/* Settings worth testing beside the defaults: {mechanism, option, value, option, value}. Small heights suit short sequences. */
static const char *const variants[][9] = {
    {"linformer", "rank", "5", "shared", "true"},
    {"nystromformer", "landmarks", "4", "conv", "5"},
    {"nystromformer", "landmarks", "3", "conv", "0"},
    {"nystromformer", "landmarks", "7", "steps", "2", "conv", "45"},
    {"synthesizer", "mode", "dense"},
    {"synthesizer", "dot", "true", "rank", "5"},
    {"synthesizer", "mode", "dense", "dot", "true"},
    {"segtree", "split", "pow2"},
    {"segtree", "positions", "relative"},
    {"segtree", "split", "pow2", "positions", "relative"},
    {"bp", "k", "1"},
    {"bp", "k", "3"},
    {"bp", "k", "2", "positions", "relative"},
    {"bp", "k", "1", "positions", "relative", "clip", "2"},
    {"luna", "p", "3", "tied", "true"},
    {"bigbird", "block", "3", "random_blocks", "1"},
    {"bigbird", "block", "2", "global_blocks", "1", "random_limit", "20", "window_blocks", "1"},
    {"bigbird", "block", "4", "global_blocks", "0", "global_tokens", "3"},
    {"longformer", "window", "6"},
    {"longformer", "window", "4", "dilation", "3", "dilated_heads", "1", "global_tokens", "2"},
    {"longformer", "window", "4", "global_tokens", "3", "global_projections", "true"},
    {"longformer", "window", "5", "global_tokens", "0"},
    {"local", "block", "4"},
    {"local", "block", "4", "neighbours", "2"},
    {"local", "block", "5", "layout", "published"},
    {"sinkhorn", "block", "5"},
    {"sinkhorn", "block", "4", "sort", "softmax", "temperature", "2"},
    {"sinkhorn", "block", "1", "iterations", "1"},
    {"sinkhorn", "block", "3", "iterations", "2", "temperature", "0.3"},
    {"sparse", "stride", "6", "summary", "2"},
    {"sparse", "stride", "6", "summary", "2", "first", "true", "direction", "causal"},
    {"sparse", "stride", "5", "pattern", "strided"},
    {"sparse", "stride", "5", "pattern", "strided", "global_tokens", "2", "direction", "causal"},
    {"sparse", "stride", "4", "pattern", "strided", "heads", "split"},
    {"sparse", "stride", "4", "summary", "1", "heads", "split", "global_tokens", "1"},
    {"blockbert", "blocks", "3"},
    {"blockbert", "blocks", "4", "identity_heads", "1"},
    {"tf-a", "height", "2", "gradient", "dense"},
    {"tf-a", "height", "3", "detach", "false"},
    {"tf-a", "height", "2", "trees", "2"},
    {"tf-a", "height", "2", "scope", "layer"},
    {"tf-a", "height", "3", "shared", "false"},
    {"tf-a", "height", "3", "empty", "ancestor"},
    {"tf-a", "height", "2", "routing", "median"},
    {"tf-a", "height", "3", "routing", "median-each", "trees", "2"},
    {"tf-a", "height", "3", "routing", "median-each", "probes", "2"},
    {"tf-a", "height", "2", "routing", "median", "scope", "layer", "balance_queries", "true"},
    {"tf-a", "height", "2", "routing", "median", "shared", "false"},
    {"tf-a", "height", "6", "routing", "median-each"},
    {"tf-a", "height", "3", "trees", "4", "bias_init", "data"},
    {"tf-a", "height", "2", "teach", "mass"},
    {"tf-a", "height", "3", "teach", "kl", "output", "full"},
    {"tf-a", "height", "3", "teach", "kl", "teach_keys", "4", "teach_queries", "9"},
    {"tf-a", "height", "2", "teach", "kl", "gradient", "none", "scope", "layer"},
    {"tf-a", "height", "2", "window", "5", "gradient", "none", "balance", "0.5"},
    {"tf-a", "height", "3", "window", "4", "gradient", "dense", "empty", "ancestor"},
    {"tf-a", "height", "2", "global_tokens", "2", "gradient", "leaf"},
    {"tf-a", "height", "3", "window", "3", "global_tokens", "1", "gradient", "none"},
    {"tf-a", "height", "3", "probes", "3", "gradient", "none", "trees", "2"},
    {"tf-a", "height", "2", "probes", "2", "window", "4", "routing", "median"},
    {"tf-a", "height", "2", "window", "6", "local_heads", "0.5"},
    {"tf-a", "height", "2", "window", "6", "local_heads", "0.5", "scope", "layer"},
    {"tf-a", "height", "3", "path_means", "true", "gradient", "none"},
    {"tf-a", "height", "2", "path_means", "true", "global_tokens", "1"},
    {"tf-a", "height", "3", "probes", "3", "output", "full", "balance", "0.5"},
    {"kary-tf-a", "branching", "3,2", "window", "5", "gradient", "none"},
    {"kary-tf-a", "branching", "3,2", "probes", "2", "gradient", "dense"},
    {"kary-tf-a", "branching", "3,2", "teach", "kl", "output", "full"},
    {"kary-tf-a", "branching", "4", "teach", "mass", "scope", "layer"},
    {"kary-tf-a", "branching", "3,2", "teach", "mass", "teach_keys", "5"},
    {"tc-a", "height", "3", "routing", "median"},
    {"tc-a", "height", "2", "routing", "median-each", "fold", "true"},
    {"tc-a", "height", "6", "routing", "median", "shared", "false"},
    {"tc-a", "height", "3", "key_dropout", "0.4"},
    {"tc-a", "height", "3", "fold", "true"},
    {"tc-a", "height", "2", "fold", "true", "routing", "median"},
    {"tc-a", "height", "3", "fold", "true", "shared", "false"},
    {"tc-a", "height", "2", "scope", "layer"},
    {"tc-a", "height", "3", "shared", "false"},
    {"kary-tf-a", "branching", "3,2", "gradient", "dense"},
    {"kary-tf-a", "branching", "4", "reading", "hard"},
    {"reformer", "chunk", "4"},
    {"reformer", "chunk", "5", "rounds", "3", "buckets", "6"},
    {"reformer", "rounds", "1", "buckets", "140", "seed", "1"},
    {"reformer", "rounds", "1", "buckets", "4", "published", "true"},
    {"routing", "clusters", "3"},
    {"routing", "clusters", "7", "decay", "0.9"},
    {"performer", "kernel", "relu", "features", "20"},
    {"performer", "features", "37"},
    {"performer", "kernel", "relu", "features", "0"},
    {"agglomerative", "classes", "4"},
    {"lstm", "forget_bias", "-1.5"},
    {"etc", "globals", "3", "radius", "4", "clip", "2"},
    {"etc", "globals", "5", "radius", "0", "clip", "0", "hard", "true"},
    {"s4d", "states", "4", "bidirectional", "false"},
    {"s4d", "states", "6", "start", "inv", "dt_min", "0.01"},
    {"compressive", "memory", "5", "compressed", "4", "compress", "conv"},
    {"adaptive-span", "span", "8", "ramp", "3", "start", "0.37", "span_cost", "0.01"},
};

/* Mechanism i once more, with of->qkv channels in all heads and without bias: the defaults, and what its layers do otherwise. */
static void add_narrow(struct subject *s, int *n, int i, const struct tf_shape *of) {
    static const char *const also[][9] = {{"tf-a", "height", "2", "scope", "layer"},
                                          {"tc-a", "height", "3", "fold", "true"},
                                          {"tc-a", "height", "2", "scope", "layer"},
                                          {"synthesizer", "mode", "dense", "dot", "true"},
                                          {"bigbird", "block", "3", "random_blocks", "1"},
                                          {"linformer", "rank", "5", "shared", "true"},
                                          {"routing", "clusters", "3"},
                                          {"sinkhorn", "block", "5"},
                                          {"longformer", "window", "4", "global_tokens", "3", "global_projections", "true"}};
    const int first = *n;
    s[(*n)++] = make_subject(tf_attns[i]->name, NULL);
    for (size_t v = 0; v < TF_COUNT(also); v++)
        if (!strcmp(also[v][0], tf_attns[i]->name)) s[(*n)++] = make_subject(also[v][0], &also[v][1]);
    for (int k = first; k < *n; k++) {
        struct tf_shape shape = *of;
        shape.no_bias = true;
        struct tf_err e = {0};
        s[k].no_bias = true;
        if (!s[k].attn->check || !s[k].attn->check(s[k].opts, &shape, &e)) s[k].qkv = of->qkv;
        snprintf(s[k].name + strlen(s[k].name), sizeof s[k].name - strlen(s[k].name), " qkv %d", s[k].qkv);
    }
}

/* Does it rank equal tokens? Of two levels: among many nodes, rounding says on which side of a median a token is that equals it. */
static bool ranks(const char *const *variant) {
    bool medians = false, low = false;
    for (int k = 1; variant[k]; k += 2) {
        medians |= !strcmp(variant[k], "routing");
        low |= !strcmp(variant[k], "height") && !strcmp(variant[k + 1], "2");
    }
    return !strcmp(variant[0], "routing") || (!strcmp(variant[0], "tf-a") && medians && low);
}

/* Mechanism i with rotary positions; trees and hashes that see what is turned, and what is not. */
static void add_rotary(struct subject *s, int *n, int i) {
    const bool routes = tf_opt_find(tf_attns[i]->opts, "route") != NULL;
    const int first = *n;
    const bool means = !strcmp(tf_attns[i]->name, "tc-a"); // its trees must see what is rotated, for nothing else does
    for (int k = 0; routes && k < 2 - means; k++)
        s[(*n)++] = make_subject(tf_attns[i]->name, (const char *const[8]){"route", k ? "unrotated" : "rotated"});
    for (size_t v = 0; v < TF_COUNT(variants); v++)
        if (!strcmp(variants[v][0], tf_attns[i]->name) && (!strcmp(variants[v][0], "linformer") || !strcmp(variants[v][0], "performer") ||
                                                           !strcmp(variants[v][0], "sinkhorn") || ranks(variants[v])))
            s[(*n)++] = make_subject(variants[v][0], &variants[v][1]); // what is turned elsewhere than after the projection, and what ranks
    if (!routes) s[(*n)++] = make_subject(tf_attns[i]->name, NULL);
    for (int k = first; k < *n; k++) {
        s[k].position = TF_POS_ROTARY;
        snprintf(s[k].name + strlen(s[k].name), sizeof s[k].name - strlen(s[k].name), " rotary");
    }
}

static void add_alibi(struct subject *s, int *n, int i) {
    struct subject *x = &s[(*n)++];
    *x = make_subject(tf_attns[i]->name, NULL);
    x->position = TF_POS_ALIBI;
    snprintf(x->name + strlen(x->name), sizeof x->name - strlen(x->name), " alibi");
}

enum { SUBJECTS_MAX = 16384 };

/* Combinations that nobody thought of: TF_DRAWN of them per mechanism, the same ones every time. */
static void add_drawn(struct subject *s, int *n, int i, const struct tf_shape *of) {
    const char *many = getenv("TF_DRAWN");
    const int draws = !tf_attns[i]->opts ? 0 : many ? atoi(many) : 2;
    TF_BUG_IF(*n + draws > SUBJECTS_MAX, "TF_DRAWN=%s is more than there is room for", many);
    for (int k = 0; k < draws; k++)
        s[(*n)++] = draw_subject(tf_attns[i], (uint32_t)k, &(struct tf_shape){.C = of->C, .H = of->H, .max_len = of->max_len});
}

struct subject *all_subjects(int *n, const struct tf_shape *of) {
    struct subject *s = tf_calloc(sizeof *s * SUBJECTS_MAX);
    *n = 0;
    for (int i = 0; tf_attns[i]; i++) {
        if (!only_has(tf_attns[i]->name)) continue;
        s[(*n)++] = make_subject(tf_attns[i]->name, NULL);
        for (size_t v = 0; v < TF_COUNT(variants); v++)
            if (!strcmp(variants[v][0], tf_attns[i]->name)) s[(*n)++] = make_subject(variants[v][0], &variants[v][1]);
        add_narrow(s, n, i, of);
        if (tf_attns[i]->flags & TF_ATTN_ROTARY) add_rotary(s, n, i);
        if (tf_attns[i]->flags & TF_ATTN_ALIBI) add_alibi(s, n, i);
        add_drawn(s, n, i, of);
    }
    return s;
}
