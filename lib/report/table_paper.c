/* A paper's tables in its rows, columns and order, ours beside its own. experiments/paper/tables.csv names the columns of each, what of our runs belongs in
 * them and where the paper's values are:
 *   value score: mean over the tasks `of`, exactly these; ppl, valid_ppl, bits: perplexities and bits of language models, likewise; work: of an attention
 *   layer, likewise; key: text of the file that the runs' setting at the path `of` must equal, so that it tells rows of one mechanism apart;
 *   option: what specs set at the path `of` ("a|b": the first that there is; n: the length of rows; train.steps: the steps that were made), in lines of
 *   tasks; cost: work of a layer of 768 channels and 12 heads on `of` tokens; text: the file's own
 *   where: PATH=VALUE, a setting of the runs; other columns leave such runs out */
#include "report/paper_lines.h"
#include "report/table.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---- text ------------------------------------------------------------------------------------------------------------------------- */

static void cell_ours(const void *cell, struct tf_buf *out) {
    const struct paper_cell *c = cell;
    if (*c->text) tf_buf_addf(out, "%s", c->text);
    else report_number(out, c->ours.mean);
}
static void cell_paper(const void *cell, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_paper_word(((const struct paper_cell *)cell)->paper));
}
static void cell_within(const void *cell, struct tf_buf *out) {
    tf_buf_addf(out, "%s", report_yes_no(((const struct paper_cell *)cell)->within));
}
#define CSV(type, name, field) REPORT_CSV(type, paper_cell, name, field)
// clang-format off
static const struct report_column columns[] = {
    CSV(TEXT, protocol, protocol), CSV(TEXT, row, row), CSV(TEXT, attention, attention), CSV(TEXT, setting, setting),
    CSV(TEXT, column, column), {"ours", NULL, REPORT_CELL, .cell = cell_ours}, CSV(REAL, lo, ours.lo), CSV(REAL, hi, ours.hi),
    CSV(REAL, seeds_lo, over_seeds.lo), CSV(REAL, seeds_hi, over_seeds.hi), CSV(COUNT, seeds, seeds), CSV(REAL, paper, theirs),
    {"paper_protocol", NULL, REPORT_CELL, .cell = cell_paper}, CSV(REAL, diff, diff), {"within_noise", NULL, REPORT_CELL, .cell = cell_within},
    {0}
};
// clang-format on

static void md_ours(const struct paper_cell *c, struct report_grid *g) {
    if (*c->text) report_grid_add(g, "%s", c->text);
    else if (isnan(c->ours.mean)) report_grid_add(g, "%s", c->bad ? c->bad : report_dash);
    else if (isnan(c->ours.lo)) report_grid_add(g, "%.2f", c->ours.mean);
    else report_grid_add(g, "%.2f (%.2f to %.2f)", c->ours.mean, c->ours.lo, c->ours.hi);
}

/* An option that our runs have, at another value than the paper's. */
static bool set_otherwise(const struct paper_cell *c) {
    char theirs[32];
    snprintf(theirs, sizeof theirs, "%g", c->theirs);
    return *c->text && !isnan(c->theirs) && strcmp(c->text, theirs) != 0;
}

static void md_theirs(const struct paper_cell *c, bool option, struct report_grid *g) {
    const double diff = fabs(c->diff) < 0.005 ? 0 : c->diff; // no "-0.00"
    if (isnan(c->theirs)) report_grid_add(g, "%s", report_dash);
    else if (option) report_grid_add(g, set_otherwise(c) ? "**%g**" : "%g", c->theirs);
    else if (c->paper == REPORT_PAPER_OTHER) report_grid_add(g, "*(%.2f)*", c->theirs);
    else if (isnan(diff)) report_grid_add(g, "%.2f", c->theirs);
    else if (c->within < 0) report_grid_add(g, "%.2f: %+.2f", c->theirs, diff);
    else report_grid_add(g, "%.2f: %+.2f, %s", c->theirs, diff, c->within ? "within noise" : "**outside**");
}

