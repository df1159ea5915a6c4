/* A paper's tables in its rows, columns and order, ours beside its own. experiments/paper/tables.csv names the columns of each, what of our runs belongs in
 * them and where the paper's values are:
 *   value score: mean over the tasks `of`, exactly these; ppl, valid_ppl, bits: perplexities and bits of language models, likewise; work: of an attention
 *   layer, likewise; key: text of the file that the runs' setting at the path `of` must equal, so that it tells rows of one mechanism apart;
 *   option: what specs set at the path `of` ("a|b": the first that there is; n: the length of rows), in lines of tasks; cost: work of a layer of 768
 *   channels and 12 heads on `of` tokens; text: the file's own
 *   where: PATH=VALUE, a setting of the runs; other columns leave such runs out */
#include "attn/attn.h"
#include "report/join.h"
#include "report/table.h"
#include "results/column.h"
#include "spec/layer_cost.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_MAX = (REPORT_COLS - 2) / 2, TASKS_MAX = 16, OURS = 64, WHY = 240 };
struct column {
    const char *name, *head, *value, *of, *where, *paper;
};
struct table {
    const char *name, *title;
    struct column column[COLUMNS_MAX];
    int n;
    bool of_tasks;      // its lines are tasks
    bool keyed;         // its rows have keys
    struct tf_csv rows; // the paper's file
    const struct report_all *all;
};
/* A column of a line, and a line of the CSV. ours: text that stands for the number where there is none; bad: how the runs of its only task ended,
 * none of them well. */
struct cell {
    const char *table, *protocol, *row, *attention, *setting, *column, *bad;
    char text[OURS], their_text[OURS], why[WHY];
    int seeds;
    struct tf_interval ours, over_seeds;
    double theirs, diff;
    enum report_paper paper;
    unsigned other; // why the paper's value is OTHER: report_other_why
    int within;
};
/* row: of the paper's file, -1: ours alone; joined: the line has all settings of a row with keys; first: a group that the line is about,
 * NULL: there is none of ours; place: see place_of. */
struct line {
    int row, place;
    bool joined;
    const struct report_group *first;
    const char *title, *setting;
    struct cell cell[COLUMNS_MAX];
};

static bool is_text(const struct column *c) { return !strcmp(c->value, "text") || !strcmp(c->value, "key"); }

/* Of layers alone, without runs. */
static bool is_cost(const struct table *t) { return !strcmp(t->column[t->n - 1].value, "cost"); }

/* ---- which runs ------------------------------------------------------------------------------------------------------------------- */

static const char *row_id(const struct table *t, int row) { return t->rows.cell[(size_t)row * (size_t)t->rows.cols]; }

/* "linformer-k128" is Linformer, and BERT's tables call full attention bert-base. */
static const struct tf_attn *row_attn(const struct table *t, int row) {
    char id[48];
    snprintf(id, sizeof id, "%s", row_id(t, row));
    if (!strcmp(id, "bert-base")) return tf_attn_full();
    for (char *dash; !tf_attn_find(id) && (dash = strrchr(id, '-'));) *dash = 0;
    return tf_attn_find(id);
}

static double row_number(const struct table *t, int row, const char *column) {
    double v;
    return *column && tf_csv_col(&t->rows, column) >= 0 && !tf_csv_number(&t->rows, row, column, &v, &(struct tf_err){0}) ? v : (double)NAN;
}

/* The run's setting at a path, as text; NULL: not known. */
static const char *setting_at(const struct table *t, const struct tf_row *row, const char *path) {
    const struct tf_yaml *v = tf_yaml_at(t->all->spec[row - t->all->row].resolved, path);
    return v && v->kind == TF_YAML_SCALAR ? v->value : NULL;
}

static bool has_keys(const struct table *t, int i, const struct tf_row *row) {
    for (int k = 0; t->keyed && k < t->n; k++) {
        if (strcmp(t->column[k].value, "key")) continue;
        const char *ours = setting_at(t, row, t->column[k].of);
        if (!ours || strcmp(ours, tf_csv_get(&t->rows, i, t->column[k].paper))) return false;
    }
    return true;
}

