/* treeformer show ID: a mechanism's or a task's options, and what a layer of a mechanism costs; or a spec with all its defaults. */
#include "cmd.h"
#include "run/flops.h"
#include "spec/infer_spec.h"
#include "spec/spec.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static const struct tf_opt options[] = {
    OPTION_SET("NAME=VALUE", "show it with this option; repeatable"),
    OPTIONS_SIZE("tokens of a sequence (default 2048)", "channels (default 512)", "heads (default 8)",
                 "channels of queries, keys and values in all (default: as --dim)"),
    OPTION_HELP,
    {0},
};

/* ---- options of a registry entry ----------------------------------------------------------------------------------------- */

static void add_range(const struct tf_opt *o, struct tf_buf *out) {
    const double top = o->type == TF_REAL ? DBL_MAX : INT_MAX;
    if (o->type == TF_CHOICE) tf_buf_addf(out, "%s", (const char *)o->choices);
    else if (o->type == TF_BOOL) tf_buf_addf(out, "true|false");
    else if (o->type == TF_DURATION) tf_buf_addf(out, "90s, 2m, 1.5h");
    else if (o->type == TF_STRING || (o->min == 0 && o->max == 0)) tf_buf_addf(out, "any");
    else if (o->max >= top) tf_buf_addf(out, "from %.10g", o->min);
    else tf_buf_addf(out, "%.10g..%.10g", o->min, o->max);
}

enum { NAME, TYPE, VALUE, RANGE, COLS, RANGE_MOST = 20, TEXT_LEAST = 34 };

/* Choices that would make the column too wide stand before the meaning; and that in lines of its own where there is little room beside the others. */
static void print_option(const struct tf_opt *opts, const struct tf_opt *o, const char *const cell[COLS], const int width[COLS]) {
    struct tf_buf about = {0}, line = {0};
    const bool wide = text_width(cell[RANGE]) > RANGE_MOST;
    for (int c = 0; c < COLS; c++) {
        const char *s = c == RANGE && wide ? "" : cell[c];
        tf_buf_addf(&line, "%s", s);
        text_pad(&line, width[c] - text_width(s) + 1);
    }
    tf_buf_addf(&about, "%s%s%s", wide ? cell[RANGE] : "", wide ? ": " : "", o->help);
    const char *alias;
    for (int i = 0; (alias = tf_opt_alias(opts, o, i)); i++) tf_buf_addf(&about, "%s%s", i ? ", " : "; also called ", alias);
    const int at = text_width(line.s), all = terminal_columns();
    const bool below = all - at < TEXT_LEAST;
    while (below && line.len && line.s[line.len - 1] == ' ') line.s[--line.len] = 0;
    terminal_print("%s%s", line.s, below ? "\n      " : "");
    terminal_wrap(about.s, below ? 6 : at, below ? 6 : at, all);
    tf_buf_free(&about), tf_buf_free(&line);
}

static void option_cells(const struct tf_opt *opts, const struct tf_opt *o, const void *base, struct tf_buf cell[COLS]) {
    static const char *const types[] = {"int", "real", "bool", "text", "choice", "ints", "time"};
    tf_buf_addf(&cell[NAME], "%s", o->name);
    tf_buf_addf(&cell[TYPE], "%s", types[o->type]);
    if (base) tf_opt_get(opts, o, base, &cell[VALUE]);
    else tf_buf_addf(&cell[VALUE], "%s", o->def ? o->def : "(required)");
    if (!cell[VALUE].len) tf_buf_addf(&cell[VALUE], "-");
    add_range(o, &cell[RANGE]);
}

/* Table of a mechanism's, a task's or a section's options; only: of these, joined by '|', NULL: of all; base NULL: defaults. */
static void print_options(const struct tf_opt *opts, const char *only, const void *base) {
    const char *const head[COLS] = {"option", "type", base ? "value" : "default", "range"};
    int width[COLS] = {18, 7, 12, 5};
    if (!opts || !opts->name) {
        terminal_print("options: none\n");
        return;
    }
    for (int pass = 0; pass < 2; pass++) {
        if (pass)
            terminal_print("%-*s %-*s %-*s %-*s meaning\n", width[NAME], head[NAME], width[TYPE], head[TYPE], width[VALUE], head[VALUE],
                           width[RANGE], head[RANGE]);
        for (const struct tf_opt *o = tf_opt_next(opts, NULL); o; o = tf_opt_next(opts, o)) {
            struct tf_buf cell[COLS] = {{0}};
            if (only && !spec_listed(only, o->name)) continue;
            option_cells(opts, o, base, cell);
            for (int c = 0; c < COLS && !pass; c++) {
                const int w = text_width(cell[c].s);
                if (w > width[c] && !(c == RANGE && w > RANGE_MOST)) width[c] = w;
            }
            if (pass) print_option(opts, o, (const char *[COLS]){cell[NAME].s, cell[TYPE].s, cell[VALUE].s, cell[RANGE].s}, width);
            for (int c = 0; c < COLS; c++) tf_buf_free(&cell[c]);
        }
    }
}

