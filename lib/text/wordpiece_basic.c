/* Text -> words, as BERT's BasicTokenizer with do_lower_case. Text is taken in stretches between ASCII blanks: a stretch of plain ASCII, nearly
 * all there is in English, is lower-cased in place of all else; any other goes through Unicode letter by letter. */
#include "text/wordpiece_basic.h"

#include <string.h>
#include <utf8proc.h>

#include "io/io.h"

enum { STRETCH_MAX = 1 << 20 }; // bytes; bounds the memory

struct tf_letter {
    uint32_t cp, from, to; // source bytes, counted from the stretch
    int ccc;               // combining class, after NFD
};

/* ASCII: C control (dropped), blank, P punctuation, L all else. */
static const char ascii[129] = "CCCCCCCCC  CC CC"
                               "CCCCCCCCCCCCCCCC"
                               " PPPPPPPPPPPPPPP"
                               "LLLLLLLLLLPPPPPP"
                               "PLLLLLLLLLLLLLLL"
                               "LLLLLLLLLLLPPPPP"
                               "PLLLLLLLLLLLLLLL"
                               "LLLLLLLLLLLPPPPC";

static char kind(char c) { return (unsigned char)c < 128 ? ascii[(unsigned char)c] : 'U'; }

static char lower(char c) { return (unsigned char)(c - 'A') < 26 ? (char)(c + 32) : c; }

/* Room for `need` elements of `size` bytes. */
static void *grow(void *p, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return p;
    *cap = need + need / 2 + 64;
    return tf_realloc(p, *cap * size);
}

/* ---- properties ---------------------------------------------------------------------------------------------------------------- */

static utf8proc_category_t category(uint32_t cp) { return utf8proc_category((utf8proc_int32_t)cp); }

static bool is_dropped(uint32_t cp) {
    utf8proc_category_t c = category(cp);
    return cp == 0xfffd || c == UTF8PROC_CATEGORY_CC || c == UTF8PROC_CATEGORY_CF; // U+0000 is Cc
}

static bool is_blank(uint32_t cp) {
    utf8proc_category_t c = category(cp);
    return c == UTF8PROC_CATEGORY_ZS || c == UTF8PROC_CATEGORY_ZL || c == UTF8PROC_CATEGORY_ZP;
}

static bool is_ideograph(uint32_t cp) {
    static const uint32_t block[][2] = {{0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xf900, 0xfaff},   {0x20000, 0x2a6df},
                                        {0x2a700, 0x2b73f}, {0x2b740, 0x2b81f}, {0x2b820, 0x2ceaf}, {0x2f800, 0x2fa1f}};
    if (cp < block[0][0]) return false;
    for (size_t i = 0; i < TF_COUNT(block); i++)
        if (cp >= block[i][0] && cp <= block[i][1]) return true;
    return false;
}

static bool is_punctuation(uint32_t cp) {
    if (cp < 128) return ascii[cp] == 'P';
    utf8proc_category_t c = category(cp);
    return c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_PO;
}

/* Unicode's Case_Ignorable: Mn, Me, Cf, Lm, Sk and the word-internal marks of UAX 29. */
static bool is_case_ignorable(uint32_t cp) {
    static const uint32_t mark[] = {0x27,   0x2e,   0x3a,   0xb7,   0x387,  0x55f,  0x5f4,  0x2018, 0x2019,
                                    0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a};
    for (size_t i = 0; i < TF_COUNT(mark); i++)
        if (cp == mark[i]) return true;
    switch (category(cp)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK: return true;
    default: return false;
    }
}

/* Unicode's Cased, for letters that are not case-ignorable. */
static bool is_cased(uint32_t cp) {
    static const uint32_t other[][2] = {{0xaa, 0xaa},       {0xba, 0xba},       {0x2160, 0x217f},  {0x24b6, 0x24e9},
                                        {0x1f130, 0x1f149}, {0x1f150, 0x1f169}, {0x1f170, 0x1f189}};
    for (size_t i = 0; i < TF_COUNT(other); i++)
        if (cp >= other[i][0] && cp <= other[i][1]) return true;
    utf8proc_category_t c = category(cp);
    return c == UTF8PROC_CATEGORY_LU || c == UTF8PROC_CATEGORY_LL || c == UTF8PROC_CATEGORY_LT;
}

/* ---- one stretch with letters beyond ASCII ------------------------------------------------------------------------------------------ */

/* before: the nearest letter before that is not case-ignorable, 0: none. */
static bool is_final_sigma(uint32_t before, const struct tf_letter *l, size_t i, size_t n) {
    if (!before || !is_cased(before)) return false;
    for (i++; i < n && is_case_ignorable(l[i].cp);) i++;
    return i == n || !is_cased(l[i].cp);
}

