/* Where a task was done at several lengths: score and memory against the length, a line per mechanism, its options and its training. */
#include "attn/attn.h"
#include "report/figure.h"
#include "report/table.h"
#include "results/column.h"
#include "results/escape.h"
#include "results/row.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lengths {
    bool pairs, apart;              // against pairs K of a sweep, not the length; against the length, but every K has lines of its own
    bool labels;                    // so has every label of a folder
    struct report lines;            // a group per line, which is one of its groups
    int *n, n_n;                    // the lengths, from the shortest
    const struct report_group **at; // (n_n, lines): of a length and a line; NULL: none
};

/* Pairs K of recall tasks: of the run's spec, or as a sweep names them, "height=3 pairs=8"; else 0. */
static int pairs_of(const struct report_group *g) {
    const struct tf_yaml *given = tf_yaml_at(g->spec->resolved, "task.pairs");
    const char *at = strstr(g->row->setting, "pairs=");
    if (given && given->kind == TF_YAML_SCALAR) return atoi(given->value);
    return at && (at == g->row->setting || at[-1] == ' ' || at[-1] == '.') ? atoi(at + sizeof "pairs=" - 1) : 0;
}

static int length_of(const struct lengths *s, const struct report_group *g) {
    return !report_drawable(g) ? 0 : s->pairs ? pairs_of(g) : (int)g->row->flops_n;
}

/* What lines differ in beside mechanisms: the length, or pairs. */
static int beside(const struct lengths *s, const struct report_group *g) {
    return s->pairs ? (int)g->row->flops_n : s->apart ? pairs_of(g) : 0;
}

enum { TRAINING = sizeof((struct tf_row *)0)->variant };

/* Do the group's options, "window=8 model.dim=16", say what the word "dim=16" of its variant does? Of a known spec they have all of the
 * mechanism's own that is not at its default. */
static bool in_options(const struct report_group *g, const char *word, size_t n) {
    const struct tf_attn *a = g->spec->resolved ? tf_attn_find(g->row->attention) : NULL;
    char name[64];
    const size_t end = strcspn(word, "= ");
    snprintf(name, sizeof name, "%.*s", (int)end, word);
    if (a && word[end] == '=' && tf_opt_find(a->opts, name) && !tf_opt_find(tf_train_opts, name) && !tf_opt_find(tf_model_opts, name))
        return true;
    size_t len;
    for (const char *at = g->spec->options; *at; at += len + (at[len] == ' ')) {
        len = strcspn(at, " ");
        if (len >= n && !strncmp(at + len - n, word, n) && (len == n || at[len - n - 1] == '.')) return true;
    }
    return false;
}

/* What else the group's runs were told apart by: its variant without the axes, without its options, which lines have anyway, and without its
 * folder's label, which `labels` is about. */
static void training_of(const struct report_group *g, char out[TRAINING]) {
    static const char *const axis[] = {"length",    "task.length",    "max_length", "task.max_length",
                                       "max_bytes", "task.max_bytes", "pairs",      "task.pairs"};
    const char *label = g->spec->label;
    snprintf(out, TRAINING, "%s", g->row->variant);
    const size_t n = strlen(out), len = strlen(label);
    if (len && n == len && !strcmp(out, label)) *out = 0;
    else if (len && n > len && out[n - len - 1] == ' ' && !strcmp(out + n - len, label)) out[n - len - 1] = 0;
    else if (len && n > len && out[len] == ' ' && !strncmp(out, label, len)) memmove(out, out + len + 1, n - len); // too long for its place
    for (size_t i = 0; i < TF_COUNT(axis); i++) report_setting_drop(out, axis[i]);
    for (char *at = out, *next; *at; at = next) {
        const size_t word = strcspn(at, " ");
        next = at + word + (at[word] == ' ');
        if (!in_options(g, at, word)) continue;
        memmove(at, next, strlen(next) + 1), next = at;
    }
    for (size_t end = strlen(out); end && out[end - 1] == ' ';) out[--end] = 0;
}

static bool same_training(const struct report_group *a, const struct report_group *b) {
    char x[TRAINING], y[TRAINING];
    training_of(a, x), training_of(b, y);
    return !strcmp(x, y);
}

