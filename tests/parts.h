/* For tests: one layer, one head, one task, one finished row, each without a program around it. */
#ifndef TF_TESTS_PARTS_H
#define TF_TESTS_PARTS_H
#include "attn/attn.h"
#include "fixture.h"
#include "num/tree.h"

struct tf_data;
struct tf_report;
struct tf_row;

/* ---- one layer of a mechanism on one sequence ---------------------------------------------------------- */

/* qkv, no_bias: of the layer's shape; drawn: by draw_subject, which draw, from 1; position: of a model
 * around it, as enum tf_position */
struct subject {
    const struct tf_attn *attn;
    void *opts;
    char name[512];
    int qkv;
    bool no_bias;
    uint32_t drawn;
    int position;
};
struct layer {
    struct tf_pars pars;
    struct tf_tape t;
    struct tf_ctx ctx;
    struct tf_pack pk;
    struct tf_arena room; /* of the pack */
};

/* A test's argument: a mechanism, when only what is about it is to run. An unknown one ends the program. */
void only_of(int argc, char **argv);
bool only_has(const char *mechanism);
bool only_all(void);

/* The mechanism at its defaults with up to 4 options changed; v ends with NULL or after 8 texts. */
struct subject make_subject(const char *mechanism, const char *const v[8]);
/* The k-th draw of options for a: about half of them at other values than their defaults, as the mechanism
 * allows for this shape. */
struct subject draw_subject(const struct tf_attn *a, uint32_t k, const struct tf_shape *shape);
/* Every mechanism (or the one of only_of) at its defaults, at settings worth testing, at draws of its
 * options, with heads of shape->qkv channels in all and no bias, and with the positions that it can have;
 * *n of them, to be freed with their opts. */
struct subject *all_subjects(int *n, const struct tf_shape *shape);
void open_layer(struct layer *l, const struct subject *s, int T, int channels, int heads, bool causal);
/* on T tokens of a layer that takes max_len */
void open_layer_within(struct layer *l, const struct subject *s, int T, int max_len, int channels, int heads,
                       bool causal);
void close_layer(struct layer *l);

/* Normal draws; rows from `different_from` on are others. */
struct tf_mat *layer_input(struct layer *l, int different_from);

/* ---- one head of one sequence through TF-A, k-ary TF-A or TC-A, forward and backward ------------------- */

#ifdef TF_DOUBLE
#define TOL_O 1e-12
#else
#define TOL_O 1e-5
#endif

struct head { /* inputs and gradients, row-major */
    int T, D, rows;
    struct tf_tree_shape shape;
    tf_real *q, *k, *v, *w, *b, *alpha, *G; /* (T,D) three times, (rows,D), (rows), (levels+1), (T,D) */
    tf_real *dq, *dk, *dv, *dw, *db, *dalpha, *o;
    int *leaf_q, *leaf_k;
    struct tf_gate gate; /* mode, samples, from, clip, causal */
    enum tf_tree_empty empty;
    bool learn, hard, ancestor, detach, twice; /* twice: the head stands for two that share the trees */
    double dropout, slope;
    uint64_t seed;
    struct tf_tape t;
};

tf_real *head_vec(int n); /* zeros; tf_free frees them */
double head_dot(int n, const tf_real *a, const tf_real *b);
void head_alloc(struct head *a);
void head_free(struct head *a);
void head_randomize(struct head *a, double w_scale);
void head_clear(struct head *a); /* gradients to zero, the tape to its start */
void head_run(struct head *a, bool tc); /* through TF-A (or k-ary TF-A), or TC-A */
void run_backward(struct tf_tape *t, struct tf_mat *o, const tf_real *G); /* of loss = sum(G * o) */

/* ---- one task with settings as a spec names them: "key=value key=value", or "" ------------------------- */

struct where { const char *data, *cache; int threads; }; /* NULL: none is named; threads 0: one */

void *task_options(const char *task, const char *settings); /* tf_free frees them */
int open_task(struct tf_data **out, const char *task, const char *settings, struct where place,
              struct tf_err *e);
struct tf_data *open_or_fail(const char *task, const char *settings, struct where place);

/* ListOps in a small: how it is made, and the hash of what is generated, without a cache. */
#define LISTOPS_SMALL "length_min=20 length_max=60 train=300 valid=50 test=50"
uint64_t listops_hash(const char *settings, int threads);

extern const char squad_vocab[]; // 27 pieces

/* "class: ids|class: ids" of a split (an enum tf_split), until the next call. */
const char *examples(const struct tf_data *d, int split);
/* Opening ends in a message that holds `want`, and leaves nothing behind. */
void open_fails(const char *task, const char *settings, struct where place, const char *want);

/* ---- one finished run on n test examples --------------------------------------------------------------- */

struct tf_row finished_row(const char *task, const char *protocol, const char *attention, const char *title,
                           long seed, double correct, long n);
void put_row(const char *folder, const struct tf_row *r); /* its file in dir/folder/rows/ */

/* The same of ListOps, in 2,000 examples; a file that its run leaves; and how its folder is reported. */
extern const char *report_protocol; /* of all three; "small" before each test */
int report_before(void **state);
struct tf_row listops_row(const char *attention, const char *title, const char *setting, long seed,
                          double correct);
void put_file(const char *folder, const char *run, const char *name, const char *text);
/* The run's right.csv: the first `correct` of 2,000 answers were right. */
void put_first_right(const char *folder, const char *run, int correct);
/* Of run `i` of dir/folder/spec.yaml, of ListOps or a task like it: with its name, setting and hash. */
struct tf_row spec_row(const char *folder, int i, double correct);
struct tf_report report_of(const char *folder, bool plot);
/* A file of that report, written without figures, as text; and how often a text has a part. */
const char *report_file(const char *folder, const char *title, const char *file);
int occurrences(const char *text, const char *part);
bool has(const char *text, const char *part);
#endif