static bool same_why(const struct paper_line *a, const struct paper_line *b, int k) { return !strcmp(a->cell[k].why, b->cell[k].why); }

/* Another line of ours has the title, and another reason or none: the setting tells the two apart. */
static bool needs_setting(const struct paper_line *line, int n, const struct paper_line *of, int k) {
    for (int l = 0; l < n; l++)
        if (line[l].first && !strcmp(line[l].title, of->title) && !same_why(&line[l], of, k)) return true;
    return false;
}

/* Of the lines whose cell k has line i's reason, each title once, with settings where they are needed: "Transformer, Linformer". */
static void add_titles(const struct paper_line *line, int i, int n, int k, struct tf_buf *out) {
    for (int j = i; j < n; j++) {
        const bool setting = needs_setting(line, n, &line[j], k) && *line[j].setting;
        bool named = !line[j].first || !same_why(&line[j], &line[i], k);
        for (int l = i; l < j && !named; l++)
            named = !setting && line[l].first && !strcmp(line[l].title, line[j].title) && same_why(&line[l], &line[i], k);
        if (named) continue;
        tf_buf_addf(out, "%s%s", j > i ? ", " : "", line[j].title);
        if (setting) tf_buf_addf(out, " (%s)", line[j].setting);
    }
}

/* Why cells in lines of ours are empty, or leave runs out, each reason of a column once. That there are no runs of its only task goes without saying. */
static void add_reasons(const struct paper_table *t, const struct paper_line *line, int n, struct tf_buf *out) {
    for (int k = 0; k < t->n; k++)
        for (int i = 0; i < n; i++) {
            const struct paper_cell *c = &line[i].cell[k];
            bool said = !*c->why || c->bad || !line[i].first || (!strncmp(c->why, "no runs", 7) && !strchr(t->column[k].of, ' '));
            for (int j = 0; j < i && !said; j++) said = line[j].first && !strcmp(line[j].cell[k].why, c->why);
            if (said) continue;
            tf_buf_addf(out, "- %s, ", t->column[k].head);
            add_titles(line, i, n, k, out);
            tf_buf_addf(out, ": %s.\n", c->why);
        }
}

/* Our runs of the protocol in the table, as parts (free them); *n may be 0. */
static struct report *parts_of(const struct paper_table *t, const char *protocol, int *n) {
    struct report *part = tf_alloc(sizeof *part * (size_t)(t->all->n_parts + 1));
    *n = 0;
    for (int p = 0; p < t->all->n_parts; p++) {
        bool of = false;
        for (int k = 0; k < t->n && !t->of_tasks; k++) of |= paper_of_task(&t->column[k], t->all->part[p].row->task);
        if (of && !strcmp(t->all->part[p].protocol, protocol)) part[(*n)++] = t->all->part[p];
    }
    return part;
}

/* Of n lines, and of our runs in them, as parts. */
static void add_notes(const struct paper_table *t, const char *protocol, const struct paper_line *line, int n, const struct report *part,
                      int n_parts, struct tf_buf *out) {
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
    report_add_options(part, n_parts, out);
    if (strcmp(protocol, "paper")) return;
    bool arena = false;
    for (int i = 0; i < n_parts; i++) arena |= part[i].paper_table && !strncmp(part[i].paper_table, "table3_lra", 10);
    if (arena) tf_buf_addf(out, "- Protocol `paper`. %s\n", report_unlike_published);
    report_add_paper_settings(part, n_parts, t->settings, out);
}

static void md_setting(const struct paper_line *l, struct report_grid *g) {
    struct tf_buf text = {0};
    if (l->first && !l->joined) report_add_setting(&text, l->setting, l->first);
    report_grid_add(g, "%s", text.len ? text.s : report_dash);
    tf_buf_free(&text);
}

static bool has_paper(const struct paper_table *t, int column) { return *t->column[column].paper && !paper_is_text(&t->column[column]); }

