/* Splits: a random order, and validation on the test set. */
#ifndef TF_DATA_SPLIT_H
#define TF_DATA_SPLIT_H
#include "data/data.h"

void tf_shuffle(void *v, size_t n, size_t item, struct tf_rng *rng); /* n < 2^32 items of up to 64 bytes */
/* Examples for both test and validation when `valid` and `test` are asked for; 0: all. */
int tf_share_limit(int valid, int test);
/* The first `valid` examples of the test set (all, if there are fewer) become the validation set, in the same
 * memory; the first `test` stay the test set. */
void tf_share_test(struct tf_data *d, size_t valid, size_t test);
#endif
