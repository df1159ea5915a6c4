/* What a terminal shows of tables: the columns of table.csv that differ, as many as fit; each mechanism against full attention; where the page is. All of it
 * stands in table.md. */
#include "cmd.h"
#include "io/io.h"
#include "report/group.h"
#include "report/report.h"
#include "results/row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME, TASK, PROTOCOL, SCORE, SEEDS_HALF, PAPER, PERPLEXITY, WORK, PAIRS, TIME, SPEED, MEMORY, PARAMETERS, STATUS, COLS };
static const struct grid_column column[COLS] = {{"Mechanism", 0, GRID_CUT},     {"Task", 0, GRID_LEFT},      {"Protocol", 2, GRID_LEFT},
                                                {"Test %", 0, GRID_RIGHT},      {"± seeds", 4, GRID_RIGHT},  {"Paper %", 3, GRID_RIGHT},
                                                {"Perplexity", 0, GRID_RIGHT},  {"Work %", 6, GRID_RIGHT},   {"Pairs %", 5, GRID_RIGHT},
                                                {"Training", 7, GRID_RIGHT},    {"Tokens/s", 9, GRID_RIGHT}, {"Memory", 10, GRID_RIGHT},
                                                {"Parameters", 11, GRID_RIGHT}, {"Status", 1, GRID_LEFT}};

static const char *text(const struct tf_csv *t, int row, const char *name) {
    const char *s = tf_csv_get(t, row, name);
    return s ? s : "";
}

void closing_name(struct tf_buf *out, const char *title, const char *height, const char *setting) {
    struct tf_buf rest = {0};
    tf_buf_addf(&rest, "%s", setting);
    if (*height) report_setting_drop(rest.s, "height");
    text_escape(out, tf_attn_brief_title(title));
    if (*height) tf_buf_addf(out, ", h=%s", height);
    if (*rest.s) tf_buf_addf(out, *height ? " " : ", "), text_escape(out, rest.s);
    tf_buf_free(&rest);
}

/* Lines of one task, mechanism and setting, but for their quirks. */
static bool are_alike(const struct tf_csv *t, int a, int b) {
    static const char *const same[] = {"task", "protocol", "attention", "title", "setting", "height"};
    for (size_t i = 0; i < TF_COUNT(same); i++)
        if (strcmp(text(t, a, same[i]), text(t, b, same[i]))) return false;
    return true;
}

/* " (stand-in data)": the quirks that a line alike lacks. */
static void add_quirks(struct tf_buf *out, const struct tf_csv *t, int row) {
    const size_t before = out->len;
    size_t n;
    for (const char *at = tf_quirk_next(text(t, row, "quirks"), &n); at; at = tf_quirk_next(at + n, &n)) {
        bool told = true;
        for (int i = 0; i < t->rows && told; i++) told = !are_alike(t, i, row) || report_has_quirk(text(t, i, "quirks"), at, n);
        if (told) continue;
        struct tf_buf quirk = {0};
        tf_buf_add(&quirk, at, n);
        tf_buf_addf(out, out->len > before ? "; " : " ("), text_escape(out, quirk.s);
        tf_buf_free(&quirk);
    }
    if (out->len > before) tf_buf_addf(out, ")");
}

static void add_setting(struct tf_buf *out, const struct tf_csv *t, int row) {
    closing_name(out, *text(t, row, "title") ? text(t, row, "title") : text(t, row, "attention"), text(t, row, "height"),
                 text(t, row, "setting"));
}

static void add_name(struct tf_buf *out, const struct tf_csv *t, int row) {
    add_setting(out, t, row);
    add_quirks(out, t, row);
}

