/* The spec of `infer-time`: what spec_source.c read, and its section `infer`. */
#include "spec/infer_spec.h"

#include <string.h>

#include "spec/spec_source.h"
#include "spec/spec_meta.h"
#include "spec/spec_resolve.h"

#define AT(f) offsetof(struct infer_cfg, f)
const struct tf_opt infer_opts[] = {
    {"lengths", TF_INTS, AT(lengths), "1024,2048,4096,8192", 1, 1 << 20, NULL, "tokens n of a sequence, ascending"},
    {"dim", TF_INT, AT(dim), "768", 1, 16384, NULL, "channels C"},
    {"qkv_dim", TF_INT, AT(qkv_dim), "0", 0, 16384, NULL, "channels of queries, keys and values, all heads together; 0: dim"},
    {"heads", TF_INT, AT(heads), "8", 1, 256, NULL, "heads H; must divide qkv_dim"},
    {"batch", TF_INT, AT(batch), "1", 1, 4096, NULL, "sequences; the time is that of all of them"},
    {"causal", TF_CHOICE, AT(causal), "false", 0, 0, "false|true|both", "mask the future; both: mechanisms that can do it are timed twice"},
    {"threads", TF_INT, AT(threads), "1", 1, 1024, NULL,
     "threads, which share the sequences of a batch; one sequence never uses more than one"},
    {"repeats", TF_INT, AT(repeats), "7", 1, 10000, NULL, "timed passes"},
    {"warmup", TF_INT, AT(warmup), "1", 0, 1000, NULL, "passes before them"},
    {"max_s", TF_REAL, AT(max_s), "30", 0.001, 1e6, NULL,
     "seconds for one mechanism at one length: fewer repeats (3 at least) above it, none where one pass would take longer"},
    {"pack_tokens", TF_INT, AT(pack_tokens), "8192", 1, 1 << 24, NULL, "sequences of a batch are computed together up to this many tokens"},
    {"pin", TF_INT, AT(pin), "-1", -2, 8191, NULL, "CPU that a single thread is bound to; -1: the one it runs on, -2: not bound"},
    {"tree", TF_CHOICE, AT(tree), "balanced", 0, 0, "balanced|random",
     "trees' biases: such that the input spreads evenly over the leaves, or as initialised; trees from a checkpoint stay as they are"},
    {"occupancy", TF_REAL, AT(occupancy), "0", 0, 1, NULL,
     "uneven leaves: some rows of the input are made equal, so that they share a leaf; this is the share of all pairs that lie among them (the "
     "pairs of the other rows come on top; the table has the sum); 0: even leaves"},
    {"precision", TF_CHOICE, AT(precision), "fp32", 0, 0, "fp32|bf16",
     "of the factors of products; sums and softmax are fp32 (bf16 needs oneDNN)"},
    {"from", TF_STRING, AT(from), "", 0, 0, NULL, "checkpoint whose projections and trees are used"},
    {"layer", TF_INT, AT(layer), "0", 0, TF_MAX_LAYERS - 1, NULL, "its layer"},
    {"seed", TF_INT, AT(seed), "1", 0, 1e9, NULL, "of input and weights"},
    {0}};

static const char *const sections[] = {"title", "protocol", "infer", "attention", "sweep", "paper"};

/* ---- entries --------------------------------------------------------------------------------------------------------- */

static void add_setting(struct infer_entry *x, const struct tf_yaml *map) {
    struct tf_buf text = {0};
    for (int i = 0; i < map->n; i++) {
        const struct tf_opt *o = tf_opt_find(x->attn->opts, map->key[i].name);
        if (o) spec_add_setting(&text, o->name, x->attn->opts, o, x->opts);
    }
    snprintf(x->setting, sizeof x->setting, "%s", text.s ? text.s : "");
    tf_buf_free(&text);
}

static int check_shape(const struct tf_infer *s, const struct infer_entry *x, const struct tf_yaml *map, struct tf_err *e) {
    for (int l = 0; l < s->cfg.lengths.n && x->attn->check; l++) {
        struct tf_shape shape = {.C = s->cfg.dim,
                                 .H = s->cfg.heads,
                                 .qkv = s->cfg.qkv_dim,
                                 .layer = s->cfg.layer,
                                 .max_len = s->cfg.lengths.v[l],
                                 .causal = x->causal};
        struct tf_err why = {0};
        if (x->attn->check(x->opts, &shape, &why))
            return tf_yaml_fail(e, map, "attention %s at n = %d: %s", x->attn->name, shape.max_len, why.msg);
    }
    return 0;
}

/* Of the shortest sequences, which k-ary trees may have too many leaves for; once per entry. */
static void warn_of_leaves(const struct tf_infer *s, const struct infer_entry *x, const struct tf_yaml *map) {
    struct tf_buf many = {0};
    struct tf_err text = {0};
    const bool first = !x->causal || s->cfg.causal != INFER_CAUSAL_BOTH; // of the two forms
    if (first && spec_many_leaves(x->attn, x->opts, s->cfg.lengths.v[0], &many)) {
        tf_yaml_fail(&text, map, "warning: attention %s at n = %d: %s", x->attn->name, s->cfg.lengths.v[0], many.s);
        tf_log(TF_LOG_WARN_AT, "%s", text.msg);
    }
    tf_buf_free(&many);
}

