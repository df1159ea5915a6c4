/* Running a spec (run.c), and the dry run (dry_run.c), which stops after the estimate. */
#ifndef TF_RUN_H
#define TF_RUN_H
#include "run/env.h"
#include "spec/spec.h"

/* Folder layout: spec.yaml, rows/<id>.csv, runs/<id>/{metrics,timing,right,floors,manifest}.csv +
 * checkpoints, the same five files of all runs, table.csv, table.md, index.html, fig_*. A run whose row file
 * exists with the same hash is skipped; a folder that has other runs than the spec makes is refused, and has
 * room for all of them, whatever env->only leaves out. Rows are written atomically. Several processes, on
 * several machines too, may fill one folder: each run is claimed (flock) by one. Bad data, a bad start
 * (TF_BAD) or too little memory for one run does not stop the others; the first such error is returned in the
 * end. *worst gets TF_OK, TF_FAILED (a run diverged) or TF_INTERRUPTED. Returns -1 on error; then *worst is
 * TF_FAILED if the other runs were done, else TF_OK. */
int tf_exp_run(const struct tf_spec *s, const struct tf_exp_env *env, int *worst, struct tf_err *e);
/* --dry-run: appends a table of every run (parameters, FLOPs, peak bytes, time) to out; the same estimate
 * guards memory before a run starts. Weights that init.from names may be yet to come: a warning. Runs that
 * cannot be done have no line: a warning of each, and the first such error in the end. */
int tf_exp_dry_run(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_buf *out,
                   struct tf_err *e);
#endif
