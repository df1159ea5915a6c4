/* The papers' accounting of mechanisms that no published table has: counted by hand for 8 tokens and two heads of 4 channels.
 * P = 36 per row that is projected (2 e e + e), 21 per pair (4 e + 5). */
#include "parts.h"

enum { P = 36, PAIR = 21 };

static const struct {
    const char *name, *v[8];
    bool causal;
    double f, flops;
} c[] = {
    {"transformer", {0}, false, -1, 24 * P + 64 * PAIR},
    {"transformer", {0}, true, -1, 24 * P + 36 * PAIR},
    // keys i - 2..i + 2: 3, 4, 5, 5, 5, 5, 4, 3
    {"longformer", {"window", "4", "global_tokens", "0"}, false, -1, 24 * P + 34 * PAIR},
    // and token 0, which sees all 8: 8, 4, 5, 6, 6, 6, 5, 4
    {"longformer", {"window", "4", "global_tokens", "1"}, false, -1, 24 * P + 44 * PAIR},
    {"longformer", {"window", "4", "global_tokens", "1", "global_projections", "true"}, false, -1, 48 * P + 44 * PAIR},
    // i - 2, i - 1, i, token 0: 1, 2, 3, 4, 4, 4, 4, 4
    {"longformer", {"window", "4", "global_tokens", "1"}, true, -1, 24 * P + 26 * PAIR},
    // blocks beyond the end are no keys: 8 for each query; the rest is fitted
    {"bigbird", {0}, false, -1, 24 * P + 64 * PAIR + 10 * 8 * 4},
    // two more rows are projected; each of them sees ten keys, the eight tokens see both and all blocks
    {"bigbird", {"global_tokens", "2"}, false, -1, 30 * P + (8 * 10 + 2 * 10) * PAIR + 10 * 8 * 4},
    // 2 mixtures of keys and of values, made of 8 rows
    {"linformer", {"rank", "2"}, false, -1, (8 + 2 + 2) * P + 4 * 8 * 2 * 4 + 16 * PAIR},
    // P asks X, then X asks the 4 rows that come of it: queries, keys and values of 12 rows
    {"luna", {"p", "4"}, false, -1, 36 * P + 2 * 32 * PAIR},
    {"luna", {"p", "4", "tied", "true"}, false, -1, 24 * P + 2 * 32 * PAIR},
    // the mask of span 0.25 * 8 and ramp 2 keeps the 3 tokens before: 0, 1, 2, 3, 3, 3, 3, 3; their positions are one more product
    {"adaptive-span", {"span", "8", "ramp", "2", "start", "0.25"}, true, -1, 24 * P + 18 * (PAIR + 8)},
    {"adaptive-span", {"span", "8", "ramp", "2", "start", "0.25"}, true, 0.25, 24 * P + 16 * (PAIR + 8)},
    // 8 queries and 8 keys against two centroids, then two clusters of 4 x 4
    {"routing", {"clusters", "2"}, false, -1, 24 * P + 16 * 2 * 8 + 32 * PAIR},
    {"routing", {"clusters", "2"}, false, 0.25, 24 * P + 16 * 2 * 8 + 32 * PAIR}, // always: its clusters have equal sizes
    // queries are keys, so that only they are compared with centroids
    {"routing", {"clusters", "2"}, true, 0.25, 16 * P + 8 * 2 * 8 + 16 * PAIR},
    // as many features as channels: sums over keys and their use, 2 e per row and feature each; the rest is fitted
    {"performer", {"kernel", "relu", "features", "0"}, false, -1, 24 * P + 8 * (4 * 4 * 4 + 8 * 4 + 5.75 * 4)},
    // two levels of queries in one of two heads; a layer's tree sees the channels of both
    {"tf-a", {"height", "2", "window", "8", "local_heads", "0.5"}, false, 0.25, 24 * P + 8 * 2 * 9 / 2. + 16 * PAIR},
    {"tf-a", {"height", "2", "window", "8", "local_heads", "0.5", "scope", "layer"}, false, 0.25, 24 * P + 8 * 2 * 9 + 16 * PAIR},
    // the best two leaves: two levels and all three scores of the tree per query; two leaves of four
    {"tf-a", {"height", "2", "probes", "2"}, false, 0.25, 24 * P + 8 * (2 + 3) * 9 + 16 * PAIR},
    {"tf-a", {"height", "2", "probes", "2"}, false, -1, 24 * P + 8 * (2 + 3) * 9 + 32 * PAIR},
    // two global tokens with 8 keys each; the six others see both and a quarter of each other
    {"tf-a", {"height", "2", "global_tokens", "2"}, false, -1, 24 * P + 8 * 2 * 9 + (28 + 9) * PAIR},
    // the means of two nodes beside each path are pairs; to make them, 8 rows, 6 nodes into their parents and 7 quotients, of keys and of values
    {"tf-a", {"height", "2", "path_means", "true"}, false, -1, 24 * P + 8 * 2 * 9 + (16 + 8 * 2) * PAIR + 2 * 4 * (8 + 6 + 7)},
    {"kary-tf-a", {"branching", "4", "probes", "2"}, false, -1, 24 * P + 8 * (4 + 4) * 9 + 32 * PAIR},
    // 8 tokens ask 8 + 8 + 1 rows (tokens, embeddings, the relay); the relay asks 9; 8 tokens with 5 keys each
    {"star", {0}, false, -1, (8 + 2 * 17 + 1 + 2 * 9) * P + (8 * 5 + 9) * PAIR},
    // two complex states of 11 operations, and 2 more, per channel and token; two gates
    {"s4d", {"states", "4", "bidirectional", "false"}, false, -1, 8 * 4 * (2 * 11 + 2) + 16 * P},
    {"s4d", {"states", "4"}, false, -1, 8 * 4 * (4 * 11 + 2) + 16 * P},
    {"s4d", {"states", "4"}, true, -1, 8 * 4 * (2 * 11 + 2) + 16 * P},
    // a class per head: the shares of 8 rows twice, as pairs are counted (2 e + 1 and 5); then sums, quotients and their weights
    {"agglomerative", {0}, false, -1, 8 * P + 2 * 8 * (8 + 6) + 8 * (3 * 4 + 1)},
    // four gates of the token, and of the state, 2 e e each; two directions share the channels, so that each state is half as wide
    {"lstm", {0}, false, -1, 32 * P + 4 * 8 * 2 * 4 * 4},
    {"bilstm", {0}, false, -1, 32 * P + 2 * 4 * 8 * 2 * 2 * 2},
    // as performer with relu features
    {"linear", {0}, false, -1, 24 * P + 8 * (4 * 4 * 4 + 8 * 4 + 5.75 * 4)},
    // values alone are projected; scores of two numbers. Dense: the hidden layer, too; scores of 4 numbers, and 4 more of queries and keys
    {"synthesizer", {"rank", "2"}, false, -1, 8 * P + 64 * (2 * 2 + 2 * 4 + 5)},
    {"synthesizer", {"mode", "dense"}, false, -1, 16 * P + 64 * PAIR},
    {"synthesizer", {"mode", "dense", "dot", "true"}, false, -1, 32 * P + 64 * (PAIR + 8)},
    // positions are projected and are one more product per pair; of compressive, memory of other sequences is not there
    {"transformer-xl", {0}, true, -1, 32 * P + 36 * (PAIR + 8)},
    {"compressive", {0}, true, -1, 32 * P + 36 * (PAIR + 8)},
    // queries are keys; two buckets are the sides of one direction
    {"reformer", {"rounds", "1", "buckets", "2"}, false, 0.25, 16 * P + 8 * 2 * 4 + 16 * PAIR},
    {"reformer", {"rounds", "3", "buckets", "2"}, false, 0.25, 16 * P + 3 * 8 * 2 * 4 + 16 * PAIR},
};

