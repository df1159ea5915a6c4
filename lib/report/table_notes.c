/* The notes below the table of table.md: what its columns do not say of its lines, and when not to compare them. */
#include "report/table.h"
#include "results/column.h"
#include "results/escape.h"
#include "task/task.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* Of the long at `offset` of those of n rows that ended well: lo > hi if none did. */
static void range_at(const struct tf_row *row, int n, size_t offset, long *lo, long *hi) {
    *lo = LONG_MAX, *hi = LONG_MIN;
    for (int i = 0; i < n; i++) {
        const long v = *(const long *)(const void *)((const char *)&row[i] + offset);
        if (!tf_row_ok(&row[i])) continue;
        if (v < *lo) *lo = v;
        if (v > *hi) *hi = v;
    }
}

void report_add_range(const struct report *r, size_t offset, struct tf_buf *out) {
    long lo, hi;
    range_at(r->row, r->n, offset, &lo, &hi);
    if (lo > hi) tf_buf_addf(out, "%s", report_dash);
    else tf_buf_addf(out, lo < hi ? "%ld to %ld" : "%ld", lo, hi);
}

static void add_pairs(const struct report *r, struct tf_buf *out) {
    const struct tf_interval length = report_short_test(r);
    if (!(length.hi > 0)) return;
    tf_buf_addf(out, "- Pairs: of query and key, that attention computed on the test's own sequences (mean length %.0f", length.lo);
    if (rint(length.lo) < rint(length.hi)) tf_buf_addf(out, " to %.0f", length.hi);
    bool above = false;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) above |= g->occupancy > 1;
    tf_buf_addf(
        out,
        "), %% of all%s. FLOPs are for the length above: fixed patterns are counted at that length, trees and hashes by the share of pairs "
        "that the shorter test sequences have, so compare the two kinds by their pairs.\n",
        above ? " (above 100: some mechanisms have keys or rows of their own beside the tokens)" : "");
}

static void add_bad_runs(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n; i++) {
        const struct tf_row *a = &r->row[i];
        if (tf_row_ok(a)) continue;
        tf_buf_addf(out, "- Not in the means: `%s`, seed %ld, %s after %ld steps.\n", a->run, a->seed, a->status, a->steps);
    }
}

static void add_changed_kernels(const struct report *r, struct tf_buf *out) {
    for (int i = 0; i < r->n; i++)
        if (r->row[i].kernels_changed)
            tf_buf_addf(out, "- `%s` was resumed with other kernels: nobody can reproduce these bytes.\n", r->row[i].run);
}

static bool said_before(const struct report *r, int i) {
    for (int j = 0; j < i; j++)
        if (tf_row_ok(&r->row[j]) && !strcmp(r->row[j].version, r->row[i].version)) return true;
    return false;
}

static void add_versions(const struct report *r, struct tf_buf *out) {
    struct tf_buf names = {0};
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        if (!tf_row_ok(&r->row[i]) || said_before(r, i)) continue;
        const char *v = r->row[i].version;
        tf_buf_addf(&names, "%s%s", n++ ? ", " : "", *v ? v : "older ones, which their rows do not name");
    }
    if (n > 1) tf_buf_addf(out, "- Runs are of several versions of this program (%s): `docs/versions.md` says what changed.\n", names.s);
    tf_buf_free(&names);
}

/* The largest class of the test examples, in percent, where all runs that ended well agree on it; else 0. */
static double majority(const struct report *r) {
    double m = 0;
    for (int i = 0; i < r->n; i++) {
        double v = r->row[i].majority_pct;
        if (!tf_row_ok(&r->row[i])) continue;
        if (!(v > 0) || (m > 0 && v != m)) return 0;
        m = v;
    }
    return m;
}

static bool many_seeds(const struct report *r) {
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].ok > 1) return true;
    return false;
}

/* A group and those of its options that its name does not show. */
struct optional {
    const struct report_group *g;
    struct tf_buf rest;
};

/* The groups of n parts that have such options, one of each name and options; free it. */
static struct optional *with_options(const struct report *part, int n, int *found) {
    int most = 1;
    for (int p = 0; p < n; p++) most += part[p].n_groups;
    struct optional *out = tf_calloc(sizeof *out * (size_t)most);
    *found = 0;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n_groups; i++) {
            struct optional *x = &out[*found];
            x->g = &part[p].group[i], x->rest.len = 0;
            report_options_beside(x->g->spec->options, x->g->row->setting, &x->rest);
            bool told = !x->rest.len;
            for (int k = 0; k < *found && !told; k++) told = !strcmp(out[k].g->name, x->g->name) && !strcmp(out[k].rest.s, x->rest.s);
            *found += !told;
        }
    return out;
}

static void free_options(struct optional *x, int found) {
    for (int i = 0; i <= found; i++) tf_buf_free(&x[i].rest); // the last one was told, or is empty
    tf_free(x);
}

