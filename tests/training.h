/* What tests of training share: a small dataset in memory, runs of a few steps, their files. */
#ifndef TF_TESTS_TRAINING_H
#define TF_TESTS_TRAINING_H
#include "parts.h"
#include "io/io.h"
#include "train/train.h"

enum { N = 60, MAX_T = 30 };
extern struct tf_data data;
int training_data(void **state); /* a group's setup: `data`, and fixture.h's enter */
/* 6 steps, in path = dir/sub */
struct tf_run make_run(const struct subject *s, const char *sub, char path[160]);
struct tf_result train(const struct tf_run *r);
/* The weights of a file in a run's folder */
void load_weights(struct tf_model *m, const struct tf_run *r, const char *name);
char *read_all(const char *folder, const char *name, size_t *n);
void assert_same_file(const char *a, const char *b, const char *name);
void load_metrics(struct tf_csv *c, const char *folder);
extern int stop_after; /* stop_hook, a progress hook, interrupts after so many reports */
void stop_hook(const struct tf_progress *p);
/* Trains, interrupted after first reports, then first + more, + 2 more, + 3 more, first ..., until it is
 * done. Returns how often it was. */
int train_in_pieces(const struct tf_run *r, int first, int more);
#endif
