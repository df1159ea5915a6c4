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
/* The number of x's partner in the list, -1: none. That is the one of x's setting, unless its work is known
 * to be another (of several, that of x's height, too); or else the one trained in the same way; or else of
 * the same work in as many steps; or else of the same work; or else of x's setting; or else the one that
 * began with the same weights; or else the only one. Of several that are alike in this the one of x's own
 * folder. */
int partner_find(const struct partner *x, const struct partner *list, int n);
/* Hash of what decides how much is computed, without the mechanism and the number of steps. */
void partner_work(const struct tf_spec_run *r, char hash[17]);
#endif
