/* Which of several runs, or settings, of a reference another one is compared with, answer by answer. */
#ifndef TF_RESULTS_PARTNER_H
#define TF_RESULTS_PARTNER_H
#include "spec/spec.h"

/* variant: the setting without heights. work, training: hashes, "": not known. begun: with which weights.
 * dir, label: of the folder. setting NULL: none, not to be chosen. */
struct partner {
    const char *setting, *variant, *work, *training, *begun, *dir, *label;
    double steps;
};
/* The number of x's partner in the list, -1: none. These criteria are tried in turn, and the first that
 * exactly one entry meets (of x's own folder, or else of all) decides: x's setting, unless the work is known
 * to differ (first with x's height, then with any); trained in the same way; the same work in as many steps;
 * the same work; x's setting; begun with the same weights; the only one there is. An equal setting comes
 * before one that differs in layers, others and freeze alone. */
int partner_find(const struct partner *x, const struct partner *list, int n);
/* Are two variants equal but for layers, others and freeze? */
bool partner_same_variant(const char *a, const char *b);
/* Hash of what decides how much is computed, without the mechanism and the number of steps. */
void partner_work(const struct tf_spec_run *r, char hash[17]);
#endif
