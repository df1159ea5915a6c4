/* What the file of a spec and --set say. Places (line, column) survive expansion and reading, because trees
 * are cloned, not copied as text. Here options get their own names where the file or --set has aliases. */
#ifndef TF_SPEC_SPEC_SOURCE_H
#define TF_SPEC_SPEC_SOURCE_H
#include "io/io.h"

enum { PLAN_RUNS_MAX = 4096, PLAN_ENTRIES_MAX = 128, PLAN_AXES_MAX = 16, PLAN_SEEDS_MAX = 1024 };

struct plan_axis {          /* one key of `sweep:` */
    char *path;             /* "attention.height" */
    struct tf_yaml *values; /* LIST, owned */
    int line, col;          /* of the key; 0: from --set */
};
struct plan_section {       /* a map of options */
    const char *path;       /* "train.bootstrap" */
    const struct tf_opt *opts;
    size_t offset;          /* of their values in struct tf_plan_run; not of `infer` */
};
extern const struct plan_section plan_sections[]; /* all but task and attention; path NULL ends them */
struct plan_source {        /* what the file and the command line said */
    const char *const *section; size_t n_sections; /* that such a spec has */
    struct tf_yaml *root;
    struct tf_yaml *entry[PLAN_ENTRIES_MAX]; int n_entries; /* maps of `attention:`, owned */
    struct plan_axis axis[PLAN_AXES_MAX]; int n_axes;
    uint64_t seed[PLAN_SEEDS_MAX]; int n_seeds;
};

/* The section that the path leads into, and *option, the rest of the path; NULL: none of these. */
const struct plan_section *plan_section_of(const char *path, const char **option);
/* The file, its attention and sweep, then --set; src: zeros but for the first line of its fields. On failure,
 * too, plan_source_release. */
int plan_source_read(struct plan_source *src, const char *path, const char *const *sets, int n_sets,
                     struct tf_err *e);
void plan_source_release(struct plan_source *src);
#endif