/* "linformer-k128" is of rank 128 alone; a run without its spec is taken to have the row's. */
static bool has_rank(const struct table *t, int i, const struct tf_row *row) {
    const char *k = strstr(row_id(t, i), "-k"), *ours = setting_at(t, row, "attention.rank");
    return !k || !ours || strspn(k + 2, "0123456789") != strlen(k + 2) || !strcmp(ours, k + 2);
}

/* Of several rows of a mechanism with the run's keys, the one with as many layers; where all have it, the one with the most. */
static int row_of(const struct table *t, const struct tf_row *r) {
    const int some = tf_row_some_layers(r);
    int found = -1;
    double most = -1;
    for (int i = 0; i < t->rows.rows; i++) {
        const struct tf_attn *a = row_attn(t, i);
        if (!a || strcmp(a->name, r->attention) || !has_keys(t, i, r) || !has_rank(t, i, r)) continue;
        double layers = row_number(t, i, "tree_layers");
        if (isnan(layers)) layers = 0;
        if (some && layers > 0 && layers != some) continue;
        if (layers > most) found = i, most = layers;
    }
    return found;
}

/* Is the run one for the column? Without its spec it is taken to have no such setting. */
static bool has_setting(const struct table *t, const struct column *c, const struct tf_row *row) {
    for (int i = 0; i < t->n; i++) {
        const char *where = t->column[i].where, *equals = strchr(where, '=');
        char path[64];
        if (!equals) continue;
        snprintf(path, sizeof path, "%.*s", (int)(equals - where), where);
        const char *ours = setting_at(t, row, path);
        const bool is = ours && !strcmp(ours, equals + 1);
        if (is != !strcmp(c->where, where)) return false;
    }
    return true;
}

static const struct report *part_of(const struct table *t, const char *protocol, const char *task, size_t n) {
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        if (!strcmp(r->protocol, protocol) && strlen(r->row->task) == n && !strncmp(r->row->task, task, n)) return r;
    }
    return NULL;
}

/* How many groups of g's task that differ from it in their quirks alone come before it: each of these has a line. */
static int place_of(const struct report *part, const struct report_group *g) {
    int n = 0;
    for (const struct report_group *k = part->group; k < g; k++)
        n += !strcmp(k->row->attention, g->row->attention) && !strcmp(k->row->setting, g->row->setting);
    return n;
}

/* Keys say which row it is: then one line may have the columns of all its settings. */
static bool same_line(const struct table *t, const struct line *l, const struct report *part, const struct report_group *g) {
    const struct tf_row *r = g->row;
    if (l->joined) return row_of(t, r) == l->row;
    return !strcmp(l->setting, r->setting) && place_of(part, g) == l->place && row_of(t, r) == l->row &&
           (l->row >= 0 || !strcmp(l->first->row->attention, r->attention));
}

static const struct report_group *group_of(const struct table *t, const struct column *c, const struct line *l, const char *protocol,
                                           const char *task, size_t n) {
    const struct report *r = part_of(t, protocol, task, n);
    for (int i = 0; l->first && r && i < r->n_groups; i++)
        if (same_line(t, l, r, &r->group[i]) && has_setting(t, c, r->group[i].row)) return &r->group[i];
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
    struct tf_interval s = k < 2 ? (struct tf_interval){NAN, NAN, NAN} : tf_mean_interval(x, k);
    tf_free(x);
    return s;
}

static double value_of(const struct column *col, const struct report_group *g) {
    const struct {
        const char *name;
        double value;
    } of[] = {{"work", g->flops_paper_pct}, {"ppl", g->test_ppl}, {"valid_ppl", g->valid_ppl}, {"bits", g->test_bits}};
    for (size_t i = 0; i < TF_COUNT(of); i++)
        if (!strcmp(col->value, of[i].name)) return of[i].value;
    return g->test.mean;
}

