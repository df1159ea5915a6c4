/* Option tables: text <-> fields of a struct of settings. */
#include "base/base.h"
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT_MAX = 512, NAMES_MAX = 64 };

/* The row called `name` (or, with name NULL, the row `like`); nested tables' rows stand in their places, and an alias is also a row. *offset: its place's
 * is added. */
static const struct tf_opt *seek(const struct tf_opt *opts, const char *name, const struct tf_opt *like, size_t *offset) {
    for (const struct tf_opt *o = opts; o && o->name; o++) {
        size_t at = *offset + o->offset;
        const struct tf_opt *found = NULL;
        if (o->type == TF_OPTS) found = seek(o->choices, name, like, &at);
        else if (name ? !strcmp(o->name, name) : o == like) found = o;
        if (found) return *offset = at, found;
    }
    return NULL;
}

/* The first row behind *row that is no alias, or none: then *row is NULL if it was passed. */
static const struct tf_opt *behind(const struct tf_opt *opts, const struct tf_opt **row) {
    for (const struct tf_opt *o = opts; o && o->name; o++) {
        const struct tf_opt *found = o->type == TF_OPTS ? behind(o->choices, row) : !*row && o->type != TF_ALIAS ? o : NULL;
        if (found) return found;
        if (o == *row) *row = NULL;
    }
    return NULL;
}

const struct tf_opt *tf_opt_next(const struct tf_opt *opts, const struct tf_opt *row) { return behind(opts, &row); }

const struct tf_opt *tf_opt_find(const struct tf_opt *opts, const char *name) {
    const struct tf_opt *o = seek(opts, name, NULL, &(size_t){0});
    return o && o->type == TF_ALIAS ? seek(opts, o->def, NULL, &(size_t){0}) : o;
}

/* The i-th alias in opts of the option `name`. */
static const char *alias(const struct tf_opt *opts, const char *name, int *i) {
    for (const struct tf_opt *o = opts; o && o->name; o++) {
        const char *found = o->type == TF_OPTS ? alias(o->choices, name, i) : NULL;
        if (o->type == TF_ALIAS && !strcmp(o->def, name) && (*i)-- == 0) found = o->name;
        if (found) return found;
    }
    return NULL;
}

const char *tf_opt_alias(const struct tf_opt *opts, const struct tf_opt *o, int i) { return alias(opts, o->name, &i); }

const void *tf_opt_at(const struct tf_opt *opts, const struct tf_opt *o, const void *base) {
    size_t offset = 0;
    TF_BUG_IF(!seek(opts, NULL, o, &offset), "option %s is of another table", o->name);
    return (const char *)base + offset;
}

int tf_opt_distinct(const struct tf_opt *opts, const char *a, const char *b, struct tf_err *e) {
    const struct tf_opt *o = tf_opt_find(opts, a);
    if (!o || o != tf_opt_find(opts, b) || !strcmp(a, b)) return 0;
    return tf_fail(e, TF_BAD, "'%s' and '%s' are the same option: give one of them", a, b);
}

/* Splits "a<sep>b" in place. Returns the number of names, at most NAMES_MAX. */
static size_t split(char *s, char sep, const char *names[NAMES_MAX]) {
    size_t n = 0;
    while (n < NAMES_MAX) {
        names[n++] = s;
        s = strchr(s, sep);
        if (!s) break;
        *s++ = 0;
    }
    return n;
}

/* " (did you mean 'near'?), one of a, b" */
static void add_advice(struct tf_buf *b, const char *word, const char *const *names, size_t n) {
    const char *near = tf_closest(word, names, n);
    if (near) tf_buf_addf(b, " (did you mean '%s'?)", near);
    for (size_t i = 0; i < n; i++) tf_buf_addf(b, "%s%s", i ? ", " : ", one of ", names[i]);
}

