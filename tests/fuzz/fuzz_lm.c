/* Plain text as a stream of words, characters or bytes: as many tokens as the text has, each of them known, and the line of the last one. */
#include "fuzz.h"
#include "text/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f;
    struct tf_err e = {0};
    struct tf_stream s = {0};
    struct tf_word_counts known = {0};
    if (!size) return 0;
    fuzz_put(&f, data + 1, size - 1);
    const struct tf_stream_opts o = {(enum tf_stream_unit)(data[0] % 3), data[0] & 4, data[0] & 8};
    TF_BUG_IF(tf_stream_read(&s, &known, f.path, &o, &e), "%s", e.msg);
    size_t counted = 0;
    for (size_t i = 0; i < known.n; i++) counted += known.w[i].count;
    TF_BUG_IF(counted != s.n, "%zu tokens, %zu counted", s.n, counted);
    for (size_t i = 0; i < s.n; i++) TF_BUG_IF(s.tok[i] >= known.n, "token %zu: %u", i, s.tok[i]);
    const size_t want = o.unit == TF_STREAM_BYTE ? size - 1 : o.unit == TF_STREAM_WORD ? s.words + (o.eos ? s.lines : 0) : s.chars;
    TF_BUG_IF(!o.lower && (o.unit != TF_STREAM_CHARACTER || !s.replaced) && s.n != want, "%zu tokens, not %zu", s.n, want);
    TF_BUG_IF(o.unit == TF_STREAM_WORD && o.eos && s.n && tf_stream_line(f.path, &o, s.n - 1) != s.lines, "%zu lines", s.lines);
    tf_stream_free(&s);
    tf_word_counts_free(&known);
    return 0;
}
