/* Plain text, as of PTB, WikiText or books: documents and their pieces. The ids are those of the documents one by one, at any number of threads. */
#include "fuzz.h"
#include "text/corpus.h"

static void check(const struct tf_corpus_tokens *t, const struct tf_wordpiece *v) {
    TF_BUG_IF(t->off[0] != 0 || t->off[t->docs] != t->ids.n || t->block_files > t->files, "%zu documents", t->docs);
    for (size_t i = 0; i < t->docs; i++) TF_BUG_IF(t->off[i] > t->off[i + 1], "document %zu", i);
    for (size_t i = 0; i < t->ids.n; i++) TF_BUG_IF(t->ids.id[i] >= v->n, "id %d", t->ids.id[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char vocab[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\nthe\n##s\n=\n<\n>\nunk\n@\n-\nn\n\xc3\xa9\n";
    static struct tf_wordpiece *v;
    static struct fuzz_file f;
    struct tf_err e = {0};
    if (!v) TF_BUG_IF(tf_wordpiece_parse(&v, vocab, sizeof vocab - 1, "vocab", &e), "%s", e.msg);
    if (!size) return 0;
    fuzz_put(&f, data + 1, size - 1);
    struct tf_texts c = {0};
    struct tf_corpus_tokens one = {0}, two = {0};
    TF_BUG_IF(tf_texts_list(&c, f.path, &e), "%s", e.msg);
    const int unit = data[0] % 3;
    TF_BUG_IF(tf_corpus_encode(&one, &c, unit, v, 1, &e) || tf_corpus_encode(&two, &c, unit, v, 2, &e), "%s", e.msg);
    check(&one, v);
    TF_BUG_IF(one.docs != two.docs || one.ids.n != two.ids.n || one.block_files != two.block_files, "%zu, %zu", one.docs, two.docs);
    if (one.ids.n) TF_BUG_IF(memcmp(one.ids.id, two.ids.id, one.ids.n * sizeof *one.ids.id) != 0, "other ids with two threads");
    if (unit == TF_CORPUS_FILE) TF_BUG_IF(one.docs > 1, "%zu documents of a file", one.docs);
    tf_corpus_tokens_free(&one);
    tf_corpus_tokens_free(&two);
    tf_texts_free(&c);
    return 0;
}