static int fail_unknown(const struct tf_opt *opts, const char *name, struct tf_err *e) {
    const char *names[NAMES_MAX] = {0};
    size_t n = 0;
    for (const struct tf_opt *o = tf_opt_next(opts, NULL); o && n < NAMES_MAX; o = tf_opt_next(opts, o)) names[n++] = o->name;
    struct tf_buf b = {0};
    add_advice(&b, name, names, n);
    int rc = tf_fail(e, TF_BAD, "unknown option '%s'%s", name, n ? b.s : "; there are none");
    tf_buf_free(&b);
    return rc;
}

static int check_range(const struct tf_opt *o, double v, const char *text, struct tf_err *e) {
    if ((o->min == 0 && o->max == 0) || (v >= o->min && v <= o->max)) return 0;
    const double top = o->type == TF_REAL ? DBL_MAX : INT_MAX; // such a limit says nothing to a reader
    if (o->max >= top && v > o->max) return tf_fail(e, TF_BAD, "%s: %s is more than %.10g", o->name, text, o->max);
    if (o->max >= top) return tf_fail(e, TF_BAD, "%s: %s is less than %.10g", o->name, text, o->min);
    return tf_fail(e, TF_BAD, "%s: %s is out of range %.10g..%.10g", o->name, text, o->min, o->max);
}

/* "1e3", "1.5e3": a whole number as ranges are written. A double holds that many digits, so that what it calls whole is. */
static bool is_scientific(const char *text, double *out) {
    enum { DIGITS = 15 };
    char *end;
    const size_t mantissa = strcspn(text, "eE");
    if (!text[mantissa] || mantissa > DIGITS || text[strspn(text, "+-.0123456789eE")]) return false;
    *out = strtod(text, &end);
    return end > text && !*end && floor(*out) == *out && (*out != 0 || strspn(text, "+-.0") == mantissa); // not 1e-999
}

static int parse_int(const struct tf_opt *o, const char *text, int *out, struct tf_err *e) {
    char *end;
    double whole;
    errno = 0;
    long v = strtol(text, &end, 10);
    const bool scientific = is_scientific(text, &whole);
    if (scientific) v = whole > INT_MAX ? LONG_MAX : whole < INT_MIN ? LONG_MIN : (long)whole;
    else if (end == text || *end) return tf_fail(e, TF_BAD, "%s: '%s' is not an integer", o->name, text);
    if (errno == ERANGE || v < INT_MIN || v > INT_MAX) {
        double d = v < 0 ? -DBL_MAX : DBL_MAX;
        if (check_range(o, d, text, e)) return -1;
        return tf_fail(e, TF_BAD, "%s: %s does not fit an integer", o->name, text);
    }
    if (check_range(o, (double)v, text, e)) return -1;
    *out = (int)v;
    return 0;
}

static int parse_real(const struct tf_opt *o, const char *text, double *out, struct tf_err *e) {
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || text[strspn(text, "+-.0123456789eE")]) // no hexadecimal, inf or nan
        return tf_fail(e, TF_BAD, "%s: '%s' is not a number", o->name, text);
    if (!isfinite(v)) return tf_fail(e, TF_BAD, "%s: %s is too large", o->name, text);
    if (fabs(v) < DBL_MIN && strspn(text, "+-.0") != strcspn(text, "eE")) return tf_fail(e, TF_BAD, "%s: %s is too near 0", o->name, text);
    if (check_range(o, v, text, e)) return -1;
    *out = v;
    return 0;
}

/* "90s", "2m", "1.5h"; 0 needs no unit. */
static int parse_duration(const struct tf_opt *o, const char *text, double *out, struct tf_err *e) {
    char *end;
    double v = strtod(text, &end);
    const double unit = !strcmp(end, "s") ? 1 : !strcmp(end, "m") ? 60 : !strcmp(end, "h") ? 3600 : !*end && v == 0 ? 1 : 0;
    if (unit == 0 || end == text || !strchr(".0123456789", *text) || strspn(text, "+-.0123456789e") != (size_t)(end - text))
        return tf_fail(e, TF_BAD, "%s: '%s' is not a duration like 90s, 2m or 1.5h", o->name, text);
    if (check_range(o, v * unit, text, e)) return -1;
    *out = v * unit;
    return 0;
}

