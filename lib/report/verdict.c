/* The verdict of a page: which mechanism has the best score, and whether that can be told from full attention, or a rule beats it. */
#include "attn/attn.h"
#include "results/escape.h"
#include "report/page.h"
#include "report/report.h"
#include "report/table.h"
#include "task/task.h"
#include <math.h>
#include <string.h>

/* Language models are ranked by perplexity, where less is better. */
static bool has_ppl(const struct report_group *g) { return isfinite(g->test_ppl); }

static bool ahead(const struct report_group *a, const struct report_group *b) {
    return has_ppl(a) && has_ppl(b) ? a->test_ppl < b->test_ppl : a->test.mean > b->test.mean;
}

/* The best of the test of `like`, of full attention alone or of all others; NULL: none has a score. Of equal ones the first. */
static const struct report_group *best(const struct report *r, const struct report_group *like, bool full) {
    const struct report_group *b = NULL;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        if (report_drawable(g) && report_same_test(g, like) && tf_attn_is_full(g->row->attention) == full && (!b || ahead(g, b))) b = g;
    return b;
}

/* Of the rules of the same test; NULL: there is none. */
static const struct report_group *best_rule(const struct report *r, const struct report_group *like) {
    const struct report_group *b = NULL;
    for (const struct report_rule *x = r->rule; x < r->rule + r->n_rules; x++) {
        const struct report_group line = {.row = x->from, .test_n = x->from->test_n}; // counts of a text may be of more tokens
        if (report_same_test(&line, like) && (!b || ahead(&x->line, b))) b = &x->line;
    }
    return b;
}

/* Groups of the test of `like` that have a score. */
static int rivals(const struct report *r, const struct report_group *like) {
    int n = 0;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) n += report_drawable(g) && report_same_test(g, like);
    return n;
}

/* By both half-widths in quadrature, over the test set and, where both have several seeds, over these: by the halves that face each other, as
 * intervals end at 0 and 100. */
static void add_distinct(struct tf_buf *out, const struct report_group *a, const struct report_group *b) {
    const struct report_group *high = a->test.mean < b->test.mean ? b : a, *low = high == a ? b : a;
    const double points = high->test.mean - low->test.mean;
    const double test = hypot(stats_half_width(&a->test), stats_half_width(&b->test));
    const double seeds = hypot(high->seeds.mean - high->seeds.lo, low->seeds.hi - low->seeds.mean);
    if (points <= test) tf_buf_addf(out, "not distinguishable, %.2f points are within noise (%.2f)", points, test);
    else if (points <= seeds) tf_buf_addf(out, "not distinguishable, %.2f points are within the seeds' noise (%.2f)", points, seeds);
    else tf_buf_addf(out, "%.2f points are beyond noise (%.2f)", points, test);
}

static void add_name(struct tf_buf *out, const struct report_group *g) {
    tf_buf_addf(out, "<b>");
    report_html(out, g->name);
    tf_buf_addf(out, "</b>");
}

static void add_score(struct tf_buf *out, const struct report_group *g) {
    if (has_ppl(g)) tf_buf_addf(out, "%.2f", g->test_ppl);
    else tf_buf_addf(out, "%.2f %% (%.2f to %.2f)", g->test.mean, g->test.lo, g->test.hi);
}

/* The figures' accounting: everything that the layer computes. */
static void add_work(struct tf_buf *out, const struct report_group *g) {
    if (isfinite(g->flops_layer_pct)) tf_buf_addf(out, ", with %.2f %% of a full attention layer's work", g->flops_layer_pct);
}

static bool beyond_zero(const struct tf_interval *i) { return !(i->lo <= 0 && i->hi >= 0); }

static bool looks_like_zero(double v, int digits) { return fabs(v) < 0.5 / pow(10, digits); }

const char *report_points(double v, int digits, char text[32]) {
    snprintf(text, 32, "%+.*f", digits, looks_like_zero(v, digits) ? 0 : v);
    return text;
}

int report_digits(const struct tf_interval *i, int least) {
    int n = least;
    while (n < 4 && ((i->lo != 0 && looks_like_zero(i->lo, n)) || (i->hi != 0 && looks_like_zero(i->hi, n)))) n++;
    return n;
}

