/* Pathfinder, of Long Range Arena: options, and the generated set's cache. A token is a pixel's grey value; the 32 x 32 pixels are read row by row. */
#include "task/task_pathfinder.h"

#include "task/task.h"

#include <limits.h>
#include <string.h>

#define GENERATOR 1 /* version: raise it when the same options give other examples */

#define OPT(field) #field, TF_INT, offsetof(struct tf_pathfinder, field)
const struct tf_opt tf_pathfinder_opts[] = {
    {OPT(contour_length), "14", 2, TF_PATHFINDER_LONGEST, NULL,
     "paddles in each of the two contours; published: 14 (hard), 9 (intermediate), 6 (easy)"},
    {OPT(distractor_length), "0", 0, TF_PATHFINDER_LONGEST, NULL, "paddles in a distractor; 0: a third of contour_length, as published"},
    {OPT(distractors), "-1", -1, 1000, NULL,
     "distractors to try; those without a place are left out; -1: 20 / distractor_length, as published"},
    {OPT(train), "160000", 1, 10000000, NULL, "training images (source official: at most, from the start of the lists)"},
    {OPT(valid), "20000", 1, 10000000, NULL, "validation images"},
    {OPT(test), "20000", 1, 10000000, NULL, "test images"},
    {OPT(data_seed), "1", 0, INT_MAX, NULL, "seed of the generator"},
    {"source", TF_CHOICE, offsetof(struct tf_pathfinder, source), "generated", 0, 0, "generated|official",
     "generated: from data_seed; official: the Arena's pathfinder32/ in the data directory"},
    {"black_is_padding", TF_BOOL, offsetof(struct tf_pathfinder, black_is_padding), "false", 0, 0, NULL,
     "true: black pixels (0), here the background, are left out, as if they were padding; what the published code does"},
    {.name = NULL}};

static struct tf_data *generate(const void *all, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_pathfinder o = *(const struct tf_pathfinder *)all;
    const size_t whole[TF_SPLITS] = {(size_t)o.train, (size_t)o.valid, (size_t)o.test};
    struct tf_data_build b = {0};
    o.train = tf_sample_of(env, o.train), o.valid = tf_sample_of(env, o.valid), o.test = tf_sample_of(env, o.test);
    const size_t rows[TF_SPLITS] = {(size_t)o.train, (size_t)o.valid, (size_t)o.test};
    if (tf_data_guard(rows, TF_PATHFINDER_PIXELS, e)) return NULL;
    if (tf_pathfinder_generate(&o, env->threads, &b, e)) return NULL;
    struct tf_data *d = tf_data_finish(&b, 256, 2);
    if (env->sample) memcpy(d->whole, whole, sizeof whole);
    return d;
}

static int open_generated(struct tf_data **out, const struct tf_pathfinder *o, const struct tf_task_env *env, struct tf_err *e) {
    const int length = tf_pathfinder_distractor_length(o), count = tf_pathfinder_distractors(o);
    char key[256], name[256];
    snprintf(key, sizeof key, "pathfinder v%d seed %d contours %d distractors %d of %d examples %d/%d/%d", GENERATOR, o->data_seed,
             o->contour_length, count, length, o->train, o->valid, o->test);
    snprintf(name, sizeof name, "pathfinder-v%d-seed%d-contour%d-distractors%d-of%d-n%d-%d-%d.data", GENERATOR, o->data_seed,
             o->contour_length, count, length, o->train, o->valid, o->test);
    struct tf_data *d = tf_data_cached(
        &(struct tf_cached){.what = "Pathfinder", .name = name, .key = key, .make = generate, .arg = o, .samples = true}, env, e);
    if (!d) return -1;
    d->kind = o->contour_length == 14 && length == 4 && count == 5 ? TF_DATA_PUBLISHED : TF_DATA_OWN;
    snprintf(d->source, sizeof d->source, "generated, generator v%d, seed %d, contours of %d paddles, %d distractors of %d", GENERATOR,
             o->data_seed, o->contour_length, count, length);
    *out = d;
    return 0;
}

static int open_pathfinder(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    const struct tf_pathfinder *o = opts;
    if ((o->source == TF_PATHFINDER_OFFICIAL ? tf_pathfinder_read : open_generated)(out, o, env, e)) return -1;
    (*out)->skip_zero = o->black_is_padding;
    return 0;
}

static int pixels(TF_UNUSED const void *opts) { return TF_PATHFINDER_PIXELS; }

static void pathfinder_quirks(const void *opts, struct tf_buf *out) {
    const struct tf_pathfinder *o = opts;
    if (o->black_is_padding) tf_quirk_add(out, "black pixels are padding");
}

const struct tf_task tf_task_pathfinder = {
    .name = "pathfinder",
    .title = "Pathfinder",
    .paper = "arXiv:2011.04006 sec. 2.2.5, arXiv:1805.08315",
    .paper_table = "table3_lra.csv",
    .paper_column = "pathfinder",
    .levels = true,
    .opts = tf_pathfinder_opts,
    .opts_size = sizeof(struct tf_pathfinder),
    .open = open_pathfinder,
    .quirks = pathfinder_quirks,
    .shortest = pixels,
    .longest = pixels,
};