static bool alike_before(const struct optional *x, int i) {
    bool told = false;
    for (int k = 0; k < i; k++) told |= !strcmp(x[k].rest.s, x[i].rest.s);
    return told;
}

/* Are there groups of g's name with other options, of another task? Then its task tells them apart. */
static bool of_task(const struct report *part, int n, const struct report_group *g) {
    bool other = false;
    for (int p = 0; p < n; p++)
        for (int i = 0; i < part[p].n_groups; i++)
            other |= !strcmp(part[p].group[i].name, g->name) && strcmp(part[p].group[i].spec->options, g->spec->options) != 0;
    return other;
}

/* Of mechanisms that are not as they are by default, those that are alike together; a line each if there are many. */
void report_add_options(const struct report *part, int n, struct tf_buf *out) {
    int found, lines = 0;
    struct optional *x = with_options(part, n, &found);
    for (int i = 0; i < found; i++) lines += !alike_before(x, i);
    const char *between = lines > 3 ? "\n  - " : "; ";
    if (found) tf_buf_addf(out, "- Not at their defaults:%s", lines > 3 ? "\n  - " : " ");
    for (int i = 0, line = 0; i < found; i++) {
        if (alike_before(x, i)) continue;
        if (line++) tf_buf_addf(out, "%s", between);
        for (int k = i; k < found; k++) {
            if (strcmp(x[k].rest.s, x[i].rest.s)) continue;
            if (k > i) tf_buf_addf(out, " and ");
            report_markdown(out, x[k].g->name);
            if (of_task(part, n, x[k].g)) tf_buf_addf(out, " (%s)", x[k].g->row->task);
        }
        tf_buf_addf(out, ": ");
        report_markdown(out, x[i].rest.s);
    }
    if (found) tf_buf_addf(out, lines > 3 ? "\n" : ".\n");
    free_options(x, found);
}

/* What a line was trained with otherwise than another one; than NULL: it is compared with none. */
struct unlike {
    const struct report_group *than;
    char text[REPORT_UNLIKE];
};

/* With its reference or, where folders are joined and it has none, or several that could be meant, with the first line of its task, unless
 * that is of the same folder, whose settings say what its spec varies. */
static void compare(const struct report *r, const struct report_group *g, struct unlike *out) {
    const struct report_group *first = r->group;
    if (g->against) {
        out->than = g->against;
        snprintf(out->text, sizeof out->text, "%s", g->unlike);
        return;
    }
    if (!r->joined || !g->ok || report_is_reference(r, g)) return;
    while (!first->ok || strcmp(first->row->task, g->row->task) != 0) first++;
    if (first == g || !strcmp(first->spec->dir, g->spec->dir)) return;
    out->than = first;
    report_unlike(g, first, out->text);
}

/* (r->n_groups), to be freed */
static struct unlike *compare_all(const struct report *r) {
    struct unlike *x = tf_calloc(sizeof *x * (size_t)(r->n_groups + 1));
    for (int i = 0; i < r->n_groups; i++) compare(r, &r->group[i], &x[i]);
    return x;
}

/* What line i is compared with. Full attention has one name, other mechanisms one per setting. */
static const char *than_name(const struct report *r, const struct unlike *x, int i) {
    return r->group[i].against && !r->reference ? "the full attention beside it" : x[i].than->name;
}

static bool unlike_alike(const struct report *r, const struct unlike *x, int i, int k) {
    return *x[i].text && *x[k].text && !strcmp(x[i].text, x[k].text) && !strcmp(than_name(r, x, i), than_name(r, x, k));
}

/* Lines of another training than what they are beside, those that differ alike in one note. */
static void add_unlike(const struct report *r, const struct unlike *x, struct tf_buf *out) {
    for (int i = 0; i < r->n_groups; i++) {
        bool told = !*x[i].text;
        for (int k = 0; k < i && !told; k++) told = unlike_alike(r, x, i, k);
        if (told) continue;
        tf_buf_addf(out, "- Trained otherwise than ");
        report_markdown(out, than_name(r, x, i));
        tf_buf_addf(out, " (");
        report_markdown(out, x[i].text);
        tf_buf_addf(out, "): ");
        for (int k = i; k < r->n_groups; k++) {
            if (!unlike_alike(r, x, i, k)) continue;
            if (k > i) tf_buf_addf(out, "; ");
            report_markdown(out, r->group[k].name);
        }
        tf_buf_addf(out, ".\n");
    }
}

/* Of tasks whose models begin at random: those that did not. */
static void add_started(const struct report *r, struct tf_buf *out) {
    int n = 0;
    for (int i = 0; i < r->n_groups; i++) {
        const struct report_group *g = &r->group[i];
        if (!*g->row->init_hash || report_kind(g->row->task)->command) continue;
        tf_buf_addf(out, "%s", n++ ? "; " : "- Began with the weights of another run (`init.from`): ");
        report_markdown(out, g->name);
    }
    if (n) tf_buf_addf(out, ".\n");
}

