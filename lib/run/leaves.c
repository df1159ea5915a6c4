/* The leaves that tokens reach, in every checkpoint of an output folder or in one checkpoint: tables of shares and of what they say. */
#include "run/leaves.h"
#include "run/together.h"
#include "model/checkpoint.h"
#include "model/published.h"
#include "results/column.h"
#include "report/figure.h"
#include "results/folder.h"
#include "results/leaves_sums.h"
#include "results/recall_table.h"
#include "spec/spec.h"
#include "spec/spec_resolve.h"
#include "train/evaluation.h"
#include "train/shards.h"
#include <math.h>
#include <string.h>

struct walk {
    const struct tf_leaves_from *from;
    int n;
    const struct tf_leaves_request *request;
    const struct tf_exp_env *env;
    struct leaves_all *all;
    struct tf_data *data; /* of the last run */
    const struct tf_spec_run *data_of;
};

/* ---- one checkpoint ---------------------------------------------------------------------------------------------------------------- */

struct stage {
    int step;
    struct tf_stage now;
    char spec_hash[65];
};

static int read_stage(struct stage *g, const struct tf_spec_run *r, const char *path, struct tf_err *e) {
    struct tf_meta m[] = {{"step", ""}, {"stage", ""}, {"spec_hash", ""}, {NULL, ""}};
    struct tf_stage *all = tf_alloc(sizeof *all * TF_MAX_STAGES);
    int at = 0, rc = tf_checkpoint_meta(path, m, true, e), n = tf_recipe_stages(&r->recipe, all);
    *g = (struct stage){0};
    if (!rc && (sscanf(m[0].value, "%d", &g->step) != 1 || sscanf(m[1].value, "%d", &at) != 1 || at < 0 || at >= n))
        rc = tf_fail(e, TF_BAD, "%s: step '%.20s', stage '%.20s': not of this spec", path, m[0].value, m[1].value);
    if (!rc) g->now = all[at];
    snprintf(g->spec_hash, sizeof g->spec_hash, "%.64s", m[2].value);
    tf_free(all);
    return rc;
}

static void join_sums(void *arg, int into, int from) {
    struct leaves_sums *sums = arg;
    leaves_join(&sums[into], &sums[from]);
}

/* Evaluates on the first `limit` examples, and sums over the shards. */
static int count(struct walk *w, const struct tf_spec_run *r, const struct tf_model *m, int step, size_t limit, struct leaves_sums *out,
                 struct tf_err *e) {
    int shards = r->train.shards;
    struct leaves_sums *sums = tf_calloc(sizeof *sums * (size_t)shards);
    void **arg = tf_alloc(sizeof *arg * (size_t)shards);
    struct tf_score score;
    char label[200];
    for (int i = 0; i < shards; i++) arg[i] = &sums[i];
    snprintf(label, sizeof label, "%s: step %d", r->id, step);
    struct tf_observer observer = {.on_leaves = leaves_observe, .arg = arg};
    int rc = tf_evaluate(m, w->data, w->request->split, limit, shards, w->env->threads, label, &observer, &score, NULL, e);
    if (!rc && tf_stopped()) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
    if (!rc) {
        tf_shards_join(shards / tf_ranks()->n, join_sums, sums); // this rank's
        leaves_join_ranks(&sums[0]);
        leaves_join(out, &sums[0]);
    }
    for (int i = 0; i < shards; i++) leaves_free(&sums[i]);
    tf_free(arg), tf_free(sums);
    return rc;
}

/* A second pass over the same examples, since queries and keys are needed. */
static int measure_recall(const struct walk *w, const struct tf_spec_run *r, const struct tf_model *m, size_t limit, struct leaves_at *at,
                          struct tf_err *e) {
    struct recall_sums s;
    char label[200];
    snprintf(label, sizeof label, "%s: recall", r->id);
    if (recall_measure(&s, m, w->data, w->request->split, limit, r->train.shards, w->env->threads, label, e)) return -1;
    const bool stopped = tf_stopped();
    if (!stopped) at->recall = recall_list(&s, &at->recalls);
    recall_free(&s);
    return stopped ? tf_fail(e, TF_INTERRUPTED, "interrupted") : 0;
}

