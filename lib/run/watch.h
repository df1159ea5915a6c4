/* How far the runs of a spec are: seconds that are left, and index.html while they are under way. */
#ifndef TF_RUN_WATCH_H
#define TF_RUN_WATCH_H
#include "results/folder.h"
#include "run/env.h"
#include "spec/spec.h"
#include "train/train.h"

/* Steps of a run, where the processes of --jobs see them; `steps`: of all of it. over: its row is there; a
 * run whose steps are done may still be in its test. ours: this process began it; theirs: another process has
 * it. fixed: the steps of a run with max_time are known. estimate_s: of its training and evaluation; 0: not
 * known. pace: of its estimate. */
struct watch_run {
    atomic_int from, done, steps;
    atomic_bool bad, over, ours, theirs, fixed;
    double estimate_s, pace[TF_PACE + 1];
};
struct watch {
    const struct tf_spec *s, *whole; /* whole: with the runs that are not to be done, which the page shows */
    const struct watch_run *run;     /* (s->n_runs) */
    const struct folder *folder;
    double started_s, written_s, took_s; /* begin of the work; last page, and the time that it took */
    double gap_s;                        /* the longest time between two pages */
    bool plot;                           /* the folder's figures are drawn when all is done */
    bool off;                            /* after a page that could not be written */
};
/* Its row is there. */
void watch_row(struct watch_run *r);
/* What the estimate says of the steps that are left of a run. */
double watch_rest(const struct watch_run *r);
/* Until all runs are done that no other process has: what their estimates say, corrected by how long the work
 * took so far. 0: not known. */
double watch_left(const struct watch *w);
/* The same of one run, whose own steps took elapsed_s so far; 0: not known. */
double watch_left_of(const struct watch_run *r, double elapsed_s);
/* Writes the page when one is due: every few seconds, and never more than a fiftieth of the time. */
void watch_page(struct watch *w);
/* The last page of runs that did not all come to an end; why: what stopped them. */
void watch_stopped(struct watch *w, const char *why);
#endif
