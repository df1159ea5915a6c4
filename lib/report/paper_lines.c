/* The lines of a paper's tables: which of our runs belong in a row, and what is in its cells. See table_paper.c. */
#include "report/paper_lines.h"
#include "attn/attn.h"
#include "spec/layer_cost.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool paper_is_text(const struct paper_column *c) { return !strcmp(c->value, "text") || !strcmp(c->value, "key"); }

bool paper_is_cost(const struct paper_table *t) { return !strcmp(t->column[t->n - 1].value, "cost"); }

/* ---- which runs ------------------------------------------------------------------------------------------------------------------- */

static const char *row_id(const struct paper_table *t, int row) { return t->rows.cell[(size_t)row * (size_t)t->rows.cols]; }

/* "linformer-k128" is Linformer, and BERT's tables call full attention bert-base. */
static const struct tf_attn *row_attn(const struct paper_table *t, int row) {
    char id[48];
    snprintf(id, sizeof id, "%s", row_id(t, row));
    if (!strcmp(id, "bert-base")) return tf_attn_full();
    for (char *dash; !tf_attn_find(id) && (dash = strrchr(id, '-'));) *dash = 0;
    return tf_attn_find(id);
}

double paper_row_number(const struct paper_table *t, int row, const char *column) { return tf_csv_real(&t->rows, row, column); }

/* The run's setting at a path, as text; NULL: not known. */
static const char *setting_at(const struct paper_table *t, const struct tf_row *row, const char *path) {
    const struct tf_yaml *v = tf_yaml_at(t->all->spec[row - t->all->row].resolved, path);
    return v && v->kind == TF_YAML_SCALAR ? v->value : NULL;
}

static bool has_keys(const struct paper_table *t, int i, const struct tf_row *row) {
    for (int k = 0; t->keyed && k < t->n; k++) {
        if (strcmp(t->column[k].value, "key")) continue;
        const char *ours = setting_at(t, row, t->column[k].of);
        if (!ours || strcmp(ours, tf_csv_get(&t->rows, i, t->column[k].paper))) return false;
    }
    return true;
}

const char *paper_row_rank(const struct paper_table *t, int row) {
    const char *k = strstr(row_id(t, row), "-k");
    return k && k[2] && strspn(k + 2, "0123456789") == strlen(k + 2) ? k + 2 : NULL;
}

/* "linformer-k128" is of rank 128 alone; a run without its spec is taken to have the row's. */
static bool has_rank(const struct paper_table *t, int i, const struct tf_row *row) {
    const char *rank = paper_row_rank(t, i), *ours = setting_at(t, row, "attention.rank");
    return !rank || !ours || !strcmp(ours, rank);
}

/* Of several rows of a mechanism with the run's keys, the one with as many layers; where all have it, the one with the most. */
static int row_of(const struct paper_table *t, const struct tf_row *r) {
    const int some = tf_row_some_layers(r);
    const bool counted = tf_csv_col(&t->rows, "tree_layers") >= 0;
    int found = -1;
    double most = -1;
    for (int i = 0; i < t->rows.rows; i++) {
        const struct tf_attn *a = row_attn(t, i);
        if (!a || strcmp(a->name, r->attention) || !has_keys(t, i, r) || !has_rank(t, i, r)) continue;
        double layers = paper_row_number(t, i, "tree_layers");
        if (isnan(layers)) layers = 0;
        if (some && counted && layers != some) continue;
        if (layers > most) found = i, most = layers;
    }
    return found;
}

/* The path of a column's condition, "train.freeze=tree", into path; returns the value there ("": nothing is set), NULL: the column has none. */
static const char *condition(const struct paper_column *c, char path[64]) {
    const char *equals = strchr(c->where, '=');
    snprintf(path, 64, "%.*s", (int)strcspn(c->where, "="), c->where);
    return equals ? equals + 1 : NULL;
}

/* Is the run one for the column? Without its spec it is taken to have no such setting. */
static bool has_setting(const struct paper_table *t, const struct paper_column *c, const struct tf_row *row) {
    for (int i = 0; i < t->n; i++) {
        char path[64];
        const char *value = condition(&t->column[i], path), *ours = value ? setting_at(t, row, path) : NULL;
        if (value && !strcmp(ours ? ours : "", value) != !strcmp(c->where, t->column[i].where)) return false;
    }
    return true;
}

