/* Choosing whom to compare with. */
#include "results/partner.h"

#include <string.h>

#include "spec/spec_resolve.h"
#include "train/recipe.h"

/* The next word at s that full attention may have, too, *n bytes. */
static const char *next_word(const char *s, size_t *n) {
    static const char *const others[] = {"layers=", "others=", "freeze="};
    for (;; s += *n) {
        bool skip = false;
        s += strspn(s, " "), *n = strcspn(s, " ");
        for (size_t i = 0; i < TF_COUNT(others); i++) skip |= !strncmp(s, others[i], strlen(others[i]));
        if (!skip) return s;
    }
}

bool partner_same_variant(const char *a, const char *b) {
    size_t n, m;
    for (;; a += n, b += m) {
        a = next_word(a, &n), b = next_word(b, &m);
        if (n != m || strncmp(a, b, n)) return false;
        if (!n) return true;
    }
}

int partner_find(const struct partner *x, const struct partner *list, int n) {
    enum { TIERS = 9 };
    int any[TIERS], own[TIERS], n_any[TIERS] = {0}, n_own[TIERS] = {0};
    for (int k = 0; k < n; k++) {
        const struct partner *y = &list[k];
        if (!y->setting) continue;
        const bool known = *x->work && *y->work, work = known && !strcmp(x->work, y->work),
                   set = partner_same_variant(x->variant, y->variant), near = set && (work || !known),
                   exact = near && !strcmp(x->variant, y->variant), trained = *x->training && !strcmp(x->training, y->training),
                   begun = tf_same_init(x->begun, y->begun), ours = !strcmp(x->dir, y->dir) && !strcmp(x->label, y->label);
        const bool like[TIERS] = {
            exact && !strcmp(x->setting, y->setting), exact, near, trained, work && x->steps == y->steps, work, set, begun, true};
        for (int i = 0; i < TIERS; i++) {
            if (!like[i]) continue;
            any[i] = k, n_any[i]++;
            if (ours) own[i] = k, n_own[i]++;
        }
    }
    for (int i = 0; i < TIERS; i++) {
        if (n_own[i] == 1) return own[i];
        if (n_any[i] == 1) return any[i];
    }
    return -1;
}

void partner_work(const struct tf_spec_run *r, char hash[17]) {
    static const char *const work[] = {"task",
                                       "data",
                                       "model",
                                       "train.batch",
                                       "train.accumulate",
                                       "train.shards",
                                       "train.batch_ramp",
                                       "train.max_tokens",
                                       "train.ema",
                                       "train.pack_tokens",
                                       "train.eval_every",
                                       "train.eval_limit",
                                       "train.recall",
                                       "train.test_limit"};
    spec_hash_parts(r, work, TF_COUNT(work), hash);
}