static bool same_line(const struct lengths *s, const struct report_group *a, const struct report_group *b) {
    return !strcmp(a->row->task, b->row->task) && !strcmp(a->row->attention, b->row->attention) && a->row->height == b->row->height &&
           !strcmp(a->spec->options, b->spec->options) && same_training(a, b) && beside(s, a) == beside(s, b) &&
           (!s->labels || !strcmp(a->spec->label, b->spec->label));
}

/* Does the quirk of n bytes tell two groups apart that would be one point of g's line? What comes with the length does not. */
static bool tells(const struct lengths *s, const struct report *r, const struct report_group *g, const char *quirk, size_t n) {
    for (const struct report_group *a = r->group; a < r->group + r->n_groups; a++) {
        if (length_of(s, a) <= 0 || !same_line(s, a, g) || !report_has_quirk(a->row->quirks, quirk, n)) continue;
        for (const struct report_group *b = r->group; b < r->group + r->n_groups; b++)
            if (length_of(s, b) == length_of(s, a) && same_line(s, b, g) && !report_has_quirk(b->row->quirks, quirk, n)) return true;
    }
    return false;
}

static bool many_beside(const struct lengths *s, const struct report *r) {
    const struct report_group *first = NULL;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (length_of(s, g) <= 0) continue;
        if (!first) first = g;
        if (beside(s, g) != beside(s, first)) return true;
    }
    return false;
}

/* Does another line differ from g's in the height of its trees alone? */
static bool many_heights(const struct lengths *s, const struct report *r, const struct report_group *g) {
    for (const struct report_group *a = r->group; a < r->group + r->n_groups; a++)
        if (length_of(s, a) > 0 && a->row->height != g->row->height && !strcmp(a->row->attention, g->row->attention) &&
            !strcmp(a->row->task, g->row->task) && !strcmp(a->spec->options, g->spec->options))
            return true;
    return false;
}

/* Does another line differ from g's in its training, and not in its options? */
static bool many_trainings(const struct lengths *s, const struct report *r, const struct report_group *g) {
    for (const struct report_group *a = r->group; a < r->group + r->n_groups; a++)
        if (length_of(s, a) > 0 && !strcmp(a->row->attention, g->row->attention) && !strcmp(a->row->task, g->row->task) &&
            !strcmp(a->spec->options, g->spec->options) && !same_training(a, g))
            return true;
    return false;
}

/* g with the name of its line, and the quirks that tell it from other lines. */
static struct report_group line_like(const struct lengths *s, const struct report *r, const struct report_group *g) {
    struct report_group line = *g;
    struct tf_buf quirks = {0}, name = {0};
    char training[TRAINING] = "";
    const char *options = g->spec->options;
    size_t n;
    for (const char *at = tf_quirk_next(g->row->quirks, &n); at; at = tf_quirk_next(at + n, &n))
        if (tells(s, r, g, at, n)) tf_buf_addf(&quirks, "%s%.*s", quirks.len ? "; " : "", (int)n, at);
    const bool height = g->row->height >= 0 && many_heights(s, r, g);
    tf_buf_addf(&name, "%s", *g->row->title ? g->row->title : g->row->attention);
    if (height) tf_buf_addf(&name, ", h=%ld", g->row->height);
    if (*options) tf_buf_addf(&name, "%s%s", height ? " " : ", ", options);
    if (many_trainings(s, r, g)) training_of(g, training);
    if (*training) tf_buf_addf(&name, "%s", height || *options ? " " : ", "), report_plain(&name, training);
    if (many_beside(s, r)) // a setting like the others
        tf_buf_addf(&name, "%s%s=%d", height || *options || *training ? " " : ", ", s->pairs ? "n" : "K", beside(s, g));
    if (r->many_tasks) tf_buf_addf(&name, ", %s", g->row->task);
    if (s->labels && *g->spec->label) tf_buf_addf(&name, ", "), report_plain(&name, g->spec->label);
    if (quirks.len) tf_buf_addf(&name, " ("), report_plain(&name, quirks.s), tf_buf_addf(&name, ")");
    tf_buf_fit(line.quirks, sizeof line.quirks, &quirks);
    tf_buf_fit(line.name, sizeof line.name, &name), tf_buf_fit(line.label, sizeof line.label, &name);
    tf_buf_free(&quirks), tf_buf_free(&name);
    return line;
}

static int line_of(const struct lengths *s, const struct report_group *line) {
    int i = 0;
    while (i < s->lines.n_groups && (!same_line(s, &s->lines.group[i], line) || strcmp(s->lines.group[i].quirks, line->quirks))) i++;
    return i;
}

