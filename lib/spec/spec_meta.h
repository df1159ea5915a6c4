/* What the specs of trainings and of inference times share. */
#ifndef TF_SPEC_SPEC_META_H
#define TF_SPEC_SPEC_META_H
#include "io/io.h"

enum { PLAN_NAME = 96, PLAN_TITLE = 160, PLAN_PROTOCOL = 32 }; /* sizes of the fields of struct tf_spec and
                                                                  struct tf_infer */
bool plan_one_of(const char *word, const char *const *names, size_t n);
/* Every key must be among the names. owner: "paper", or NULL for the top of the spec. */
int plan_check_keys(const struct tf_yaml *map, const char *owner, const char *const *names, size_t n,
                    struct tf_err *e);
struct tf_yaml *plan_entry_of_name(const struct tf_yaml *name); /* a mechanism's name stands for {name: it} */
/* The file's name; below a folder "experiments" with its folders: experiments/lra/small/listops.yaml is
 * lra-small-listops. */
void plan_name(const char *path, char out[PLAN_NAME]);
/* title (default: name), protocol (default: other) and paper.table. example: what an error shows as a
 * table. */
int plan_read_heading(const struct tf_yaml *root, const char *name, char title[PLAN_TITLE],
                      char protocol[PLAN_PROTOCOL], char table[PLAN_NAME], const char *example,
                      struct tf_err *e);
#endif