/* The column's mean over the tasks' groups; test sets are independent: half-widths add in quadrature. */
static void join_groups(const struct table *t, const struct column *col, const struct report_group *const *g, int n, struct cell *c) {
    const bool score = !strcmp(col->value, "score");
    double mean = 0, ours2 = 0, paper2 = 0;
    c->paper = REPORT_PAPER_SAME, c->seeds = g[0]->ok;
    for (int i = 0; i < n; i++) {
        mean += value_of(col, g[i]) / n;
        const double paper = n == 1 && isnan(g[i]->paper_score_pct) ? c->theirs : g[i]->paper_score_pct;
        ours2 += pow(stats_half_width(&g[i]->test) / n, 2), paper2 += pow(report_paper_half(g[i], paper) / n, 2);
        const enum report_paper own = report_paper_row(g[i]->row, report_paper_mode(g[i]->row->protocol), t->all->paper_dir);
        if (own < c->paper) c->paper = own;
        if (own == REPORT_PAPER_OTHER) c->other |= report_other_why(g[i]->row);
        if (g[i]->ok < c->seeds) c->seeds = g[i]->ok;
    }
    const double half = score ? sqrt(ours2) : (double)NAN;
    c->ours = (struct tf_interval){mean, mean - half, mean + half};
    if (score && n == 1) c->ours = g[0]->test;
    if (score) c->over_seeds = over_seeds(g, n);
    if (c->paper == REPORT_PAPER_NONE && !isnan(c->theirs)) snprintf(c->why, WHY, "no comparison on stand-in data");
    if (c->paper == REPORT_PAPER_NONE) c->theirs = NAN;
    if (isnan(c->theirs)) c->paper = REPORT_PAPER_NONE;
    if (c->paper != REPORT_PAPER_SAME) return;
    c->diff = mean - c->theirs;
    c->within = stats_within_noise(c->diff, half, sqrt(paper2));
}

static void fill_tasks(const struct table *t, const struct column *col, const struct line *l, const char *protocol, struct cell *c) {
    const struct report_group *g[TASKS_MAX];
    int n = 0, missing = 0, bad = 0;
    char ended[WHY] = "";
    size_t len;
    for (const char *task = col->of; *task && n < TASKS_MAX; task += len, task += *task == ' ') {
        len = strcspn(task, " ");
        g[n] = group_of(t, col, l, protocol, task, len);
        const size_t at = strlen(c->why), end = strlen(ended);
        if (!g[n]) snprintf(c->why + at, WHY - at, "%s%.*s", missing++ ? ", " : "no runs of ", (int)len, task);
        else if (g[n]->ok) n++;
        else {
            c->bad = g[n]->diverged ? "diverged" : "failed";
            snprintf(ended + end, WHY - end, "%sall runs of %.*s %s", bad++ ? ", " : "", (int)len, task, c->bad);
        }
    }
    const size_t at = strlen(c->why);
    snprintf(c->why + at, WHY - at, "%s%s", missing && bad ? "; " : "", ended);
    if (strchr(col->of, ' ')) c->bad = NULL;
    if (!missing && !bad && n) join_groups(t, col, g, n, c);
    else c->paper = isnan(c->theirs) ? REPORT_PAPER_NONE : report_paper_mode(protocol);
}

/* What the runs of the line's task set there; several values are joined. */
static void fill_option(const struct table *t, const struct column *col, const struct line *l, const char *protocol, struct cell *c) {
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        if (strcmp(r->protocol, protocol) || strcmp(report_paper_column(r->row->task), row_id(t, l->row))) continue;
        for (int i = 0; i < r->n; i++) {
            const struct tf_yaml *v = NULL;
            char path[64], value[32], list[OURS + 64];
            for (const char *at = col->of; *at && !v; at += strcspn(at, "|"), at += *at == '|') {
                snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "|"), at);
                v = tf_yaml_at(r->spec[i].resolved, path);
            }
            char length[32] = ""; // the row's own, of tasks without such an option
            if (!v && !strcmp(path, "n")) snprintf(length, sizeof length, "%ld", r->row[i].flops_n);
            const char *given = v && v->kind == TF_YAML_SCALAR ? v->value : length;
            if (!*given) continue;
            snprintf(value, sizeof value, ", %.28s,", given);
            snprintf(list, sizeof list, ", %s,", c->text);
            if (strstr(list, value)) continue;
            const size_t n = strlen(c->text);
            snprintf(c->text + n, OURS - n, "%s%s", n ? ", " : "", given);
        }
    }
    char *end;
    const double ours = strtod(c->text, &end);
    if (end == c->text) snprintf(c->why, WHY, "no runs");
    else if (!*end) c->ours.mean = ours, c->diff = ours - c->theirs;
}

