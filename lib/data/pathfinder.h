/* Pathfinder, 32 x 32 (Linsley et al. 2018, in the form of Long Range Arena): two dashed contours that start
 * near each other, short dashed distractors, and two round markers. Class 1: both markers are on the ends of
 * one contour; class 0: one is on the start of one contour, the other on the end of the other.
 *
 * A contour is a chain of paddles: lines of PADDLE pixels with a gap between them. Coordinates are (y, x), y
 * downwards, 0..31. */
#ifndef TF_PATHFINDER_H
#define TF_PATHFINDER_H
#include "data/data.h"

enum { TF_PATHFINDER_SIDE = 32, TF_PATHFINDER_PIXELS = 1024, TF_PATHFINDER_LONGEST = 20 };
enum { TF_PATHFINDER_GENERATED, TF_PATHFINDER_OFFICIAL };

struct tf_pathfinder {
    /* Paddles in each of the two contours, 2..TF_PATHFINDER_LONGEST; in a distractor (0: contour_length / 3,
     * at least 1); distractors that are tried (-1: 20 / distractor length). */
    int contour_length, distractor_length, distractors;
    int train, valid, test, data_seed;
    /* TF_PATHFINDER_.. */
    int source;
    /* Black pixels are left out, as if they were padding. */
    bool black_is_padding;
};
/* What 0 and -1 mean. */
int tf_pathfinder_distractor_length(const struct tf_pathfinder *o);
int tf_pathfinder_distractors(const struct tf_pathfinder *o);

/* How an image was made, for tests and for counting. Of both contours: the start of the first paddle, the end
 * of each paddle; contours with a marker on the start (tail) and on the end (last head); pairs of contours
 * begun, with the one that succeeded; distractors that found a place. */
struct tf_spot { int y, x; };
struct tf_pathfinder_scene {
    struct tf_spot tail[2], head[2][TF_PATHFINDER_LONGEST];
    int start, end, attempts, distractors;
};

/* The pictures of a paddle in every direction and of a marker at every place. Read only: threads share it. */
struct tf_pathfinder_brush;
struct tf_pathfinder_brush *tf_pathfinder_brush_new(void);
void tf_pathfinder_brush_free(struct tf_pathfinder_brush *b);

/* The class of example i: each pair of examples 2 k and 2 k + 1 of a split has one of either class, which
 * first is random. */
int tf_pathfinder_label(const struct tf_pathfinder *o, enum tf_split s, uint32_t i);
/* Draws example i of a split into pix (TF_PATHFINDER_PIXELS grey values 0..255, row by row): a function of
 * the options that shape an image, of data_seed, s and i alone. scene may be NULL. Returns the class; -1: no
 * place for two contours after very many attempts. */
int tf_pathfinder_draw(const struct tf_pathfinder *o, const struct tf_pathfinder_brush *b, enum tf_split s,
                       uint32_t i, uint16_t *pix, struct tf_pathfinder_scene *scene);
/* Generates all splits. TF_BAD: contours this long do not fit; TF_INTERRUPTED. */
int tf_pathfinder_generate(const struct tf_pathfinder *o, int threads, struct tf_data_build *b,
                           struct tf_err *e);
#endif
