/* Joins the seeds of a (task, attention, setting): means, intervals, and the paper's value beside them. */
#include "report/group.h"
#include "results/escape.h"
#include "attn/attn.h"
#include "task/task.h"
#include <math.h>
#include <string.h>

const struct report_spec report_no_spec = {.dir = "", .label = ""};
const char *const report_files[] = {"metrics.csv", "right.csv", "floors.csv"};

static bool is_accuracy(const struct tf_row *r) { return !strcmp(r->metric, "accuracy"); }

/* Mean over the good runs of the double (or long) at `offset` of a row; NaN when a run does not know it. */
static double mean_at(const struct report_group *g, size_t offset, bool is_long) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < g->n; i++) {
        const char *at = (const char *)&g->row[i] + offset;
        if (!tf_row_ok(&g->row[i])) continue;
        sum += is_long ? (double)*(const long *)(const void *)at : *(const double *)(const void *)at, n++;
    }
    return n ? sum / n : (double)NAN;
}
#define MEAN(g, field) mean_at(g, offsetof(struct tf_row, field), false)
#define MEAN_LONG(g, field) mean_at(g, offsetof(struct tf_row, field), true)

/* Median over the good runs that know it. Of times: other load makes a run slower, never faster, so a mean would measure that load. */
static double median_at(const struct report_group *g, size_t offset) {
    double *x = tf_alloc(sizeof *x * ((size_t)g->n + 1));
    int n = 0;
    for (int i = 0; i < g->n; i++) {
        const double v = *(const double *)(const void *)((const char *)&g->row[i] + offset);
        if (tf_row_ok(&g->row[i]) && !isnan(v)) x[n++] = v;
    }
    const double median = stats_median(x, n);
    tf_free(x);
    return median;
}
#define MEDIAN(g, field) median_at(g, offsetof(struct tf_row, field))

bool report_signed(const struct report_group *g) { return !strcmp(g->row->metric, "matthews"); }

static struct tf_interval seed_interval(const struct report_group *g) {
    double *x = tf_alloc(sizeof *x * (size_t)g->n);
    int n = 0;
    for (int i = 0; i < g->n; i++)
        if (tf_row_ok(&g->row[i]) && isfinite(g->row[i].test_score_pct)) x[n++] = g->row[i].test_score_pct;
    const struct tf_interval t = stats_over_seeds(x, n, report_signed(g));
    tf_free(x);
    return t;
}

double report_paper_half(const struct report_group *g, double paper_score_pct) {
    struct tf_interval paper = tf_wilson(paper_score_pct / 100 * g->test_n_effective, g->test_n_effective);
    return stats_half_width(is_accuracy(g->row) ? &paper : &g->test);
}

static void compare_with_paper(struct report_group *g, const struct report *r) {
    g->paper_score_pct = g->diff_points = NAN;
    g->within = -1;
    g->paper = report_paper_row(g->row, r->paper, false);
    if (g->paper == REPORT_PAPER_NONE) return;
    g->paper_score_pct =
        report_paper_layers(r->paper_table, g->row->attention, report_paper_column(g->row->task), tf_row_some_layers(g->row));
    if (isnan(g->paper_score_pct)) g->paper = REPORT_PAPER_NONE;
    if (g->paper != REPORT_PAPER_SAME) return;
    g->diff_points = g->test.mean - g->paper_score_pct;
    g->within = stats_within_noise(g->diff_points, stats_half_width(&g->test), report_paper_half(g, g->paper_score_pct));
}

/* Where a setting has "name=...", *n characters; NULL: nowhere. */
static const char *setting_part(const char *setting, const char *name, size_t *n) {
    const size_t len = strlen(name);
    const char *at = setting;
    for (; *at && (strncmp(at, name, len) || at[len] != '='); at += *at == ' ') at += strcspn(at, " ");
    *n = strcspn(at, " ");
    return *at ? at : NULL;
}

/* Stages that all rows have tell none of them from another. */
static bool same_stages(const struct report *r) {
    size_t n, m;
    const char *first = r->n ? setting_part(r->row[0].setting, "stages", &n) : NULL, *at;
    for (int i = 0; i < r->n && first; i++)
        if (!(at = setting_part(r->row[i].setting, "stages", &m)) || m != n || strncmp(at, first, n)) return false;
    return first;
}