/* What of line i has no number stays empty. */
static void add_line(const struct grid *g, const struct tf_csv *t, int i) {
    const double score = tf_csv_real(t, i, "test_score_pct"), occupancy = tf_csv_real(t, i, "occupancy"),
                 half = (tf_csv_real(t, i, "test_hi_pct") - tf_csv_real(t, i, "test_lo_pct")) / 2,
                 seeds = (tf_csv_real(t, i, "seeds_hi_pct") - tf_csv_real(t, i, "seeds_lo_pct")) / 2,
                 seconds = tf_csv_real(t, i, "train_time_s"), bytes = tf_csv_real(t, i, "peak_bytes");
    const bool same = !strcmp(text(t, i, "paper_protocol"), "same");
    char word[32];
    add_name(grid_at(g, i, NAME), t, i);
    text_escape(grid_at(g, i, TASK), text(t, i, "task"));
    text_escape(grid_at(g, i, PROTOCOL), text(t, i, "protocol"));
    grid_number(g, i, SCORE, "%.1f", score);
    if (isfinite(score)) grid_number(g, i, SCORE, " ± %.1f", half);
    grid_number(g, i, PERPLEXITY, "%.1f", tf_csv_real(t, i, "test_ppl"));
    grid_number(g, i, SEEDS_HALF, "± %.1f", seeds);
    grid_number(g, i, PAPER, same ? "%.1f" : "(%.1f)", tf_csv_real(t, i, "paper_score_pct"));
    grid_number(g, i, WORK, "%.0f", tf_csv_real(t, i, "flops_layer_pct"));
    // where the test's sequences are clearly shorter than the length of the work: compare by these then
    if (tf_row_is_short(tf_csv_real(t, i, "mean_len"), tf_csv_real(t, i, "flops_n")) && occupancy > 0)
        grid_number(g, i, PAIRS, "%.0f", 100 * occupancy);
    if (isfinite(seconds)) tf_buf_addf(grid_at(g, i, TIME), "%s", tf_format_duration(word, seconds));
    grid_number(g, i, SPEED, "%.0f", tf_csv_real(t, i, "tokens_per_s"));
    if (isfinite(bytes)) tf_buf_addf(grid_at(g, i, MEMORY), "%s", tf_format_bytes(word, bytes));
    grid_number(g, i, PARAMETERS, "%.0f", tf_csv_real(t, i, "parameters"));
    text_escape(grid_at(g, i, STATUS), text(t, i, "status"));
}

/* The same in all lines, which are several, it says nothing; of one line only an unusual status does. Rules have no runs that could differ. */
static bool differs(const struct grid *g, int col) {
    const char *first = NULL;
    int lines = 0;
    bool any = false;
    for (int i = 0; i < g->rows; i++) {
        if (!strcmp(grid_cell(g, i, STATUS), "rule")) continue;
        if (!lines++) first = grid_cell(g, i, col);
        any |= strcmp(grid_cell(g, i, col), first) != 0;
    }
    if (col == STATUS) return any || (first && strcmp(first, "ok") != 0);
    if (lines == 1) return *first && col != TASK && col != PROTOCOL;
    return any;
}

static void add_grid(struct tf_buf *out, const struct tf_csv *t, int width) {
    struct grid g;
    grid_begin(&g, column, COLS, t->rows);
    for (int i = 0; i < g.rows; i++) add_line(&g, t, i);
    for (int c = 0; c < COLS; c++) g.shown[c] = c == NAME || c == SCORE || differs(&g, c);
    grid_end(&g, out, width);
}

/* Of each mechanism that has runs of full attention to be compared with. */
static bool add_verdicts(struct tf_buf *out, const struct tf_csv *t, int width) {
    bool tasks = false, any = false;
    for (int i = 1; i < t->rows; i++)
        tasks |= strcmp(text(t, i, "task"), text(t, 0, "task")) || strcmp(text(t, i, "protocol"), text(t, 0, "protocol"));
    for (int i = 0; i < t->rows; i++) {
        struct tf_buf line = {0}, unlike = {0}, against = {0};
        if (!isfinite(tf_csv_real(t, i, "paired_points")) || !isfinite(tf_csv_real(t, i, "paired_seeds"))) continue;
        struct tf_paired_text x = {
            .diff = {tf_csv_real(t, i, "paired_points"), tf_csv_real(t, i, "paired_lo_points"), tf_csv_real(t, i, "paired_hi_points")},
            .seeds = {0, tf_csv_real(t, i, "paired_seeds_lo_points"), tf_csv_real(t, i, "paired_seeds_hi_points")},
            .pairs = (int)tf_csv_real(t, i, "paired_seeds"),
            .of = (int)tf_csv_real(t, i, "paired_of_seeds"),
            .work_pct = tf_csv_real(t, i, "flops_layer_pct")};
        text_escape(&unlike, text(t, i, "trained_otherwise"));
        x.unlike = unlike.s ? unlike.s : "";
        text_escape(&against, *text(t, i, "paired_with") ? text(t, i, "paired_with") : "full attention");
        x.against = against.s;
        if (!any) tf_buf_addf(out, "\n");
        any = true;
        if (tasks) text_escape(&line, text(t, i, "task")), tf_buf_addf(&line, " (%s): ", text(t, i, "protocol"));
        add_name(&line, t, i);
        tf_buf_addf(&line, ": ");
        tf_report_paired(&line, &x);
        text_wrap(out, line.s, 0, 2, width);
        tf_buf_free(&line), tf_buf_free(&unlike), tf_buf_free(&against);
    }
    return any;
}

