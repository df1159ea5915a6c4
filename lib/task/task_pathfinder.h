/* The task Pathfinder: its options, and the published images. */
#ifndef TF_TASK_PATHFINDER_H
#define TF_TASK_PATHFINDER_H
#include "data/locate.h"
#include "data/pathfinder.h"

extern const struct tf_opt tf_pathfinder_opts[]; /* of struct tf_pathfinder */
/* The published images of contour_length 6, 9 or 14, found as tf_data_find says:
 * pathfinder32/curv_contour_length_14 and its like, with imgs/ and metadata/. train, valid and test are the
 * most that is read of each split. Kept in the cache. */
int tf_pathfinder_read(struct tf_data **out, const struct tf_pathfinder *o, const struct tf_task_env *env,
                       struct tf_err *e);
#endif
