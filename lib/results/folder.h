/* The output folder of a spec, of a training's or of infer-time's. Several processes may work in it: a run
 * belongs to the one that claimed it. */
#ifndef TF_RESULTS_FOLDER_H
#define TF_RESULTS_FOLDER_H
#include "spec/spec.h"

/* Descriptors, -1: none. user: held while this process works in the folder. */
struct folder { char dir[1024]; int lock, user; };
#define FOLDER_NONE {.lock = -1, .user = -1}

/* Makes DIR and locks it. out NULL: results/runs/<name>. TF_BAD: it contains files but no spec.yaml, so it is
 * not ours. */
int folder_enter(struct folder *f, const char *name, const char *out, struct tf_err *e);
/* Appends "-height=3" for each of n texts of --set: the last part of its path, and its value. */
void folder_add_settings(struct tf_buf *out, const char *const *sets, int n);
/* Appends the output folder of a spec for which none is named: results/runs/<name>, or, where that
 * has the results of other settings, with those of --set behind the name: results/runs/<name>-height=3. */
void folder_default(const struct tf_spec *s, const char *const *sets, int n_sets, struct tf_buf *out);
/* -1, TF_BAD: the folder belongs to another spec. */
int folder_refuse(const struct folder *f, const char *why, struct tf_err *e);
/* As folder_enter, makes rows/ and runs/, writes spec.yaml, and unlocks. TF_BAD: as there, or the folder
 * belongs to another spec (one with a run that s does not make, or makes otherwise), which has a row, a
 * checkpoint or a process that works in it. Undone by folder_close. */
int folder_open(struct folder *f, const struct tf_spec *s, const char *out, struct tf_err *e);
void folder_close(struct folder *f);
/* Marks the open folder as in use until folder_close or the process's end; is anybody using it? */
int folder_join(struct folder *f, struct tf_err *e);
bool folder_has_users(const struct folder *f);
/* Waits until no other process writes the folder's common files; undone by folder_unlock and by the end of
 * the process. TF_INTERRUPTED: the wait was interrupted. */
int folder_lock(struct folder *f, struct tf_err *e);
void folder_unlock(struct folder *f);
/* TF_SYSTEM: the open folder is no longer there. Nothing is made in it then. */
int folder_check(const struct folder *f, struct tf_err *e);
#define FOLDER_CLAIM "/.claim" /* in the folder of a run: there as long as that is */
#define FOLDER_BUDGET "/run.yaml" /* there, too: the steps of a run with train.max_time (run/budget.h) */
/* Takes the run: *claim gets a descriptor to be closed at its end (the end of the process does that too), or
 * -1 when another process has it. */
int folder_claim(const struct folder *f, const char *id, int *claim, struct tf_err *e);
/* Before a run begins anew, or another spec's begins. */
void folder_forget_budget(const struct folder *f, const char *id);
/* Does a process have the run? */
bool folder_is_claimed(const struct folder *f, const char *id);
/* DIR/sub/id+end */
int folder_path(const struct folder *f, char *out, size_t size, const char *sub, const char *id,
                const char *end, struct tf_err *e);
/* DIR/rows/id.csv; is it there? */
int folder_row(const struct folder *f, const char *id, char out[1300], struct tf_err *e);
bool folder_has_row(const char *dir, const char *id);
/* Before tables go into DIR, which may be missing. TF_BAD: it holds files, but nothing that this program
 * writes and no output folder. TF_SYSTEM: nothing can be written there. */
int tf_folder_check_out(const char *dir, struct tf_err *e);
/* of an output folder's spec; TF_BAD: there is none */
int tf_folder_spec(const char *dir, struct tf_buf *path, struct tf_err *e);
/* dir/spec.yaml, seeds as tf_spec_load; NULL: none, or, with a warning, none that this program can read. */
struct tf_spec *folder_load_spec(const char *dir, const char *seeds);
#endif
