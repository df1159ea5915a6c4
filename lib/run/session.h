/* The runs of a spec: their folder, data and estimates, and what the processes of --jobs share. */
#ifndef TF_SESSION_H
#define TF_SESSION_H
#include <sys/stat.h>

#include "results/folder.h"
#include "run/env.h"
#include "run/together.h"
#include "run/watch.h"
#include "spec/spec_resolve.h"
#include "train/train.h"


enum failed { FAILED_NONE, FAILED_BEING_TOLD, FAILED };
struct shared { // by the processes of --jobs
    atomic_int failed;               // enum failed: whether `first` has an error
    struct tf_err first;             // of the first run that could not be done
    atomic_bool idle[TF_JOBS_MAX];   // it has no more runs to do,
    atomic_int threads[TF_JOBS_MAX]; // and its threads went to the others
    struct watch_run run[];          // of the spec
};

struct session {
    const struct tf_spec *s, *whole; /* the runs to be done; with those that env->only leaves out */
    const struct tf_exp_env *env;
    struct folder folder;
    struct tf_data *data;              /* of the last run; */
    const struct tf_spec_run *data_of; /* shared by the runs with the same task options; */
    const struct tf_spec_run *rows_of; /* data_of, once finished rows were found to be of these data, */
    const struct tf_spec_run *rows_from; /* and to have begun with the weights that this run begins with */
    const struct tf_spec_run *init_of; /* the last run that begins with weights; */
    struct stat init_file;             /* and their file, as it was then, */
    char init_hash[TF_INIT_HASH];      /* and its hash */
    char history[TF_HISTORY_MAX];      /* of the run that was prepared last */
    const struct tf_task *test_of;     /* the last task whose test set without labels was looked for, */
    size_t test_rows;                  /* and how many examples it has */
    struct tf_estimate *estimates;     /* (n_runs) of those first of their settings; steps 0: not yet */
    bool sample;                       /* a dry run, to which a sample of the data is enough */
    struct shared *shared;
    struct watch watch;
    size_t memory;                 /* that was available before the first job took any; 0: not known */
    const atomic_int *threads_now; /* of this process; NULL: env->threads */
    bool checking;                 /* before the first run: each is taken to be alone */
    bool refused;                  /* the last error: too little memory, or data that cannot be read */
    int skipped, done, elsewhere;  /* runs finished before, by us, claimed by other processes */
    int worst;
};

/* Opens the data of r as x->data, unless they are the last run's. */
int session_open_data(struct session *x, const struct tf_spec_run *r, struct tf_err *e);
/* Appends the path of the file that the run begins with. *there: is it? TF_BAD: a folder that has none. */
int session_find_init(const struct tf_spec_run *r, struct tf_buf *path, bool *there, struct tf_err *e);
/* *hash: of the file that the run begins with; "": there is none. */
int session_init_hash(struct session *x, const struct tf_spec_run *r, const char **hash, struct tf_err *e);
/* The step of the newest checkpoint that the run goes on from; -1: it begins anew. */
int session_newest(const struct session *x, const struct tf_spec_run *r);
/* TF_BAD: the weights that the run begins with are not there. A run that goes on needs none. */
int session_check_init(const struct session *x, const struct tf_spec_run *r, struct tf_err *e);
/* Can its models be built, stage by stage? Needs the data. */
int session_check_stages(const struct session *x, const struct tf_spec_run *r, struct tf_err *e);
/* The same; also, does the machine have room for their parameters and teachers, and do the first weights fit?
 * Says nothing else, and is quick. */
int session_check_models(struct session *x, const struct tf_spec_run *r, struct tf_err *e);
/* The last of these alone. */
int session_try_weights(const struct session *x, const struct tf_spec_run *r, struct tf_err *e);
/* Number of the first run that differs from it in its seed alone, or its own. */
int session_first(const struct session *x, const struct tf_spec_run *r);
/* Of this process, now. */
int session_threads(const struct session *x);
/* What the trainer gets; dir: of its checkpoints, may be NULL. Needs the data. */
struct tf_run session_run(const struct session *x, const struct tf_spec_run *r, const char *dir);
/* Measured once for all seeds: long where the answer is the result or fixes the steps, else for the progress
 * line. TF_SYSTEM where the machine has too little memory for the parameters alone. */
int session_estimate(struct session *x, const struct tf_spec_run *r, const struct tf_run *run,
                     struct tf_estimate *out, struct tf_err *e);
/* Warns of a run whose peak of `bytes` the machine would refuse. */
void session_warn_of_memory(const struct session *x, const struct tf_spec_run *r, double bytes);
/* The same as session_estimate, and TF_SYSTEM where the machine has too little memory for the run. */
int session_measure(struct session *x, const struct tf_spec_run *r, const struct tf_run *run,
                    struct tf_estimate *out, struct tf_err *e);
/* The measured estimate, for n ranks on the network that the command line describes: as many of the steps as
 * train.max_time allows. */
struct tf_estimate session_fit(const struct session *x, const struct tf_spec_run *r, const struct tf_run *run,
                               int n);
/* What the run begins with, the steps that train.max_time comes to, and whether the machines have room. */
int session_prepare(struct session *x, const struct tf_spec_run *r, struct tf_run *run, struct tf_err *e);
void session_close(struct session *x);
#endif
