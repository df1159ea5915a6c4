/* right.csv: one line, test_n and right: hexadecimal digits of four answers each, the first of them in the highest bit; and of_examples, how many answers
 * each example has, or one number if all have as many; no such column if that is one. */
#include "results/right.h"
#include "io/io.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The digits of the row's answers; NULL: they are not there, or not as many. */
static const char *digits_of(const struct tf_row *row, const struct tf_csv *t) {
    const char *digits = t->cols && t->rows == 1 ? tf_csv_get(t, 0, "right") : NULL;
    const size_t n = row->test_n > 0 ? (size_t)row->test_n : 0;
    return digits && n && strlen(digits) == (n + 3) / 4 && !digits[strspn(digits, "0123456789abcdef")] ? digits : NULL;
}

/* (test_n) 1: right; NULL: the file is not there, or not of this row. */
static uint8_t *load(const struct tf_row *row, const struct tf_csv *t) {
    const char *digits = digits_of(row, t);
    const size_t n = (size_t)row->test_n;
    if (!digits) return NULL;
    uint8_t *right = tf_alloc(n);
    size_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const char c = digits[i / 4];
        sum += right[i] = (uint8_t)((isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10) >> (3 - i % 4) & 1);
    }
    if (fabs(100 * (double)sum / (double)n - row->test_score_pct) < 1e-6) return right;
    tf_free(right);
    return NULL;
}

/* What the file says of examples: "": they have one answer each. */
static const char *counts_of(const struct tf_csv *t) {
    const char *s = tf_csv_get(t, 0, "of_examples");
    return s ? s : "";
}

/* Where each example's answers begin; NULL: counts are none, or do not add up to n. */
static size_t *first_of(const char *counts, size_t n, size_t *examples) {
    const bool alike = !counts[strspn(counts, "0123456789")]; // one number
    const size_t each = alike ? strtoul(counts, NULL, 10) : 0, most = each ? n / each : strlen(counts) / 2 + 1;
    size_t *first = tf_calloc(sizeof *first * (most + 2)), k = 0;
    if (each)
        for (; k < most; k++) first[k + 1] = first[k] + each;
    for (char *end; !each && *counts; counts = end) {
        const unsigned long x = strtoul(counts, &end, 10);
        if (end == counts || x > n || (*end && *end != ' ')) break;
        first[k + 1] = first[k] + x, k++;
    }
    *examples = k;
    if ((each || !*counts) && k && first[k] == n) return first;
    tf_free(first);
    return NULL;
}

bool right_fits(const struct tf_row *row, const struct tf_csv *t) {
    if (strcmp(row->metric, "accuracy")) return digits_of(row, t); // the score of others is no share of right answers
    uint8_t *right = load(row, t);
    if (!right) return false;
    size_t examples, *first = *counts_of(t) ? first_of(counts_of(t), (size_t)row->test_n, &examples) : NULL;
    const bool fits = first || !*counts_of(t);
    tf_free(right), tf_free(first);
    return fits;
}

static bool same_test(const struct tf_row *a, const struct tf_row *b) {
    return a->seed == b->seed && tf_row_ok(a) && tf_row_ok(b) && a->test_n == b->test_n && *a->data_hash &&
           !strcmp(a->data_hash, b->data_hash) && !strcmp(a->metric, "accuracy") && !strcmp(b->metric, "accuracy");
}

int right_compare(const struct right_runs *ours, const struct right_runs *theirs, struct stats_paired *out) {
    uint8_t **a = tf_calloc(sizeof *a * 2 * (size_t)(ours->n + 1)), **b = a + ours->n + 1;
    const char *counts = NULL; // of the first pair, and so of all
    int n = 0, first = 0;      // that ended well: the others have no test
    while (first < ours->n && !tf_row_ok(&ours->row[first])) first++;
    for (int i = first; i < ours->n; i++)
        for (int k = 0; k < theirs->n; k++) {
            if (!same_test(&ours->row[i], &theirs->row[k]) || ours->row[i].test_n != ours->row[first].test_n) continue;
            a[n] = load(&ours->row[i], &ours->right[i]), b[n] = load(&theirs->row[k], &theirs->right[k]);
            const char *here = a[n] && b[n] ? counts_of(&ours->right[i]) : NULL;
            const bool alike = here && !strcmp(here, counts_of(&theirs->right[k])) && (!counts || !strcmp(here, counts));
            if (alike) counts = here, n++;
            else tf_free(a[n]), tf_free(b[n]);
            break; // one of theirs for each of ours: rows of a seed twice are refused later
        }
    const size_t answers = n ? (size_t)ours->row[first].test_n : 0;
    size_t examples, *starts = n && *counts ? first_of(counts, answers, &examples) : NULL;
    int pairs = n && *counts && !starts ? 0 : n;
    if (pairs) stats_paired(pairs, answers, (const uint8_t *const *)a, (const uint8_t *const *)b, starts, starts ? examples : answers, out);
    if (pairs && (isnan(out->diff.lo) || (starts ? examples : answers) < 2)) pairs = 0; // one example says nothing of others
    for (int i = 0; i < n; i++) tf_free(a[i]), tf_free(b[i]);
    tf_free(a), tf_free(starts);
    return pairs;
}