/* In place. The only mapping to two letters, U+0130 -> i U+0307, loses the second one with the other marks. */
static void lower_letters(struct tf_letter *l, size_t n) {
    uint32_t before = 0;
    bool has_sigma = false;
    for (size_t i = 0; i < n && !has_sigma; i++) has_sigma = l[i].cp == 0x3a3;
    for (size_t i = 0; i < n; i++) {
        uint32_t cp = l[i].cp;
        if (cp == 0x3a3) l[i].cp = is_final_sigma(before, l, i, n) ? 0x3c2 : 0x3c3;
        else l[i].cp = (uint32_t)utf8proc_tolower((utf8proc_int32_t)cp);
        if (has_sigma && !is_case_ignorable(cp)) before = cp;
    }
}

/* Canonical order of a run of marks, l (n), all with ccc > 0. Mn will be dropped, so only the others are put in order, stably, class by
 * class (there are four among them). All get the run's source bytes. tmp (n). Returns how many are left. */
static size_t order_run(struct tf_letter *l, size_t n, struct tf_letter *tmp) {
    size_t kept = 0, done = 0;
    uint32_t from = l[0].from, to = l[n - 1].to;
    for (size_t i = 0; i < n; i++)
        if (category(l[i].cp) != UTF8PROC_CATEGORY_MN) tmp[kept++] = l[i];
    for (int last = 0, least; done < kept; last = least) {
        least = 256;
        for (size_t i = 0; i < kept; i++)
            if (tmp[i].ccc > last && tmp[i].ccc < least) least = tmp[i].ccc;
        for (size_t i = 0; i < kept; i++)
            if (tmp[i].ccc == least) l[done++] = (struct tf_letter){tmp[i].cp, from, to, least};
    }
    return kept;
}

/* b->letter -> b->nfd without Mn; returns how many. A dropped mark's bytes go to the letter before. */
static size_t decompose(struct tf_basic *b) {
    size_t n = 0;
    b->nfd = grow(b->nfd, &b->nfd_cap, b->letters * 8, sizeof *b->nfd); // NFD makes at most 4 of one; as many for order_run
    for (size_t i = 0; i < b->letters; i++) {
        struct tf_letter l = b->letter[i];
        utf8proc_int32_t cp[8] = {(utf8proc_int32_t)l.cp};
        int boundclass = 0;
        utf8proc_ssize_t k =
            l.cp < 0xc0 ? 1 : utf8proc_decompose_char(cp[0], cp, (utf8proc_ssize_t)TF_COUNT(cp), UTF8PROC_DECOMPOSE, &boundclass);
        TF_BUG_IF(k < 1 || k > 4, "U+%04X becomes %d characters", (unsigned)l.cp, (int)k);
        for (utf8proc_ssize_t j = 0; j < k; j++) {
            int ccc = cp[j] < 0x300 ? 0 : (int)utf8proc_get_property(cp[j])->combining_class;
            b->nfd[n++] = (struct tf_letter){(uint32_t)cp[j], l.from, l.to, ccc};
        }
    }
    size_t out = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && b->nfd[end].ccc;) end++;
        uint32_t to = b->nfd[end > i ? end - 1 : i].to;
        size_t kept;
        if (end > i) {
            kept = order_run(b->nfd + i, end - i, b->nfd + n);
        } else {
            end = i + 1;
            kept = category(b->nfd[i].cp) != UTF8PROC_CATEGORY_MN;
        }
        if (!kept && out) b->nfd[out - 1].to = to;
        memmove(b->nfd + out, b->nfd + i, kept * sizeof *b->nfd);
        out += kept;
    }
    return out;
}

static void put(struct tf_basic *b, const char *s, size_t n, uint32_t from, uint32_t to) {
    memcpy(b->buf + b->buf_len, s, n);
    for (size_t i = 0; i < n; i++) b->from[b->buf_len + i] = from, b->to[b->buf_len + i] = to;
    b->buf_len += n;
}

/* Appends b->letter, the letters between two blanks, to b->buf, with a blank at its end and around each sign beyond ASCII. */
static void flush(struct tf_basic *b) {
    if (!b->letters) return;
    lower_letters(b->letter, b->letters);
    size_t n = decompose(b);
    size_t need = b->buf_len + n * 6 + 1; // 4 bytes and two blanks each
    b->buf = grow(b->buf, &b->buf_cap, need, 1);
    if (need > b->map_cap) {
        size_t cap = b->map_cap;
        b->from = grow(b->from, &cap, need, sizeof *b->from);
        b->to = grow(b->to, &b->map_cap, need, sizeof *b->to);
    }
    for (size_t i = 0; i < n; i++) {
        struct tf_letter l = b->nfd[i];
        utf8proc_uint8_t s[4];
        bool alone = l.cp >= 128 && is_punctuation(l.cp);
        if (alone) put(b, " ", 1, l.from, l.from);
        put(b, (const char *)s, (size_t)utf8proc_encode_char((utf8proc_int32_t)l.cp, s), l.from, l.to);
        if (alone) put(b, " ", 1, l.to, l.to);
    }
    put(b, " ", 1, 0, 0);
    b->letters = 0;
}