/* Where the interval has 0 in it, words say so, and not its ends. */
static int digits_of(const struct tf_interval *i) { return beyond_zero(i) ? report_digits(i, 1) : 1; }

/* what: " against full attention", where it was not said before. Of one seed out of several nothing is concluded. */
static void add_difference(struct tf_buf *out, const struct tf_paired_text *x, const char *what) {
    const int n = digits_of(&x->diff), m = digits_of(&x->seeds);
    char mean[32], lo[32], hi[32];
    tf_buf_addf(out, "%s points (%s to %s)%s", report_points(x->diff.mean, n, mean), report_points(x->diff.lo, n, lo),
                report_points(x->diff.hi, n, hi), what);
    if (x->pairs < x->of) tf_buf_addf(out, ", over %d of %d seeds", x->pairs, x->of);
    const bool test = beyond_zero(&x->diff), seeds = beyond_zero(&x->seeds); // NaN, of one seed, is beyond it
    if (x->pairs < 2 && x->pairs < x->of) return;
    if (test && !seeds)
        tf_buf_addf(out, ", not distinguishable over the seeds (%s to %s)", report_points(x->seeds.lo, m, lo),
                    report_points(x->seeds.hi, m, hi));
    else tf_buf_addf(out, ", %sdistinguishable", test ? "" : "not ");
}

void tf_report_paired(struct tf_buf *out, const struct tf_paired_text *x) {
    struct tf_buf what = {0};
    tf_buf_addf(&what, " against %s", x->against);
    add_difference(out, x, what.s);
    tf_buf_free(&what);
    if (isfinite(x->work_pct)) tf_buf_addf(out, "; %.0f %% of the work", x->work_pct);
    if (*x->unlike) tf_buf_addf(out, ", but trained otherwise (%s)", x->unlike);
}

static struct tf_paired_text paired_text(const struct report_group *g) {
    return (struct tf_paired_text){g->paired.diff, g->paired.seeds, g->pairs, g->pairs_of, g->flops_layer_pct, "", "full attention"};
}

/* unlike: as report_unlike writes it. */
static void add_unlike(struct tf_buf *out, const char *unlike) {
    if (!*unlike) return;
    tf_buf_addf(out, ", but trained otherwise (");
    report_html(out, unlike);
    tf_buf_addf(out, ")");
}

/* A line for each group of the test that was compared example by example. */
static void add_paired(const struct report *r, const struct report_group *like, struct tf_buf *out) {
    bool any = false;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        if (!g->pairs || !report_same_test(g, like)) continue;
        tf_buf_addf(out, any ? "<br/>\n" : "<p>");
        any = true;
        add_name(out, g);
        tf_buf_addf(out, ": ");
        struct tf_paired_text text = paired_text(g);
        struct tf_buf against = {0};
        report_html(&against, report_against(r, g));
        text.against = against.s;
        tf_report_paired(out, &text);
        tf_buf_free(&against);
        add_unlike(out, g->unlike);
    }
    if (any) tf_buf_addf(out, ". <small>(Paired: over the same test examples.)</small></p>\n");
}

static void add_rule(const struct report *r, const struct report_group *first, struct tf_buf *out) {
    const struct report_group *rule = best_rule(r, first);
    if (!rule || has_ppl(rule) != has_ppl(first) || !ahead(rule, first)) return;
    if (has_ppl(first)) tf_buf_addf(out, ", above the best rule, %.2f", rule->test_ppl);
    else tf_buf_addf(out, ", below the best rule, %.2f %%", rule->test.mean);
}

/* The best, and its score. alone: nothing else has one; shared: another has the same. */
static void add_first(const struct report *r, const struct report_group *first, bool alone, bool shared, struct tf_buf *out) {
    const bool ppl = has_ppl(first);
    add_name(out, first);
    if (alone) tf_buf_addf(out, ppl ? ": test perplexity " : ": ");
    else if (shared) tf_buf_addf(out, ppl ? " shares the lowest test perplexity, " : " shares the best test score, ");
    else tf_buf_addf(out, ppl ? " has the lowest test perplexity, " : " has the best test score, ");
    add_score(out, first);
    if (!tf_attn_is_full(first->row->attention)) add_work(out, first);
    add_rule(r, first, out);
}

