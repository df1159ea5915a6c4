/* Lines of rules that need no model, from the floors.csv of runs: below the mechanisms, and no part of figures. A verdict says where one is ahead. */
#include "report/group.h"
#include "task/task.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_rule(const struct report_rule *x, const struct report_rule *y) {
    return !strcmp(y->row.task, x->row.task) && !strcmp(y->row.title, x->row.title) && y->line.test_n == x->line.test_n &&
           y->line.test.mean == x->line.test.mean && tf_row_same_data(x->from, y->from);
}

static bool known(const struct report *r, const struct report_rule *x) {
    for (int i = 0; i < r->n_rules; i++)
        if (same_rule(x, &r->rule[i])) return true;
    return false;
}

/* The rule in line i of the run's table; false: it cannot be read. */
static bool read_rule(struct report_rule *x, const struct tf_row *run, const struct tf_csv *t, int i) {
    double n, correct, nats;
    struct tf_err ignored = {0};
    const char *name = tf_csv_get(t, i, "rule");
    if (!name || tf_csv_number(t, i, "test_n", &n, &ignored) || tf_csv_number(t, i, "correct", &correct, &ignored)) return false;
    *x = (struct report_rule){.row = {.height = -1, .flops_n = -1}, .from = run};
    snprintf(x->row.task, sizeof x->row.task, "%s", run->task);
    snprintf(x->row.protocol, sizeof x->row.protocol, "%s", run->protocol);
    snprintf(x->row.metric, sizeof x->row.metric, "%s", run->metric);
    snprintf(x->row.data_kind, sizeof x->row.data_kind, "%s", run->data_kind);
    snprintf(x->row.attention, sizeof x->row.attention, "rule");
    snprintf(x->row.title, sizeof x->row.title, "Rule: %.80s", name);
    struct report_group *g = &x->line;
    const double none = NAN;
    *g = (struct report_group){.spec = &report_no_spec,
                               .n = -1,
                               .ok = -1,
                               .diverged = -1,
                               .test = tf_wilson(correct, n),
                               .test_n = n,
                               .test_n_effective = n,
                               .within = -1};
    g->seeds = g->paired.diff = g->paired.seeds = (struct tf_interval){none, none, none};
    g->steps = g->valid_score_pct = g->flops_paper_pct = g->flops_layer_pct = g->flops_forward = g->occupancy = g->mean_len = none;
    g->train_flops = g->pretrain_flops = g->state = g->parameters = g->peak_bytes = g->train_time_s = g->train_cpu_s = g->eval_time_s =
        g->tokens_per_s = none;
    g->paper_score_pct = g->diff_points = g->test_ppl = g->valid_ppl = g->test_bits = none;
    if (tf_csv_get(t, i, "loss_nats") && !tf_csv_number(t, i, "loss_nats", &nats, &ignored))
        g->test_ppl = exp(nats), g->test_bits = nats / log(2);
    return n > 0 && correct >= 0 && correct <= n;
}

/* Does the run have the same rule on the same test? */
static bool has_rule(const struct report *r, int run, const struct report_rule *x) {
    const struct tf_csv *floors = &r->file[REPORT_FLOORS][run];
    for (int k = 0; k < floors->rows; k++) {
        struct report_rule y;
        if (read_rule(&y, &r->row[run], floors, k) && same_rule(x, &y)) return true;
    }
    return false;
}

/* Does the word of a setting, "max_length=64", name an option of the task? Those of mechanisms and of training do not change the data. */
static bool of_task(const struct tf_task *task, const char *word) {
    static const char prefix[] = "task."; // where a sweep's names would not be clear without
    char name[64];
    if (!strncmp(word, prefix, strlen(prefix))) word += strlen(prefix);
    const size_t n = strcspn(word, "= ");
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    return task && word[n] == '=' && tf_opt_find(task->opts, name);
}

static const char *label_of(const struct report *r, int run) { return r->spec ? r->spec[run].label : ""; }