/* In the largest unit that gives a whole number: the text that parse_duration reads back. */
static void add_duration(struct tf_buf *out, double v) {
    const double unit = v == 0 ? 0 : fmod(v, 3600) == 0 ? 3600 : fmod(v, 60) == 0 ? 60 : 1;
    char number[TF_REAL_TEXT];
    tf_buf_addf(out, "%s%s", tf_format_real(number, unit > 0 ? v / unit : v), unit >= 3600 ? "h" : unit >= 60 ? "m" : unit > 0 ? "s" : "");
}

static int parse_bool(const struct tf_opt *o, const char *text, bool *out, struct tf_err *e) {
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "0", "1"};
    for (size_t i = 0; i < TF_COUNT(words); i++)
        if (strcasecmp(text, words[i]) == 0) return *out = i % 2, 0;
    return tf_fail(e, TF_BAD, "%s: '%s' is neither true nor false", o->name, text);
}

static int parse_choice(const struct tf_opt *o, const char *text, int *out, struct tf_err *e) {
    char *all = tf_strdup(o->choices);
    const char *names[NAMES_MAX];
    size_t n = split(all, '|', names), i = 0;
    while (i < n && strcmp(names[i], text) != 0) i++;
    if (i < n) {
        *out = (int)i;
    } else {
        struct tf_buf b = {0};
        add_advice(&b, text, names, n);
        tf_fail(e, TF_BAD, "%s: unknown value '%s'%s", o->name, text, b.s);
        tf_buf_free(&b);
    }
    tf_free(all);
    return i < n ? 0 : -1;
}

/* Copies text without the blanks around it. */
static int trim(const char *text, const char *name, char out[TEXT_MAX], struct tf_err *e) {
    while (isspace((unsigned char)*text)) text++;
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1])) n--;
    if (n >= TEXT_MAX) return tf_fail(e, TF_BAD, "%s: value of %zu bytes is too long", name, n);
    memcpy(out, text, n);
    out[n] = 0;
    return 0;
}

static int parse_ints(const struct tf_opt *o, char *text, struct tf_ints *out, struct tf_err *e) {
    size_t len = strlen(text);
    struct tf_ints got = {0};
    if (text[0] == '[') {
        if (text[len - 1] != ']') return tf_fail(e, TF_BAD, "%s: '%s' lacks its ']'", o->name, text);
        text[len - 1] = 0;
        text++;
    }
    const char *parts[NAMES_MAX];
    char one[TEXT_MAX];
    if (trim(text, o->name, one, e)) return -1;
    size_t n = *one ? split(text, ',', parts) : 0; // "[]" is the empty list
    if (n > TF_INTS_MAX) return tf_fail(e, TF_BAD, "%s: more than %d values", o->name, TF_INTS_MAX);
    for (size_t i = 0; i < n; i++)
        if (trim(parts[i], o->name, one, e) || parse_int(o, one, &got.v[got.n++], e)) return -1;
    *out = got;
    return 0;
}

static int set(const struct tf_opt *o, void *at, const char *text, struct tf_err *e) {
    if (o->type == TF_TEXT) return *(const char **)at = text, 0;
    if (o->type == TF_LIST) {
        struct tf_list *list = at;
        if (list->n == TF_LIST_MAX) return tf_fail(e, TF_BAD, "%s: more than %d values", o->name, TF_LIST_MAX);
        list->v[list->n++] = text;
        return 0;
    }
    if (o->type == TF_STRING) { // kept as it is, blanks too
        size_t n = strlen(text);
        if (n >= TF_STRING_MAX) return tf_fail(e, TF_BAD, "%s: %zu bytes, at most %d allowed", o->name, n, TF_STRING_MAX - 1);
        memset(at, 0, TF_STRING_MAX); // equal settings are equal bytes
        memcpy(at, text, n);
        return 0;
    }
    char value[TEXT_MAX];
    if (trim(text, o->name, value, e)) return -1;
    switch (o->type) {
    case TF_INT: return parse_int(o, value, at, e);
    case TF_REAL: return parse_real(o, value, at, e);
    case TF_BOOL: return parse_bool(o, value, at, e);
    case TF_DURATION: return parse_duration(o, value, at, e);
    case TF_CHOICE: return parse_choice(o, value, at, e);
    case TF_INTS: return parse_ints(o, value, at, e);
    default: break;
    }
    tf_bug(__FILE__, __LINE__, "option %s has type %d", o->name, (int)o->type);
}