/* "TC-A, h=2: balance=3"; nothing where all is as by default, or shown already. */
static void add_option(struct tf_buf *out, const struct tf_csv *t, int row) {
    struct tf_buf rest = {0};
    report_options_beside(text(t, row, "options"), text(t, row, "setting"), &rest);
    if (rest.len) {
        add_setting(out, t, row);
        tf_buf_addf(out, ": ");
        text_escape(out, rest.s);
    }
    tf_buf_free(&rest);
}

/* What the table's lines have no room for: options that are not at their defaults, once where several lines have them. */
static void add_options(struct tf_buf *out, const struct tf_csv *t, int width) {
    struct tf_buf line = {0};
    for (int i = 0; i < t->rows; i++) {
        struct tf_buf option = {0};
        add_option(&option, t, i);
        bool told = !option.len;
        for (int k = 0; k < i && !told; k++) {
            struct tf_buf other = {0};
            add_option(&other, t, k);
            told = other.len && !strcmp(other.s, option.s);
            tf_buf_free(&other);
        }
        if (!told) tf_buf_addf(&line, "%s%s", line.len ? "; " : "Options: ", option.s);
        tf_buf_free(&option);
    }
    if (line.len) tf_buf_addf(out, "\n"), tf_buf_addf(&line, "."), text_wrap(out, line.s, 0, 2, width);
    tf_buf_free(&line);
}

static void add_legend(struct tf_buf *out, const struct tf_csv *t, bool paired, int width) {
    struct tf_buf line = {0};
    const double n = tf_csv_real(t, 0, "test_n");
    double seeds = tf_csv_real(t, 0, "seeds");
    bool same = isfinite(n);
    for (int i = 1; i < t->rows; i++) {
        if (!strcmp(text(t, i, "status"), "rule")) continue; // counts of a text may be of more tokens
        same &= tf_csv_real(t, i, "test_n") == n;
        seeds = fmax(seeds, tf_csv_real(t, i, "seeds"));
    }
    tf_buf_addf(&line, "±: half of the 95 %% interval over the");
    if (same) tf_buf_addf(&line, " %.0f", n);
    tf_buf_addf(&line, " test examples.%s%s", paired ? " The differences are paired, answer by answer." : "",
                seeds < 2 ? " One seed does not show how seeds vary." : "");
    tf_buf_addf(out, "\n");
    text_wrap(out, line.s, 0, 0, width);
    tf_buf_free(&line);
}

/* dir/table.csv in the terminal's width. */
static int print_grid(const char *dir, struct tf_err *e) {
    struct tf_buf path = {0}, out = {0};
    struct tf_csv t;
    tf_buf_addf(&path, "%s/table.csv", dir);
    const int rc = tf_csv_load(&t, path.s, e), width = terminal_columns();
    tf_buf_free(&path);
    if (rc) return -1;
    tf_buf_addf(&out, "\n");
    if (t.rows) {
        add_grid(&out, &t, width);
        const bool paired = add_verdicts(&out, &t, width);
        add_options(&out, &t, width);
        add_legend(&out, &t, paired, width);
    } else tf_buf_addf(&out, "No run has finished yet.\n");
    terminal_write(out.s, out.len);
    tf_buf_free(&out);
    tf_csv_free(&t);
    return 0;
}

int closing_print(const char *dir, const char *md, bool plot, struct tf_err *e) {
    if (!isatty(STDOUT_FILENO)) terminal_write(md, strlen(md));
    else if (print_grid(dir, e)) return -1;
    tf_log(TF_LOG_INFO, "tables%s: %s/, all on one page: %s/index.html", plot ? " and figures" : "", dir, dir);
    return 0;
}