void report_setting_drop(char *setting, const char *name) {
    size_t n;
    const char *part = setting_part(setting, name, &n);
    if (!part) return;
    const char *rest = part + n;
    char *at = setting + (part - setting) - (part > setting && !*rest); // with one of the spaces beside it
    memmove(at, rest + (*rest == ' '), strlen(rest + (*rest == ' ')) + 1);
}

/* Is "name=value" (n bytes), or its part behind the last dot of the name, a word of the setting? */
static bool setting_shows(const char *setting, const char *word, size_t n) {
    const size_t name = strcspn(word, "=");
    const char *last = word;
    for (size_t i = 0; i < name && i < n; i++)
        if (word[i] == '.') last = word + i + 1;
    for (size_t len; *setting; setting += len + (setting[len] == ' ')) {
        len = strcspn(setting, " ");
        if (len == n && !strncmp(setting, word, n)) return true;
        if (len == n - (size_t)(last - word) && !strncmp(setting, last, len)) return true;
    }
    return false;
}

void report_options_beside(const char *options, const char *setting, struct tf_buf *out) {
    const size_t from = out->len;
    tf_buf_addf(out, "%s", "");
    for (size_t n; *options; options += n + (options[n] == ' ')) {
        n = strcspn(options, " ");
        if (!setting_shows(setting, options, n)) tf_buf_addf(out, "%s%.*s", out->len > from ? " " : "", (int)n, options);
    }
}

/* label "TF-A, height=6 lr=1", name "TF-A, h=6 lr=1", with the height even where the spec sets one alone. */
static void name_group(struct report_group *g, bool task, bool stages) {
    const struct tf_row *a = g->row;
    const char *title = *a->title ? a->title : a->attention, *between = task ? ", " : "", *end = task ? a->task : "";
    struct tf_buf text = {0};
    char raw[600], setting[160], variant[160];
    snprintf(setting, sizeof setting, "%s", a->setting), snprintf(variant, sizeof variant, "%s", a->variant);
    if (!stages) report_setting_drop(setting, "stages"), report_setting_drop(variant, "stages");
    snprintf(raw, sizeof raw, "%s%s%s%s%s", title, *setting ? ", " : "", setting, between, end);
    report_plain(&text, raw);
    tf_buf_fit(g->label, sizeof g->label, &text);
    if (a->height >= 0 || strcmp(setting, variant)) { // the height is in it
        snprintf(raw, sizeof raw, "%s, h=%ld%s%s%s%s", title, a->height, *variant ? " " : "", variant, between, end);
        text.len = 0;
        report_plain(&text, raw);
    }
    tf_buf_fit(g->name, sizeof g->name, &text);
    tf_buf_free(&text);
}

bool report_has_quirk(const char *quirks, const char *part, size_t n) {
    size_t len;
    for (const char *at = tf_quirk_next(quirks, &len); at; at = tf_quirk_next(at + len, &len))
        if (len == n && !strncmp(at, part, n)) return true;
    return false;
}

/* The quirks of a that b lacks. */
static void find_quirks(struct report_group *a, const struct report_group *b) {
    size_t n;
    for (const char *at = tf_quirk_next(a->row->quirks, &n); at; at = tf_quirk_next(at + n, &n)) {
        const size_t have = strlen(a->quirks);
        if (report_has_quirk(b->row->quirks, at, n) || report_has_quirk(a->quirks, at, n)) continue;
        snprintf(a->quirks + have, sizeof a->quirks - have, "%s%.*s", have ? "; " : "", (int)n, at);
    }
}

static void append_quirks(char *out, size_t size, const char *quirks) {
    const size_t n = strlen(out);
    struct tf_buf plain = {0};
    report_plain(&plain, quirks);
    snprintf(out + n, size - n, " (%s)", plain.s);
    tf_buf_free(&plain);
}