int tf_opt_set(const struct tf_opt *opts, void *base, const char *name, const char *text, struct tf_err *e) {
    const struct tf_opt *o = tf_opt_find(opts, name);
    return o ? set(o, (void *)tf_opt_at(opts, o, base), text, e) : fail_unknown(opts, name, e);
}

void tf_opt_defaults(const struct tf_opt *opts, void *base) {
    for (const struct tf_opt *o = opts; o && o->name; o++) {
        void *at = (char *)base + o->offset;
        struct tf_err e = {0};
        if (o->type == TF_OPTS) tf_opt_defaults(o->choices, at);
        else if (o->type != TF_ALIAS && o->def) TF_BUG_IF(set(o, at, o->def, &e), "bad default: %s", e.msg);
    }
}

const char *tf_format_real(char out[TF_REAL_TEXT], double v) {
    if (fabs(v) < 1e6 && v == floor(v)) {
        snprintf(out, TF_REAL_TEXT, "%.0f", v);
        return out;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, TF_REAL_TEXT, "%.*g", digits, v);
        if (strtod(out, NULL) == v) break;
    }
    return out;
}

static void add_choice(struct tf_buf *out, const char *choices, int index) {
    const char *s = choices;
    for (int i = 0; i < index && s; i++) s = (s = strchr(s, '|')) ? s + 1 : NULL;
    TF_BUG_IF(!s || index < 0, "choice %d of %s", index, choices);
    tf_buf_add(out, s, strcspn(s, "|"));
}

void tf_opt_get(const struct tf_opt *opts, const struct tf_opt *o, const void *base, struct tf_buf *out) {
    const void *at = tf_opt_at(opts, o, base);
    const struct tf_ints *list = at;
    switch (o->type) {
    case TF_INT: tf_buf_addf(out, "%d", *(const int *)at); break;
    case TF_REAL: tf_buf_addf(out, "%s", tf_format_real((char[TF_REAL_TEXT]){0}, *(const double *)at)); break;
    case TF_DURATION: add_duration(out, *(const double *)at); break;
    case TF_BOOL: tf_buf_addf(out, "%s", *(const bool *)at ? "true" : "false"); break;
    case TF_STRING: tf_buf_addf(out, "%s", (const char *)at); break;
    case TF_CHOICE: add_choice(out, o->choices, *(const int *)at); break;
    case TF_INTS:
        tf_buf_addf(out, "[");
        for (int i = 0; i < list->n; i++) tf_buf_addf(out, "%s%d", i ? ", " : "", list->v[i]);
        tf_buf_addf(out, "]");
        break;
    case TF_TEXT: tf_buf_addf(out, "%s", *(const char *const *)at); break;
    case TF_LIST:
    case TF_OPTS:
    case TF_ALIAS: TF_BUG_IF(true, "'%s' has no text", o->name);
    }
}

bool tf_opt_equal(const struct tf_opt *opts, const struct tf_opt *o, const void *a, const void *b) {
    struct tf_buf x = {0}, y = {0};
    tf_opt_get(opts, o, a, &x), tf_opt_get(opts, o, b, &y);
    const bool same = x.len == y.len && (!x.len || !memcmp(x.s, y.s, x.len));
    tf_buf_free(&x), tf_buf_free(&y);
    return same;
}

bool tf_opt_is_default(const struct tf_opt *opts, size_t size, const struct tf_opt *o, const void *base) {
    void *defaults = tf_calloc(size);
    tf_opt_defaults(opts, defaults);
    const bool same = tf_opt_equal(opts, o, base, defaults);
    tf_free(defaults);
    return same;
}
