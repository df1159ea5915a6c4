/* What the tasks of BERT share. */
#include "text/bert.h"

#include <string.h>

int tf_bert_vocab(struct tf_wordpiece **out, const char *rel, const struct tf_task_env *env, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = tf_data_find(
        env, rel, "BERT's uncased vocabulary is described in datasets/glue/README.md; `treeformer data vocab` makes one from your texts",
        &path, e);
    if (!rc) rc = tf_wordpiece_load(out, path.s, e);
    tf_buf_free(&path);
    return rc;
}

void tf_bert_mark(struct tf_data *d, const struct tf_wordpiece *v) {
    d->cls_id = v->special[TF_WP_CLS], d->sep_id = v->special[TF_WP_SEP], d->mask_id = v->special[TF_WP_MASK];
    d->pad_id = v->special[TF_WP_PAD], d->words = tf_wordpiece_hash(v);
    if (strlen(v->name) < sizeof d->vocab_file) snprintf(d->vocab_file, sizeof d->vocab_file, "%s", v->name);
    else tf_log(TF_LOG_WARN, "%.60s...: the path is too long: exported models will have no vocab.txt", v->name);
}

int tf_bert_join(const struct tf_wordpiece *v, const uint16_t *a, size_t na, const uint16_t *b, size_t nb, int max, uint16_t *out) {
    TF_BUG_IF(max < 3, "no room for a word piece in %d tokens", max);
    const size_t room = (size_t)max - (b ? 3 : 2);
    if (!b) nb = 0;
    if (na + nb > room) {
        size_t half = room / 2, short_a = room - half; // b has the smaller half
        if (na <= short_a) nb = room - na;
        else if (nb <= half) na = room - nb;
        else na = short_a, nb = half;
    }
    int n = 0;
    out[n++] = v->special[TF_WP_CLS];
    if (na) memcpy(out + n, a, na * sizeof *a);
    n += (int)na;
    out[n++] = v->special[TF_WP_SEP];
    if (!b) return n;
    if (nb) memcpy(out + n, b, nb * sizeof *b);
    n += (int)nb;
    out[n++] = v->special[TF_WP_SEP];
    return n;
}
