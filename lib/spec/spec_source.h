/* What the file of a spec and --set say, and how it expands. Places (line, column) survive expansion and
 * reading, because trees are cloned, not copied as text. Here options get their own names where the file or
 * --set has aliases. */
#ifndef TF_SPEC_SPEC_SOURCE_H
#define TF_SPEC_SPEC_SOURCE_H
#include "io/io.h"
#include "task/task.h"

enum { SPEC_RUNS_MAX = 4096, SPEC_ENTRIES_MAX = 128, SPEC_AXES_MAX = 16, SPEC_SEEDS_MAX = 1024 };

/* One key of `sweep:`, "attention.height", and its place (line 0: from --set). values: a LIST, owned. */
struct spec_axis {
    char *path;
    struct tf_yaml *values;
    int line, col;
};
/* A map of options, "train.bootstrap". offset: of their values in struct tf_spec_run; not of `infer`. */
struct spec_section {
    const char *path;
    const struct tf_opt *opts;
    size_t offset;
};
/* All but task and attention; path NULL ends them. */
extern const struct spec_section spec_sections[];
#define SPEC_WARMUP "train.warmup"
#define SPEC_WARMUP_RATIO "train.warmup_ratio"

/* What the file and the command line said. */
struct spec_source {
    /* Sections that such a spec has. */
    const char *const *section;
    size_t n_sections;
    struct tf_yaml *root;
    /* Maps of `attention:`, owned. */
    struct tf_yaml *entry[SPEC_ENTRIES_MAX];
    bool dropped[SPEC_ENTRIES_MAX]; /* --set took the place of settings of its own */
    int n_entries;
    struct spec_axis axis[SPEC_AXES_MAX];
    int n_axes;
    uint64_t seed[SPEC_SEEDS_MAX];
    int n_seeds;
};

/* The file, its attention and sweep, then --set; src: zeros but for its sections. On failure, too,
 * spec_source_release. */
int spec_source_read(struct spec_source *src, const char *path, const char *const *sets, int n_sets,
                     struct tf_err *e);
void spec_source_release(struct spec_source *src);
/* The sections, from 0, of which an entry may have settings of its own (NULL: no more); and what an entry has
 * besides options of its mechanism, joined by '|'. */
const struct spec_section *spec_own_section(int i);
#define SPEC_ENTRY_KEYS "name|layers|others|model|train"
/* NULL: no name, or an unknown one. */
const struct tf_task *spec_task_of(const struct spec_source *src);
const struct tf_attn *spec_entry_attn(const struct tf_yaml *entry);
/* The section that the path leads into (all but task and attention), and *option, the rest of the path; NULL:
 * none of these. */
const struct spec_section *spec_section_of(const char *path, const char **option);
/* Appends "name=value", the value without spaces, as tables show settings; a space in front of all but the
 * first. base: what opts describes. */
void spec_add_setting(struct tf_buf *out, const char *name, const struct tf_opt *opts, const struct tf_opt *o,
                      const void *base);
/* Is it from --set? NULL: no. */
bool spec_from_set(const struct tf_yaml *y);
/* The axis of the sweep at the path; NULL: there is none. */
const struct spec_axis *spec_axis_of(const struct spec_source *src, const char *path);
/* Have the runs several values of the option? */
bool spec_sweeps(const struct spec_source *src, const char *path);
/* What follows the prefix in the path, or NULL. */
const char *spec_path_after(const char *path, const char *prefix);
/* Is it `layers` or `others`, which say where an entry's mechanism is? */
bool spec_is_place(const char *option);
/* False: the axis is of an option that the entry's mechanism lacks. */
bool spec_axis_applies(const struct spec_axis *a, const struct tf_yaml *entry);

/* expand.c: checks an axis; fills run, n_runs, warnings, whole. */
struct tf_spec;
int spec_check_axis(const struct spec_source *src, const struct spec_axis *a, struct tf_err *e);
int spec_expand(struct tf_spec *s, const struct spec_source *src, struct tf_err *e);
#endif