static int read_entry(struct tf_infer *s, const struct tf_yaml *map, bool causal, struct tf_err *e) {
    if (s->n > INFER_ENTRIES_MAX) return tf_yaml_fail(e, map, "attention: more than %d entries", INFER_ENTRIES_MAX);
    struct infer_entry *x = &s->entry[s->n];
    if (spec_read_attn(map, &x->attn, e)) return -1;
    x->causal = causal;
    s->n++;
    if (spec_read_named(map, "attention", x->attn->name, x->attn->opts, x->attn->opts_size, "name", &x->opts, e)) return -1;
    add_setting(x, map);
    warn_of_leaves(s, x, map);
    return check_shape(s, x, map, e);
}

/* A new list: every entry of the old one, with each of the axis's values where it has the option. Frees the old one. */
static struct tf_yaml *sweep_option(const struct spec_axis *a, struct tf_yaml *old) {
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    for (int i = 0; i < old->n; i++) {
        bool applies = spec_axis_applies(a, old->item[i]);
        for (int k = 0; k < (applies ? a->values->n : 1); k++) {
            struct tf_yaml *map = tf_yaml_clone(old->item[i]);
            if (applies) tf_yaml_put(map, a->path + strlen("attention."), tf_yaml_clone(a->values->item[k]));
            tf_yaml_push(list, map);
        }
    }
    tf_yaml_free(old);
    return list;
}

static int make_entries(const struct spec_source *src, struct tf_yaml **list, struct tf_err *e) {
    for (int i = 0; i < src->n_entries; i++) tf_yaml_push(*list, tf_yaml_clone(src->entry[i]));
    for (int i = 0; i < src->n_axes; i++) {
        const struct spec_axis *a = &src->axis[i];
        if (strncmp(a->path, "attention.", strlen("attention.")))
            return tf_yaml_fail(e, a->values, "'%s' cannot be swept: only options of attention can; infer.lengths is a list", a->path);
        if (spec_check_axis(src, a, e)) return -1;
        *list = sweep_option(a, *list);
        if ((*list)->n > INFER_ENTRIES_MAX) return tf_yaml_fail(e, a->values, "attention: more than %d entries", INFER_ENTRIES_MAX);
    }
    return 0;
}

static int read_entries(struct tf_infer *s, const struct tf_yaml *list, struct tf_err *e) {
    s->n = 1; // the projections
    s->entry[0].opts = NULL;
    for (int mask = 0; mask < 2; mask++)
        for (int i = 0; i < list->n; i++) {
            if (s->cfg.causal != INFER_CAUSAL_BOTH && s->cfg.causal != mask) continue;
            const struct tf_attn *a = spec_entry_attn(list->item[i]);
            if (mask && a && !(a->flags & TF_ATTN_CAUSAL)) {
                if (s->cfg.causal == INFER_CAUSAL_BOTH) continue;
                return tf_yaml_fail(e, list->item[i], "attention %s has no causal form", a->name);
            }
            if (read_entry(s, list->item[i], mask, e)) return -1;
        }
    return 0;
}

/* ---- the whole ---------------------------------------------------------------------------------------------------------- */

static int check_cfg(const struct infer_cfg *c, const struct tf_yaml *root, struct tf_err *e) {
    struct tf_err why = {0};
    if (c->precision == TF_PRECISION_BF16 && tf_bf16_check(&why))
        return tf_yaml_fail(e, spec_place(root, "infer.precision"), "%s", why.msg);
    if (c->occupancy > 0 && *c->from)
        return tf_yaml_fail(
            e, spec_place(root, "infer.occupancy"),
            "infer.occupancy: the leaves of a trained model are as full as its weights make them: leave out occupancy, or from");
    const int qkv = TF_QKV_DIM(c);
    const char *name = c->qkv_dim ? "qkv_dim" : "dim";
    if (qkv % c->heads)
        return tf_yaml_fail(e, spec_place(root, "infer.heads"), "infer.heads %d does not divide infer.%s %d: write %s %d, or heads %d",
                            c->heads, name, qkv, name, tf_round_up(qkv, c->heads), tf_divisor(qkv, c->heads));
    if (c->lengths.n == 0) return tf_yaml_fail(e, spec_place(root, "infer.lengths"), "lengths: the list is empty");
    for (int i = 1; i < c->lengths.n; i++)
        if (c->lengths.v[i] <= c->lengths.v[i - 1])
            return tf_yaml_fail(e, spec_place(root, "infer.lengths"), "lengths: %d follows %d; they must ascend", c->lengths.v[i],
                                c->lengths.v[i - 1]);
    return 0;
}

