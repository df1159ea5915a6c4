/* What a layer keeps of a sequence for its queries: closed forms, what grows with the sequence, and what recurrences hand on. */
#include <math.h>

#include "parts.h"

enum { C = 16, H = 2, T = 64 };

static double kept(const char *mechanism, const char *const options[8], int tokens, bool causal) {
    struct subject s = make_subject(mechanism, options);
    const double n = tf_attn_kept(s.attn, s.opts, &(struct tf_cost){.T = tokens, .C = C, .H = H, .f = -1, .causal = causal});
    tf_free(s.opts);
    return n;
}

static void test_closed_forms(void **state) {
    (void)state;
    static const struct {
        const char *mechanism, *options[8];
        bool causal;
        double want;
    } of[] = {{"transformer", {0}, false, 2 * T * C},
              {"tf-a", {"height", "3"}, false, 2 * T * C},
              {"segtree", {0}, false, 2 * (2 * T - 1) * C}, // a row per node of the tree over T tokens
              {"tc-a", {"height", "3"}, true, 15 * C},
              {"linformer", {"rank", "8"}, false, 2 * 8 * C},
              {"nystromformer", {"landmarks", "8", "conv", "0"}, false, 2 * 8 * C},
              {"nystromformer", {"landmarks", "8", "conv", "5"}, false, 2 * 8 * C + 5 * C},
              {"nystromformer", {"landmarks", "100"}, false, 2 * T * C}, // full attention
              {"luna", {"p", "4"}, false, 2 * 4 * C},
              {"luna", {"p", "4", "tied", "true"}, false, 4 * C},
              {"sinkhorn", {"block", "8"}, false, 4 * T * C},
              {"sinkhorn", {"block", "50"}, false, 2 * (T + 100) * C},
              {"star", {0}, false, 2 * (3 * T + 2) * C},
              {"performer", {"features", "32"}, true, 32 * (C + H)},
              {"performer", {"kernel", "relu", "features", "0"}, true, C / H * (C + H)},
              {"linear", {0}, true, C / H * (C + H)},
              {"agglomerative", {0}, true, C},
              {"longformer", {"window", "8", "global_tokens", "0"}, false, 2 * 9 * C},
              {"longformer", {"window", "8", "global_tokens", "1"}, false, 2 * T * C}, // whose query sees all
              {"longformer", {"window", "8", "global_tokens", "1"}, true, 2 * 6 * C},
              {"longformer", {"window", "1000"}, true, 2 * T * C},
              {"longformer", {"window", "8", "global_tokens", "1", "global_projections", "true"}, false, 2 * (10 + T) * C},
              {"longformer", {"window", "8", "global_tokens", "1", "global_projections", "true"}, true, 2 * (6 + 1) * C},
              {"longformer", {"window", "8", "dilation", "100", "dilated_heads", "1", "global_tokens", "0"}, true, (T + 5) * C},
              {"longformer", {"window", "8", "dilation", "4", "global_tokens", "1"}, true, 2 * 18 * C},
              {"adaptive-span", {0}, true, 2 * 31 * C}, // a ramp of 32
              {"synthesizer", {0}, false, T * C},
              {"synthesizer", {"dot", "true"}, false, 2 * T * C},
              {"local", {"block", "4", "neighbours", "1"}, false, 2 * 12 * C},
              {"local", {"block", "4", "layout", "published"}, false, 2 * T * C},
              {"local", {"block", "4", "neighbours", "1"}, true, 2 * 8 * C},
              {"s4d", {"states", "8"}, true, 8 * C},
              {"bilstm", {0}, false, 2 * C}};
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        const double n = kept(of[i].mechanism, of[i].options, T, of[i].causal);
        if (!(n == of[i].want)) fail_msg("%s (line %zu): %g, not %g", of[i].mechanism, i, n, of[i].want);
    }
}

/* Of a span that training found, known by the pairs that it computed: the first queries have fewer keys than the window holds. */
static void test_measured_span(void **state) {
    (void)state;
    struct subject s = make_subject("adaptive-span", (const char *const[8]){NULL});
    for (int window = 1; window < T; window++) {
        const double pairs = window * T - window * (window + 1) / 2.0;
        const double n = tf_attn_kept(s.attn, s.opts, &(struct tf_cost){.T = T, .C = C, .H = H, .f = pairs / (T * T), .causal = true});
        if (fabs(n - 2.0 * window * C) > 1e-6) fail_msg("a window of %d: %g", window, n);
    }
    tf_free(s.opts);
}

/* Sequences of four times the length: as much is kept, or four times as much. */
static void test_growth(void **state) {
    (void)state;
    for (size_t i = 0; tf_attns[i]; i++) {
        static const char *const defaults[8] = {0};
        const double at = kept(tf_attns[i]->name, defaults, 4096, false), above = kept(tf_attns[i]->name, defaults, 4 * 4096, false);
        assert_true(at > 0);
        if (!(above == at || (above > 3.9 * at && above < 4.1 * at))) fail_msg("%s: %g, then %g", tf_attns[i]->name, at, above);
    }
}

static void test_recurrences(void **state) {
    (void)state;
    static const char *const recurrent[] = {"lstm", "s4d"}, *const defaults[8] = {0};
    for (size_t i = 0; i < TF_COUNT(recurrent); i++) {
        struct subject s = make_subject(recurrent[i], defaults);
        const struct tf_shape shape = {.C = C, .H = H, .max_len = T, .causal = true};
        assert_true(kept(recurrent[i], defaults, T, true) == (double)s.attn->state_size(s.opts, &shape));
        tf_free(s.opts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_measured_span),
                                       cmocka_unit_test(test_growth), cmocka_unit_test(test_recurrences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