int make_options(const struct tf_opt *opts, size_t size, const struct tf_list *set, void **out, const char **missing, struct tf_err *e) {
    void *base = tf_calloc(size + 1); // never 0 bytes
    tf_opt_defaults(opts, base);
    for (int i = 0; i < set->n; i++) {
        char name[128];
        struct tf_err why = {0};
        const char *eq = strchr(set->v[i], '=');
        bool bad = !eq || (size_t)(eq - set->v[i]) >= sizeof name;
        if (!bad) snprintf(name, sizeof name, "%.*s", (int)(eq - set->v[i]), set->v[i]);
        if (bad || tf_opt_set(opts, base, name, eq + 1, &why)) {
            tf_free(base);
            return tf_fail(e, TF_USAGE, "--set %.200s: %s", set->v[i], bad ? "NAME=VALUE expected" : why.msg);
        }
    }
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); missing && o; o = tf_opt_next(opts, o)) {
        bool given = o->def != NULL;
        for (int i = 0; i < set->n; i++) {
            char name[128];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(set->v[i], "="), set->v[i]);
            given |= tf_opt_find(opts, name) == o;
        }
        if (!given) *missing = o->name;
    }
    *out = base;
    return 0;
}

/* ---- cost of a layer ---------------------------------------------------------------------------------------------------------- */

static void print_work(const char *what, const struct flops_layer *l, enum flops_counting how) {
    terminal_print("%-34s %12.4g   %6.2f %% of full attention's\n", what, flops_work(l, -1, how), flops_percent(l, how));
}

static void print_bytes(const char *what, double bytes, const char *how) {
    char text[32];
    terminal_print("%-34s %12.0f   %s%s\n", what, bytes, tf_format_bytes(text, bytes), how);
}

static void print_cost(const struct tf_attn *m, const struct tf_layer_size *s, void *opts) {
    const struct flops_layer layer = {.m = m, .opts = opts, .size = *s};
    size_t parameters = tf_layer_parameters(m, opts, s);
    double activations = tf_layer_activation_bytes(m, opts, s);
    char queries[32] = "";
    if (s->qkv_dim) snprintf(queries, sizeof queries, " (%d of queries)", s->qkv_dim);
    terminal_print("\nOne layer, %d tokens, %d channels%s, %d heads%s:\n", s->n, s->dim, queries, s->heads,
                   !isfinite(flops_occupancy(&layer, 0)) ? ""
                   : tf_opt_find(m->opts, "span")        ? ", initial spans"
                                                         : ", equal groups");
    terminal_print("%-34s %12zu\n", "parameters", parameters);
    print_work("forward FLOPs, everything", &layer, FLOPS_LAYER);
    print_work("forward FLOPs, the papers' counting", &layer, FLOPS_PAPER);
    print_bytes("bytes of parameters", 4 * (double)parameters, "");
    if (isfinite(activations)) print_bytes("bytes of activations", activations, s->n > 1024 ? ", extrapolated" : ", measured");
    else terminal_print("%-34s %12s   too large to be measured\n", "bytes of activations", "-");
}

/* ---- the command ------------------------------------------------------------------------------------------------------------------ */

static int check_shape(const struct tf_attn *m, const struct tf_layer_size *s, const void *opts, struct tf_err *e) {
    struct tf_shape shape = {.C = s->dim, .H = s->heads, .qkv = s->qkv_dim, .max_len = s->n};
    struct tf_err why = {0};
    if (options_check_size("show", s, e)) return -1;
    return m->check && m->check(opts, &shape, &why) ? tf_fail(e, TF_USAGE, "show: %s", why.msg) : 0;
}

