/* Which full attention, or other reference, a group is compared with, example by example, and what the two were trained with otherwise. */
#include "attn/attn.h"
#include "report/group.h"
#include "spec/spec.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"
#include "task/task.h"
#include "results/partner.h"
#include "results/right.h"
#include <math.h>
#include <string.h>

void report_warn_of_damage(const struct report *r) {
    for (int i = 0; i < r->n; i++) {
        const struct tf_row *row = &r->row[i];
        const struct tf_csv *right = &r->file[REPORT_RIGHT][i], *floors = &r->file[REPORT_FLOORS][i];
        const char *dir = r->spec[i].dir;
        if (!tf_row_ok(row)) continue;
        if (right->cols && !right_fits(row, right))
            tf_log(TF_LOG_WARN,
                   "%s: right.csv of %s is not of its row, with %ld test examples and %s %.4f %%: paired differences leave it out", dir,
                   row->run, row->test_n, row->metric, row->test_score_pct);
        if (floors->cols && (!floors->rows || !tf_csv_get(floors, 0, "rule")))
            tf_log(TF_LOG_WARN, "%s: floors.csv of %s has no rules: tables leave them out", dir, row->run);
        else if (!report_rules_read(r, i))
            tf_log(TF_LOG_WARN, "%s: floors.csv of %s is damaged: tables leave out what cannot be read", dir, row->run);
    }
}

static struct right_runs runs_of(const struct report *r, const struct report_group *g) {
    return (struct right_runs){.row = g->row, .right = r->file[REPORT_RIGHT] + (g->row - r->row), .n = g->n};
}

bool report_is_reference(const struct report *r, const struct report_group *g) {
    return r->reference ? !strcmp(g->row->attention, r->reference->name) : tf_attn_is_full(g->row->attention);
}

const char *report_against(const struct report *r, const struct report_group *g) {
    return r->reference && !tf_attn_is_full(r->reference->name) ? g->against->name : "full attention";
}

static struct partner partner_of(const struct report_group *g) {
    const struct tf_row *row = g->row;
    const struct report_spec *s = g->spec;
    return (struct partner){row->setting, row->variant, s->work, s->training, row->init_hash, s->dir, s->label, g->steps};
}

const struct report_group *report_reference(const struct report *r, const struct report_group *g) {
    if (report_is_reference(r, g)) return NULL;
    struct partner *list = tf_calloc(sizeof *list * (size_t)r->n_groups);
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *f = &r->group[i];
        if (f->ok && report_is_reference(r, f) && !strcmp(f->row->task, g->row->task)) list[i] = partner_of(f);
    }
    const struct partner ours = partner_of(g);
    const int found = partner_find(&ours, list, r->n_groups);
    tf_free(list);
    return found < 0 ? NULL : &r->group[found];
}

/* ---- what differs --------------------------------------------------------------------------------------------------------------------- */

enum { NAMED = 3 /* settings; of the others the number alone */, VALUE = 24 /* bytes that are told */ };

/* Does a setting of training say nothing of what is learned, or is it told elsewhere? */
static bool is_aside(const char *section, const char *key) {
    static const char *const aside[] = {"steps",       "max_time",    "log_every", "checkpoint_every", "keep", "shards",
                                        "pack_tokens", "layer_norms", "recall"};
    return !strcmp(section, "train") && spec_one_of(key, aside, TF_COUNT(aside));
}

/* Does an option of a stage say how it trains, or on what data? Its steps are told elsewhere; others are the mechanism's, or say which part of it learns. */
static bool is_of_training(const char *key) {
    static const char *const aside[] = {"steps", "learn", "freeze"};
    bool of_data = false;
    for (int i = 0; tf_tasks[i]; i++) of_data |= tf_tasks[i]->vary && spec_listed(tf_tasks[i]->vary->options, key);
    return of_data || (spec_listed(tf_stage_train_opts, key) && !spec_one_of(key, aside, TF_COUNT(aside)));
}

/* "lr=0.1 mask=0.2; lr=0.2": of the stages that set such options. */
static void add_stages(struct tf_buf *out, const struct tf_yaml *stages) {
    for (int i = 0; stages && i < stages->n; i++) {
        const struct tf_yaml *stage = stages->item[i];
        const size_t before = out->len;
        for (int k = 0; stage->kind == TF_YAML_MAP && k < stage->n; k++)
            if (is_of_training(stage->key[k].name) && stage->item[k]->kind == TF_YAML_SCALAR)
                tf_buf_addf(out, "%s=%s ", stage->key[k].name, stage->item[k]->value);
        if (out->len > before) tf_buf_addf(out, "; ");
    }
}

static bool same_stages(const struct tf_yaml *ours, const struct tf_yaml *theirs) {
    struct tf_buf a = {0}, b = {0};
    add_stages(&a, ours), add_stages(&b, theirs);
    const bool same = a.len == b.len && (!a.len || !strcmp(a.s, b.s));
    tf_buf_free(&a), tf_buf_free(&b);
    return same;
}

/* The height that trees grow to is their mechanism's. */
static bool same_bootstrap(const struct tf_yaml *ours, const struct tf_yaml *theirs) {
    bool same = ours && theirs && ours->n == theirs->n;
    for (int i = 0; same && i < ours->n; i++) {
        const struct tf_yaml *other = tf_yaml_get(theirs, ours->key[i].name);
        same = other && (!strcmp(ours->key[i].name, "to_height") || tf_yaml_equal(ours->item[i], other));
    }
    return same;
}