/* How far the best of full attention and of the others are apart: perplexities have no interval. */
static void add_distance(const struct report_group *full, const struct report_group *other, bool full_first, struct tf_buf *out) {
    if (!has_ppl(full)) tf_buf_addf(out, ": ");
    if (!has_ppl(full) && other->pairs && other->against == full) {
        const struct tf_paired_text text = paired_text(other);
        add_difference(out, &text, full_first ? " against full attention" : "");
    } else if (!has_ppl(full)) add_distinct(out, full, other);
    char unlike[REPORT_UNLIKE];
    report_unlike(other, full, unlike);
    add_unlike(out, unlike);
}

/* Is there a run of the task, of full attention or of another mechanism, that has no score? */
static bool without_score(const struct report *r, const struct report_group *like, bool full) {
    bool any = false;
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++)
        any |= !report_drawable(g) && !strcmp(g->row->task, like->row->task) && tf_attn_is_full(g->row->attention) == full;
    return any;
}

/* Why only one side has a score. */
static void add_missing(const struct report *r, const struct report_group *like, bool full, struct tf_buf *out) {
    const bool ran = without_score(r, like, full);
    if (full)
        tf_buf_addf(out, ran ? "; full attention has no score to compare with" : "; no run of full attention is there to compare with");
    else tf_buf_addf(out, ran ? "; no other mechanism has a score to compare with" : "; no other mechanism is there to compare with");
}

static void add_sentence(const struct report *r, const struct report_group *like, struct tf_buf *out) {
    const struct report_group *full = best(r, like, true), *other = best(r, like, false), *first = other ? other : full;
    const bool full_first = full && other && ahead(full, other), alone = rivals(r, like) == 1;
    if (!first) {
        tf_buf_addf(out, "no run has a score with its interval.");
        return;
    }
    add_first(r, full_first ? full : first, alone, full && other && !full_first && !ahead(other, full), out);
    if (full_first) {
        tf_buf_addf(out, "; of the others ");
        add_name(out, other);
        tf_buf_addf(out, " comes nearest, ");
        add_score(out, other);
        add_work(out, other);
    } else if (full && other) {
        tf_buf_addf(out, "; against full attention, ");
        add_name(out, full);
        tf_buf_addf(out, ", ");
        add_score(out, full);
    }
    if (full && other) add_distance(full, other, full_first, out);
    else if (!alone || without_score(r, like, !full)) add_missing(r, like, !full, out);
    tf_buf_addf(out, has_ppl(first) ? "." : ". <small>(95 %% intervals over the test set)</small>");
}

/* One verdict tells of both: of one test, or, where one of them has no score, of one task. */
static bool share_verdict(const struct report_group *a, const struct report_group *b) {
    return report_drawable(a) && report_drawable(b) ? report_same_test(a, b) : !strcmp(a->row->task, b->row->task);
}

/* The group whose turn it is to tell the verdict on g: of those that share it the first with a score, or else the first. */
static const struct report_group *teller(const struct report *r, const struct report_group *g) {
    const struct report_group *first = NULL;
    for (const struct report_group *x = r->group; x < r->group + r->n_groups; x++) {
        if (!share_verdict(x, g)) continue;
        if (report_drawable(x)) return x;
        if (!first) first = x;
    }
    return first;
}

void report_verdict(const struct report *r, struct tf_buf *out) {
    for (const struct report_group *g = r->group; g < r->group + r->n_groups; g++) {
        const struct tf_task *task = tf_task_find(g->row->task);
        bool alone = true;
        for (int k = 0; k < r->n_groups; k++) alone &= share_verdict(&r->group[k], g);
        if (teller(r, g) != g || !report_any_score(r, g)) continue;
        tf_buf_addf(out, "<p class=\"verdict\">");
        if (!alone) {
            report_html(out, task ? task->title : g->row->task);
            const char *unit = report_test_unit(g->row->task), *where = strcmp(unit, "examples") != 0 ? "in sequences of" : "of";
            if (report_drawable(g)) tf_buf_addf(out, ", %.0f test %s %s %.0f tokens", g->test_n, unit, where, (double)g->row->flops_n);
            tf_buf_addf(out, ": ");
        }
        add_sentence(r, g, out);
        tf_buf_addf(out, "</p>\n");
        add_paired(r, g, out);
    }
}
