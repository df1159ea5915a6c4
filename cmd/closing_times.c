/* What a terminal shows of inference times: a line per length and mechanism, and how the times grow. All of it stands in the Markdown table. */
#include "cmd.h"
#include "results/folder.h"
#include "results/infer_table.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH, NAME, MS, FULL, PAPER, PAPER_FULL, PROJECTIONS, OCCUPANCY, SKEW, PEAK, MIB, COLS };
static const struct grid_column column[COLS] = {{"n", 0, GRID_RIGHT},
                                                {"Mechanism", 0, GRID_CUT},
                                                {"ms", 0, GRID_RIGHT},
                                                {"/ full", 0, GRID_RIGHT},
                                                {"Paper, ms", 4, GRID_RIGHT},
                                                {"Paper, / full", 1, GRID_RIGHT},
                                                {"/ projections", 7, GRID_RIGHT},
                                                {"Occupancy", 2, GRID_RIGHT},
                                                {"Skew", 5, GRID_RIGHT},
                                                {"% of peak", 6, GRID_RIGHT},
                                                {"MiB", 3, GRID_RIGHT}};
enum { FIT_NAME, SLOPE, CROSSOVER, FIT_COLS };
static const struct grid_column fit_column[FIT_COLS] = {
    {"Mechanism", 0, GRID_CUT}, {"Grows as", 0, GRID_RIGHT}, {"Faster than full from n", 1, GRID_LEFT}};

/* "TF-A, h=6, causal" */
static void add_name(struct tf_buf *out, const struct infer_entry *x) {
    static const char height[] = "height=";
    const char *h = strncmp(x->setting, height, sizeof height - 1) ? "" : x->setting + sizeof height - 1;
    char number[16];
    snprintf(number, sizeof number, "%.*s", (int)strcspn(h, " "), h);
    closing_name(out, infer_title(x), number, x->setting);
    if (x->causal) tf_buf_addf(out, ", causal");
}

static void add_line(struct grid *g, const struct tf_infer *s, int l, int entry) {
    const struct report_infer_line x = report_infer_line(s, l, entry);
    const int row = l * s->n + entry;
    tf_buf_addf(grid_at(g, row, LENGTH), "%d", x.n);
    add_name(grid_at(g, row, NAME), &s->entry[entry]);
    report_infer_ms(&x, grid_at(g, row, MS));
    grid_number(g, row, FULL, "%.3f", x.to_full);
    grid_number(g, row, PAPER, "%.0f", x.paper_ms);
    grid_number(g, row, PAPER_FULL, "%.3f", x.paper_ratio);
    grid_number(g, row, PROJECTIONS, "%.2f", x.to_projections);
    grid_number(g, row, OCCUPANCY, "%.4f", x.r.f);
    grid_number(g, row, SKEW, "%.2f", x.r.skew);
    grid_number(g, row, PEAK, "%.0f", x.peak);
    report_infer_mib(&x, grid_at(g, row, MIB));
}

/* What no line has says nothing. */
static bool has_any(const struct grid *g, int col) {
    for (int i = 0; i < g->rows; i++)
        if (*grid_cell(g, i, col)) return true;
    return false;
}

static void add_times(struct tf_buf *out, const struct tf_infer *s, int width) {
    struct grid g;
    grid_begin(&g, column, COLS, s->lengths * s->n);
    for (int l = 0; l < s->lengths; l++)
        for (int i = 0; i < s->n; i++) add_line(&g, s, l, i);
    for (int c = 0; c < COLS; c++) g.shown[c] = has_any(&g, c);
    grid_end(&g, out, width);
}

static void add_fits(struct tf_buf *out, const struct tf_infer *s, int width) {
    struct grid g;
    grid_begin(&g, fit_column, FIT_COLS, s->n);
    for (int i = 0; i < s->n; i++) {
        const struct report_infer_fit f = report_infer_fit(s, i);
        add_name(grid_at(&g, i, FIT_NAME), &s->entry[i]);
        grid_number(&g, i, SLOPE, "n^%.2f", f.slope);
        if (isfinite(f.crossover)) grid_number(&g, i, CROSSOVER, "%.0f", f.crossover);
        else tf_buf_addf(grid_at(&g, i, CROSSOVER), "%s", f.note);
    }
    for (int c = 0; c < FIT_COLS; c++) g.shown[c] = has_any(&g, c);
    tf_buf_addf(out, "\n");
    grid_end(&g, out, width);
}

static void add_legend(struct tf_buf *out, const struct tf_infer *s, int width) {
    struct tf_buf line = {0};
    tf_buf_addf(&line, "ms: median time of one layer, %d channels, %d heads, batch %d, on %d thread%s of ", s->cfg.dim, s->cfg.heads,
                s->cfg.batch, s->threads, s->threads == 1 ? "" : "s");
    text_escape(&line, s->machine);
    tf_buf_addf(&line, ". / full: over full attention with the same mask.%s",
                *s->heading.paper_table ? " The paper's times are from another machine: compare ratios." : "");
    tf_buf_addf(out, "\n");
    text_wrap(out, line.s, 0, 0, width);
    tf_buf_free(&line);
}

static int load(struct tf_infer **s, const char *dir, struct tf_err *e) {
    struct tf_buf spec = {0};
    const int rc = tf_folder_spec(dir, &spec, e) || tf_infer_load(s, spec.s, NULL, 0, e) || report_infer_load(*s, dir, e) ? -1 : 0;
    tf_buf_free(&spec);
    return rc;
}

int closing_print_times(const char *dir, const struct tf_buf *md, bool plot, struct tf_err *e) {
    struct tf_infer *s = NULL;
    struct tf_buf out = {0};
    const int width = terminal_columns();
    int rc = 0;
    if (isatty(STDOUT_FILENO)) {
        rc = load(&s, dir, e);
        tf_buf_addf(&out, "\n");
        if (!rc) add_times(&out, s, width);
        if (!rc && s->lengths > 1) add_fits(&out, s, width);
        if (!rc) add_legend(&out, s, width), terminal_write(out.s, out.len);
    } else if (md->len) terminal_write(md->s, md->len);
    if (!rc) tf_log(TF_LOG_INFO, "tables%s: %s/", plot ? " and figure" : "", dir);
    tf_infer_free(s);
    tf_buf_free(&out);
    return rc;
}
