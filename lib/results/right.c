/* right.csv: one line, test_n and right: hexadecimal digits of four examples each, the first of them in the highest bit. */
#include "results/right.h"
#include "io/io.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* (test_n) 1: right; NULL: the file is not there, or not of this row. */
static uint8_t *load(const struct tf_row *row, const struct tf_csv *t) {
    const char *digits = t->cols && t->rows == 1 ? tf_csv_get(t, 0, "right") : NULL;
    const size_t n = row->test_n > 0 ? (size_t)row->test_n : 0;
    if (!digits || !n || strlen(digits) != (n + 3) / 4 || digits[strspn(digits, "0123456789abcdef")]) return NULL;
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

static bool same_test(const struct tf_row *a, const struct tf_row *b) {
    return a->seed == b->seed && tf_row_ok(a) && tf_row_ok(b) && a->test_n == b->test_n && *a->data_hash &&
           !strcmp(a->data_hash, b->data_hash) && !strcmp(a->metric, "accuracy") && !strcmp(b->metric, "accuracy");
}

int right_compare(const struct right_runs *ours, const struct right_runs *theirs, struct stats_paired *out) {
    uint8_t **a = tf_calloc(sizeof *a * 2 * (size_t)(ours->n + 1)), **b = a + ours->n + 1;
    int n = 0, first = 0; // that ended well: the others have no test
    while (first < ours->n && !tf_row_ok(&ours->row[first])) first++;
    for (int i = first; i < ours->n; i++)
        for (int k = 0; k < theirs->n; k++) {
            if (!same_test(&ours->row[i], &theirs->row[k]) || ours->row[i].test_n != ours->row[first].test_n) continue;
            a[n] = load(&ours->row[i], &ours->right[i]), b[n] = load(&theirs->row[k], &theirs->right[k]);
            if (a[n] && b[n]) n++;
            else tf_free(a[n]), tf_free(b[n]);
            break; // one of theirs for each of ours: rows of a seed twice are refused later
        }
    if (n) stats_paired(n, (size_t)ours->row[first].test_n, (const uint8_t *const *)a, (const uint8_t *const *)b, out);
    for (int i = 0; i < n; i++) tf_free(a[i]), tf_free(b[i]);
    tf_free(a);
    return n;
}