/* Fills quirks of groups whose labels are alike, and names them in label and name. */
static void tell_quirks(struct report_group *g, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (k != i && !strcmp(g[i].label, g[k].label)) find_quirks(&g[i], &g[k]);
    for (int i = 0; i < n; i++) {
        if (!*g[i].quirks) continue;
        append_quirks(g[i].label, sizeof g[i].label, g[i].quirks);
        append_quirks(g[i].name, sizeof g[i].name, g[i].quirks);
    }
}

void report_add_setting(struct tf_buf *out, const char *setting, const struct report_group *g) {
    tf_buf_addf(out, "%s", setting);
    if (*g->quirks) tf_buf_addf(out, "%s(%s)", *setting ? " " : "", g->quirks);
}

/* The validation loss of the best step; NaN: not in the run's metrics. */
static double valid_nats(const struct report *r, const struct tf_row *row) {
    const struct tf_csv *m = r->file[REPORT_METRICS] ? &r->file[REPORT_METRICS][row - r->row] : NULL;
    for (int i = 0; m && m->cols && i < m->rows; i++) {
        const char *split = tf_csv_get(m, i, "split");
        if (split && !strcmp(split, "valid") && tf_csv_real(m, i, "step") >= (double)row->best_step) return tf_csv_real(m, i, "loss_nats");
    }
    return NAN;
}

/* A language model's loss in its own units. */
static void fill_perplexity(struct report_group *g, const struct report *r) {
    const struct tf_task *task = tf_task_find(g->row->task);
    double test = 0, valid = 0, bits = 0;
    for (int i = 0; i < g->n; i++) {
        if (!tf_row_ok(&g->row[i])) continue;
        test += exp(g->row[i].test_loss_nats), bits += g->row[i].test_loss_nats / log(2);
        valid += exp(valid_nats(r, &g->row[i]));
    }
    const bool has = g->ok && task && task->order == TF_ORDER_CAUSAL;
    g->test_ppl = has ? test / g->ok : (double)NAN;
    g->valid_ppl = has ? valid / g->ok : (double)NAN;
    g->test_bits = has ? bits / g->ok : (double)NAN;
}

static bool same_text(const char *a, const char *b) { return !strcmp(a, b); }

/* What all seeds of a mean must have in common; older rows do not say it. */
static void warn_averaged(const struct report_group *g, size_t at, const char *column, const char *what,
                          bool (*same)(const char *a, const char *b)) {
    const struct tf_row *first = NULL;
    for (int i = 0; i < g->n; i++) {
        const char *this = (const char *)&g->row[i] + at, *that = first ? (const char *)first + at : this;
        if (!same(this, that) && *this)
            tf_log(TF_LOG_WARN, "%s and %s, which are averaged, %s (%s %s, %s)", first->run, g->row[i].run, what, column, that, this);
        if (!first && *this) first = &g->row[i];
    }
}

static void fill(struct report_group *g, const struct report *r) {
    warn_averaged(g, offsetof(struct tf_row, data_hash), "data_hash", "ran on different data", same_text);
    warn_averaged(g, offsetof(struct tf_row, init_hash), "init_hash", "started from different weights", tf_same_init);
    for (int i = 0; i < g->n; i++) {
        g->ok += tf_row_ok(&g->row[i]);
        g->diverged += !strcmp(g->row[i].status, "diverged");
    }
    g->paired.diff = g->paired.seeds = (struct tf_interval){NAN, NAN, NAN};
    g->hue = tf_row_mechanism(g->row->attention);
    double acc = MEAN(g, test_score_pct);
    g->test_n = MEAN_LONG(g, test_n);
    g->test_n_effective = MEDIAN(g, test_n_effective); // not in the rows of classes, nor in older ones
    if (!(g->test_n_effective > 0)) g->test_n_effective = g->test_n;
    g->test = tf_wilson(acc / 100 * g->test_n_effective, g->test_n_effective);
    if (!is_accuracy(g->row)) g->test = (struct tf_interval){acc, MEAN(g, test_lo_pct), MEAN(g, test_hi_pct)};
    g->test.mean = acc; // without the detour over counts
    g->seeds = seed_interval(g);
    g->steps = MEAN_LONG(g, steps);
    g->parameters = MEAN_LONG(g, parameters);
    g->valid_score_pct = MEAN(g, valid_score_pct);
    g->flops_paper_pct = MEAN(g, flops_paper_pct);
    g->flops_layer_pct = MEAN(g, flops_layer_pct);
    g->flops_forward = MEAN(g, flops_forward);
    g->occupancy = MEAN(g, occupancy);
    g->mean_len = MEAN(g, mean_len);
    g->train_time_s = MEDIAN(g, train_time_s);
    g->train_cpu_s = MEDIAN(g, train_cpu_s);
    g->eval_time_s = MEDIAN(g, eval_time_s);
    g->tokens_per_s = MEDIAN(g, tokens_per_s);
    g->peak_bytes = MEAN(g, peak_bytes);
    g->state = MEDIAN(g, state), g->train_flops = MEDIAN(g, train_flops), g->pretrain_flops = MEDIAN(g, pretrain_flops);
    fill_perplexity(g, r);
    compare_with_paper(g, r);
}

