/* Retrieval (Tay et al. 2020): do two documents belong together? Bytes, two sequences per example, two
 * classes. The published set (AAN: does one paper cite the other?) and a stand-in that retrieval_synth.h
 * makes from any texts have one form: label<TAB>id1<TAB>id2<TAB>text1<TAB>text2, no header. */
#ifndef TF_RETRIEVAL_H
#define TF_RETRIEVAL_H
#include "data/locate.h"

enum { TF_RETRIEVAL_AAN, TF_RETRIEVAL_STANDIN };
/* byte + 1; 0 is kept for padding. */
enum { TF_RETRIEVAL_VOCAB = 257 };

/* train, valid, test: at most this many examples, from the start of the file; 0: all. */
struct tf_retrieval { int source, max_length, train, valid, test; };
extern const struct tf_opt tf_retrieval_opts[];

/* What the task's open does. Reading that took more than cache_after_s seconds leaves a cache file, and such
 * a file is used whenever it fits: names, sizes and times of the three files and the options are part of its
 * key. */
int tf_retrieval_open(struct tf_data **out, const struct tf_retrieval *o, const struct tf_task_env *env,
                      double cache_after_s, struct tf_err *e);
#endif