static bool has_trees(const struct leaves_sums *s) {
    bool any = false;
    for (int i = 0; i < TF_MAX_LAYERS; i++) any |= s->layer[i].leaves > 0;
    return any;
}

static void add_checkpoint(struct leaves_all *all, struct leaves_at at) {
    TF_GROW(all->at, all->n, all->cap);
    all->at[all->n++] = at;
}

/* The model of a checkpoint. One that another spec wrote is compared with this spec's model as far as the file says what it was. */
static int load_model(struct tf_model *m, const struct tf_spec_run *r, const struct stage *g, const struct tf_data *d, const char *path,
                      struct tf_err *e) {
    if (tf_recipe_load(m, &r->recipe, &g->now, tf_data_input(d), path, e)) return -1;
    return strcmp(g->spec_hash, r->hash) ? tf_weights_compare(path, m, e) : 0;
}

/* 1: counted, 0: the model has no tree. first: find that out by one example. */
static int count_checkpoint(struct walk *w, const struct tf_spec_run *r, const char *path, int best, bool first, struct tf_err *e) {
    struct stage g;
    struct tf_model m = {0};
    struct leaves_at at = {.run = r, .best = best};
    size_t have = 0, limit = w->request->limit;
    int got = -1;
    if (!tf_ranks_agree(read_stage(&g, r, path, e), e) && !together_open_data(&w->data, &w->data_of, r, w->env, false, e) &&
        !tf_ranks_agree(together_check_data(path, r, w->data, e), e) && !tf_ranks_agree(load_model(&m, r, &g, w->data, path, e), e)) {
        have = w->data->n[w->request->split];
        for (int l = 0; l < m.cfg.layers; l++) at.trees[l] = spec_int_option(m.layer[l].attn->opts, m.layer[l].opts, "trees", 1);
        got = first ? count(w, r, &m, g.step, 1, &at.mean, e) : 0;
        if (!got && (!first || has_trees(&at.mean))) {
            leaves_free(&at.mean);
            got = count(w, r, &m, g.step, limit, &at.mean, e) || measure_recall(w, r, &m, limit, &at, e) ? -1 : 1;
        }
    }
    if (got == 1) {
        at.step = g.step;
        at.sequences = (double)(limit && limit < have ? limit : have) * w->data->parts;
        leaves_mean(&at.mean);
        add_checkpoint(w->all, at);
    } else leaves_free(&at.mean);
    tf_model_free(&m);
    return got;
}

/* ---- the checkpoints of a folder -------------------------------------------------------------------------------------------------------- */

struct file {
    int step; /* -1: best.safetensors */
    bool best;
};

/* The checkpoints in a run's folder by step, one for each: of best.safetensors' step that file where it has other weights, the running average's.
 * Returns how many, or -1. */
static int list_files(struct file **out, const struct tf_spec_run *r, const char *dir, struct tf_err *e) {
    struct tf_buf path = {0};
    struct stage g = {.step = -1};
    struct tf_err why = {0};
    tf_buf_addf(&path, "%s/best.safetensors", dir);
    bool best = tf_file_exists(path.s) && !read_stage(&g, r, path.s, &why), placed = false;
    if (why.code) tf_log(TF_LOG_WARN, "%s", why.msg);
    int *steps, n = tf_checkpoint_steps(dir, &steps, e), k = n < 0 ? -1 : 0;
    *out = tf_alloc(sizeof **out * (size_t)(n < 0 ? 1 : n + 1));
    for (int i = n - 1; i >= 0; i--) {
        if (best && !placed && g.step < steps[i]) (*out)[k++] = (struct file){-1, true}, placed = true;
        bool same = best && steps[i] == g.step;
        (*out)[k++] = (struct file){same && r->train.ema > 0 ? -1 : steps[i], same};
        placed |= same;
    }
    if (best && !placed && n >= 0) (*out)[k++] = (struct file){-1, true};
    tf_free(steps);
    tf_buf_free(&path);
    return k;
}

