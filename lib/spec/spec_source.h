/* What the file of a spec and --set say. Places (line, column) survive expansion and reading, because trees
 * are cloned, not copied as text. */
#ifndef TF_SPEC_SPEC_SOURCE_H
#define TF_SPEC_SPEC_SOURCE_H
#include "io/io.h"

enum { SPEC_RUNS_MAX = 4096, SPEC_ENTRIES_MAX = 128, SPEC_AXES_MAX = 16, SPEC_SEEDS_MAX = 1024 };

struct spec_axis {          /* one key of `sweep:` */
    char *path;             /* "attention.height" */
    struct tf_yaml *values; /* LIST, owned */
    int line, col;          /* of the key; 0: from --set */
};
struct spec_source {        /* what the file and the command line said */
    const char *const *section; size_t n_sections; /* that such a spec has */
    struct tf_yaml *root;
    struct tf_yaml *entry[SPEC_ENTRIES_MAX]; int n_entries; /* maps of `attention:`, owned */
    struct spec_axis axis[SPEC_AXES_MAX]; int n_axes;
    uint64_t seed[SPEC_SEEDS_MAX]; int n_seeds;
};

/* The file, its attention and sweep, then --set; src: zeros but for the first line of its fields. On failure,
 * too, spec_source_release. */
int spec_source_read(struct spec_source *src, const char *path, const char *const *sets, int n_sets,
                     struct tf_err *e);
void spec_source_release(struct spec_source *src);
#endif