static void md_section(const struct paper_table *t, const char *protocol, const struct paper_line *line, int n, struct tf_buf *out) {
    struct report_grid g = {0};
    tf_buf_addf(out, "%s# %s%s%s%s\n\n", out->len ? "\n" : "", t->title, *protocol ? " (protocol: " : "", protocol, *protocol ? ")" : "");
    int n_parts;
    struct report *part = parts_of(t, protocol, &n_parts);
    report_add_quirks(part, n_parts, out);
    report_grid_head(&g, true, t->of_tasks ? "Task" : "Mechanism");
    if (!t->of_tasks) report_grid_head(&g, true, "Setting");
    for (int k = 0; k < t->n; k++) {
        report_grid_head(&g, false, "%s", t->column[k].head);
        if (has_paper(t, k)) report_grid_head(&g, false, "paper");
    }
    for (int i = 0; i < n; i++) {
        report_grid_add(&g, "%s", line[i].title);
        const double layers = line[i].first || line[i].row < 0 ? (double)NAN : paper_row_number(t, line[i].row, "tree_layers");
        const char *rank = line[i].first || line[i].row < 0 ? NULL : paper_row_rank(t, line[i].row);
        if (layers > 0) report_grid_add(&g, "%g layers", layers);
        else if (rank) report_grid_add(&g, "rank=%s", rank);
        else if (!t->of_tasks) md_setting(&line[i], &g);
        for (int k = 0; k < t->n; k++) {
            md_ours(&line[i].cell[k], &g);
            if (has_paper(t, k)) md_theirs(&line[i].cell[k], t->of_tasks, &g);
        }
    }
    report_grid_end(&g, out);
    bool otherwise = false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t->n; k++) otherwise |= t->of_tasks && has_paper(t, k) && set_otherwise(&line[i].cell[k]);
    if (!t->of_tasks || otherwise) tf_buf_addf(out, "\n");
    if (otherwise) tf_buf_addf(out, "- **Bold**: our runs have other values.\n");
    if (paper_is_cost(t))
        tf_buf_addf(out, "- Work of the whole layer in percent of full attention's, 768 channels and 12 heads, leaves of equal size.\n");
    else if (!t->of_tasks) add_notes(t, protocol, line, n, part, n_parts, out);
    tf_free(part);
}

static bool has_ours(const struct paper_table *t, const struct paper_line *l) {
    bool any = false;
    for (int k = 0; k < t->n; k++) any |= !isnan(l->cell[k].ours.mean) || l->cell[k].bad || strstr(l->cell[k].why, "all runs of");
    return any;
}

/* Lines of ours that have nothing for this table go where another has the paper's row, or where the paper has none. Returns how many are left. */
static int drop_empty(const struct paper_table *t, struct paper_line *line, int n) {
    int left = 0;
    for (int i = 0; i < n; i++) {
        bool other = false;
        for (int j = 0; j < n; j++) other |= j != i && line[j].row == line[i].row && line[i].row >= 0 && (has_ours(t, &line[j]) || j < i);
        if (!line[i].first || has_ours(t, &line[i]) || (!other && line[i].row >= 0)) continue;
        line[i].row = -2; // to go
    }
    for (int i = 0; i < n; i++)
        if (line[i].row != -2) line[left++] = line[i];
    return left;
}

/* Have we runs of two of its tasks or more? Then a mean over them is missing for a reason that is worth a line. */
static bool of_some_tasks(const struct paper_table *t, const char *protocol, const struct paper_column *c) {
    int n = 0;
    for (int p = 0; p < t->all->n_parts; p++)
        n += !strcmp(t->all->part[p].protocol, protocol) && paper_of_task(c, t->all->part[p].row->task);
    return n > 1;
}

static void add_section(const struct paper_table *t, const char *protocol, struct tf_buf *csv, struct tf_buf *md) {
    int most = t->rows.rows;
    bool any = paper_is_cost(t);
    for (int p = 0; p < t->all->n_parts; p++) most += t->all->part[p].n_groups;
    struct paper_line *line = tf_calloc(sizeof *line * (size_t)(most + 1));
    int n = paper_lines(t, protocol, line);
    if (!t->of_tasks && !paper_is_cost(t)) n = drop_empty(t, line, n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t->n; k++) any |= !isnan(line[i].cell[k].ours.mean) || (t->of_tasks && *line[i].cell[k].text);
    for (int k = 0; k < t->n; k++) any |= of_some_tasks(t, protocol, &t->column[k]);
    for (int i = 0; any && i < n; i++)
        for (int k = 0; k < t->n; k++) report_csv_line(columns, 0, &line[i].cell[k], csv);
    if (any) md_section(t, protocol, line, n, md);
    tf_free(line);
}

