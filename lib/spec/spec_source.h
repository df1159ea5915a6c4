/* What the file of a spec and --set say. Places (line, column) survive expansion and reading, because trees
 * are cloned, not copied as text. Here options get their own names where the file or --set has aliases. */
#ifndef TF_SPEC_SPEC_SOURCE_H
#define TF_SPEC_SPEC_SOURCE_H
#include "io/io.h"
#include "task/task.h"

enum { SPEC_RUNS_MAX = 4096, SPEC_ENTRIES_MAX = 128, SPEC_AXES_MAX = 16, SPEC_SEEDS_MAX = 1024 };

struct spec_axis {          /* one key of `sweep:` */
    char *path;             /* "attention.height" */
    struct tf_yaml *values; /* LIST, owned */
    int line, col;          /* of the key; 0: from --set */
};
struct spec_section {       /* a map of options */
    const char *path;       /* "train.bootstrap" */
    const struct tf_opt *opts;
    size_t offset;          /* of their values in struct tf_spec_run; not of `infer` */
};
extern const struct spec_section spec_sections[]; /* all but task and attention; path NULL ends them */
struct spec_source {        /* what the file and the command line said */
    const char *const *section; size_t n_sections; /* that such a spec has */
    struct tf_yaml *root;
    struct tf_yaml *entry[SPEC_ENTRIES_MAX]; int n_entries; /* maps of `attention:`, owned */
    struct spec_axis axis[SPEC_AXES_MAX]; int n_axes;
    uint64_t seed[SPEC_SEEDS_MAX]; int n_seeds;
};

const struct tf_task *spec_task_of(const struct spec_source *src); /* NULL: no name that is known */
/* The section that the path leads into, and *option, the rest of the path; NULL: none of these. */
const struct spec_section *spec_section_of(const char *path, const char **option);
/* The file, its attention and sweep, then --set; src: zeros but for the first line of its fields. On failure,
 * too, spec_source_release. */
int spec_source_read(struct spec_source *src, const char *path, const char *const *sets, int n_sets,
                     struct tf_err *e);
void spec_source_release(struct spec_source *src);
#endif
