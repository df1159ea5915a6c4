/* Settings in which our runs differ from the paper: experiments/paper/settings.csv has what the paper, or the code that it builds on, says of a mechanism
 * (*: of all), as PATH=VALUE of a spec, and of which specs: where PATH, or PATH=VALUE, is in them. */
#include "attn/attn.h"
#include "report/join.h"
#include "results/escape.h"
#include "results/paper.h"
#include <string.h>

int report_paper_settings_load(struct tf_csv *out, struct tf_err *e) {
    static const char *const heads[] = {"attention", "path", "paper", "where"};
    struct tf_buf path = {0};
    *out = (struct tf_csv){0};
    int rc = report_paper_path(&path, "settings.csv") ? tf_csv_load(out, path.s, e) : 0;
    if (!rc && out->cols) rc = report_paper_heads(out, heads, TF_COUNT(heads), e);
    tf_buf_free(&path);
    return rc;
}

/* The value at the path of a spec, as a spec would have it on one line; "none": nothing. */
static void value_at(const struct report_spec *spec, const char *path, struct tf_buf *out) {
    const struct tf_yaml *v = tf_yaml_at(spec->resolved, path);
    out->len = 0;
    if (tf_yaml_null(v)) tf_buf_addf(out, "none");
    else tf_yaml_flow(out, v);
}

static bool holds(const struct report_spec *spec, const char *paper_table, const char *condition) {
    char path[64];
    const char *equals = strchr(condition, '=');
    snprintf(path, sizeof path, "%.*s", (int)strcspn(condition, "="), condition);
    const struct tf_yaml *v = tf_yaml_at(spec->resolved, path);
    const char *value = !strcmp(path, "paper.table") ? paper_table : v && v->kind == TF_YAML_SCALAR ? v->value : NULL;
    return equals ? value && !strcmp(value, equals + 1) : !tf_yaml_null(v);
}

bool report_spec_holds(const struct report_spec *spec, const char *paper_table, const char *conditions) {
    char one[96];
    size_t n;
    for (const char *at = conditions + strspn(conditions, " "); *at; at += n, at += strspn(at, " ")) {
        n = strcspn(at, " ");
        snprintf(one, sizeof one, "%.*s", (int)n, at);
        if (!holds(spec, paper_table, one)) return false;
    }
    return true;
}

/* Appends "attention.gradient=sampled (paper: dense)", with each value of ours that is another than the paper's once; returns whether there is one. */
static bool add_setting(const struct report *part, int n, const struct tf_csv *c, int line, const char *before, struct tf_buf *out) {
    const char *attention = tf_csv_get(c, line, "attention"), *path = tf_csv_get(c, line, "path"), *paper = tf_csv_get(c, line, "paper"),
               *where = tf_csv_get(c, line, "where");
    struct tf_buf ours = {0}, value = {0};
    int runs = 0, differ = 0;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n; i++) {
            char word[96], seen[192];
            if (strcmp(attention, "*") && strcmp(part[p].row[i].attention, attention)) continue;
            if (!part[p].spec[i].resolved || !report_spec_holds(&part[p].spec[i], part[p].paper_table, where)) continue;
            value_at(&part[p].spec[i], path, &value);
            runs++, differ += strcmp(value.s, paper) != 0;
            snprintf(word, sizeof word, ", %.80s,", value.s), snprintf(seen, sizeof seen, ", %.160s,", ours.len ? ours.s : "");
            if (strcmp(value.s, paper) && !strstr(seen, word)) tf_buf_addf(&ours, "%s%s", ours.len ? ", " : "", value.s);
        }
    const bool any = ours.len > 0;
    if (any) {
        tf_buf_addf(out, "%s", before);
        report_markdown(out, path);
        tf_buf_addf(out, "=");
        report_markdown(out, ours.s);
        tf_buf_addf(out, " (paper: ");
        report_markdown(out, paper);
        tf_buf_addf(out, ")");
        if (differ < runs) tf_buf_addf(out, " in %d of %d runs", differ, runs);
    }
    tf_buf_free(&ours), tf_buf_free(&value);
    return any;
}

void report_add_paper_settings(const struct report *part, int n, const struct tf_csv *c, struct tf_buf *out) {
    const char *last = "";
    int any = 0;
    for (int i = 0; i < c->rows; i++) {
        const char *attention = tf_csv_get(c, i, "attention");
        const struct tf_attn *a = tf_attn_find(attention);
        char before[160];
        if (!strcmp(attention, last)) snprintf(before, sizeof before, ", ");
        else
            snprintf(before, sizeof before,
                     "%s%s: ", any ? "; " : "- Different from the Treeformer paper or the code it builds on, or left open there: ",
                     a ? a->title : "all mechanisms");
        if (add_setting(part, n, c, i, before, out)) last = attention, any++;
    }
    if (any) tf_buf_addf(out, ".\n");
}

int report_note_settings(struct report *part, int n, struct tf_err *e) {
    struct tf_csv settings;
    int rc = report_paper_settings_load(&settings, e);
    for (int p = 0; p < n && !rc; p++)
        if (!strcmp(part[p].protocol, "paper")) report_add_paper_settings(&part[p], 1, &settings, &part[p].unlike_paper);
    tf_csv_free(&settings);
    return rc;
}