static const struct report *part_of(const struct paper_table *t, const char *protocol, const char *task, size_t n) {
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        if (!strcmp(r->protocol, protocol) && strlen(r->row->task) == n && !strncmp(r->row->task, task, n)) return r;
    }
    return NULL;
}

/* The setting without what is none of the mechanism's: the stages of a task's training, and what columns are for. */
static void own_setting(const struct paper_table *t, char *setting) {
    report_setting_drop(setting, "stages");
    for (int i = 0; i < t->n; i++) {
        char path[64];
        if (condition(&t->column[i], path)) report_setting_drop(setting, strrchr(path, '.') ? strrchr(path, '.') + 1 : path);
    }
}

static bool same_setting(const struct paper_table *t, const char *a, const char *b) {
    char x[sizeof((struct tf_row *)0)->setting], y[sizeof x];
    snprintf(x, sizeof x, "%s", a), snprintf(y, sizeof y, "%s", b);
    own_setting(t, x), own_setting(t, y);
    return !strcmp(x, y);
}

/* Do both belong in the same columns? */
static bool same_columns(const struct paper_table *t, const struct tf_row *a, const struct tf_row *b) {
    for (int i = 0; i < t->n; i++)
        if (has_setting(t, &t->column[i], a) != has_setting(t, &t->column[i], b)) return false;
    return true;
}

static bool is_kin(const void *table, const struct report_group *a, const struct report_group *b) {
    const struct paper_table *t = table;
    return !strcmp(a->row->attention, b->row->attention) && !strcmp(a->row->protocol, b->row->protocol) &&
           same_setting(t, a->row->setting, b->row->setting) && same_columns(t, a->row, b->row);
}

static int place_of(const struct paper_table *t, const struct report_group *g) {
    return report_place(t->all->part, t->all->n_parts, g, is_kin, t);
}

/* Keys say which row it is: then one line may have the columns of all its settings. */
static bool same_line(const struct paper_table *t, const struct paper_line *l, const struct report_group *g) {
    const struct tf_row *r = g->row;
    if (l->joined) return row_of(t, r) == l->row;
    return same_setting(t, l->setting, r->setting) && row_of(t, r) == l->row &&
           (l->row >= 0 || !strcmp(l->first->row->attention, r->attention)) && place_of(t, g) == l->place;
}

static const struct report_group *group_of(const struct paper_table *t, const struct paper_column *c, const struct paper_line *l,
                                           const char *protocol, const char *task, size_t n) {
    const struct report *r = part_of(t, protocol, task, n);
    for (int i = 0; l->first && r && i < r->n_groups; i++)
        if (same_line(t, l, &r->group[i]) && has_setting(t, c, r->group[i].row)) return &r->group[i];
    return NULL;
}

/* ---- cells of ours --------------------------------------------------------------------------------------------------------------- */

/* Each seed that went well in all groups is one observation. */
static struct tf_interval over_seeds(const struct report_group *const *g, int n) {
    int k = 0;
    if (n == 1) return g[0]->seeds;
    double *x = tf_alloc(sizeof *x * (size_t)g[0]->n);
    for (int i = 0; i < g[0]->n; i++) {
        double sum = 0;
        int have = 0;
        for (int j = 0; j < n; j++)
            for (int s = 0; s < g[j]->n; s++)
                if (g[j]->row[s].seed == g[0]->row[i].seed && tf_row_ok(&g[j]->row[s])) sum += g[j]->row[s].test_score_pct, have++;
        if (have == n) x[k++] = sum / n;
    }
    bool signed_score = false;
    for (int j = 0; j < n; j++) signed_score |= report_signed(g[j]);
    const struct tf_interval s = stats_over_seeds(x, k, signed_score);
    tf_free(x);
    return s;
}