static void fill_cost(const struct table *t, const struct column *col, const struct line *l, struct cell *c) {
    const struct tf_layer_size size = {.n = atoi(col->of), .dim = 768, .heads = 12};
    struct flops_layer layer;
    const struct tf_attn *a = row_attn(t, l->row);
    if (!a || flops_open(&layer, a, &size, "", &(struct tf_flops_request){0}, &(struct tf_err){0})) return;
    c->ours.mean = flops_percent(&layer, -1, FLOPS_LAYER);
    flops_close(&layer);
}

/* The file's; of a line of ours alone, the setting. */
static void fill_text(const struct table *t, const struct column *col, const struct line *l, struct cell *c) {
    const char *ours = l->row < 0 && !strcmp(col->value, "key") ? setting_at(t, l->first->row, col->of) : NULL;
    snprintf(c->text, OURS, "%s", l->row >= 0 ? tf_csv_get(&t->rows, l->row, col->paper) : ours ? ours : "");
    c->theirs = NAN;
}

static void fill_line(const struct table *t, const char *protocol, struct line *l) {
    for (int k = 0; k < t->n; k++) {
        const struct column *col = &t->column[k];
        struct cell *c = &l->cell[k];
        const struct tf_interval none = {NAN, NAN, NAN};
        *c = (struct cell){.table = t->name, .protocol = protocol, .row = l->row < 0 ? "" : row_id(t, l->row), .setting = l->setting};
        c->attention = l->first ? l->first->row->attention : "", c->column = col->name;
        c->ours = c->over_seeds = none, c->diff = NAN, c->within = c->seeds = -1;
        c->theirs = l->row < 0 ? (double)NAN : row_number(t, l->row, col->paper);
        if (is_text(col)) fill_text(t, col, l, c);
        else if (!strcmp(col->value, "option")) fill_option(t, col, l, protocol, c);
        else if (!strcmp(col->value, "cost")) fill_cost(t, col, l, c);
        else fill_tasks(t, col, l, protocol, c);
    }
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------------ */

static bool of_task(const struct column *c, const char *task) {
    for (const char *at = c->of; *at && !is_text(c); at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == strlen(task) && !strncmp(at, task, strlen(task))) return true;
    return false;
}

static bool takes(const struct table *t, int column, const char *protocol, const struct report *r, const struct report_group *g) {
    return !strcmp(r->protocol, protocol) && of_task(&t->column[column], g->row->task) && has_setting(t, &t->column[column], g->row);
}

/* Do two settings of a row with keys fit one column? Then each has a line. */
static bool apart(const struct table *t, const char *protocol, int row) {
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
static int add_ours(const struct table *t, const char *protocol, int row, struct line *line, int n) {
    const bool joined = t->keyed && row >= 0 && !apart(t, protocol, row);
    for (int p = 0; p < t->all->n_parts; p++) {
        const struct report *r = &t->all->part[p];
        for (int i = 0; i < r->n_groups; i++) {
            const struct report_group *g = &r->group[i];
            bool here = false, there = row_of(t, g->row) != row;
            for (int k = 0; k < t->n && !there; k++) here |= takes(t, k, protocol, r, g);
            for (int j = 0; j < n && !there; j++) there = line[j].row == row && line[j].first && same_line(t, &line[j], r, g);
            if (here && !there)
                line[n++] = (struct line){row, place_of(r, g), joined, g, g->row->title, .setting = joined ? "" : g->row->setting};
        }
    }
    return n;
}

/* Has the paper something in the row? */
static bool row_filled(const struct table *t, int row) {
    bool any = t->of_tasks || is_cost(t);
    for (int k = 0; k < t->n; k++) any |= !is_text(&t->column[k]) && !isnan(row_number(t, row, t->column[k].paper));
    return any;
}

static int make_lines(const struct table *t, const char *protocol, struct line *line) {
    int n = 0;
    for (int i = 0; i < t->rows.rows; i++) {
        const struct tf_attn *a = t->of_tasks ? NULL : row_attn(t, i);
        const int before = n;
        if (!t->of_tasks) n = add_ours(t, protocol, i, line, n);
        if (n == before && row_filled(t, i)) line[n++] = (struct line){.row = i, .title = a ? a->title : row_id(t, i), .setting = ""};
    }
    if (!t->of_tasks) n = add_ours(t, protocol, -1, line, n);
    for (int i = 0; i < n; i++) fill_line(t, protocol, &line[i]);
    return n;
}

/* ---- text ------------------------------------------------------------------------------------------------------------------------- */

static void cell_ours(const void *cell, struct tf_buf *out) {
    const struct cell *c = cell;
    if (*c->text) tf_buf_addf(out, "%s", c->text);
    else report_number(out, c->ours.mean);
}
static void cell_paper(const void *cell, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_paper_word(((const struct cell *)cell)->paper));
}
static void cell_within(const void *cell, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_yes_no(((const struct cell *)cell)->within));
}
#define CSV(type, name, field) REPORT_CSV(type, cell, name, field)
// clang-format off
static const struct report_column columns[] = {
    CSV(TEXT, protocol, protocol), CSV(TEXT, row, row), CSV(TEXT, attention, attention), CSV(TEXT, setting, setting),
    CSV(TEXT, column, column), {"ours", NULL, REPORT_CELL, .cell = cell_ours}, CSV(REAL, lo, ours.lo), CSV(REAL, hi, ours.hi),
    CSV(REAL, seeds_lo, over_seeds.lo), CSV(REAL, seeds_hi, over_seeds.hi), CSV(COUNT, seeds, seeds), CSV(REAL, paper, theirs),
    {"paper_protocol", NULL, REPORT_CELL, .cell = cell_paper}, CSV(REAL, diff, diff), {"within_noise", NULL, REPORT_CELL, .cell = cell_within},
    {0}
};
// clang-format on

