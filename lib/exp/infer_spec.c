/* The spec of `infer-time`: title, protocol, infer, attention (a map or a list of maps), paper; --set on top. */
#include "exp/infer.h"

#include <string.h>

#include "exp/plan.h"

#define AT(f) offsetof(struct infer_cfg, f)
const struct tf_opt infer_opts[] = {
    {"lengths", TF_INTS, AT(lengths), "1024,2048,4096,8192", 1, 1 << 20, NULL, "tokens n of a sequence, ascending"},
    {"dim", TF_INT, AT(dim), "768", 1, 16384, NULL, "channels C"},
    {"heads", TF_INT, AT(heads), "8", 1, 256, NULL, "heads H; must divide dim"},
    {"batch", TF_INT, AT(batch), "1", 1, 4096, NULL, "sequences; the time is that of all of them"},
    {"causal", TF_CHOICE, AT(causal), "false", 0, 0, "false|true|both", "mask the future; both: mechanisms that can do it are timed twice"},
    {"threads", TF_INT, AT(threads), "1", 1, 1024, NULL,
     "threads, which share the sequences of a batch; one sequence never uses more than one"},
    {"repeats", TF_INT, AT(repeats), "7", 1, 10000, NULL, "timed passes"},
    {"warmup", TF_INT, AT(warmup), "1", 0, 1000, NULL, "passes before them"},
    {"max_s", TF_REAL, AT(max_s), "30", 0.001, 1e6, NULL,
     "seconds for one mechanism at one length: fewer repeats (3 at least) above it, none where one pass would take longer"},
    {"pack_tokens", TF_INT, AT(pack_tokens), "8192", 1, 1 << 24, NULL, "sequences of a batch are computed together up to so many tokens"},
    {"pin", TF_INT, AT(pin), "-1", -2, 8191, NULL, "CPU that a single thread is bound to; -1: the one it runs on, -2: not bound"},
    {"tree", TF_CHOICE, AT(tree), "balanced", 0, 0, "balanced|random",
     "trees' biases: such that the input spreads evenly over the leaves, or as initialised; trees from a checkpoint stay as they are"},
    {"precision", TF_CHOICE, AT(precision), "fp32", 0, 0, "fp32|bf16",
     "of the factors of products; sums and softmax are fp32 (bf16 needs oneDNN)"},
    {"from", TF_STRING, AT(from), "", 0, 0, NULL, "checkpoint whose projections and trees are used"},
    {"layer", TF_INT, AT(layer), "0", 0, TF_MAX_LAYERS - 1, NULL, "its layer"},
    {"seed", TF_INT, AT(seed), "1", 0, 1e9, NULL, "of input and weights"},
    {0}};

static const char *const sections[] = {"title", "protocol", "infer", "attention", "paper"};

/* ---- attention as a list of maps ----------------------------------------------------------------------------------- */

/* Puts `attention:` in its long form. old: entries to take when a bare name is theirs; NULL: none. */
static int take_list(struct tf_yaml *root, const struct tf_yaml *v, const struct tf_yaml *old, struct tf_err *e) {
    if (tf_yaml_null(v)) return tf_yaml_fail(e, v ? v : root, "no attention: give a map {name: ...} or a list of such maps");
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    int items = v->kind == TF_YAML_LIST ? v->n : 1, rc = 0;
    for (int i = 0; !rc && i < items; i++) {
        const struct tf_yaml *item = v->kind == TF_YAML_LIST ? v->item[i] : v;
        int before = list->n;
        if (item->kind == TF_YAML_LIST || tf_yaml_null(item))
            rc = tf_yaml_fail(e, item, "attention: an entry is a name or a map with a name");
        for (int j = 0; !rc && item->kind == TF_YAML_SCALAR && old && j < old->n; j++) {
            const struct tf_yaml *name = tf_yaml_get(old->item[j], "name");
            if (name && name->kind == TF_YAML_SCALAR && !strcmp(name->value, item->value)) tf_yaml_push(list, tf_yaml_clone(old->item[j]));
        }
        if (!rc && list->n == before) tf_yaml_push(list, item->kind == TF_YAML_MAP ? tf_yaml_clone(item) : plan_entry_of_name(item));
    }
    if (!rc && list->n == 0) rc = tf_yaml_fail(e, v, "attention: the list is empty");
    list->line = v->line, list->col = v->col;
    if (rc) tf_yaml_free(list);
    else tf_yaml_put(root, "attention", list);
    return rc;
}