/* Layers of models of which training computed first queries alone; 0: of none. */
static long first_queries(const struct report *r) {
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->row[i].queries, "first") && !report_kind(r->row[i].task)->command) return r->row[i].layers;
    return 0;
}

/* How many examples the test had. */
static void add_test(const struct report *r, struct tf_buf *out) {
    const struct tf_task *task = r->n ? tf_task_find(r->row->task) : NULL;
    const bool several = task && task->objective != TF_CLASSIFY && task->objective != TF_SPANS;
    tf_buf_addf(out, "\n- Test %s: ", report_test_unit(r->n ? r->row->task : ""));
    report_add_range(r, offsetof(struct tf_row, test_n), out);
    bool some = false, all = true;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        bool knows = false;
        for (int i = 0; i < g->n; i++) knows |= tf_row_ok(&g->row[i]) && g->row[i].test_n_effective > 0;
        some |= knows, all &= knows || !g->ok;
    }
    if (some && all) tf_buf_addf(out, " (several of one example, for which the interval allows)");
    else if (some)
        tf_buf_addf(out, " (several of one example; the narrower intervals, of runs of an older version, count each as if independent)");
    else if (several) tf_buf_addf(out, " (those of one sequence count each, as if independent)");
    if (majority(r) > 0) tf_buf_addf(out, ", %.1f %% of them in the test set's largest class", majority(r));
}

static void add_rules(const struct report *r, struct tf_buf *out) {
    bool classes = false, counts = false, more = false;
    for (const struct report_rule *x = r->rule; x < r->rule + r->n_rules; x++) {
        *(isnan(x->line.test_ppl) ? &classes : &counts) = true;
        more |= x->line.test_n > (double)x->from->test_n;
    }
    if (classes)
        tf_buf_addf(out,
                    "- Rules need no model: each predicts the most frequent class among the training examples that look the same to it.\n");
    if (counts)
        tf_buf_addf(
            out,
            "- Rules need no model: they count single tokens, or pairs of tokens (words, characters or bytes), of the training text%s.\n",
            more ? "; their perplexity is over all tokens of the test, the models' over those that they predict" : "");
}

/* Runs that were to end when they were good enough have not all made as many steps. */
static void add_stopped(const struct report *r, struct tf_buf *out) {
    if (!(r->stop_most > 0)) return;
    tf_buf_addf(out, "- Runs end when a validation has reached %g", r->stop_least);
    if (r->stop_least < r->stop_most) tf_buf_addf(out, " to %g", r->stop_most);
    tf_buf_addf(out, " %% (`train.stop_at`%s); steps: ", r->joined || r->some_without_stop ? ", where it is set" : "");
    report_add_range(r, offsetof(struct tf_row, steps), out);
    tf_buf_addf(out, ".\n");
}

/* Has another line of the task made more steps, or fewer, without a word of it: set by no spec, and not told as another training? */
static bool is_uneven(const struct report *r, const struct unlike *x, int i) {
    const struct report_group *g = &r->group[i];
    for (int k = 0; k < r->n_groups; k++) {
        const struct report_group *other = &r->group[k];
        if (g->ok && other->ok && !*x[i].text && !*x[k].text && !strcmp(g->row->task, other->row->task) &&
            rint(g->steps) != rint(other->steps) && !(report_steps_set(g) && report_steps_set(other)))
            return true;
    }
    return false;
}

/* A reader would take such lines for trainings of one length. */
static void add_uneven_lines(const struct report *r, const struct unlike *x, struct tf_buf *out) {
    enum { MOST = 8 };
    int lines = 0, line = 0;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < r->n_groups; i++)
        if (is_uneven(r, x, i)) lines++, least = fmin(least, r->group[i].steps), most = fmax(most, r->group[i].steps);
    if (!lines) return;
    tf_buf_addf(out, "- The lines did not all make the same number of training steps: ");
    if (lines > MOST) tf_buf_addf(out, "%.0f to %.0f (`steps` in `table.csv`)", least, most);
    for (int i = 0; i < r->n_groups && lines <= MOST; i++) {
        if (!is_uneven(r, x, i)) continue;
        if (line++) tf_buf_addf(out, "; ");
        report_markdown(out, r->group[i].name);
        tf_buf_addf(out, " (%.0f)", r->group[i].steps);
    }
    tf_buf_addf(out, ".\n");
}

/* Seeds of one line, and then lines, that have made more steps than others: where each ends with its time (train.max_time), or rows are of
 * another spec. */