static bool same_group(const struct tf_row *a, const struct tf_row *b) {
    return !strcmp(a->task, b->task) && !strcmp(a->attention, b->attention) && !strcmp(a->setting, b->setting) &&
           !strcmp(a->metric, b->metric) &&
           !strcmp(a->quirks, b->quirks); // runs on stand-in and on published data are not seeds of one another
}

static bool same_mechanism(const struct tf_row *a, const struct tf_row *b) {
    return !strcmp(a->task, b->task) && !strcmp(a->attention, b->attention);
}

static bool same_family(const struct report_group *a, const struct report_group *b) {
    return same_mechanism(a->row, b->row) && !strcmp(a->row->variant, b->row->variant) && !strcmp(a->row->quirks, b->row->quirks);
}

const char *report_test_unit(const char *task) {
    const struct tf_task *t = tf_task_find(task);
    switch (t ? t->objective : TF_CLASSIFY) {
    case TF_TARGETS:
    case TF_SPANS: return "questions";
    case TF_MASKED_LM: return "hidden words";
    case TF_NEXT: return "predicted tokens";
    default: return "examples";
    }
}

bool report_one_machine(const struct report *r) {
    const char *m = "";
    for (int i = 0; i < r->n; i++) {
        if (!tf_row_ok(&r->row[i]) || !*r->row[i].machine) continue;
        if (*m && strcmp(m, r->row[i].machine)) return false;
        m = r->row[i].machine;
    }
    return true;
}

bool report_one_threads(const struct report *r) {
    const struct tf_row *first = NULL;
    for (int i = 0; i < r->n; i++) {
        if (!tf_row_ok(&r->row[i])) continue;
        if (first && (first->threads != r->row[i].threads || !first->threads)) return false; // 0: it got more while it ran
        first = &r->row[i];
    }
    return true;
}

int report_hue(const struct tf_attn *a) { return a ? tf_row_mechanism(a->name) : -1; }

/* Several settings of one mechanism alone, of which some have the same height? */
static bool settings_alone(const struct report_group *g, int n) {
    bool one = n > 2, again = false;
    for (int i = 0; i < n; i++) {
        one &= g[i].hue >= 0 && g[i].hue == g[0].hue && g[i].row;
        for (int k = 0; one && k < i; k++) again |= g[k].row->height == g[i].row->height;
    }
    return one && again;
}

void report_shades(struct report_group *g, int n) {
    const bool alone = settings_alone(g, n);
    for (int i = 0; i < n; i++) {
        int before = 0, all = 0;
        for (int k = 0; k < n; k++) all += g[k].hue == g[i].hue, before += k < i && g[k].hue == g[i].hue;
        g[i].dash = before;
        g[i].later = alone ? before : 0;
        g[i].shade = all > 1 && !alone ? (double)before / (all - 1) : 0;
    }
}

/* A run that diverged has no score and so not always the score's metric: it gets that of the task's other runs, whose seed it may be. */
static void settle_metrics(struct report *r) {
    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < r->n && !tf_row_ok(&r->row[i]); k++)
            if (tf_row_ok(&r->row[k]) && !strcmp(r->row[k].task, r->row[i].task))
                memcpy(r->row[i].metric, r->row[k].metric, sizeof r->row[i].metric);
}