/* attention.<option>=VALUE: every entry that has the option; a list of values makes one entry of each. */
static int set_option(struct tf_yaml *root, const char *option, const struct tf_yaml *v, struct tf_err *e) {
    const struct tf_yaml *old = tf_yaml_get(root, "attention");
    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    int found = 0;
    for (int i = 0; i < old->n; i++) {
        const struct tf_attn *a = plan_entry_attn(old->item[i]);
        const struct tf_opt *o = a ? tf_opt_find(a->opts, option) : NULL;
        bool many = o && v->kind == TF_YAML_LIST && (o->type != TF_INTS || (v->n && v->item[0]->kind == TF_YAML_LIST));
        found += o != NULL;
        for (int k = 0; k < (many ? v->n : 1); k++) {
            struct tf_yaml *map = tf_yaml_clone(old->item[i]);
            if (o && map->kind == TF_YAML_MAP) tf_yaml_put(map, option, tf_yaml_clone(many ? v->item[k] : v));
            tf_yaml_push(list, map);
        }
    }
    list->line = old->line, list->col = old->col;
    tf_yaml_put(root, "attention", list);
    return found ? 0 : tf_yaml_fail(e, v, "no attention of this spec has the option '%s'", option);
}

static int apply_set(struct tf_yaml *root, const char *set, struct tf_err *e) {
    const char *equals = strchr(set, '=');
    if (!equals || equals == set) return tf_fail(e, TF_USAGE, "--set '%s': path=VALUE is expected, like infer.repeats=3", set);
    struct tf_buf path = {0};
    struct tf_yaml *scratch = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_buf_add(&path, set, (size_t)(equals - set));
    int rc = tf_yaml_set(scratch, path.s, equals + 1, e);
    const struct tf_yaml *v = rc ? NULL : tf_yaml_at(scratch, path.s);
    struct tf_yaml *old = tf_yaml_clone(tf_yaml_get(root, "attention"));
    if (!rc && (!strcmp(path.s, "attention") || !strcmp(path.s, "attention.name"))) rc = take_list(root, v, old, e);
    else if (!rc && !strncmp(path.s, "attention.", 10)) rc = set_option(root, path.s + 10, v, e);
    else if (!rc) rc = tf_yaml_set(root, path.s, equals + 1, e);
    tf_yaml_free(old);
    tf_yaml_free(scratch);
    tf_buf_free(&path);
    return rc;
}

/* ---- entries --------------------------------------------------------------------------------------------------------- */

static void add_setting(struct infer_entry *x, const struct tf_yaml *map) {
    struct tf_buf text = {0};
    for (int i = 0; i < map->n; i++) {
        const struct tf_opt *o = tf_opt_find(x->attn->opts, map->key[i].name);
        if (!o) continue;
        tf_buf_addf(&text, "%s%s=", text.len ? " " : "", o->name);
        struct tf_buf value = {0};
        tf_opt_get(o, x->opts, &value);
        for (const char *c = value.s ? value.s : ""; *c; c++)
            if (*c != ' ') tf_buf_add(&text, c, 1);
        tf_buf_free(&value);
    }
    snprintf(x->setting, sizeof x->setting, "%s", text.s ? text.s : "");
    tf_buf_free(&text);
}

static int check_shape(const struct tf_infer *s, const struct infer_entry *x, const struct tf_yaml *map, struct tf_err *e) {
    for (int l = 0; l < s->cfg.lengths.n && x->attn->check; l++) {
        struct tf_shape shape = {
            .C = s->cfg.dim, .H = s->cfg.heads, .layer = s->cfg.layer, .max_len = s->cfg.lengths.v[l], .causal = x->causal};
        struct tf_err why = {0};
        if (x->attn->check(x->opts, &shape, &why))
            return tf_yaml_fail(e, map, "attention %s at n = %d: %s", x->attn->name, shape.max_len, why.msg);
    }
    return 0;
}

static int read_entry(struct tf_infer *s, const struct tf_yaml *map, bool causal, struct tf_err *e) {
    const struct tf_yaml *name = tf_yaml_get(map, "name");
    const char *names[INFER_ENTRIES_MAX];
    size_t n = 0;
    for (; tf_attns[n] && n < TF_COUNT(names); n++) names[n] = tf_attns[n]->name;
    if (!name) return tf_yaml_fail(e, map, "attention has no name");
    if (name->kind != TF_YAML_SCALAR) return tf_yaml_fail(e, name, "attention: its name must be a single word");
    if (s->n > INFER_ENTRIES_MAX) return tf_yaml_fail(e, map, "attention: more than %d entries", INFER_ENTRIES_MAX);
    struct infer_entry *x = &s->entry[s->n];
    if (!(x->attn = tf_attn_find(name->value))) return plan_fail_name(e, name, "attention", names, n);
    x->causal = causal;
    x->opts = tf_calloc(x->attn->opts_size + 1); // never 0 bytes
    s->n++;
    tf_opt_defaults(x->attn->opts, x->opts);
    char owner[80];
    snprintf(owner, sizeof owner, "attention %s", x->attn->name);
    if (plan_read_options(map, owner, x->attn->opts, x->opts, "name", e)) return -1;
    add_setting(x, map);
    return check_shape(s, x, map, e);
}