/* Bytes of the ill-formed stretch at s that counts as one (Unicode 14, table 3-8: the longest start of a character, or one byte). */
static size_t ill_formed(const unsigned char *s, size_t n) {
    size_t k = s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 1, i = 1;
    unsigned lo = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80, hi = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
    for (; i < k && i < n && s[i] >= lo && s[i] <= hi; i++) lo = 0x80, hi = 0xbf;
    return i;
}

static void read_unicode(struct tf_basic *b, const char *s, size_t n) {
    b->letter = grow(b->letter, &b->letter_cap, n, sizeof *b->letter);
    b->letters = 0, b->mapped = true;
    for (size_t i = 0, k; i < n; i += k) {
        uint32_t cp;
        k = tf_utf8_next(s + i, n - i, &cp);
        if (!k) {
            k = ill_formed((const unsigned char *)s + i, n - i);
            b->replaced++;
        } else if (cp >= 128 && is_blank(cp)) {
            flush(b);
        } else if (!is_dropped(cp)) {
            bool alone = is_ideograph(cp);
            if (alone) flush(b);
            b->letter[b->letters++] = (struct tf_letter){cp, (uint32_t)i, (uint32_t)(i + k), 0};
            if (alone) flush(b);
        }
    }
    flush(b);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------------- */

/* The next stretch without ASCII blanks into b->buf. */
static bool read_stretch(struct tf_basic *b) {
    size_t at = b->at, end;
    bool plain = true;
    while (at < b->n && kind(b->text[at]) == ' ') at++;
    for (end = at; end < b->n; end++) {
        char k = kind(b->text[end]);
        if (k == ' ') break;
        plain &= k == 'L' || k == 'P';
        if (end - at < STRETCH_MAX) continue;
        while (end > at + STRETCH_MAX - 4 && ((unsigned char)b->text[end] & 0xc0) == 0x80) end--; // not inside a character
        break;
    }
    b->at = end, b->chunk = at;
    b->buf_len = b->buf_at = 0;
    if (end == at) return false;
    if (!plain) {
        read_unicode(b, b->text + at, end - at);
        return true;
    }
    b->mapped = false;
    b->buf = grow(b->buf, &b->buf_cap, end - at, 1);
    for (size_t i = at; i < end; i++) b->buf[i - at] = lower(b->text[i]);
    b->buf_len = end - at;
    return true;
}

void tf_basic_start(struct tf_basic *b, const char *text, size_t n) {
    b->text = text, b->n = n, b->at = 0;
    b->buf_len = b->buf_at = 0;
    b->replaced = 0;
}

bool tf_basic_next(struct tf_basic *b) {
    for (;;) {
        while (b->buf_at < b->buf_len && b->buf[b->buf_at] == ' ') b->buf_at++;
        if (b->buf_at < b->buf_len) break;
        if (!read_stretch(b)) return false;
    }
    size_t end = b->buf_at;
    if (kind(b->buf[end]) == 'P') {
        end++;
    } else {
        for (char k; end < b->buf_len && (k = kind(b->buf[end])) != 'P' && k != ' ';) end++;
    }
    b->word = b->buf + b->buf_at, b->len = end - b->buf_at;
    b->buf_at = end;
    return true;
}

void tf_basic_span(const struct tf_basic *b, size_t i, size_t j, size_t *start, size_t *end) {
    size_t at = (size_t)(b->word - b->buf);
    *start = b->chunk + (b->mapped ? b->from[at + i] : at + i);
    *end = b->chunk + (b->mapped ? b->to[at + j - 1] : at + j);
}

void tf_basic_free(struct tf_basic *b) {
    tf_free(b->buf);
    tf_free(b->from);
    tf_free(b->to);
    tf_free(b->letter);
    tf_free(b->nfd);
    *b = (struct tf_basic){0};
}

void tf_utf8_lower(struct tf_buf *out, const char *s, size_t n) {
    uint32_t cp;
    for (size_t i = 0, k; i < n; i += k) {
        utf8proc_uint8_t c[4] = {(utf8proc_uint8_t)lower(s[i])};
        utf8proc_ssize_t m = 1;
        k = tf_utf8_next(s + i, n - i, &cp);
        if (k > 1) m = utf8proc_encode_char(utf8proc_tolower((utf8proc_int32_t)cp), c);
        else k = 1;
        tf_buf_add(out, c, (size_t)m);
    }
}