void report_group_rows(struct report *r) {
    settle_metrics(r);
    r->group = tf_calloc(sizeof *r->group * (size_t)(r->n ? r->n : 1));
    r->n_groups = 0;
    for (int i = 0; i < r->n; i++) {
        if (strcmp(r->row[i].task, r->row[0].task)) r->many_tasks = true;
        if (i == 0 || !same_group(&r->row[i - 1], &r->row[i]))
            r->group[r->n_groups++] = (struct report_group){.row = &r->row[i], .spec = r->spec ? &r->spec[i] : &report_no_spec};
        r->group[r->n_groups - 1].n++;
    }
    bool published = r->n == 0;
    for (int i = 0; i < r->n; i++) published |= !tf_row_stand_in(&r->row[i]);
    if (!published) r->paper = REPORT_PAPER_NONE;
    const bool stages = !same_stages(r);
    for (int i = 0; i < r->n_groups; i++) name_group(&r->group[i], r->many_tasks, stages), fill(&r->group[i], r);
    tell_quirks(r->group, r->n_groups);
    report_shades(r->group, r->n_groups);
    report_add_rules(r);
}

/* ---- sweeps over heights ------------------------------------------------------------------------------------------------------- */

bool report_drawable(const struct report_group *g) {
    return g->ok > 0 && isfinite(g->test.mean) && isfinite(g->test.lo) && isfinite(g->test.hi);
}

bool report_same_test(const struct report_group *a, const struct report_group *b) {
    return !strcmp(a->row->task, b->row->task) && !strcmp(a->row->metric, b->row->metric) &&
           tf_row_stand_in(a->row) == tf_row_stand_in(b->row) && a->test_n == b->test_n && a->row->flops_n == b->row->flops_n &&
           tf_row_same_data(a->row, b->row);
}

bool report_any_score(const struct report *r, const struct report_group *like) {
    bool any = false;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        if (!like || g == like || report_same_test(g, like)) any |= g->test.mean != 0 || report_signed(g);
    return any;
}

int report_tasks(const struct report *part, int n) {
    int tasks = 0;
    for (int p = 0; p < n; p++) {
        bool again = false;
        for (int q = 0; q < p && !again; q++) again = !strcmp(part[q].title, part[p].title);
        tasks += !again;
    }
    return tasks;
}

const struct report_group *report_full_attention(const struct report *r) {
    const struct report_group *found = NULL;
    for (int i = 0, n = 0; i < r->n_groups; i++)
        if (tf_attn_is_full(r->group[i].row->attention) && report_drawable(&r->group[i])) found = n++ ? NULL : &r->group[i];
    return found;
}

int report_families(const struct report *r, int *family) {
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) family[i] = -1;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *a = &r->group[i];
        bool more = false;
        if (family[i] >= 0 || a->row->height < 0 || !report_drawable(a)) continue;
        for (int j = i + 1; j < r->n_groups; j++) {
            const struct report_group *b = &r->group[j];
            if (family[j] >= 0 || !report_drawable(b) || b->row->height < 0 || b->row->height == a->row->height || !same_family(a, b))
                continue;
            family[j] = n;
            more = true;
        }
        if (more) family[i] = n++;
    }
    return n;
}

const struct report_group *report_next_height(const struct report *r, const int *family, int k, long above) {
    const struct report_group *best = NULL;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *a = &r->group[i];
        if (family[i] == k && a->row->height > above && (!best || a->row->height < best->row->height)) best = a;
    }
    return best;
}

bool report_shown_height(const struct report *r, const int *family, int i) {
    int n = 0, place = -1;
    if (family[i] < 0) return true;
    for (const struct report_group *a = report_next_height(r, family, family[i], -1); a;
         a = report_next_height(r, family, family[i], a->row->height)) {
        if (a == &r->group[i]) place = n;
        n++;
    }
    return n <= REPORT_HEIGHTS || place == 0 || place == n / 2 || place == n - 1;
}