/* Was the file written for this table, by an earlier report of other folders? */
static bool is_ours(const struct paper_table *t, const char *path, bool md) {
    struct tf_buf has = {0}, head = {0};
    if (md) tf_buf_addf(&head, "# %s", t->title);
    else report_csv_head(columns, 0, &head);
    const bool ours =
        tf_file_exists(path) && !tf_file_read(path, &has, &(struct tf_err){0}) && has.len >= head.len && !memcmp(has.s, head.s, head.len);
    tf_buf_free(&has), tf_buf_free(&head);
    return ours;
}

static int write_table(const struct paper_table *t, struct tf_err *e) {
    struct tf_buf csv = {0}, md = {0};
    char name[64];
    report_csv_head(columns, 0, &csv);
    if (paper_is_cost(t)) add_section(t, "", &csv, &md);
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
static int read_table(struct paper_table *t, const struct tf_csv *layout, int first, struct tf_err *e) {
    struct tf_buf path = {0};
    const struct report_all *all = t->all;
    *t = (struct paper_table){.name = tf_csv_get(layout, first, "table"), .title = tf_csv_get(layout, first, "title"), .all = all};
    for (int i = first; i < layout->rows && t->n < PAPER_COLUMNS_MAX && !strcmp(tf_csv_get(layout, i, "table"), t->name); i++)
        t->column[t->n++] = (struct paper_column){
            tf_csv_get(layout, i, "column"), tf_csv_get(layout, i, "head"),  tf_csv_get(layout, i, "value"), tf_csv_get(layout, i, "of"),
            tf_csv_get(layout, i, "where"),  tf_csv_get(layout, i, "paper"), tf_csv_get(layout, i, "needs")};
    if (t->n == PAPER_COLUMNS_MAX && first + t->n < layout->rows && !strcmp(tf_csv_get(layout, first + t->n, "table"), t->name))
        return tf_csv_fail(e, layout, first + t->n, "table %s: more than %d columns", t->name, PAPER_COLUMNS_MAX);
    t->of_tasks = !strcmp(t->column[0].value, "option");
    for (int k = 0; k < t->n; k++) t->keyed |= !strcmp(t->column[k].value, "key");
    const char *file = tf_csv_get(layout, first, "file");
    const int rc =
        report_paper_path(&path, file) ? tf_csv_load(&t->rows, path.s, e) : tf_csv_fail(e, layout, first, "no file %s beside it", file);
    tf_buf_free(&path);
    return rc;
}

int report_paper_tables(const struct report_all *a, struct tf_err *e) {
    static const char *const heads[] = {"table", "title", "column", "head", "value", "of", "where", "file", "paper", "needs"};
    struct tf_buf path = {0};
    struct tf_csv layout;
    if (!report_paper_path(&path, "tables.csv")) return tf_buf_free(&path), 0;
    int rc = tf_csv_load(&layout, path.s, e);
    tf_buf_free(&path);
    if (rc) return -1;
    rc = report_paper_heads(&layout, heads, TF_COUNT(heads), e);
    struct paper_table *t = tf_calloc(sizeof *t);
    struct tf_csv settings = {0};
    if (!rc) rc = report_paper_settings_load(&settings, e);
    for (int i = 0; i < layout.rows && !rc; i += t->n) {
        t->all = a;
        rc = read_table(t, &layout, i, e);
        t->settings = &settings;
        if (!rc) rc = write_table(t, e), tf_csv_free(&t->rows);
    }
    tf_csv_free(&settings);
    tf_free(t);
    tf_csv_free(&layout);
    return rc;
}