static void md_ours(const struct cell *c, struct report_grid *g) {
    if (*c->text) report_grid_add(g, "%s", c->text);
    else if (isnan(c->ours.mean)) report_grid_add(g, "%s", c->bad ? c->bad : report_dash);
    else if (isnan(c->ours.lo)) report_grid_add(g, "%.2f", c->ours.mean);
    else report_grid_add(g, "%.2f (%.2f to %.2f)", c->ours.mean, c->ours.lo, c->ours.hi);
}

static void md_theirs(const struct cell *c, bool option, struct report_grid *g) {
    const double diff = fabs(c->diff) < 0.005 ? 0 : c->diff; // no "-0.00"
    if (isnan(c->theirs)) report_grid_add(g, "%s", report_dash);
    else if (option) report_grid_add(g, "%g", c->theirs);
    else if (c->paper == REPORT_PAPER_OTHER) report_grid_add(g, "*(%.2f)*", c->theirs);
    else if (isnan(diff)) report_grid_add(g, "%.2f", c->theirs);
    else if (c->within < 0) report_grid_add(g, "%.2f: %+.2f", c->theirs, diff);
    else report_grid_add(g, "%.2f: %+.2f, %s", c->theirs, diff, c->within ? "within noise" : "**outside**");
}

/* Of the lines whose cell k is empty for line i's reason, each title once: "Transformer, Linformer". */
static void add_titles(const struct line *line, int i, int n, int k, struct tf_buf *out) {
    for (int j = i; j < n; j++) {
        bool named = !line[j].first || strcmp(line[j].cell[k].why, line[i].cell[k].why) != 0;
        for (int l = i; l < j && !named; l++)
            named = line[l].first && !strcmp(line[l].title, line[j].title) && !strcmp(line[l].cell[k].why, line[i].cell[k].why);
        if (!named) tf_buf_addf(out, "%s%s", j > i ? ", " : "", line[j].title);
    }
}

/* Why cells are empty in lines of ours, each reason of a column once. That there are no runs of its only task goes without saying. */
static void add_reasons(const struct table *t, const struct line *line, int n, struct tf_buf *out) {
    for (int k = 0; k < t->n; k++)
        for (int i = 0; i < n; i++) {
            const struct cell *c = &line[i].cell[k];
            bool said = !*c->why || c->bad || !line[i].first || (!strncmp(c->why, "no runs", 7) && !strchr(t->column[k].of, ' '));
            for (int j = 0; j < i && !said; j++) said = line[j].first && !strcmp(line[j].cell[k].why, c->why);
            if (said) continue;
            tf_buf_addf(out, "- %s, ", t->column[k].head);
            add_titles(line, i, n, k, out);
            tf_buf_addf(out, ": %s.\n", c->why);
        }
}