/* What rank 0 found is what all go through. */
static int share_files(struct file **f, int n, struct tf_err *e) {
    n = tf_ranks_follow(n, e);
    if (n < 0) return n;
    *f = tf_realloc(*f, sizeof **f * (size_t)(n + 1));
    tf_ranks_tell(*f, sizeof **f * (size_t)n);
    return n;
}

static bool is_gone(const char *path) { return tf_ranks_follow(!tf_file_exists(path), &(struct tf_err){0}); }

/* A run that is under way replaces its checkpoints: one that has gone in the meantime is passed over. */
static int walk_run(struct walk *w, const char *folder, const struct tf_spec_run *r, int *found, struct tf_err *e) {
    struct tf_buf dir = {0};
    struct file *f;
    tf_buf_addf(&dir, "%s/runs/%s", folder, r->id);
    const int there = list_files(&f, r, dir.s, e), n = share_files(&f, there, e);
    int rc = n < 0 ? -1 : 0, counted = 0;
    for (int i = 0; i < n && rc >= 0; i++) {
        struct tf_buf path = {0};
        struct tf_err why = {0};
        if (f[i].step < 0) tf_buf_addf(&path, "%s/best.safetensors", dir.s);
        else tf_buf_addf(&path, "%s/" TF_CHECKPOINT, dir.s, f[i].step);
        rc = count_checkpoint(w, r, path.s, f[i].best, counted == 0, &why);
        if (rc < 0 && is_gone(path.s)) tf_log(TF_LOG_WARN, "%s was deleted because the run is still going: skipped", path.s), rc = 1;
        else if (rc < 0) tf_fail(e, why.code, "%s", why.msg);
        else counted += rc;
        tf_buf_free(&path);
        if (rc == 0) break; // nor will the others have trees
    }
    if (!n) tf_log(TF_LOG_WARN, "%s: its folder has no checkpoint", r->id);
    else if (rc == 0) tf_log(TF_LOG_INFO, "%s: no trees", r->id);
    *found += counted;
    tf_free(f);
    tf_buf_free(&dir);
    return rc < 0 ? -1 : 0;
}

static int check_names(const struct tf_leaves_from *a, const struct tf_leaves_from *b, struct tf_err *e) {
    for (int i = 0; i < a->s->n_runs; i++)
        for (int k = 0; k < b->s->n_runs; k++)
            if (!strcmp(a->s->run[i].id, b->s->run[k].id) && spec_routed(&a->s->run[i]))
                return tf_fail(e, TF_BAD, "%s and %s both have a run %s: leave one of them out", b->dir, a->dir, a->s->run[i].id);
    return 0;
}

static int walk_all(struct walk *w, struct tf_err *e) {
    int all = 0;
    for (int i = 0; i < w->n; i++) {
        const struct tf_leaves_from *f = &w->from[i];
        int found = 0;
        for (int k = 0; k < i; k++)
            if (check_names(f, &w->from[k], e)) return -1;
        for (int k = 0; k < f->s->n_runs; k++)
            if (walk_run(w, f->dir, &f->s->run[k], &found, e)) return -1;
        if (!found && w->n > 1) tf_log(TF_LOG_WARN, "%s: no checkpoint of a run with trees: left out", f->dir);
        all += found;
    }
    return all ? 0 : tf_fail(e, TF_BAD, "%s: no checkpoint of a run with trees%s", w->from->dir, w->n > 1 ? ", nor in the others" : "");
}

/* The spec's only run, or the one that wrote the checkpoint. */
static int walk_one(struct walk *w, struct tf_err *e) {
    const char *path = w->request->checkpoint;
    const struct tf_spec *s = w->from->s;
    const struct tf_spec_run *r = s->n_runs == 1 ? s->run : NULL;
    struct tf_meta m[] = {{"spec_hash", ""}, {NULL, ""}};
    if (tf_ranks_agree(tf_checkpoint_meta(path, m, true, e), e)) return -1;
    for (int i = 0; i < s->n_runs && !r; i++)
        if (!strcmp(s->run[i].hash, m[0].value)) r = &s->run[i];
    if (!r)
        return tf_fail(e, TF_BAD, "%s: none of the spec's %d runs wrote it (spec_hash %.20s): choose one with --set or --seed", path,
                       s->n_runs, m[0].value);
    int got = count_checkpoint(w, r, path, -1, true, e);
    if (got == 0) return tf_fail(e, TF_BAD, "%s: %s has no trees", path, r->attn->name);
    return got < 0 ? -1 : 0;
}