static void resolve(struct tf_infer *s, const struct tf_yaml *list) {
    struct tf_yaml *y = s->whole = tf_yaml_new(TF_YAML_MAP, NULL), *infer = tf_yaml_new(TF_YAML_MAP, NULL);
    struct tf_yaml *title = tf_yaml_new(TF_YAML_SCALAR, s->heading.title);
    title->quoted = true;
    spec_put_options(infer, infer_opts, &s->cfg, NULL, true);
    tf_yaml_put(y, "title", title);
    tf_yaml_put(y, "protocol", tf_yaml_new(TF_YAML_SCALAR, s->heading.protocol));
    tf_yaml_put(y, "infer", infer);
    tf_yaml_put(y, "attention", tf_yaml_clone(list));
    if (!*s->heading.paper_table) return;
    struct tf_yaml *paper = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_yaml_put(paper, "table", tf_yaml_new(TF_YAML_SCALAR, s->heading.paper_table));
    tf_yaml_put(y, "paper", paper);
}

static int load(struct tf_infer *s, const struct spec_source *src, struct tf_yaml **list, struct tf_err *e) {
    const struct tf_yaml *root = src->root;
    if (spec_read_heading(root, s->name, &s->heading, "table4_infer.csv", e)) return -1;
    struct tf_buf why = {0};
    struct tf_err told = {0};
    if (spec_no_table(s->heading.paper_table, &why)) tf_yaml_fail(&told, tf_yaml_at(root, "paper.table"), "warning: %s", why.s);
    if (why.s) tf_log(TF_LOG_WARN_AT, "%s", told.msg);
    tf_buf_free(&why);
    tf_opt_defaults(infer_opts, &s->cfg);
    if (spec_read_options(tf_yaml_get(root, "infer"), "infer", infer_opts, &s->cfg, NULL, e) || check_cfg(&s->cfg, root, e)) return -1;
    if (make_entries(src, list, e) || read_entries(s, *list, e)) return -1;
    resolve(s, *list);
    s->source = tf_yaml_clone(root);
    return 0;
}

static bool options_difference(const char *path, const struct tf_opt *opts, const void *a, const void *b, struct tf_buf *out) {
    struct tf_yaml *x = tf_yaml_new(TF_YAML_MAP, NULL), *y = tf_yaml_new(TF_YAML_MAP, NULL);
    spec_put_options(x, opts, a, NULL, true);
    spec_put_options(y, opts, b, NULL, true);
    const bool found = spec_difference(path, x, y, out);
    tf_yaml_free(x), tf_yaml_free(y);
    return found;
}

/* The names of the mechanisms, as a list. */
static struct tf_yaml *names(const struct tf_infer *s) {
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    for (int i = 1; i < s->n; i++) tf_yaml_push(list, tf_yaml_new(TF_YAML_SCALAR, s->entry[i].attn->name));
    return list;
}

bool infer_difference(const struct tf_infer *was, const struct tf_infer *now, struct tf_buf *out) {
    if (options_difference("infer", infer_opts, &was->cfg, &now->cfg, out)) return true;
    struct tf_yaml *before = names(was), *after = names(now);
    bool found = spec_difference("attention", before, after, out);
    tf_yaml_free(before), tf_yaml_free(after);
    for (int i = 1; i < now->n && !found; i++) {
        const struct infer_entry *x = &was->entry[i], *y = &now->entry[i];
        found = options_difference("attention", y->attn->opts, x->opts, y->opts, out);
        if (found) tf_buf_addf(out, ", for %s", y->attn->name);
    }
    return found;
}

const char *infer_name(const struct infer_entry *x) { return x->attn ? x->attn->name : "projections"; }

const char *infer_causal(const struct infer_entry *x) { return x->causal ? "true" : "false"; }

const char *infer_title(const struct infer_entry *x) { return x->attn ? x->attn->title : "Four projections"; }

int infer_full(const struct tf_infer *s, int entry) {
    for (int i = 1; i < s->n; i++)
        if (s->entry[i].attn == tf_attn_full() && s->entry[i].causal == s->entry[entry].causal) return i;
    return -1;
}

int tf_infer_load(struct tf_infer **out, const char *path, const char *const *sets, int n_sets, struct tf_err *e) {
    struct tf_buf found = {0};
    if (spec_find(path, &found, e)) return tf_buf_free(&found), -1;
    struct tf_infer *s = tf_calloc(sizeof *s);
    struct spec_source *src = tf_calloc(sizeof *src);
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    src->section = sections, src->n_sections = TF_COUNT(sections);
    spec_name(found.s, s->name);
    int rc = spec_source_read(src, found.s, sets, n_sets, e) || load(s, src, &list, e) ? -1 : 0;
    tf_buf_free(&found);
    tf_yaml_free(list);
    spec_source_release(src);
    tf_free(src);
    if (rc) tf_infer_free(s);
    else *out = s;
    return rc;
}

void tf_infer_free(struct tf_infer *s) {
    if (!s) return;
    for (int i = 0; i < s->n; i++) tf_free(s->entry[i].opts);
    tf_free(s->time);
    tf_yaml_free(s->whole), tf_yaml_free(s->source);
    tf_free(s);
}
