/* Floor 3: tasks. One file and one const struct each; task_list.def lists them. */
#ifndef TF_TASK_H
#define TF_TASK_H
#include "data/data.h"
#include "data/locate.h"

/* A trained model, as a task's hooks see it. */
struct tf_trained {
    /* Of the run, for messages. */
    const char *label;
    /* Tokens of the longest sequence of its training (0: of the data at hand); data.pad. */
    int max_len, pad;
    /* Its logits of d's test examples, in their order: (tokens of the test set, 2) for spans, else
     * (examples, classes). TF_FAILED: some are not finite; TF_INTERRUPTED. */
    int (*logits)(const struct tf_trained *m, const struct tf_data *d, int threads, tf_real *out,
                  struct tf_err *e);
    /* For logits. */
    const void *of;
};
/* Answers as a benchmark grades them, each from 0 to 1 by the metric: their sum and the sum of their
 * squares. */
struct tf_answers { size_t n, exact; double sum, squares; enum tf_metric metric; };

/* The folder that a hook writes to (NULL: no files), and what it gets there: a path a line. */
struct tf_task_out { const char *dir; struct tf_buf paths; };
/* Writes dir/name, makes dir if need be, appends the path. */
int tf_task_write(struct tf_task_out *out, const char *name, const struct tf_buf *text, struct tf_err *e);

/* A rule that needs no model: it answers with the class that most training examples of the same key have. If
 * none has that key, it answers as the rule before it, and the first rule with the largest class of all. */
struct tf_floor { const char *name; uint64_t (*key)(const struct tf_example *x); };
/* How training examples change, another way at every visit; the test never does. options: their names, joined
 * by '|', which a stage of training may set for itself, too. make: another sequence of the same class in out
 * (len elements); returns its length, 0: it stays as it is. */
struct tf_vary {
    const char *options;
    int (*make)(const void *opts, struct tf_rng *r, const uint16_t *tok, int len, uint16_t *out);
};
/* Which tokens a task's models may look at. ANY: model.causal decides; CAUSAL: only earlier ones (the task
 * predicts the next one); BOTH: also later ones (the task hides some, and predicts them from both sides). */
enum tf_task_order { TF_ORDER_ANY, TF_ORDER_CAUSAL, TF_ORDER_BOTH };

struct tf_task {
    /* "listops", "ListOps", "arXiv:2011.04006 sec. 2.2.1" */
    const char *name, *title, *paper;
    /* Where the papers' scores of it are: "table3_lra.csv", "listops". */
    const char *paper_table, *paper_column;
    /* That trains it: "pretrain", "finetune"; NULL: "lra". */
    const char *command;
    enum tf_task_order order;
    /* Of its data. levels: tokens are grey levels, 0..255. */
    enum tf_objective objective;
    bool levels;
    /* Examples are two sequences, each with a model's pass of its own. */
    bool pairs;
    const struct tf_opt *opts;
    size_t opts_size;
    /* Combinations of options that ranges cannot say, with an option's name to point at; NULL: none. */
    int (*check)(const void *opts, const char **option, struct tf_err *e);
    int (*open)(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e);
    /* Appends, joined by "; ", what these options share with the published code though nobody would choose it
     * ("validation = test"); NULL: nothing ever. */
    void (*quirks)(const void *opts, struct tf_buf *out);
    /* Options, joined by '|', that decide which part of the data is for training, or what its tokens are
     * called: what was trained with others must not be tested. NULL: the test is a set of its own. */
    const char *fixed;
    /* The option that draws all examples anew, so that with another value of it those of `fixed` may change,
     * too; NULL: none. */
    const char *fresh;
    /* What a model has to beat, beside the largest class; ends with {0}. NULL: that alone. */
    const struct tf_floor *floors;
    /* Of tasks of one sequence an example; NULL: examples stay as they are. */
    const struct tf_vary *vary;
    /* No example of these options has fewer tokens; NULL, 0: not known before the data is opened. */
    int (*shortest)(const void *opts);
    /* None has more; NULL: than the option max_length, where there is one. */
    int (*longest)(const void *opts);
    /* Grades a model's answers to the test questions as the benchmark's own script does, and writes them
     * in the form of a submission; takes the place of the test score of rows. NULL: the score over the
     * examples is the benchmark's. */
    int (*score)(const void *opts, const struct tf_task_env *env, const struct tf_trained *m,
                 struct tf_task_out *files, struct tf_answers *out, struct tf_err *e);
    /* Writes predictions for a test set whose labels only the benchmark's server knows, in the form of a
     * submission. NULL: there is no such set. */
    int (*submit)(const void *opts, const struct tf_task_env *env, const struct tf_trained *m,
                  struct tf_task_out *files, struct tf_err *e);
    /* Looks for that test set and reads it: its path (of two: "A and B") is appended, *rows set; where the
     * data has none, the path below a data folder, and 0. NULL exactly where submit is. */
    int (*find_test)(const void *opts, const struct tf_task_env *env, struct tf_buf *path, size_t *rows,
                     struct tf_err *e);
};
/* NULL-terminated. */
extern const struct tf_task *const tf_tasks[];
/* NULL: none. */
const struct tf_task *tf_task_find(const char *name);
/* The first of the largest. */
static inline int tf_task_class(const tf_real *logits, int classes) {
    int best = 0;
    for (int c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}
#endif