static int show_mechanism(const struct tf_attn *m, const struct args *a, struct tf_err *e) {
    const struct tf_layer_size s = options_size(a);
    const char *missing = NULL;
    void *opts;
    if (make_options(m->opts, m->opts_size, &a->set, &opts, &missing, e)) return -1;
    int rc = missing ? 0 : check_shape(m, &s, opts, e);
    if (rc == 0) {
        TF_BUG_IF(!m->equation, "%s: equation is missing", m->name);
        terminal_print("%s: %s, a mechanism\npaper: %s\nequation: ", m->name, m->title, m->paper);
        terminal_wrap(m->equation, 10, 10, terminal_columns());
        terminal_print("\n");
        print_options(m->opts, NULL, a->set.n ? opts : NULL);
        if (missing) terminal_print("\nGive %s with --set to see what a layer costs.\n", missing);
        else print_cost(m, &s, opts);
    }
    tf_free(opts);
    return rc;
}

/* ---- sections of a spec ----------------------------------------------------------------------------------------------------------- */

static const char stages[] = "train.stages"; // a list, of what may differ in its entries

static const char *last_part(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

const char *show_section(int i) {
    int n = 0;
    for (; spec_sections[n].path; n++)
        if (n == i) return last_part(spec_sections[n].path);
    return i == n ? last_part(stages) : NULL;
}

/* By the path or its last part. */
static bool is_path(const char *name, const char *path) { return !strcmp(name, path) || !strcmp(name, last_part(path)); }

static bool find_section(const char *name, struct spec_section *out) {
    for (const struct spec_section *s = spec_sections; s->path; s++)
        if (is_path(name, s->path)) return *out = *s, true;
    *out = (struct spec_section){.path = stages, .opts = tf_train_opts};
    return is_path(name, stages);
}

static int show_section_of(const struct spec_section *s, const struct args *a, struct tf_err *e) {
    const bool list = s->path == stages;
    if (a->set.n)
        return tf_fail(e, TF_USAGE, "show: --set %.200s: '%s' is a section of a spec; set its options there", a->set.v[0], a->arg[0]);
    terminal_print("%s: %s\n\n", s->path, list ? "a list in a spec" : "a section of a spec");
    print_options(s->opts, list ? tf_stage_train_opts : NULL, NULL);
    if (list)
        terminal_paragraphs("\nAn entry needs its steps. Besides these options it may have all options of its mechanism, `layers`, and "
                            "those with which the task changes training examples: see docs/specs-reference.md, train.stages.\n");
    return TF_OK;
}

/* Names whose title has the word: "tf-a, tc-a"; nothing where these are too many to choose from. */
static void add_titled(const char *word, struct tf_buf *out) {
    enum { SHORTEST = 3, MOST = 6 };
    int n = 0;
    for (int i = 0; tf_attns[i]; i++)
        if (strcasestr(tf_attns[i]->title, word)) tf_buf_addf(out, "%s%s", n++ ? ", " : "", tf_attns[i]->name);
    for (int i = 0; tf_tasks[i]; i++)
        if (strcasestr(tf_tasks[i]->title, word)) tf_buf_addf(out, "%s%s", n++ ? ", " : "", tf_tasks[i]->name);
    if (n > MOST || strlen(word) < SHORTEST) out->len = 0;
}

static int fail_unknown(const char *id, struct tf_err *e) {
    const char *names[256], *near;
    struct tf_buf titled = {0};
    size_t n = 0;
    int rc;
    for (int i = 0; show_section(i); i++) names[n++] = show_section(i);
    for (int i = 0; tf_attns[i] && n < TF_COUNT(names); i++) names[n++] = tf_attns[i]->name;
    for (int i = 0; tf_tasks[i] && n < TF_COUNT(names); i++) names[n++] = tf_tasks[i]->name;
    near = tf_closest(id, names, n);
    add_titled(id, &titled);
    if (!strcmp(id, "task") || !strcmp(id, "attention"))
        rc = tf_fail(e, TF_USAGE, "show: the options of '%s' are those of the %s that it names: see 'treeformer list %ss'", id,
                     *id == 't' ? "task" : "mechanism", *id == 't' ? "task" : "mechanism");
    else if (near && titled.len && !strstr(titled.s, near))
        rc = tf_fail(e, TF_USAGE, "show: unknown mechanism or task '%.60s' (did you mean '%s', or one of %s?)", id, near, titled.s);
    else if (titled.len) rc = tf_fail(e, TF_USAGE, "show: unknown mechanism or task '%.60s' (did you mean %s?)", id, titled.s);
    else if (near) rc = tf_fail(e, TF_USAGE, "show: unknown mechanism or task '%.60s' (did you mean '%s'?)", id, near);
    else
        rc = tf_fail(e, TF_USAGE, "show: unknown mechanism or task '%.60s'; see 'treeformer list', or show a section: model, train, ...",
                     id);
    tf_buf_free(&titled);
    return rc;
}

static bool is_spec(const char *name) {
    size_t n = strlen(name);
    return (n > 5 && !strcmp(name + n - 5, ".yaml")) || (n > 4 && !strcmp(name + n - 4, ".yml"));
}

/* A spec of infer-time; false also where it cannot be read. */
static bool is_infer(const char *name) {
    struct tf_buf path = {0};
    struct tf_yaml *root = NULL;
    struct tf_err ignored = {0};
    const bool is = !spec_find(name, &path, &ignored) && !tf_yaml_load(&root, path.s, &ignored) && tf_yaml_get(root, "infer");
    tf_yaml_free(root);
    tf_buf_free(&path);
    return is;
}

static int show_infer(const struct args *a, struct tf_err *e) {
    struct tf_infer *s;
    struct tf_buf out = {0};
    if (tf_infer_load(&s, a->arg[0], a->set.v, a->set.n, e)) return -1;
    tf_yaml_write(&out, s->whole);
    terminal_write(out.s, out.len);
    tf_buf_free(&out);
    tf_infer_free(s);
    return 0;
}

static int show_spec(const struct args *a, struct tf_err *e) {
    struct tf_spec *s;
    struct tf_buf out = {0};
    if (is_infer(a->arg[0])) return show_infer(a, e);
    if (tf_spec_load(&s, a->arg[0], a->set.v, a->set.n, NULL, e)) return -1;
    for (int i = 0; i < s->n_warnings; i++) tf_log(TF_LOG_WARN_AT, "%s", s->warning[i]);
    tf_spec_write(NULL, s, &out);
    terminal_write(out.s, out.len);
    tf_buf_free(&out);
    tf_spec_free(s);
    return 0;
}

static int run(const struct args *a, struct tf_err *e) {
    const struct tf_attn *m = tf_attn_find(a->arg[0]);
    const char *size = a->length ? "--n" : a->dim ? "--dim" : a->heads ? "--heads" : a->qkv_dim ? "--qkv-dim" : NULL;
    const struct tf_task *t = tf_task_find(a->arg[0]);
    struct spec_section section;
    const bool is_section = find_section(a->arg[0], &section);
    if (size && (t || is_section || is_spec(a->arg[0])))
        return tf_fail(e, TF_USAGE, "show: %s describes a layer: use it with the name of a mechanism, not with '%.200s'", size, a->arg[0]);
    if (is_spec(a->arg[0])) return show_spec(a, e) ? -1 : TF_OK;
    if (is_section) return show_section_of(&section, a, e);
    if (m) return show_mechanism(m, a, e) ? -1 : TF_OK;
    if (!t) return fail_unknown(a->arg[0], e);
    void *opts;
    if (make_options(t->opts, t->opts_size, &a->set, &opts, NULL, e)) return -1;
    terminal_print("%s: %s, a task\npaper: %s\n\n", t->name, t->title, t->paper);
    print_options(t->opts, NULL, a->set.n ? opts : NULL);
    tf_free(opts);
    return TF_OK;
}

const struct command cmd_show = {
    .name = "show",
    .summary = "show a mechanism, a task or a spec: paper, equation, options, cost of a layer",
    .usage = "ID|SPEC.yaml [options]",
    .details =
        "ID is a name that `treeformer list` shows, or a section of a spec: model, train, bootstrap, stages, init, data, infer. A spec\n"
        "(for infer-time, too) is printed with every option written out; the result is itself a spec. Bytes of activations are what a layer\n"
        "holds at its peak besides its input, on one sequence in evaluation: measured up to 1024 tokens, and continued as a straight line\n"
        "above.\n"
        "\n"
        "Examples:\n"
        "  treeformer show tf-a\n"
        "  treeformer show tf-a --set height=4 --n 8192\n"
        "  treeformer show listops\n"
        "  treeformer show train\n"
        "  treeformer show experiments/quick/listops.yaml\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
