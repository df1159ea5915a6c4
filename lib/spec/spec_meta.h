/* What the specs of trainings and of inference times share. */
#ifndef TF_SPEC_SPEC_META_H
#define TF_SPEC_SPEC_META_H
#include "io/io.h"

enum { SPEC_NAME = 96, SPEC_TITLE = 160 };
/* What a spec says of itself. paper_table: "" when none. */
struct spec_heading { char title[SPEC_TITLE], protocol[32], paper_table[SPEC_NAME]; };
/* Of a spec's `protocol`, the nearest to the papers first. */
enum { SPEC_PROTOCOLS = 6 };
extern const char *const spec_protocols[SPEC_PROTOCOLS];
bool spec_one_of(const char *word, const char *const *names, size_t n);
/* Every key must be among the names. owner: "paper", or NULL for the top of the spec. */
int spec_check_keys(const struct tf_yaml *map, const char *owner, const char *const *names, size_t n,
                    struct tf_err *e);
/* {name: it}, for which a mechanism's bare name is short. */
struct tf_yaml *spec_entry_of_name(const struct tf_yaml *name);
/* The file's name; below a folder "experiments" with its folders: experiments/lra/small/listops.yaml is
 * lra-small-listops. */
void spec_name(const char *path, char out[SPEC_NAME]);
/* The file, or what tf_experiment_find finds by that name. TF_BAD: neither, and where it was looked for. */
int spec_find(const char *path, struct tf_buf *found, struct tf_err *e);
/* Every spec of tf_experiment_dirs by name ("quick/listops.yaml") in the order of names, with its title. */
struct spec_listed { char *name; char title[SPEC_TITLE]; };
int spec_list(struct spec_listed **list);
void spec_list_free(struct spec_listed *list, int n);
/* Appends the first option in which the two values at `path` differ: "train.lr is 0.003 there and 0.1 here";
 * NULL: it is not set. false: nothing, they are equal. */
bool spec_difference(const char *path, const struct tf_yaml *was, const struct tf_yaml *now,
                     struct tf_buf *out);
/* title (default: name), protocol (default: other) and paper.table. example: a table for the error's text. */
int spec_read_heading(const struct tf_yaml *root, const char *name, struct spec_heading *out,
                      const char *example, struct tf_err *e);
#endif