static double value_of(const struct paper_column *col, const struct report_group *g) {
    const struct {
        const char *name;
        double value;
    } of[] = {{"work", g->flops_paper_pct}, {"ppl", g->test_ppl}, {"valid_ppl", g->valid_ppl}, {"bits", g->test_bits}};
    for (size_t i = 0; i < TF_COUNT(of); i++)
        if (!strcmp(col->value, of[i].name)) return of[i].value;
    return g->test.mean;
}

/* A mean over the runs that ended well is silent about the others, which may be what the mechanism is like. */
static void tell_left_out(const struct report_group *const *g, int n, struct paper_cell *c) {
    int told = 0;
    for (int i = 0; i < n; i++) {
        const int bad = g[i]->n - g[i]->ok;
        const char *how = bad == g[i]->diverged ? "diverged" : g[i]->diverged ? "did not end well" : "failed";
        const size_t at = strlen(c->why);
        if (!bad) continue;
        if (at) snprintf(c->why + at, PAPER_WHY - at, told ? ", " : "; ");
        const size_t from = strlen(c->why);
        snprintf(c->why + from, PAPER_WHY - from, "%d of %d runs of %s %s", bad, g[i]->n, g[i]->row->task, how);
        told++;
    }
    const size_t at = strlen(c->why);
    if (told) snprintf(c->why + at, PAPER_WHY - at, ", not in the mean");
}

/* The column's mean over the tasks' groups; test sets are independent: half-widths add in quadrature. */
static void join_groups(const struct paper_table *t, const struct paper_column *col, const struct report_group *const *g, int n,
                        struct paper_cell *c) {
    const bool score = !strcmp(col->value, "score"), frozen = !strcmp(col->where, "train.freeze=tree");
    double mean = 0, ours2 = 0, paper2 = 0;
    c->paper = REPORT_PAPER_SAME, c->seeds = g[0]->ok;
    for (int i = 0; i < n; i++) {
        mean += value_of(col, g[i]) / n;
        const double paper = n == 1 ? c->theirs : g[i]->paper_score_pct;
        ours2 += pow(stats_half_width(&g[i]->test) / n, 2), paper2 += pow(report_paper_half(g[i], paper) / n, 2);
        const bool needs = report_spec_holds(&t->all->spec[g[i]->row - t->all->row], NULL, col->needs); // "none": no spec has that
        const enum report_paper most = report_paper_mode(g[i]->row->protocol), own = report_paper_row(g[i]->row, most, frozen),
                                this = own == REPORT_PAPER_SAME && !needs ? REPORT_PAPER_OTHER : own;
        if (this < c->paper) c->paper = this;
        if (own == REPORT_PAPER_OTHER && !isnan(c->theirs)) c->other |= report_other_why(g[i]->row, frozen);
        if (own == REPORT_PAPER_SAME && !needs && !isnan(c->theirs)) c->other |= REPORT_WHY_NEEDS;
        if (g[i]->ok < c->seeds) c->seeds = g[i]->ok;
    }
    const double half = score ? sqrt(ours2) : (double)NAN;
    c->ours = (struct tf_interval){mean, mean - half, mean + half};
    if (score && n == 1) c->ours = g[0]->test;
    if (score) c->over_seeds = over_seeds(g, n);
    if (c->paper == REPORT_PAPER_NONE && !isnan(c->theirs)) snprintf(c->why, PAPER_WHY, "no comparison on stand-in data");
    tell_left_out(g, n, c);
    if (c->paper == REPORT_PAPER_NONE) c->theirs = NAN;
    if (isnan(c->theirs)) c->paper = REPORT_PAPER_NONE;
    if (c->paper != REPORT_PAPER_SAME) return;
    c->diff = mean - c->theirs;
    c->within = stats_within_noise(c->diff, half, sqrt(paper2));
}