static void by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < TF_COUNT(c); i++) {
        struct subject s = make_subject(c[i].name, c[i].v);
        const struct tf_cost cost = {.T = 8, .C = 8, .H = 2, .f = c[i].f, .causal = c[i].causal};
        const double flops = tf_attn_flops_paper(s.attn, s.opts, &cost);
        if (flops != c[i].flops) fail_msg("%zu, %s: %.2f, expected %.2f", i, s.name, flops, c[i].flops);
        tf_free(s.opts);
    }
    // the cells of the papers' tables, in test_flops, have these
    static const char *const published[] = {"bigbird", "linformer", "performer", "tf-a", "kary-tf-a", "tc-a"};
    for (int m = 0; tf_attns[m]; m++) {
        bool there = !tf_attns[m]->flops_paper;
        for (size_t i = 0; i < TF_COUNT(published); i++) there |= !strcmp(tf_attns[m]->name, published[i]);
        for (size_t i = 0; i < TF_COUNT(c); i++) there |= !strcmp(tf_attns[m]->name, c[i].name);
        if (!there) fail_msg("%s: no number of its accounting is counted by hand", tf_attns[m]->name);
    }
}

/* Keys that are rotated are projected before Linformer mixes them. */
static void rotated_keys(void **state) {
    (void)state;
    struct subject s = make_subject("linformer", (const char *const[8]){"rank", "2"});
    const struct tf_cost cost = {.T = 8, .C = 8, .H = 2, .f = -1, .rotary = true};
    assert_float_equal(tf_attn_flops_paper(s.attn, s.opts, &cost), (8 + 2 + 8) * P + 4 * 8 * 2 * 4 + 16 * PAIR, 0);
    tf_free(s.opts);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(rotated_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