static void add_uneven(const struct report *r, const struct unlike *x, struct tf_buf *out) {
    int lines = 0;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        long least, most;
        range_at(g->row, g->n, offsetof(struct tf_row, steps), &least, &most);
        if (least >= most || g->spec->stop_at > 0) continue;
        tf_buf_addf(out, "%s", lines++ ? "; " : "- Over the seeds, the steps vary: ");
        report_markdown(out, g->name);
        tf_buf_addf(out, " %ld to %ld", least, most);
    }
    if (lines) tf_buf_addf(out, ".\n");
    add_uneven_lines(r, x, out);
}

const char report_unlike_published[] =
    "Unlike the published code, it tests the checkpoint that was best in validation, weight decay spares biases, norms and embeddings, and "
    "GELU is exact; docs/protocols.md has the rest.";

/* What some line has, and not those of all tables. */
struct has {
    bool state, pretraining, perplexity;
};

static struct has has_of(const struct report *r) {
    struct has has = {0};
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        has.state |= g->state > 0, has.pretraining |= g->pretrain_flops > 0, has.perplexity |= !isnan(g->test_ppl);
    return has;
}

void report_add_notes(const struct report *r, struct tf_buf *out) {
    const struct has has = has_of(r);
    struct unlike *unlike = compare_all(r);
    const bool published = !strcmp(r->protocol, "paper");
    tf_buf_addf(out, "- Protocol `%s`. %s", r->protocol,
                published ? report_unlike_published : "Compare only with results of the same protocol.");
    char text[REPORT_WHY];
    unsigned why = 0;
    for (int i = 0; r->paper == REPORT_PAPER_SAME && i < r->n_groups; i++)
        if (r->group[i].paper == REPORT_PAPER_OTHER) why |= report_other_why(r->group[i].row, false);
    if (why) tf_buf_addf(out, "\n- *(In parentheses)*: the paper's value %s: not comparable.", report_other_text(text, why));
    add_test(r, out);
    tf_buf_addf(
        out,
        ". The score is the mean over the seeds; the interval over the test set is Wilson's at that mean (of F1 and Matthews: resampled, or over "
        "the questions), the interval over the seeds is Student's t (— for one seed).%s\n",
        many_seeds(r) ? " Times and tokens/s are medians over the seeds." : "");
    if (has.state) tf_buf_addf(out, "- State: numbers that all attention layers keep of a sequence for its queries.\n");
    if (has.pretraining)
        tf_buf_addf(
            out, "- FLOPs, pre-training: of the steps that predict hidden tokens; training: of the others. Together they are the run's.\n");
    add_started(r, out), add_stopped(r, out), add_uneven(r, unlike, out);
    if (has.perplexity)
        tf_buf_addf(out, "- Perplexity, exp of the mean loss, and bits are per token that is predicted: word, character or byte. "
                         "`treeformer evaluate` converts them.\n");
    if (r->paper == REPORT_PAPER_OTHER)
        tf_buf_addf(out, "- The paper's value (`%s`) is from another protocol: not comparable.\n", r->paper_table);
    if (r->paper == REPORT_PAPER_SAME)
        tf_buf_addf(
            out,
            "- Paper: `%s`. Within noise: |difference| is at most the half-widths of the two 95 %% intervals over a test set of this size, "
            "ours and the paper's (of F1 and Matthews: as wide as ours), added in quadrature. How the paper's seeds varied is not known.\n",
            r->paper_table);
    report_add_options(r, 1, out);
    if (r->unlike_paper.len) tf_buf_addf(out, "%s", r->unlike_paper.s);
    add_unlike(r, unlike, out);
    add_rules(r, out);
    tf_buf_addf(out, "- FLOPs: forward work of one attention layer, %% of full attention at n = ");
    const size_t at = out->len;
    report_add_range(r, offsetof(struct tf_row, flops_n), out);
    if (strstr(out->s + at, " to ")) tf_buf_addf(out, ", each line at its own (another length is another task)");
    tf_buf_addf(out, "; *paper*: the papers' accounting, *layer*: everything that the layer computes.\n");
    add_pairs(r, out);
    if (!report_one_machine(r) || !report_one_threads(r))
        tf_buf_addf(out, "- Times and tokens/s are of different machines or numbers of threads: do not compare them.\n");
    long layers = first_queries(r);
    if (layers)
        tf_buf_addf(
            out,
            "- Times: the head reads only the first token, so training computes one query per sequence in %s. They say %s about the mechanisms; "
            "`model.all_queries: true` computes all.\n",
            layers == 1 ? "the only layer" : "the last layer", layers == 1 ? "little" : "less");
    for (int i = 0; i < r->n; i++)
        if (*r->row[i].weights) tf_buf_addf(out, "- `%s`: validated and tested was the running average of its weights.\n", r->row[i].run);
    add_bad_runs(r, out);
    add_changed_kernels(r, out);
    add_versions(r, out);
    tf_free(unlike);
}