static void fill_tasks(const struct paper_table *t, const struct paper_column *col, const struct paper_line *l, const char *protocol,
                       struct paper_cell *c) {
    const struct report_group *g[PAPER_TASKS_MAX];
    int n = 0, missing = 0, bad = 0;
    char ended[PAPER_WHY] = "";
    size_t len;
    for (const char *task = col->of; *task && n < PAPER_TASKS_MAX; task += len, task += *task == ' ') {
        len = strcspn(task, " ");
        g[n] = group_of(t, col, l, protocol, task, len);
        const size_t at = strlen(c->why), end = strlen(ended);
        if (!g[n]) snprintf(c->why + at, PAPER_WHY - at, "%s%.*s", missing++ ? ", " : "no runs of ", (int)len, task);
        else if (g[n]->ok) n++;
        else {
            c->bad = g[n]->diverged ? "diverged" : "failed";
            snprintf(ended + end, PAPER_WHY - end, "%sall runs of %.*s %s", bad++ ? ", " : "", (int)len, task, c->bad);
        }
    }
    const size_t at = strlen(c->why);
    snprintf(c->why + at, PAPER_WHY - at, "%s%s", missing && bad ? "; " : "", ended);
    if (strchr(col->of, ' ')) c->bad = NULL;
    if (!missing && !bad && n) join_groups(t, col, g, n, c);
    else c->paper = isnan(c->theirs) ? REPORT_PAPER_NONE : report_paper_mode(protocol);
}

/* What the runs of the line's task set there; several values are joined. Of steps those that were made: a spec's train.steps says nothing of
 * runs in stages, with trees that grow, or that end at a time or a score. */
static void fill_option(const struct paper_table *t, const struct paper_column *col, const struct paper_line *l, const char *protocol,
                        struct paper_cell *c) {
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        if (strcmp(r->protocol, protocol) || strcmp(report_paper_column(r->row->task), row_id(t, l->row))) continue;
        for (int i = 0; i < r->n; i++) {
            const struct tf_yaml *v = NULL;
            char path[64] = "", value[32], list[PAPER_OURS + 64];
            for (const char *at = col->of; *at && !v; at += strcspn(at, "|"), at += *at == '|') {
                snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "|"), at);
                v = tf_yaml_at(r->spec[i].resolved, path);
            }
            char own[32] = ""; // the row's: the length of tasks without such an option, and steps
            if (!v && !strcmp(path, "n")) snprintf(own, sizeof own, "%ld", r->row[i].flops_n);
            const long steps = tf_row_ok(&r->row[i]) ? r->row[i].steps : r->spec[i].steps;
            if (!strcmp(path, "train.steps") && steps > 0) snprintf(own, sizeof own, "%ld", steps);
            const char *given = !*own && v && v->kind == TF_YAML_SCALAR ? v->value : own;
            if (!*given) continue;
            snprintf(value, sizeof value, ", %.28s,", given);
            snprintf(list, sizeof list, ", %s,", c->text);
            if (strstr(list, value) || strstr(c->text, "…")) continue;
            const size_t n = strlen(c->text);
            if (n && n + strlen(given) + 8 > PAPER_OURS) given = "…"; // a part of a number is another number
            snprintf(c->text + n, PAPER_OURS - n, "%s%s", n ? ", " : "", given);
        }
    }
    char *end;
    const double ours = strtod(c->text, &end);
    if (end == c->text) snprintf(c->why, PAPER_WHY, "no runs");
    else if (!*end) c->ours.mean = ours, c->diff = ours - c->theirs;
}

static void fill_cost(const struct paper_table *t, const struct paper_column *col, const struct paper_line *l, struct paper_cell *c) {
    const struct tf_layer_size size = {.n = atoi(col->of), .dim = 768, .heads = 12};
    struct flops_layer layer;
    const struct tf_attn *a = row_attn(t, l->row);
    if (!a || flops_open(&layer, a, &size, "", &(struct tf_flops_request){0}, &(struct tf_err){0})) return;
    c->ours.mean = flops_percent(&layer, FLOPS_LAYER);
    flops_close(&layer);
}

/* The file's; of a line of ours alone, the setting. */
static void fill_text(const struct paper_table *t, const struct paper_column *col, const struct paper_line *l, struct paper_cell *c) {
    const char *ours = l->row < 0 && !strcmp(col->value, "key") ? setting_at(t, l->first->row, col->of) : NULL;
    snprintf(c->text, PAPER_OURS, "%s", l->row >= 0 ? tf_csv_get(&t->rows, l->row, col->paper) : ours ? ours : "");
    c->theirs = NAN;
}