/* ---- tables ------------------------------------------------------------------------------------------------------------------------ */

static const char *const side_name[] = {"keys", "queries"};

/* What both tables begin with, and either's own. */
struct line {
    const char *run, *side, *attention, *setting;
    int step, layer, leaf, best;
    double heads, sequences, tokens, leaves, entropy, entropy_share, gini, effective, largest, empty, occupancy, balanced, skew, share,
        sorted, recall, q10, oracle, window, kept, lift, efficiency;
};
#define CSV(type, name, field) REPORT_CSV(type, line, name, field)
#define WHOLE(name, field) REPORT_CSV_AS(REAL, line, name, field, "%.0f")
#define REAL(name, field) REPORT_CSV_AS(REAL, line, name, field, "%.9g")
#define KEY CSV(TEXT, run, run), CSV(COUNT, step, step), CSV(COUNT, layer, layer), CSV(TEXT, side, side)
// clang-format off
static const struct report_column summary_columns[] = {
    KEY, WHOLE(heads, heads), WHOLE(sequences, sequences), WHOLE(tokens, tokens), WHOLE(leaves, leaves), REAL(entropy_bits, entropy),
    REAL(entropy_share, entropy_share), REAL(gini, gini), REAL(effective_leaves, effective), REAL(largest_share, largest),
    REAL(empty_query_leaf_rate, empty), REAL(occupancy, occupancy), REAL(occupancy_balanced, balanced), REAL(skew, skew),
    CSV(COUNT, best, best), CSV(TEXT, attention, attention), CSV(TEXT, setting, setting),
    REAL(recall_pct, recall), REAL(recall_q10_pct, q10), REAL(oracle_pct, oracle), REAL(window_pct, window), REAL(kept_pct, kept),
    REAL(lift, lift), REAL(efficiency, efficiency), {0}
};
static const struct report_column share_columns[] = {KEY, CSV(COUNT, leaf, leaf), REAL(share, share), REAL(sorted_share, sorted), {0}};
// clang-format on

static struct line line_of(const struct leaves_at *a, int layer, int side) {
    return (struct line){.run = a->run->id, .step = a->step, .layer = layer + 1, .side = side_name[side]};
}

static void add_summary(struct tf_buf *out, const struct leaves_at *a, int layer, int side) {
    const struct leaves_layer *l = &a->mean.layer[layer];
    const struct leaves_side *s = &l->side[side];
    const double trees = l->maps / a->sequences; // of the layer
    struct line x = line_of(a, layer, side);
    x.heads = trees / a->trees[layer], x.sequences = a->sequences, x.tokens = l->tokens / trees, x.leaves = l->leaves;
    x.entropy = s->entropy_bits + 0.0, x.entropy_share = s->entropy_bits / log2(l->leaves) + 0.0; // + 0: no -0
    x.gini = s->gini + 0.0, x.effective = s->effective, x.largest = s->largest, x.empty = l->empty / l->tokens;
    x.occupancy = leaves_occupancy(a, layer), x.balanced = leaves_balanced(a, layer), x.skew = x.occupancy / x.balanced;
    const struct recall *kept = leaves_recall(a, layer);
    x.recall = x.q10 = x.oracle = x.window = x.kept = x.lift = x.efficiency = NAN;
    if (kept)
        x.recall = kept->kept_pct, x.q10 = kept->q10_pct, x.oracle = kept->oracle_pct, x.window = kept->window_pct,
        x.kept = kept->share_pct, x.lift = recall_lift(kept), x.efficiency = recall_efficiency(kept);
    x.best = a->best, x.attention = a->run->attn->name, x.setting = a->run->setting;
    report_csv_line(summary_columns, 0, &x, out);
}