/* Appends what all runs with the rule have in common of what their data depends on: options of the task, and the label of their folder. */
static void add_common(const struct report *r, const struct report_rule *x, struct tf_buf *out) {
    const struct tf_task *task = tf_task_find(x->row.task);
    const char *label = label_of(r, (int)(x->from - r->row));
    bool shared = true;
    size_t n;
    tf_buf_addf(out, "%s", "");
    for (const char *at = x->from->variant; *at; at += n, at += strspn(at, " ")) {
        bool all = of_task(task, at);
        n = strcspn(at, " ");
        for (int i = 0; i < r->n && all; i++) all = !tf_row_ok(&r->row[i]) || tf_has_word(r->row[i].variant, at, n) || !has_rule(r, i, x);
        if (all) tf_buf_addf(out, "%s%.*s", out->len ? " " : "", (int)n, at);
    }
    for (int i = 0; i < r->n && shared; i++) shared = !tf_row_ok(&r->row[i]) || !strcmp(label_of(r, i), label) || !has_rule(r, i, x);
    if (shared && *label && !tf_has_word(out->s, label, strlen(label))) tf_buf_addf(out, "%s%s", out->len ? " " : "", label);
}

static bool is_twin(const struct report_rule *x, const struct report_rule *y) {
    return x != y && !strcmp(x->row.task, y->row.task) && !strcmp(x->row.title, y->row.title);
}

static bool has_twin(const struct report *r, const struct report_rule *x) {
    for (const struct report_rule *y = r->rule; y < r->rule + r->n_rules; y++)
        if (is_twin(x, y)) return true;
    return false;
}

/* Whose data the rule was counted on, where a rule of the same name was counted on other data: what its runs have in common; where that is
 * nothing, or tells it from no twin, the length, the data or the run, the first that does. */
static void name_setting(const struct report *r, struct report_rule *x) {
    struct tf_buf common = {0}, other = {0};
    bool alike = false, length = true, data = *x->from->data_hash;
    add_common(r, x, &common);
    for (const struct report_rule *y = r->rule; y < r->rule + r->n_rules; y++) {
        if (!is_twin(x, y)) continue;
        other.len = 0, add_common(r, y, &other);
        if (common.len && strcmp(common.s, other.s)) continue;
        alike = true;
        length &= x->from->flops_n != y->from->flops_n;
        data &= *y->from->data_hash && strcmp(x->from->data_hash, y->from->data_hash);
    }
    if (alike) {
        tf_buf_addf(&common, "%s", common.len ? " " : "");
        if (length) tf_buf_addf(&common, "n=%ld", x->from->flops_n);
        else if (data) tf_buf_addf(&common, "data=%.8s", x->from->data_hash);
        else tf_buf_addf(&common, "run=%s", x->from->run);
    }
    tf_buf_fit(x->row.setting, sizeof x->row.setting, &common);
    tf_buf_free(&common), tf_buf_free(&other);
}

bool report_rules_read(const struct report *r, int run) {
    const struct tf_csv *floors = &r->file[REPORT_FLOORS][run];
    struct report_rule x;
    bool all = true;
    for (int k = 0; k < floors->rows; k++) all &= read_rule(&x, &r->row[run], floors, k);
    return all;
}

void report_add_rules(struct report *r) {
    const struct tf_csv *floors = r->file[REPORT_FLOORS];
    int most = 0;
    for (int i = 0; floors && i < r->n; i++) most += floors[i].rows;
    if (most) r->rule = tf_calloc(sizeof *r->rule * (size_t)most);
    for (int i = 0; most && i < r->n; i++)
        for (int k = 0; k < floors[i].rows && tf_row_ok(&r->row[i]); k++) {
            struct report_rule *x = &r->rule[r->n_rules];
            if (!read_rule(x, &r->row[i], &floors[i], k) || known(r, x)) continue;
            x->line.row = &x->row;
            r->n_rules++;
        }
    for (struct report_rule *x = r->rule; x < r->rule + r->n_rules; x++) // the data depends on the setting: say whose rule it is
        if (has_twin(r, x)) name_setting(r, x);
}
