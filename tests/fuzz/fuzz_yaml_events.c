/* Our YAML reader against libyaml's events: the subset is what we say, and the tree is what the events are. Both are written as one line of text:
 * s or q (quoted) and the length before each scalar, [ ] around lists, { } around maps. */
#include <yaml.h>

#include "fuzz.h"
#include "io/io.h"

struct walk {
    yaml_parser_t p;
    struct tf_buf out;
    int nodes;
};

static void put_text(struct tf_buf *b, bool quoted, const void *s, size_t n) {
    tf_buf_addf(b, "%c%zu:", quoted ? 'q' : 's', n);
    tf_buf_add(b, s, n);
}

static bool node(struct walk *w, yaml_event_t *ev, int depth);

static bool seen_before(const struct tf_buf *keys, const char *key) {
    for (size_t i = 0; i < keys->len; i += strlen(keys->s + i) + 1)
        if (!strcmp(keys->s + i, key)) return true;
    return false;
}

/* What follows the start of a list or a map, to its end. */
static bool children(struct walk *w, bool map, int depth) {
    struct tf_buf keys = {0};
    bool ok = true, end = false;
    tf_buf_addf(&w->out, "%c", map ? '{' : '[');
    for (bool key = map; ok && !end; key = map && !key) {
        yaml_event_t ev;
        ok = yaml_parser_parse(&w->p, &ev);
        if (!ok) break;
        end = ev.type == YAML_MAPPING_END_EVENT || ev.type == YAML_SEQUENCE_END_EVENT;
        if (!end && key) {
            const char *s = (const char *)ev.data.scalar.value;
            ok = ev.type == YAML_SCALAR_EVENT && !ev.data.scalar.anchor && !ev.data.scalar.tag && ev.data.scalar.length &&
                 ev.data.scalar.length <= TF_YAML_KEY_MAX && strlen(s) == ev.data.scalar.length && !seen_before(&keys, s);
            if (ok) tf_buf_add(&keys, s, strlen(s) + 1), put_text(&w->out, false, s, strlen(s));
        } else if (!end) {
            ok = node(w, &ev, depth + 1);
        }
        yaml_event_delete(&ev);
    }
    tf_buf_addf(&w->out, "%c", map ? '}' : ']');
    tf_buf_free(&keys);
    return ok;
}

/* The node that begins with ev; false: it is not in the subset. */
static bool node(struct walk *w, yaml_event_t *ev, int depth) {
    if (depth > TF_YAML_DEPTH || ++w->nodes > TF_YAML_NODES_MAX) return false;
    switch (ev->type) {
    case YAML_SCALAR_EVENT:
        if (ev->data.scalar.anchor || ev->data.scalar.tag || memchr(ev->data.scalar.value, 0, ev->data.scalar.length)) return false;
        put_text(&w->out, ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE, ev->data.scalar.value, ev->data.scalar.length);
        return true;
    case YAML_SEQUENCE_START_EVENT: return !ev->data.sequence_start.anchor && !ev->data.sequence_start.tag && children(w, false, depth);
    case YAML_MAPPING_START_EVENT: return !ev->data.mapping_start.anchor && !ev->data.mapping_start.tag && children(w, true, depth);
    default: return false; // an alias
    }
}

static bool stream(struct walk *w) {
    int documents = 0;
    for (;;) {
        yaml_event_t ev;
        if (!yaml_parser_parse(&w->p, &ev)) return false;
        const yaml_event_type_t type = ev.type;
        bool ok = type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_END_EVENT || type == YAML_STREAM_END_EVENT;
        if (type == YAML_DOCUMENT_START_EVENT) ok = !documents++;
        else if (!ok) ok = node(w, &ev, 1);
        yaml_event_delete(&ev);
        if (!ok) return false;
        if (type == YAML_STREAM_END_EVENT) break;
    }
    if (!documents) put_text(&w->out, false, "", 0);
    return true;
}

static void ours(const struct tf_yaml *y, struct tf_buf *b) {
    if (y->kind == TF_YAML_SCALAR) {
        put_text(b, y->quoted, y->value, strlen(y->value));
        return;
    }
    tf_buf_addf(b, "%c", y->kind == TF_YAML_MAP ? '{' : '[');
    for (int i = 0; i < y->n; i++) {
        if (y->kind == TF_YAML_MAP) put_text(b, false, y->key[i].name, strlen(y->key[i].name));
        ours(y->item[i], b);
    }
    tf_buf_addf(b, "%c", y->kind == TF_YAML_MAP ? '}' : ']');
}

/* Clean text as libyaml itself sees it: UTF-8 without control characters, by its own reader, and without the NUL and the mark inside that it lets pass. */
static bool clean(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (!data[i] || (i && size - i >= 3 && !memcmp(data + i, "\xef\xbb\xbf", 3))) return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct walk w = {.nodes = 0};
    struct tf_yaml *y = NULL;
    struct tf_buf b = {0};
    struct tf_err e = {0};
    if (!clean(data, size)) return 0;
    TF_BUG_IF(!yaml_parser_initialize(&w.p), "memory");
    yaml_parser_set_encoding(&w.p, YAML_UTF8_ENCODING);
    size_t mark = size >= 3 && !memcmp(data, "\xef\xbb\xbf", 3) ? 3 : 0;
    yaml_parser_set_input_string(&w.p, data + mark, size - mark);
    const bool theirs = stream(&w), taken = !tf_yaml_parse(&y, (const char *)data, size, "fuzz", &e);
    if (!taken) fuzz_check_error(&e, "fuzz:");
    // What libyaml reads of a file it refuses later on does not count, and the text beyond the stream's end is ours to refuse.
    TF_BUG_IF(taken && !theirs, "libyaml refuses what we take: %s", w.p.problem ? w.p.problem : "not in the subset");
    TF_BUG_IF(!taken && theirs && !strstr(e.msg, "control character") && !strstr(e.msg, "not valid UTF-8"), "we refuse: %s", e.msg);
    if (taken) {
        ours(y, &b);
        TF_BUG_IF(b.len != w.out.len || memcmp(b.s, w.out.s, b.len) != 0, "%s\n%s", b.s, w.out.s);
    }
    tf_yaml_free(y);
    tf_buf_free(&b);
    tf_buf_free(&w.out);
    yaml_parser_delete(&w.p);
    return 0;
}