static void add_notes(const struct table *t, const char *protocol, const struct line *line, int n, struct tf_buf *out) {
    char text[REPORT_WHY];
    unsigned other = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t->n; k++) other |= line[i].cell[k].other;
    bool scores = false;
    for (int k = 0; k < t->n; k++) scores |= !strcmp(t->column[k].value, "score");
    add_reasons(t, line, n, out);
    tf_buf_addf(out, "- Ours%s; then the paper's value and the difference, ours minus the paper's%s.\n",
                scores ? " with its 95 % interval over the test set" : "",
                scores ? ", within noise where it is at most both half-widths in quadrature" : "");
    if (strcmp(protocol, "paper")) tf_buf_addf(out, "- *(In parentheses)*: the paper's value, of another protocol: not comparable.\n");
    else if (other) tf_buf_addf(out, "- *(In parentheses)*: the paper's value %s: not comparable.\n", report_other_text(text, other));
}

static void md_setting(const struct line *l, struct report_grid *g) {
    struct tf_buf text = {0};
    if (l->first && !l->joined) report_add_setting(&text, l->setting, l->first);
    report_grid_add(g, "%s", text.len ? text.s : report_dash);
    tf_buf_free(&text);
}

static bool has_paper(const struct table *t, int column) { return *t->column[column].paper && !is_text(&t->column[column]); }

static void md_section(const struct table *t, const char *protocol, const struct line *line, int n, struct tf_buf *out) {
    struct report_grid g = {0};
    tf_buf_addf(out, "%s# %s%s%s%s\n\n", out->len ? "\n" : "", t->title, *protocol ? " (protocol: " : "", protocol, *protocol ? ")" : "");
    report_grid_head(&g, true, t->of_tasks ? "Task" : "Mechanism");
    if (!t->of_tasks) report_grid_head(&g, true, "Setting");
    for (int k = 0; k < t->n; k++) {
        report_grid_head(&g, false, "%s", t->column[k].head);
        if (has_paper(t, k)) report_grid_head(&g, false, "paper");
    }
    for (int i = 0; i < n; i++) {
        report_grid_add(&g, "%s", line[i].title);
        const double layers = line[i].first || line[i].row < 0 ? (double)NAN : row_number(t, line[i].row, "tree_layers");
        if (layers > 0) report_grid_add(&g, "%g layers", layers);
        else if (!t->of_tasks) md_setting(&line[i], &g);
        for (int k = 0; k < t->n; k++) {
            md_ours(&line[i].cell[k], &g);
            if (has_paper(t, k)) md_theirs(&line[i].cell[k], t->of_tasks, &g);
        }
    }
    report_grid_end(&g, out);
    if (!t->of_tasks) tf_buf_addf(out, "\n");
    if (is_cost(t))
        tf_buf_addf(out, "- Work of the whole layer in percent of full attention's, 768 channels and 12 heads, leaves of equal size.\n");
    else if (!t->of_tasks) add_notes(t, protocol, line, n, out);
}

static bool has_ours(const struct table *t, const struct line *l) {
    bool any = false;
    for (int k = 0; k < t->n; k++) any |= !isnan(l->cell[k].ours.mean) || l->cell[k].bad || strstr(l->cell[k].why, "all runs of");
    return any;
}

/* Lines of ours that have nothing for this table go where another has the paper's row. Returns how many are left. */
static int drop_empty(const struct table *t, struct line *line, int n) {
    int left = 0;
    for (int i = 0; i < n; i++) {
        bool other = false;
        for (int j = 0; j < n; j++) other |= j != i && line[j].row == line[i].row && line[i].row >= 0 && (has_ours(t, &line[j]) || j < i);
        if (!line[i].first || has_ours(t, &line[i]) || !other) continue;
        line[i].row = -2; // to go
    }
    for (int i = 0; i < n; i++)
        if (line[i].row != -2) line[left++] = line[i];
    return left;
}

static void add_section(const struct table *t, const char *protocol, struct tf_buf *csv, struct tf_buf *md) {
    int most = t->rows.rows;
    bool any = is_cost(t);
    for (int p = 0; p < t->all->n_parts; p++) most += t->all->part[p].n_groups;
    struct line *line = tf_calloc(sizeof *line * (size_t)(most + 1));
    int n = make_lines(t, protocol, line);
    if (!t->of_tasks && !is_cost(t)) n = drop_empty(t, line, n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t->n; k++) any |= !isnan(line[i].cell[k].ours.mean) || (t->of_tasks && *line[i].cell[k].text);
    for (int i = 0; any && i < n; i++)
        for (int k = 0; k < t->n; k++) report_csv_line(columns, 0, &line[i].cell[k], csv);
    if (any) md_section(t, protocol, line, n, md);
    tf_free(line);
}