static int read_entries(struct tf_infer *s, const struct tf_yaml *list, struct tf_err *e) {
    s->n = 1; // the projections
    s->entry[0].opts = NULL;
    for (int mask = 0; mask < 2; mask++)
        for (int i = 0; i < list->n; i++) {
            if (s->cfg.causal != INFER_CAUSAL_BOTH && s->cfg.causal != mask) continue;
            const struct tf_attn *a = plan_entry_attn(list->item[i]);
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
    const struct tf_yaml *infer = tf_yaml_get(root, "infer"), *at = infer ? infer : root;
    const struct tf_yaml *heads = tf_yaml_get(infer, "heads"), *lengths = tf_yaml_get(infer, "lengths");
    const struct tf_yaml *precision = tf_yaml_get(infer, "precision");
    struct tf_err why = {0};
    if (c->precision == TF_PRECISION_BF16 && tf_bf16_check(&why)) return tf_yaml_fail(e, precision ? precision : at, "%s", why.msg);
    if (c->dim % c->heads) return tf_yaml_fail(e, heads ? heads : at, "infer.dim %d is not a multiple of infer.heads %d", c->dim, c->heads);
    if (c->lengths.n == 0) return tf_yaml_fail(e, lengths ? lengths : at, "lengths: the list is empty");
    for (int i = 1; i < c->lengths.n; i++)
        if (c->lengths.v[i] <= c->lengths.v[i - 1])
            return tf_yaml_fail(e, lengths ? lengths : at, "lengths: %d follows %d; they must ascend", c->lengths.v[i],
                                c->lengths.v[i - 1]);
    return 0;
}

static void resolve(struct tf_infer *s, const struct tf_yaml *list) {
    struct tf_yaml *y = s->whole = tf_yaml_new(TF_YAML_MAP, NULL), *infer = tf_yaml_new(TF_YAML_MAP, NULL);
    struct tf_yaml *title = tf_yaml_new(TF_YAML_SCALAR, s->title);
    title->quoted = true;
    plan_put_options(infer, infer_opts, &s->cfg, NULL, true);
    tf_yaml_put(y, "title", title);
    tf_yaml_put(y, "protocol", tf_yaml_new(TF_YAML_SCALAR, s->protocol));
    tf_yaml_put(y, "infer", infer);
    tf_yaml_put(y, "attention", tf_yaml_clone(list));
    if (!*s->paper_table) return;
    struct tf_yaml *paper = tf_yaml_new(TF_YAML_MAP, NULL);
    tf_yaml_put(paper, "table", tf_yaml_new(TF_YAML_SCALAR, s->paper_table));
    tf_yaml_put(y, "paper", paper);
}

static int load(struct tf_infer *s, struct tf_yaml **root, const char *path, const char *const *sets, int n_sets, struct tf_err *e) {
    if (tf_yaml_load(root, path, e)) return -1;
    if ((*root)->kind != TF_YAML_MAP) return tf_yaml_fail(e, *root, "a spec is a map of sections: infer, attention, ...");
    if (plan_check_keys(*root, NULL, sections, TF_COUNT(sections), e)) return -1;
    const struct tf_yaml *attention = tf_yaml_get(*root, "attention");
    struct tf_yaml *given = attention ? tf_yaml_clone(attention) : NULL;
    int rc = take_list(*root, given, NULL, e);
    tf_yaml_free(given);
    for (int i = 0; !rc && i < n_sets; i++) rc = apply_set(*root, sets[i], e);
    if (rc || plan_check_keys(*root, NULL, sections, TF_COUNT(sections), e) ||
        plan_read_heading(*root, s->name, s->title, s->protocol, s->paper_table, "table4_infer.csv", e))
        return -1;
    tf_opt_defaults(infer_opts, &s->cfg);
    if (plan_read_options(tf_yaml_get(*root, "infer"), "infer", infer_opts, &s->cfg, NULL, e) || check_cfg(&s->cfg, *root, e)) return -1;
    const struct tf_yaml *list = tf_yaml_get(*root, "attention");
    if (read_entries(s, list, e)) return -1;
    resolve(s, list);
    return 0;
}

int tf_infer_load(struct tf_infer **out, const char *path, const char *const *sets, int n_sets, struct tf_err *e) {
    struct tf_infer *s = tf_calloc(sizeof *s);
    struct tf_yaml *root = NULL;
    plan_name(path, s->name);
    int rc = load(s, &root, path, sets, n_sets, e);
    tf_yaml_free(root);
    if (rc) tf_infer_free(s);
    else *out = s;
    return rc;
}

void tf_infer_free(struct tf_infer *s) {
    if (!s) return;
    for (int i = 0; i < s->n; i++) tf_free(s->entry[i].opts);
    tf_free(s->time);
    tf_yaml_free(s->whole);
    tf_free(s);
}
