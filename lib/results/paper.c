/* The papers' own numbers, from experiments/paper/. */
#include "results/paper.h"
#include "attn/attn.h"
#include "data/locate.h"
#include "io/io.h"
#include "task/task.h"
#include <math.h>
#include <string.h>

static char instead[1024]; // tf_paper_dir

void tf_paper_dir(const char *dir) { snprintf(instead, sizeof instead, "%s", dir ? dir : ""); }

bool report_paper_path(struct tf_buf *out, const char *table) {
    struct tf_buf name = {0};
    if (!table || !*table) return false;
    out->len = 0;
    tf_buf_addf(&name, "%s/%s", *instead ? instead : "paper", table);
    bool there = *instead ? tf_file_exists(name.s) : tf_experiment_find(name.s, out, NULL);
    if (*instead) tf_buf_add(out, name.s, name.len);
    tf_buf_free(&name);
    return there;
}

void report_paper_seek(const char *table) {
    struct tf_buf path = {0};
    if (!report_paper_path(&path, table)) tf_log(TF_LOG_WARN, "%s is not in experiments/paper: the paper's column stays empty", table);
    tf_buf_free(&path);
}

/* BERT's tables call full attention bert-base; SegTree's write star-transformer. */
static bool is_of(const char *id, const char *attention) {
    const size_t n = strlen(attention);
    if (!strcmp(id, "bert-base") && tf_attn_is_full(attention)) return true;
    return !strncmp(id, attention, n) && (!id[n] || !strcmp(id + n, "-transformer")); // attention: a mechanism, or an id as it stands
}

/* Of several lines with the id, the one with this many tree_layers (0: the most; an empty cell: all layers have the mechanism); NAN when that
 * does not single one out, or there is no such column. TF_BAD: a cell is not a number. */
static int find_value(const struct tf_csv *c, const char *attention, const char *column, int layers, double *out, struct tf_err *e) {
    const bool counted = tf_csv_col(c, "tree_layers") >= 0;
    int found = -1, most = 0;
    *out = NAN;
    for (int i = 0; i < c->rows; i++) {
        int trees = 0;
        if (!is_of(c->cell[(size_t)i * (size_t)c->cols], attention)) continue;
        if (counted && tf_csv_int(c, i, "tree_layers", &trees, e)) return -1;
        if (counted && layers && trees != layers) continue;
        if (found >= 0 && trees == most) return 0;
        if (found < 0 || trees > most) found = i, most = trees;
    }
    return found < 0 || tf_csv_col(c, column) < 0 ? 0 : tf_csv_number(c, found, column, out, e);
}

double tf_paper_value(const char *table, const char *attention, const char *column) {
    return report_paper_layers(table, attention, column, 0);
}

int report_paper_cell(const char *table, const char *row, const char *column, int layers, double *out, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_csv c;
    bool there = report_paper_path(&path, table);
    int rc = there ? tf_csv_load(&c, path.s, e) : tf_fail(e, TF_BAD, "%s is not in experiments/paper", table);
    *out = NAN;
    if (!rc) {
        rc = find_value(&c, row, column, layers, out, e);
        tf_csv_free(&c);
    }
    tf_buf_free(&path);
    return rc;
}

double report_paper_layers(const char *table, const char *attention, const char *column, int layers) {
    static _Thread_local char told[sizeof((struct tf_err){0}.msg)]; // many cells have one fault
    double v = NAN;
    struct tf_err why = {0};
    struct tf_buf path = {0};
    if (attention && column && report_paper_path(&path, table) && // if it is not there, report_paper_seek says so
        report_paper_cell(table, attention, column, layers, &v, &why) && strcmp(told, why.msg)) {
        tf_log(TF_LOG_WARN, "%s: the paper's value is missing", why.msg);
        snprintf(told, sizeof told, "%s", why.msg);
    }
    tf_buf_free(&path);
    return v;
}

enum report_paper report_paper_mode(const char *protocol) {
    return !strcmp(protocol, "paper") ? REPORT_PAPER_SAME : !strcmp(protocol, "quick") ? REPORT_PAPER_NONE : REPORT_PAPER_OTHER;
}

const char *report_paper_column(const char *task) {
    const struct tf_task *t = tf_task_find(task);
    return t && t->paper_column ? t->paper_column : task;
}

const char *report_paper_table(const char *task) {
    const struct tf_task *t = tf_task_find(task);
    return t ? t->paper_table : NULL;
}

const struct report_kind *report_kind(const char *task) {
    static const struct report_kind kinds[] = {{NULL}, {"pretrain"}, {"finetune"}};
    const struct tf_task *t = tf_task_find(task);
    size_t k = 0;
    if (t && t->command)
        for (k = TF_COUNT(kinds) - 1; k > 0 && strcmp(kinds[k].command, t->command); k--) {}
    return &kinds[k];
}

static bool of_lra(const struct tf_row *row) { return !report_kind(row->task)->command; }

