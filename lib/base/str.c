/* Growing strings, spelling suggestions, numbers for people, and hashes. */
#include "base/base.h"
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

static void buf_reserve(struct tf_buf *b, size_t n) {
    TF_BUG_IF(n > PTRDIFF_MAX - b->len - 1, "buffer: %zu bytes more", n);
    size_t need = b->len + n + 1;
    if (need <= b->cap) return;
    size_t cap = b->cap < 32 ? 64 : b->cap * 2;
    if (cap < need) cap = need;
    b->s = tf_realloc(b->s, cap);
    b->cap = cap;
}

void tf_buf_add(struct tf_buf *b, const void *s, size_t n) {
    buf_reserve(b, n);
    if (n) memcpy(b->s + b->len, s, n);
    b->len += n;
    b->s[b->len] = 0;
}

void tf_buf_addf(struct tf_buf *b, const char *fmt, ...) {
    char few[256];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(few, sizeof few, fmt, ap);
    va_end(ap);
    TF_BUG_IF(n < 0, "cannot format '%s'", fmt);
    if ((size_t)n < sizeof few) {
        tf_buf_add(b, few, (size_t)n);
        return;
    }
    buf_reserve(b, (size_t)n);
    va_start(ap, fmt);
    vsnprintf(b->s + b->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->len += (size_t)n;
}

void tf_buf_fit(char *out, size_t size, const struct tf_buf *b) {
    const char *s = b->s ? b->s : "";
    size_t n = size - 10; // before "~" and eight digits
    if (b->len < size) {
        snprintf(out, size, "%s", s);
        return;
    }
    while (n && ((unsigned char)s[n] & 0xC0) == 0x80) n--; // no half letter
    snprintf(out, size, "%.*s~%08x", (int)n, s, (unsigned)tf_hash64(s, b->len, 0));
}

void tf_buf_free(struct tf_buf *b) {
    tf_free(b->s);
    *b = (struct tf_buf){0};
}

bool tf_has_word(const char *list, const char *word, size_t n) {
    for (size_t len; *list; list += len, list += strspn(list, " ")) {
        len = strcspn(list, " ");
        if (len == n && !strncmp(list, word, n)) return true;
    }
    return false;
}

enum { WORD_MAX = 63 };

static bool same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

/* Insertions, deletions, changes and swaps of neighbours that turn a into b; case is free. */
static int edit_distance(const char *a, const char *b) {
    int na = (int)strlen(a), nb = (int)strlen(b), d[3][WORD_MAX + 1]; // rows i, i-1 and i-2 of the table
    for (int j = 0; j <= nb; j++) d[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *row = d[i % 3], *up = d[(i + 2) % 3], *up2 = d[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            row[j] = tf_least(tf_least(up[j], row[j - 1]) + 1, up[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) row[j] = tf_least(row[j], up2[j - 2] + 1);
        }
    }
    return d[na % 3][nb];
}

/* "min_length" is "length_min". */
static bool is_turned(const char *a, const char *b) {
    const char *cut = strchr(a, '_');
    if (!cut || strlen(a) != strlen(b)) return false;
    const size_t first = (size_t)(cut - a), rest = strlen(cut + 1);
    return !strncmp(b, cut + 1, rest) && b[rest] == '_' && !strncmp(b + rest + 1, a, first);
}

const char *tf_closest(const char *word, const char *const *candidates, size_t n) {
    size_t len = strlen(word);
    for (size_t i = 0; i < n; i++)
        if (is_turned(word, candidates[i])) return candidates[i];
    if (len == 0 || len > WORD_MAX) return NULL;
    int best = tf_least((int)len / 3 + 1, (int)len - 1) + 1; // a word with every letter wrong is not a misspelling
    const char *found = NULL;
    for (size_t i = 0; i < n; i++) {
        const size_t n_letters = strlen(candidates[i]);
        if (n_letters > WORD_MAX || n_letters >= len + (size_t)best || len >= n_letters + (size_t)best)
            continue; // as many letters are too many or missing
        int d = edit_distance(word, candidates[i]);
        if (d < best) best = d, found = candidates[i];
    }
    return found;
}

char *tf_format_bytes(char out[32], double bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t u = 0;
    while (fabs(bytes) >= (u ? 1023.95 : 1023.5) && u + 1 < TF_COUNT(units)) bytes /= 1024, u++;
    snprintf(out, 32, u ? "%.1f %s" : "%.0f %s", bytes, units[u]);
    return out;
}

char *tf_format_duration(char out[32], double seconds) {
    if (!isfinite(seconds) || seconds < 0 || seconds > 1e12) {
        snprintf(out, 32, "?");
    } else if (seconds < 0.9995) {
        snprintf(out, 32, "%.0f ms", seconds * 1e3);
    } else if (seconds < 9.95) {
        snprintf(out, 32, "%.1f s", seconds);
    } else {
        long long s = llround(seconds), min = llround(seconds / 60), h = llround(seconds / 3600);
        if (s < 60) snprintf(out, 32, "%lld s", s);
        else if (s < 3600) snprintf(out, 32, "%lld min %lld s", s / 60, s % 60);
        else if (min < 24 * 60) snprintf(out, 32, "%lld h %lld min", min / 60, min % 60);
        else snprintf(out, 32, "%lld d %lld h", h / 24, h % 24);
    }
    return out;
}

uint64_t tf_hash64(const void *p, size_t n, uint64_t seed) {
    const unsigned char *s = p;
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (size_t i = 0; i < n; i++) h = (h ^ s[i]) * UINT64_C(0x100000001b3);
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd); // FNV leaves the high bits of short inputs poorly mixed
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static uint32_t crc_table[256];
static pthread_once_t crc_once = PTHREAD_ONCE_INIT;

static void crc_fill(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c >> 1 ^ (c & 1 ? 0x82f63b78u : 0);
        crc_table[i] = c;
    }
}

uint32_t tf_crc32c_table(uint32_t crc, const void *p, size_t n) {
    pthread_once(&crc_once, crc_fill);
    const unsigned char *s = p;
    crc = ~crc;
    for (size_t i = 0; i < n; i++) crc = crc >> 8 ^ crc_table[(crc ^ s[i]) & 255];
    return ~crc;
}

#ifdef __x86_64__
__attribute__((target("sse4.2"))) static uint32_t crc_sse42(uint32_t crc, const void *p, size_t n) {
    const unsigned char *s = p;
    uint64_t c = ~crc, word;
    for (; n >= 8; s += 8, n -= 8) {
        memcpy(&word, s, 8);
        c = __builtin_ia32_crc32di(c, word);
    }
    for (; n; s++, n--) c = __builtin_ia32_crc32qi((uint32_t)c, *s);
    return ~(uint32_t)c;
}
#endif

uint32_t tf_crc32c(uint32_t crc, const void *p, size_t n) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("sse4.2")) return crc_sse42(crc, p, n);
#endif
    return tf_crc32c_table(crc, p, n);
}