static void add_shares(struct tf_buf *out, const struct leaves_at *a, int layer, int side) {
    const struct leaves_layer *l = &a->mean.layer[layer];
    struct line x = line_of(a, layer, side);
    for (x.leaf = 0; x.leaf < l->leaves; x.leaf++) {
        x.share = l->side[side].share[x.leaf], x.sorted = l->side[side].sorted[x.leaf];
        report_csv_line(share_columns, 0, &x, out);
    }
}

static int write_table(const struct leaves_all *all, const char *name, const struct report_column *columns,
                       void (*add)(struct tf_buf *, const struct leaves_at *, int, int), struct tf_err *e) {
    struct tf_buf text = {0};
    report_csv_head(columns, 0, &text);
    for (int i = 0; i < all->n; i++)
        for (int l = 0; l < TF_MAX_LAYERS; l++)
            for (int side = 0; all->at[i].mean.layer[l].leaves && side < 2; side++) add(&text, &all->at[i], l, side);
    return tf_file_write_free(all->out, name, &text, e);
}

/* What the leaves keep of full attention. */
static int write_recall(const struct leaves_all *all, struct tf_err *e) {
    struct tf_buf text = {0};
    recall_table_head(true, &text);
    for (const struct leaves_at *a = all->at; a < all->at + all->n; a++)
        recall_table_add(a->run->id, a->step, a->recall, a->recalls, &text);
    return tf_file_write_free(all->out, "recall.csv", &text, e);
}

static int write_all(const struct leaves_all *all, bool plot, struct tf_err *e) {
    // first the file by which tf_folder_check_out will know the folder, whatever happens to the second
    if (tf_mkdirs(all->out, e) || write_table(all, "leaves.csv", share_columns, add_shares, e)) return -1;
    if (write_table(all, "summary.csv", summary_columns, add_summary, e) || write_recall(all, e)) return -1;
    if (plot) leaves_figures(all);
    return 0;
}

/* What all titles begin with, in whole words: "Narrow BERT" of "Narrow BERT, TF-A" and "Narrow BERT, TC-A". */
static void common_title(char *out, size_t size, const struct tf_leaves_from *from, int n) {
    snprintf(out, size, "%s", from->s->heading.title);
    for (int i = 1; i < n; i++) {
        const char *other = from[i].s->heading.title;
        size_t k = 0;
        while (out[k] && out[k] == other[k]) k++;
        while (k && !(strchr(" ,:", out[k]) && strchr(" ,:", other[k]))) k--; // the end of a title is the end of a word, too
        while (k && strchr(" ,:", out[k - 1])) k--;
        out[k] = 0;
    }
    if (!*out) snprintf(out, size, "%d trainings", n);
}

int tf_exp_leaves(const struct tf_leaves_from *from, int n, const struct tf_leaves_request *request, const struct tf_exp_env *env,
                  struct tf_err *e) {
    bool no_gnuplot = false;
    struct leaves_all all = {.protocol = from->s->heading.protocol, .out = env->out, .no_gnuplot = &no_gnuplot};
    struct walk w = {.from = from, .n = n, .request = request, .env = env, .all = &all};
    common_title(all.title, sizeof all.title, from, n);
    for (int i = 1; i < n; i++)
        if (strcmp(from[i].s->heading.protocol, all.protocol)) all.protocol = "mixed";
    for (int i = 0; i < n; i++)
        if (together_begin(from[i].s, env, e)) return -1;
    if (tf_ranks_follow(together_leads() ? tf_folder_check_out(env->out, e) : 0, e)) return -1;
    int rc = request->checkpoint ? walk_one(&w, e) : walk_all(&w, e);
    if (rc == 0) rc = tf_ranks_follow(together_leads() ? write_all(&all, env->plot, e) : 0, e);
    for (int i = 0; i < all.n; i++) leaves_free(&all.at[i].mean), tf_free(all.at[i].recall);
    tf_free(all.at);
    tf_data_close(w.data);
    return rc;
}