double report_paper_flops(const struct tf_row *row) {
    if (!of_lra(row) && !report_paper_table(row->task)) return NAN; // a language model is none of the paper's
    return report_paper_layers(of_lra(row) ? "table11_flops.csv" : "table2_bert.csv", row->attention,
                               of_lra(row) ? report_paper_column(row->task) : "flops_pct", tf_row_some_layers(row));
}

/* Table 8 has one height per LRA task; Table 6 has one each for TF-A and TC-A in pretraining, which fine-tuning keeps. NAN: not known. */
static double paper_height(const struct tf_row *row) {
    if (of_lra(row)) return tf_paper_value("table8_lra_hparams.csv", report_paper_column(row->task), "tree_height");
    const struct tf_attn *a = tf_attn_find(row->attention);
    return tf_paper_value("table6_7_bert_hparams.csv", "pretrain", a ? a->paper_height : NULL);
}

enum {
    WHY_HEIGHT = 1,
    WHY_SUBSET = 2,
    WHY_SQUAD = 4,
    WHY_LAYERS = 8,
    WHY_VARIED = 16,
    WHY_OTHERS = 32,
    WHY_OWN = 64,
    WHY_HIDDEN = 128,
    WHY_STARTED = 256,
    WHY_FROZEN = 512 // 1024: REPORT_WHY_NEEDS
};

static unsigned other_data(const struct tf_row *row) { // 0: the published
    return (row->subset ? WHY_SUBSET : 0) | (strcmp(row->data_kind, "derived") ? 0 : WHY_SQUAD) |
           (strcmp(row->data_kind, "varied") ? 0 : WHY_VARIED) | (strcmp(row->data_kind, "own") ? 0 : WHY_OWN);
}

/* The tables of the Long Range Arena have the mechanism in all layers only, those of BERT full attention in the others. */
static unsigned other_layers(const struct tf_row *row) {
    return of_lra(row) ? (tf_row_some_layers(row) ? WHY_LAYERS : 0) : *row->others ? WHY_OTHERS : 0;
}

/* The Arena's models begin at random, and learn from classes alone. */
static unsigned other_start(const struct tf_row *row) {
    return of_lra(row) ? (row->pretrain_flops > 0 ? WHY_HIDDEN : 0) | (*row->init_hash ? WHY_STARTED : 0) : 0;
}

/* The papers' trees learn all the time, but for columns of their own. */
static unsigned other_trees(const struct tf_row *row, bool frozen) {
    const struct tf_attn *a = tf_attn_find(row->attention);
    const char *parts = a && tf_opt_find(a->opts, "detach") ? strstr(row->setting, "freeze=") : NULL; // of a mechanism with trees
    const char *tree = parts ? strstr(parts, "tree") : NULL;
    return !frozen && tree && tree < parts + strcspn(parts, " ") ? WHY_FROZEN : 0;
}

static unsigned other(const struct tf_row *row, bool frozen) {
    return other_data(row) | other_layers(row) | other_start(row) | other_trees(row, frozen);
}

int report_paper_heads(const struct tf_csv *c, const char *const *heads, size_t n, struct tf_err *e) {
    for (size_t k = 0; k < n; k++)
        if (tf_csv_col(c, heads[k]) < 0) return tf_fail(e, TF_BAD, "%s: no column %s", c->name, heads[k]);
    return 0;
}

unsigned report_other_why(const struct tf_row *row, bool frozen) {
    unsigned why = other(row, frozen);
    return why ? why : WHY_HEIGHT;
}

char *report_other_text(char out[REPORT_WHY], unsigned why) {
    static const char *const text[] = {"at another tree height",
                                       "on the whole data set, of which ours is a subset",
                                       "of training on GLUE's own pairs, where ours are made from SQuAD",
                                       "with the mechanism in all layers",
                                       "of training on the examples as they are",
                                       "with full attention in the other layers",
                                       "on other texts or expressions",
                                       "of training on the classes alone",
                                       "of a model that begins at random",
                                       "of trees that are not frozen",
                                       "of other tokens, or of tokens that see more or less before them"};
    size_t n = 0;
    *out = 0;
    for (size_t i = 0; i < TF_COUNT(text); i++)
        if (why >> i & 1) n += (size_t)snprintf(out + n, REPORT_WHY - n, "%s%s", n ? ", or " : "", text[i]);
    return out;
}

enum report_paper report_paper_row(const struct tf_row *row, enum report_paper most, bool frozen) {
    if (most == REPORT_PAPER_NONE || tf_row_stand_in(row)) return REPORT_PAPER_NONE;
    if (other(row, frozen)) return REPORT_PAPER_OTHER;
    if (most == REPORT_PAPER_OTHER || row->height < 0) return most;
    double height = paper_height(row);
    return isnan(height) || height == (double)row->height ? most : REPORT_PAPER_OTHER;
}