static bool same_setting(const char *section, const char *key, const struct tf_yaml *ours, const struct tf_yaml *theirs) {
    if (is_aside(section, key) || (ours && theirs && tf_yaml_equal(ours, theirs))) return true;
    if (strcmp(section, "train")) return false;
    return (!strcmp(key, "stages") && same_stages(ours, theirs)) || (!strcmp(key, "bootstrap") && same_bootstrap(ours, theirs));
}

/* Short values with the name, "train.lr 0.1, not 0.2". */
static void add_setting(struct tf_buf *out, const char *section, const char *key, const struct tf_yaml *ours,
                        const struct tf_yaml *theirs) {
    const struct tf_yaml *value[] = {ours, theirs};
    const char *text[2];
    tf_buf_addf(out, "%s%s.%s", out->len ? ", " : "", section, key);
    for (int i = 0; i < 2; i++) {
        if (!value[i] || value[i]->kind != TF_YAML_SCALAR || strlen(value[i]->value) > VALUE) return;
        text[i] = *value[i]->value ? value[i]->value : "empty";
    }
    tf_buf_addf(out, " %s, not %s", text[0], text[1]);
}

/* Settings of two resolved specs, which name everything, but for the mechanism. same_start: of the same weights, wherever they lie. */
static void add_settings(struct tf_buf *out, const struct tf_yaml *ours, const struct tf_yaml *theirs, bool same_start) {
    int n = 0;
    for (int k = 0; k < SPEC_TRAINING_SECTIONS; k++) {
        const char *section = spec_section[k];
        const struct tf_yaml *a = tf_yaml_get(ours, section), *b = tf_yaml_get(theirs, section);
        for (int i = 0; a && b && i < a->n + b->n; i++) { // then what the other alone has: stages, bootstrapping
            const char *key = i < a->n ? a->key[i].name : b->key[i - a->n].name;
            const struct tf_yaml *x = tf_yaml_get(a, key), *y = tf_yaml_get(b, key);
            if (i >= a->n && x) continue;
            if (same_start && !strcmp(section, "init") && !strcmp(key, "from")) continue;
            if (!same_setting(section, key, x, y) && n++ < NAMED) add_setting(out, section, key, x, y);
        }
    }
    if (n > NAMED) tf_buf_addf(out, " and %d more", n - NAMED);
}

bool report_steps_set(const struct report_group *g) { return g->spec->stop_at > 0 || (g->spec->steps && g->spec->steps == rint(g->steps)); }

/* The same path, and the file there had changed (its weights may be the same where a hash is of the whole file alone). */
static bool other_weights(const struct report_group *g, const struct report_group *full) {
    const struct tf_yaml *ours = tf_yaml_at(g->spec->resolved, "init.from"), *theirs = tf_yaml_at(full->spec->resolved, "init.from");
    return ours && theirs && tf_yaml_equal(ours, theirs) && *g->row->init_hash && *full->row->init_hash &&
           !tf_same_init(g->row->init_hash, full->row->init_hash);
}

/* Groups of one folder have one spec, and their settings say where it varies: only a reference of another setting, which stands in for
 * one that is missing, was trained otherwise. But no setting says how many steps were made where the time decided. */
void report_unlike(const struct report_group *g, const struct report_group *full, char out[REPORT_UNLIKE]) {
    struct tf_buf text = {0};
    const struct report_spec *ours = g->spec, *theirs = full->spec;
    const bool stands_in = strcmp(g->row->variant, full->row->variant) && *ours->training && strcmp(ours->training, theirs->training);
    const bool own = !strcmp(ours->dir, theirs->dir) && !stands_in, one_end = ours->stop_at > 0 && ours->stop_at == theirs->stop_at;
    const bool told = one_end || (own && report_steps_set(g) && report_steps_set(full));
    if (!told && g->ok && full->ok && rint(g->steps) != rint(full->steps))
        tf_buf_addf(&text, "%.0f steps, not %.0f", g->steps, full->steps);
    if (!own && ours->resolved && theirs->resolved)
        add_settings(&text, ours->resolved, theirs->resolved, *g->row->init_hash && tf_same_init(g->row->init_hash, full->row->init_hash));
    if (other_weights(g, full)) tf_buf_addf(&text, "%sanother file at the path of init.from", text.len ? ", " : "");
    snprintf(out, REPORT_UNLIKE, "%s", text.len ? text.s : "");
    tf_buf_free(&text);
}

/* Of seeds of which some have a right.csv, the others. */
static void warn_of_gaps(const struct report *r, const struct report_group *g) {
    const ptrdiff_t first = g->row - r->row;
    const struct tf_csv *right = r->file[REPORT_RIGHT] + first;
    int have = 0;
    for (int i = 0; i < g->n; i++) have += right[i].cols > 0;
    for (int i = 0; i < g->n && have; i++)
        if (!right[i].cols && tf_row_ok(&g->row[i]))
            tf_log(TF_LOG_WARN, "%s: %s has no right.csv: paired differences leave it out", r->spec[first + i].dir, g->row[i].run);
}

void report_pair_groups(struct report *r) {
    for (struct report_group *g = r->group; r->file[REPORT_RIGHT] && g < r->group + r->n_groups; g++) {
        warn_of_gaps(r, g);
        const struct report_group *full = report_reference(r, g);
        if (!full) continue;
        const struct right_runs ours = runs_of(r, g), theirs = runs_of(r, full);
        g->pairs = right_compare(&ours, &theirs, &g->paired), g->against = full;
        g->pairs_of = g->ok > full->ok ? g->ok : full->ok;
        if (g->pairs < 2) g->paired.seeds.lo = g->paired.seeds.hi = NAN; // one says nothing about the next
        report_unlike(g, full, g->unlike);
    }
}