/* Was the file written for this table, by an earlier report of other folders? */
static bool is_ours(const struct table *t, const char *path, bool md) {
    struct tf_buf has = {0}, head = {0};
    if (md) tf_buf_addf(&head, "# %s", t->title);
    else report_csv_head(columns, 0, &head);
    const bool ours =
        tf_file_exists(path) && !tf_file_read(path, &has, &(struct tf_err){0}) && has.len >= head.len && !memcmp(has.s, head.s, head.len);
    tf_buf_free(&has), tf_buf_free(&head);
    return ours;
}

static int write_table(const struct table *t, struct tf_err *e) {
    struct tf_buf csv = {0}, md = {0};
    char name[64];
    report_csv_head(columns, 0, &csv);
    if (is_cost(t)) add_section(t, "", &csv, &md);
    else
        for (int p = 0; p < t->all->n_parts; p++) {
            const char *protocol = t->all->part[p].protocol;
            bool seen = report_paper_mode(protocol) == REPORT_PAPER_NONE;
            for (int q = 0; q < p; q++) seen |= !strcmp(t->all->part[q].protocol, protocol);
            if (!seen) add_section(t, protocol, &csv, &md);
        }
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++) {
        char path[1200];
        snprintf(name, sizeof name, "%s.%s", t->name, k ? "md" : "csv");
        if (md.len) rc = tf_file_write_in(t->all->out, name, k ? &md : &csv, e);
        else if (snprintf(path, sizeof path, "%s/%s", t->all->out, name) < (int)sizeof path && is_ours(t, path, k)) unlink(path);
    }
    tf_buf_free(&csv), tf_buf_free(&md);
    return rc;
}

/* The lines of the layout from `first` on that are of one table. */
static int read_table(struct table *t, const struct tf_csv *layout, int first, struct tf_err *e) {
    struct tf_buf path = {0};
    const struct report_all *all = t->all;
    *t = (struct table){.name = tf_csv_get(layout, first, "table"), .title = tf_csv_get(layout, first, "title"), .all = all};
    for (int i = first; i < layout->rows && t->n < COLUMNS_MAX && !strcmp(tf_csv_get(layout, i, "table"), t->name); i++)
        t->column[t->n++] =
            (struct column){tf_csv_get(layout, i, "column"), tf_csv_get(layout, i, "head"),  tf_csv_get(layout, i, "value"),
                            tf_csv_get(layout, i, "of"),     tf_csv_get(layout, i, "where"), tf_csv_get(layout, i, "paper")};
    t->of_tasks = !strcmp(t->column[0].value, "option");
    for (int k = 0; k < t->n; k++) t->keyed |= !strcmp(t->column[k].value, "key");
    report_paper_path(&path, all->paper_dir, tf_csv_get(layout, first, "file"));
    const int rc = tf_csv_load(&t->rows, path.s ? path.s : "", e);
    tf_buf_free(&path);
    return rc;
}

int report_paper_tables(const struct report_all *a, struct tf_err *e) {
    static const char *const heads[] = {"table", "title", "column", "head", "value", "of", "where", "file", "paper"};
    struct tf_buf path = {0};
    struct tf_csv layout;
    if (!report_paper_path(&path, a->paper_dir, "tables.csv")) return tf_buf_free(&path), 0;
    int rc = tf_csv_load(&layout, path.s, e);
    tf_buf_free(&path);
    if (rc) return -1;
    for (size_t k = 0; k < TF_COUNT(heads) && !rc; k++)
        if (tf_csv_col(&layout, heads[k]) < 0) rc = tf_fail(e, TF_BAD, "%s: no column %s", layout.name, heads[k]);
    struct table *t = tf_calloc(sizeof *t);
    for (int i = 0; i < layout.rows && !rc; i += t->n) {
        t->all = a;
        rc = read_table(t, &layout, i, e);
        if (!rc) rc = write_table(t, e), tf_csv_free(&t->rows);
    }
    tf_free(t);
    tf_csv_free(&layout);
    return rc;
}