static int by_length(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int place(const struct lengths *s, int n) {
    int l = 0;
    while (l < s->n_n && s->n[l] != n) l++;
    return l;
}

static void free_lengths(struct lengths *s) { tf_free(s->at), tf_free(s->n), tf_free(s->lines.group); }

/* Returns how many lines have more than one point; -1: two groups would be one point. */
static int find_lengths(const struct report *r, struct lengths *s) {
    int points = 0, clash = 0;
    s->lines = *r;
    s->lines.group = tf_calloc(sizeof *s->lines.group * (size_t)(r->n_groups + 1));
    s->lines.n_groups = 0;
    s->n = tf_calloc(sizeof *s->n * (size_t)(r->n_groups + 1));
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (length_of(s, g) <= 0) continue;
        if (place(s, length_of(s, g)) == s->n_n) s->n[s->n_n++] = length_of(s, g);
        const struct report_group line = line_like(s, r, g);
        if (line_of(s, &line) == s->lines.n_groups) s->lines.group[s->lines.n_groups++] = line;
    }
    qsort(s->n, (size_t)s->n_n, sizeof *s->n, by_length);
    report_shades(s->lines.group, s->lines.n_groups);
    s->at = tf_calloc(sizeof *s->at * (size_t)(s->n_n * s->lines.n_groups + 1));
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (length_of(s, g) <= 0) continue;
        const struct report_group line = line_like(s, r, g),
                                  **at = &s->at[place(s, length_of(s, g)) * s->lines.n_groups + line_of(s, &line)];
        clash |= *at != NULL;
        *at = g;
        points++;
    }
    return clash ? -1 : points - s->lines.n_groups;
}

static double score(const void *arg, int l, int i) {
    const struct lengths *s = arg;
    const struct report_group *g = s->at[l * s->lines.n_groups + i];
    return g ? g->test.mean : (double)NAN;
}

static double memory(const void *arg, int l, int i) {
    const struct lengths *s = arg;
    const struct report_group *g = s->at[l * s->lines.n_groups + i];
    return g ? g->peak_bytes / (1 << 20) : (double)NAN;
}

static void draw(struct lengths *s, const struct report *r) {
    const struct report_group *full = report_full_attention(&s->lines);
    int *behind = tf_alloc(sizeof *behind * (size_t)s->lines.n_groups);
    char title[64], axis[64];
    for (int i = 0; i < s->lines.n_groups; i++) behind[i] = full ? (int)(full - s->lines.group) : -1;
    snprintf(title, sizeof title, "Test %s against %s", report_metric(r, false), s->pairs ? "pairs" : "length");
    snprintf(axis, sizeof axis, "test %s (%%)", report_metric(r, false));
    bool means = false;
    for (int i = 0; i < s->n_n * s->lines.n_groups; i++) means |= s->at[i] && s->at[i]->ok > 1;
    struct report_n a = {.note = means ? "mean over seeds\nintervals: table.csv" : "intervals: table.csv",
                         .length = s->n,
                         .lengths = s->n_n,
                         .behind = behind,
                         .arg = s};
    if (s->pairs) a.x = "pairs K (log scale)", a.column = "pairs";
    a.name = s->pairs ? "accuracy_pairs" : "accuracy_n", a.title = title, a.axis = axis, a.linear = true, a.value = score;
    if (report_any_score(r, NULL)) report_lines_n(&s->lines, &a);
    a.note = means ? "mean over seeds" : "";
    a.name = "memory_n", a.title = "Memory of training against length", a.axis = "peak of a run (MiB, log scale)", a.linear = false;
    a.value = memory;
    if (!s->pairs) report_lines_n(&s->lines, &a);
    tf_free(behind);
}

void report_figures_lengths(const struct report *r) {
    struct lengths pairs = {.pairs = true}, n = {0}, apart = {.apart = true}, labels = {.labels = true};
    if (find_lengths(r, &pairs) > 0) draw(&pairs, r);
    const int lines = find_lengths(r, &n);
    if (lines > 0) draw(&n, r);
    else if (lines < 0 && find_lengths(r, &apart) > 0) draw(&apart, r);
    else if (lines < 0 && find_lengths(r, &labels) > 0) draw(&labels, r); // trainings, of which several are of one length
    free_lengths(&pairs), free_lengths(&n), free_lengths(&apart), free_lengths(&labels);
}