static void fill_line(const struct paper_table *t, const char *protocol, struct paper_line *l) {
    for (int k = 0; k < t->n; k++) {
        const struct paper_column *col = &t->column[k];
        struct paper_cell *c = &l->cell[k];
        const struct tf_interval none = {NAN, NAN, NAN};
        *c = (struct paper_cell){.table = t->name, .protocol = protocol, .row = l->row < 0 ? "" : row_id(t, l->row), .setting = l->setting};
        c->attention = l->first ? l->first->row->attention : "", c->column = col->name;
        c->ours = c->over_seeds = none, c->diff = NAN, c->within = c->seeds = -1;
        c->theirs = l->row < 0 ? (double)NAN : paper_row_number(t, l->row, col->paper);
        if (paper_is_text(col)) fill_text(t, col, l, c);
        else if (!strcmp(col->value, "option")) fill_option(t, col, l, protocol, c);
        else if (!strcmp(col->value, "cost")) fill_cost(t, col, l, c);
        else fill_tasks(t, col, l, protocol, c);
    }
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

bool paper_of_task(const struct paper_column *c, const char *task) {
    for (const char *at = c->of; *at && !paper_is_text(c); at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == strlen(task) && !strncmp(at, task, strlen(task))) return true;
    return false;
}

static bool takes(const struct paper_table *t, int column, const char *protocol, const struct report *r, const struct report_group *g) {
    return !strcmp(r->protocol, protocol) && paper_of_task(&t->column[column], g->row->task) && has_setting(t, &t->column[column], g->row);
}

/* Do two settings of a row with keys fit one column? Then each has a line. */
static bool apart(const struct paper_table *t, const char *protocol, int row) {
    for (int k = 0; k < t->n; k++) {
        const struct report_group *one = NULL;
        for (int p = 0; p < t->all->n_parts; p++)
            for (int i = 0; i < t->all->part[p].n_groups; i++) {
                const struct report_group *g = &t->all->part[p].group[i];
                if (!takes(t, k, protocol, &t->all->part[p], g) || row_of(t, g->row) != row) continue;
                if (one && !strcmp(one->row->task, g->row->task) &&
                    (strcmp(one->row->setting, g->row->setting) || strcmp(one->row->quirks, g->row->quirks)))
                    return true;
                one = g;
            }
    }
    return false;
}

/* The settings in which we have runs of the paper's row (-1: of mechanisms that the paper lacks), in the order of the parts. */
static int add_ours(const struct paper_table *t, const char *protocol, int row, struct paper_line *line, int n) {
    const bool joined = t->keyed && row >= 0 && !apart(t, protocol, row);
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        for (int i = 0; i < r->n_groups; i++) {
            const struct report_group *g = &r->group[i];
            bool here = false, there = row_of(t, g->row) != row;
            for (int k = 0; k < t->n && !there; k++) here |= takes(t, k, protocol, r, g);
            for (int j = 0; j < n && !there; j++) there = line[j].row == row && line[j].first && same_line(t, &line[j], g);
            if (here && !there)
                line[n++] = (struct paper_line){row, place_of(t, g), joined, g, g->row->title, .setting = joined ? "" : g->row->setting};
        }
    }
    return n;
}

/* Has the paper something in the row? */
static bool row_filled(const struct paper_table *t, int row) {
    bool any = t->of_tasks || paper_is_cost(t);
    for (int k = 0; k < t->n; k++) any |= !paper_is_text(&t->column[k]) && !isnan(paper_row_number(t, row, t->column[k].paper));
    return any;
}

int paper_lines(const struct paper_table *t, const char *protocol, struct paper_line *line) {
    int n = 0;
    for (int i = 0; i < t->rows.rows; i++) {
        const struct tf_attn *a = t->of_tasks ? NULL : row_attn(t, i);
        const int before = n;
        if (!t->of_tasks) n = add_ours(t, protocol, i, line, n);
        if (n == before && row_filled(t, i)) line[n++] = (struct paper_line){.row = i, .title = a ? a->title : row_id(t, i), .setting = ""};
    }
    if (!t->of_tasks) n = add_ours(t, protocol, -1, line, n);
    for (int i = 0; i < n; i++) fill_line(t, protocol, &line[i]);
    return n;
}
