/* Weights for others and from others: the names, the shapes and the config.json of published BERTs. */
#include "model/published.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/bert_config.h"
#include "io/io.h"
#include "io/json.h"
#include "model/checkpoint.h"

#define WEIGHTS "model.safetensors"
#define CONFIG "config.json"
#define VOCAB "vocab.txt"

/* ---- names ----------------------------------------------------------------------------------------------------------------------- */

/* Replaces the first `from` in name by `to`. */
static bool swap(char name[TF_ST_NAME], const char *from, const char *to) {
    char *at = strstr(name, from), rest[TF_ST_NAME];
    if (!at) return false;
    snprintf(rest, sizeof rest, "%s", at + strlen(from));
    snprintf(at, TF_ST_NAME - (size_t)(at - name), "%s%s", to, rest);
    return true;
}

/* "encoder.layer.0.attention.self.output.weight" -> "bert.encoder.layer.0.attention.output.dense.weight" */
static void published_name(const char *ours, char out[TF_ST_NAME]) {
    bool head = !strncmp(ours, "cls.", 4) || !strncmp(ours, "classifier.", 11) || !strncmp(ours, "qa_outputs.", 11);
    snprintf(out, TF_ST_NAME, "%s%s", head ? "" : "bert.", ours);
    if (!swap(out, ".attention.self.output.", ".attention.output.dense."))
        swap(out, ".attention.LayerNorm.", ".attention.output.LayerNorm.");
}

/* The tensor under our name, the published one, the published one without "bert.", or with the older names of a norm's parameters. */
static const struct tf_st_tensor *find_any(const struct tf_st *s, const char *ours) {
    char name[TF_ST_NAME];
    const struct tf_st_tensor *t = tf_st_find(s, ours);
    published_name(ours, name);
    if (!t) t = tf_st_find(s, name);
    if (!t && !strncmp(name, "bert.", 5)) t = tf_st_find(s, name + 5);
    if (t || !strstr(name, "LayerNorm.")) return t;
    if (!swap(name, "LayerNorm.weight", "LayerNorm.gamma")) swap(name, "LayerNorm.bias", "LayerNorm.beta");
    t = tf_st_find(s, name);
    return t || strncmp(name, "bert.", 5) ? t : tf_st_find(s, name + 5);
}

/* ---- what makes a model no BERT -------------------------------------------------------------------------------------------------- */

struct unlike {
    bool is;
    const char *what;
};

static void add_unlike(const struct unlike *u, size_t n, struct tf_buf *why) {
    for (size_t i = 0; i < n; i++)
        if (u[i].is) tf_buf_addf(why, "%s%s", why->len ? "; " : "", u[i].what);
}

/* In what the blocks and their input compute. */
static void blocks_unlike_bert(const struct tf_model_cfg *c, struct tf_buf *why) {
    const struct unlike u[] = {{c->norm == TF_NORM_PRE, "model.norm is pre"},
                               {c->position != TF_POS_LEARNED, "model.position is not learned"},
                               {!c->embed_norm, "model.embed_norm is false"},
                               {!c->segments, "model.segments is 0"},
                               {c->norm_kind != TF_NORM_LAYER, "model.norm_kind is rms"},
                               {!c->qkv_bias || !c->bias, "model.bias or model.qkv_bias is false"},
                               {c->share_blocks, "model.share_blocks is true"},
                               {c->block_positions, "model.block_positions is true"},
                               {c->conv, "model.conv is set"},
                               {c->causal, "model.causal is true"},
                               {c->scale_embedding, "model.scale_embedding is true"}};
    add_unlike(u, TF_COUNT(u), why);
}

/* ---- a config.json beside weights ------------------------------------------------------------------------------------------------ */

struct comparison {
    const char *path; // of the config
    bool partial;
    struct tf_err *e;
};

/* A size of the weights that the model has otherwise; 0: one of the two does not say. */
static int compare_size(const struct comparison *c, const char *key, int theirs, const char *option, int ours) {
    if (!theirs || !ours || theirs == ours) return 0;
    if (!c->partial)
        return tf_fail(c->e, TF_BAD, "%s: %s is %d, but %s is %d: they must be the same (with init.partial: true this is a warning)",
                       c->path, key, theirs, option, ours);
    tf_log(TF_LOG_WARN, "%s: %s is %d, but %s is %d", c->path, key, theirs, option, ours);
    return 0;
}

static TF_PRINTF(2, 3) void differs(const struct comparison *c, const char *fmt, ...) {
    char what[480];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    tf_log(TF_LOG_WARN, "%s: %s: the model will not compute what these weights were trained for", c->path, what);
}

static void compare_meaning(const struct comparison *c, const struct tf_bert_config *x, const struct tf_model *m) {
    struct tf_buf act = {0};
    tf_opt_get(tf_model_opts, tf_opt_find(tf_model_opts, "activation"), &m->cfg, &act);
    if (*x->hidden_act && strcmp(x->hidden_act, act.s)) differs(c, "hidden_act is %s, but model.activation is %s", x->hidden_act, act.s);
    tf_buf_free(&act);
    if (x->layer_norm_eps > 0 && fabs(x->layer_norm_eps - m->cfg.layer_norm_eps) > 1e-6 * x->layer_norm_eps)
        differs(c, "layer_norm_eps is %g, but model.layer_norm_eps is %g", x->layer_norm_eps, m->cfg.layer_norm_eps);
    if (*x->position_embedding_type && strcmp(x->position_embedding_type, "absolute"))
        differs(c, "position_embedding_type is %s, which no model here has", x->position_embedding_type);
    if (x->num_hidden_layers && x->num_hidden_layers != m->cfg.layers)
        differs(c, "num_hidden_layers is %d, but model.layers is %d", x->num_hidden_layers, m->cfg.layers);
    if (strcmp(x->model_type, "bert")) return;
    struct tf_buf why = {0};
    blocks_unlike_bert(&m->cfg, &why);
    if (why.len) differs(c, "model_type is bert, but %s", why.s);
    tf_buf_free(&why);
}

static int compare(const struct comparison *c, const struct tf_bert_config *x, const struct tf_model *m) {
    const struct tf_model_cfg *cfg = &m->cfg;
    const int table = tf_pars_find(&m->pars, "embeddings.position_embeddings.weight");
    if (*x->model_type && strcmp(x->model_type, "bert") && strcmp(x->model_type, "treeformer"))
        tf_log(TF_LOG_WARN, "%s: model_type is %s; its weights are looked for under the names of bert", c->path, x->model_type);
    if (compare_size(c, "hidden_size", x->hidden_size, "model.dim", cfg->dim) ||
        compare_size(c, "num_attention_heads", x->num_attention_heads, "model.heads", cfg->heads) ||
        compare_size(c, "intermediate_size", x->intermediate_size, "model.mlp_dim", cfg->mlp_dim) ||
        compare_size(c, "vocab_size", x->vocab_size, "the size of the task's vocabulary (task.vocab)", m->in.vocab) ||
        compare_size(c, "max_position_embeddings", x->max_position_embeddings, "model.positions", table < 0 ? 0 : m->pars.p[table].rows) ||
        compare_size(c, "type_vocab_size", x->type_vocab_size, "model.segments", cfg->segments))
        return -1;
    compare_meaning(c, x, m);
    return 0;
}

static int check_config(const char *weights, const struct tf_model *m, bool partial, struct tf_err *e) {
    struct tf_buf path = {0};
    const char *slash = strrchr(weights, '/');
    struct tf_bert_config x;
    tf_buf_addf(&path, "%.*s" CONFIG, slash ? (int)(slash - weights) + 1 : 0, weights);
    int rc = 0;
    if (tf_file_exists(path.s))
        rc = tf_bert_config_load(&x, path.s, e) || compare(&(struct comparison){path.s, partial, e}, &x, m) ? -1 : 0;
    tf_buf_free(&path);
    return rc;
}

/* ---- what a checkpoint of ours says ---------------------------------------------------------------------------------------------- */

/* Options that decide what weights compute, and that no tensor's shape shows. */
static const char *const meaning[] = {"heads",        "norm",       "norm_kind",      "position",        "rotary_base",
                                      "rotary_share", "activation", "layer_norm_eps", "scale_embedding", "share_blocks",
                                      "causal",       "sentence",   "sentence_layers"};

void tf_weights_meaning(const struct tf_model *m, struct tf_buf *out) {
    const bool rotary = m->cfg.position == TF_POS_ROTARY;
    for (size_t i = 0; i < TF_COUNT(meaning); i++) {
        if (!strncmp(meaning[i], "rotary", 6) && !rotary) continue;
        tf_buf_addf(out, "%s%s=", out->len ? " " : "", meaning[i]);
        tf_opt_get(tf_model_opts, tf_opt_find(tf_model_opts, meaning[i]), &m->cfg, out);
    }
}

/* A layer whose trees are only taught computes full attention. */
static const struct tf_attn *computes(const struct tf_layer_attn *a) {
    return tf_attn_teaching(a->attn, a->opts) & TF_TEACH_OUTPUT ? tf_attn_full() : a->attn;
}

void tf_weights_attention(const struct tf_model *m, struct tf_buf *out) {
    for (int l = 0, end; l < m->cfg.layers; l = end) {
        for (end = l + 1; end < m->cfg.layers && computes(&m->layer[end]) == computes(&m->layer[l]);) end++;
        tf_buf_addf(out, "%s%s*%d", l ? "+" : "", computes(&m->layer[l])->name, end - l);
    }
}

/* A layer's name in such a text, *n letters; 0: it has no such layer. */
static const char *attention_of(const char *words, int layer, int *n) {
    for (int layers; words && *words; words += strcspn(words, "+"), words += *words == '+') {
        *n = (int)strcspn(words, "*+");
        layers = words[*n] == '*' ? atoi(words + *n + 1) : 1;
        if (layer < layers) return words;
        layer -= layers;
    }
    *n = 0;
    return "";
}

/* The value of "NAME=VALUE" in a text of such words; its length is 0 where there is none. */
static const char *value_of(const char *words, const char *name, int *len) {
    const size_t n = strlen(name);
    for (const char *at = words; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, name, n) || at[n] != '=') continue;
        *len = (int)strcspn(at + n + 1, " ");
        return at + n + 1;
    }
    *len = 0;
    return "";
}

int tf_weights_heads(const char *file) {
    struct tf_st s;
    if (tf_st_open(&s, file, &(struct tf_err){0})) return 0;
    const char *meaning_of = tf_st_meta(&s, TF_WEIGHTS_MEANING);
    int n = 0;
    const int heads = meaning_of ? atoi(value_of(meaning_of, "heads", &n)) : 0;
    tf_st_close(&s);
    return heads;
}

/* Of its blocks: 0 where it has none. */
static int layers_of(const struct tf_st *s) {
    int layers = 0, l;
    for (int i = 0; i < s->n; i++)
        if (sscanf(s->t[i].name, "encoder.layer.%d.", &l) == 1 && l >= layers) layers = l + 1;
    return layers;
}

/* Another number of heads is an error, as of a config.json; whatever else differs is a warning. advice: what to do about the heads. */
static int check_meaning(const struct tf_st *s, const struct tf_model *m, bool partial, const char *advice, struct tf_err *e) {
    const char *theirs = tf_st_meta(s, TF_WEIGHTS_MEANING);
    struct tf_buf ours = {0};
    int rc = 0;
    if (!theirs) return 0;
    tf_weights_meaning(m, &ours);
    for (size_t i = 0; i < TF_COUNT(meaning) && !rc; i++) {
        int n_their, n_our;
        const char *their = value_of(theirs, meaning[i], &n_their), *our = value_of(ours.s, meaning[i], &n_our);
        if (!n_their || !n_our || (n_their == n_our && !strncmp(their, our, (size_t)n_our))) continue;
        if (!strcmp(meaning[i], "heads") && !partial)
            rc = tf_fail(e, TF_BAD, "%s: its model has %.*s heads, but model.heads is %.*s: %s", s->name, n_their, their, n_our, our,
                         advice);
        else
            differs(&(struct comparison){.path = s->name}, "its model's %s is %.*s, but model.%s is %.*s", meaning[i], n_their, their,
                    meaning[i], n_our, our);
    }
    int shared;
    const bool one_block = !strncmp(value_of(theirs, "share_blocks", &shared), "true", 4); // however many layers it makes
    const int layers = layers_of(s);
    if (!rc && layers != m->cfg.layers && !m->cfg.share_blocks && !one_block)
        differs(&(struct comparison){.path = s->name}, "its model has %d layers, but model.layers is %d", layers, m->cfg.layers);
    tf_buf_free(&ours);
    return rc;
}

int tf_weights_compare(const char *file, const struct tf_model *m, struct tf_err *e) {
    struct tf_st s;
    if (tf_st_open(&s, file, e)) return -1;
    const int rc = check_meaning(&s, m, false, "it is of another spec: bring the run's own file back, or give its model.heads", e);
    tf_st_close(&s);
    return rc;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------------- */

int tf_weights_find(const char *from, struct tf_buf *path, struct tf_err *e) {
    const size_t at = path->len;
    tf_buf_addf(path, "%s/.", from);
    if (!tf_file_exists(path->s + at)) { // no folder
        path->len = at;
        tf_buf_addf(path, "%s", from);
        return 0;
    }
    path->len = at;
    tf_buf_addf(path, "%s/pytorch_model.bin", from);
    const bool pickle = tf_file_exists(path->s + at);
    path->len = at;
    tf_buf_addf(path, "%s/" WEIGHTS, from);
    if (tf_file_exists(path->s + at)) return 0;
    return tf_fail(e, TF_BAD, "%s is a folder without " WEIGHTS "%s", from,
                   pickle
                       ? ", and pytorch_model.bin is not read here: write the other form in Python, with "
                         "model.save_pretrained(FOLDER, safe_serialization=True)"
                       : ": name the file of the weights, or the folder that has it (of ours: runs/NAME/best.safetensors, runs/NAME/bert)");
}

static bool same_shape(const struct tf_st_tensor *t, const struct tf_par *p) {
    int rows, cols;
    tf_st_shape(t, &rows, &cols);
    return rows == p->rows && cols == p->cols;
}

/* Files of others have no checksums, and a NaN would only show as a run that diverges. */
static int read_finite(const struct tf_st *s, const struct tf_st_tensor *t, tf_real *out, struct tf_err *e) {
    if (tf_st_read(s, t, out, e)) return -1;
    for (size_t i = 0; i < tf_st_count(t); i++)
        if (!isfinite(out[i])) return tf_fail(e, TF_BAD, "%s: tensor %s: number %zu is not finite", s->name, t->name, i);
    return 0;
}

/* A table that follows from this model's options: loaded, if the file has the same one, else fresh. */
static int compute(struct tf_pars *ps, int i, const struct tf_st *s, const struct tf_st_tensor *t, int *loaded, int *fresh,
                   struct tf_err *e) {
    const struct tf_par *p = &ps->p[i];
    const size_t bytes = sizeof(tf_real) * tf_par_count(p);
    tf_pars_init_one(ps, i, 0);
    tf_real *has = tf_alloc(bytes);
    const bool fits = same_shape(t, p);
    const int rc = fits ? tf_st_read(s, t, has, e) : 0;
    ++*(fits && !rc && !memcmp(has, ps->v + p->off, bytes) ? loaded : fresh);
    tf_free(has);
    return rc;
}

static bool is_taught(const struct tf_layer_attn *a) { return tf_attn_teaching(a->attn, a->opts) & TF_TEACH_TAUGHT; }

/* Is the tensor what full attention teaches a layer's trees by, and left alone meanwhile? It must not be fresh. */
static bool teaches(const struct tf_model *m, const struct tf_par *p) {
    const struct tf_layer_attn *a = tf_model_attn_of(m, p->name);
    if (!(p->flags & TF_PAR_FROZEN) || !a) return false;
    if (!strstr(p->name, ".attention.self.query.weight") && !strstr(p->name, ".attention.self.key.weight")) return false;
    return is_taught(a);
}

/* A tensor of a taught layer that full attention does not have; NULL: there is none. */
static const char *foreign(const struct tf_st *s, const struct tf_model *m) {
    static const char *const full[] = {"query.", "key.", "value.", "output."};
    for (int i = 0; i < s->n; i++) {
        const char *name = s->t[i].name, *part = strstr(name, ".attention.self.");
        const struct tf_layer_attn *a = part && strncmp(name, "optim.", 6) ? tf_model_attn_of(m, name) : NULL;
        bool own = a && is_taught(a);
        for (size_t k = 0; own && k < TF_COUNT(full); k++) own = strncmp(part + strlen(".attention.self."), full[k], strlen(full[k])) != 0;
        if (own) return name;
    }
    return NULL;
}

void tf_weights_no_teacher(const char *from, const struct tf_model *m, struct tf_buf *why) {
    struct tf_buf path = {0};
    struct tf_st s;
    int taught = 0;
    for (int l = 0; l < m->cfg.layers; l++) taught += is_taught(&m->layer[l]);
    if (taught && !tf_weights_find(from, &path, &(struct tf_err){0}) && !tf_st_open(&s, path.s, &(struct tf_err){0})) {
        const char *words = tf_st_meta(&s, TF_WEIGHTS_ATTENTION), *full = tf_attn_full()->name, *tensor = words ? NULL : foreign(&s, m);
        for (int l = 0, n; l < m->cfg.layers && words && !why->len; l++) {
            const char *name = is_taught(&m->layer[l]) ? attention_of(words, l, &n) : full;
            if (name != full && n && (strncmp(name, full, (size_t)n) || full[n]))
                tf_buf_addf(why, "%s is of a model with attention %.*s in layer %d", path.s, n, name, l);
        }
        if (tensor) tf_buf_addf(why, "%s has %s, which full attention does not have", path.s, tensor);
        tf_st_close(&s);
    }
    tf_buf_free(&path);
}

/* Fewer positions than the weights have need no fresh table. */
static int fail_shape(const char *path, const struct tf_st_tensor *t, const struct tf_par *p, struct tf_err *e) {
    int rows, cols;
    tf_st_shape(t, &rows, &cols);
    char way[64] = "with init.partial: true it starts fresh";
    if (strstr(p->name, "position_embeddings") && rows > p->rows && cols == p->cols)
        snprintf(way, sizeof way, "set model.positions: %d", rows);
    return tf_fail(e, TF_BAD, "%s: tensor %s is %d x %d, but the model needs %d x %d (%s)", path, t->name, rows, cols, p->rows, p->cols,
                   way);
}

static int import(const char *path, struct tf_model *m, bool partial, struct tf_err *e) {
    struct tf_pars *ps = &m->pars;
    struct tf_st s;
    int loaded = 0, fresh = 0, rc = 0;
    if (tf_st_open(&s, path, e)) return -1;
    rc = check_meaning(&s, m, partial, "they must be the same (with init.partial: true this is a warning)", e);
    for (int i = 0; i < ps->n && !rc; i++) {
        const struct tf_par *p = &ps->p[i];
        const struct tf_st_tensor *t = find_any(&s, p->name);
        if (!t || (partial && !same_shape(t, p))) {
            if (teaches(m, p))
                rc = tf_fail(e, TF_BAD,
                             "%s has no %s (%d x %d), by which full attention teaches the trees: load the weights of such a model", path,
                             p->name, p->rows, p->cols);
            fresh++;
            continue;
        }
        if (tf_par_computed(p)) rc = compute(ps, i, &s, t, &loaded, &fresh, e);
        else if (!same_shape(t, p)) rc = fail_shape(path, t, p, e);
        else rc = read_finite(&s, t, ps->v + p->off, e), loaded++;
    }
    if (!rc && !loaded) rc = tf_fail(e, TF_BAD, "%s contains no tensor of this model", path);
    int moments = 0;
    for (int i = 0; i < s.n; i++) moments += !strncmp(s.t[i].name, "optim.", 6);
    if (!rc)
        tf_log(TF_LOG_INFO, "%s: loaded %d tensors; %d of the model start fresh; %d in the file are unused", path, loaded, fresh,
               s.n - moments - loaded);
    tf_st_close(&s);
    return rc;
}

int tf_weights_import(const char *from, struct tf_model *m, bool partial, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = tf_weights_find(from, &path, e);
    if (!rc && tf_file_exists(path.s)) rc = check_config(path.s, m, partial, e);
    if (!rc) rc = import(path.s, m, partial, e);
    tf_buf_free(&path);
    return rc;
}

int tf_weights_beyond(const char *from, const struct tf_pars *first, const struct tf_pars *later, char name[TF_PAR_NAME]) {
    struct tf_buf path = {0};
    struct tf_st s;
    int n = 0;
    if (tf_weights_find(from, &path, &(struct tf_err){0}) || tf_st_open(&s, path.s, &(struct tf_err){0})) return tf_buf_free(&path), 0;
    for (int i = 0; i < later->n; i++) {
        const struct tf_par *p = &later->p[i];
        const struct tf_st_tensor *t = tf_par_computed(p) || tf_pars_same(first, p) ? NULL : find_any(&s, p->name);
        if (t && same_shape(t, p) && !n++) snprintf(name, TF_PAR_NAME, "%s", p->name);
    }
    tf_st_close(&s);
    tf_buf_free(&path);
    return n;
}

/* ---- writing --------------------------------------------------------------------------------------------------------------------- */

/* Appends, joined by "; ", what BERT does not have of this model; nothing: it is a BERT. */
static void not_bert(const struct tf_model *m, struct tf_buf *why) {
    const struct tf_model_cfg *c = &m->cfg;
    const struct unlike u[] = {{c->qkv_dim && c->qkv_dim != c->dim, "model.qkv_dim is not model.dim"},
                               {c->activation != TF_ACT_GELU, "model.activation is not gelu, which the head has"},
                               {m->bos_id >= 0, "model.pool is cls, a token beyond the vocabulary"},
                               {m->in.skip_zero, "padding is left out"},
                               {!c->mlp_dim, "model.mlp_dim is 0"},
                               {c->halting > 0, "model.halting is set"},
                               {m->in.head == TF_HEAD_WORDS && !c->word_transform, "model.word_transform is false"}};
    blocks_unlike_bert(c, why);
    add_unlike(u, TF_COUNT(u), why);
    for (int l = 0; l < c->layers; l++) {
        if (m->layer[l].attn == tf_attn_full()) continue;
        tf_buf_addf(why, "%sattention is %s", why->len ? "; " : "", m->layer[l].attn->name);
        return;
    }
}

static void put_text(struct tf_buf *out, const char *s) { tf_json_quote(out, s, strlen(s)); }

/* Every option of the model and each layer's mechanism. */
static void put_own_config(struct tf_buf *out, const struct tf_model *m, const char *why) {
    struct tf_buf value = {0};
    tf_buf_addf(out, "{\n  \"model_type\": \"treeformer\",\n  \"not_bert\": ");
    put_text(out, why);
    tf_buf_addf(out, ",\n  \"vocab_size\": %d,\n  \"hidden_size\": %d,\n  \"num_hidden_layers\": %d,\n  \"num_attention_heads\": %d,\n",
                m->in.vocab, m->cfg.dim, m->cfg.layers, m->cfg.heads);
    tf_buf_addf(out, "  \"model\": {");
    for (const struct tf_opt *o = tf_opt_next(tf_model_opts, NULL), *first = o; o; o = tf_opt_next(tf_model_opts, o)) {
        value.len = 0;
        tf_opt_get(tf_model_opts, o, &m->cfg, &value);
        tf_buf_addf(out, "%s\n    \"%s\": ", o == first ? "" : ",", o->name);
        if (o->type == TF_CHOICE) put_text(out, value.s);
        else tf_buf_addf(out, "%s", value.s);
    }
    tf_buf_addf(out, "\n  },\n  \"attention\": [");
    for (int l = 0; l < m->cfg.layers; l++) tf_buf_addf(out, "%s\"%s\"", l ? ", " : "", m->layer[l].attn->name);
    tf_buf_addf(out, "]\n}\n");
    tf_buf_free(&value);
}

static void put_bert_config(struct tf_buf *out, const struct tf_model *m, int pad_id) {
    static const char *const architecture[] = {
        [TF_HEAD_CLASS] = "BertModel", [TF_HEAD_WORDS] = "BertForMaskedLM", [TF_HEAD_SPANS] = "BertForQuestionAnswering"};
    const struct tf_model_cfg *c = &m->cfg;
    const int positions = m->pars.p[tf_pars_find(&m->pars, "embeddings.position_embeddings.weight")].rows;
    tf_buf_addf(out,
                "{\n  \"architectures\": [\"%s\"],\n  \"model_type\": \"bert\",\n  \"attention_probs_dropout_prob\": %g,\n"
                "  \"hidden_act\": \"gelu\",\n  \"hidden_dropout_prob\": %g,\n  \"hidden_size\": %d,\n  \"initializer_range\": %g,\n"
                "  \"intermediate_size\": %d,\n  \"layer_norm_eps\": %g,\n  \"max_position_embeddings\": %d,\n",
                architecture[m->in.head], c->attention_dropout, c->dropout, c->dim, c->embed_std, c->mlp_dim, c->layer_norm_eps, positions);
    tf_buf_addf(out,
                "  \"num_attention_heads\": %d,\n  \"num_hidden_layers\": %d,\n  \"pad_token_id\": %d,\n"
                "  \"position_embedding_type\": \"absolute\",\n  \"torch_dtype\": \"%s\",\n  \"type_vocab_size\": %d,\n"
                "  \"vocab_size\": %d\n}\n",
                c->heads, c->layers, pad_id, sizeof(tf_real) == 8 ? "float64" : "float32", c->segments, m->in.vocab);
}

enum { META_MAX = 32 };

/* Rows of one are vectors, as others store biases and norms. */
static int put_weights(const char *dir, const struct tf_model *m, const struct tf_meta *says, bool bert, struct tf_err *e) {
    const struct tf_pars *ps = &m->pars;
    struct tf_st_tensor *t = tf_alloc(sizeof *t * (size_t)ps->n);
    struct tf_buf path = {0}, options = {0};
    for (int i = 0; i < ps->n; i++) {
        const struct tf_par *p = &ps->p[i];
        t[i] = (struct tf_st_tensor){.dtype = TF_DTYPE_REAL, .rows = p->rows, .cols = p->cols, .data = ps->v + p->off};
        if (p->rows == 1) t[i].rows = p->cols, t[i].cols = 0;
        if (bert) published_name(p->name, t[i].name);
        else snprintf(t[i].name, sizeof t[i].name, "%s", p->name);
    }
    tf_buf_addf(&path, "%s/" WEIGHTS, dir);
    tf_weights_meaning(m, &options);
    const char *meta[META_MAX + 3] = {NULL};
    int k = 0;
    if (!bert) meta[k++] = TF_WEIGHTS_MEANING, meta[k++] = options.s; // a BERT's is in its config.json
    for (; says->key && k < META_MAX; says++) meta[k++] = says->key, meta[k++] = says->value;
    int rc = tf_st_write(path.s, t, ps->n, meta, e);
    tf_buf_free(&path), tf_buf_free(&options);
    tf_free(t);
    return rc;
}

int tf_weights_export(const char *dir, const struct tf_model *m, const struct tf_meta *says, const char *vocab, int pad_id,
                      const char *label, struct tf_err *e) {
    struct tf_buf why = {0}, folder = {0}, config = {0}, words = {0};
    not_bert(m, &why);
    const bool bert = !why.len;
    tf_buf_addf(&folder, "%s/%s", dir, bert ? "bert" : "model");
    if (bert) put_bert_config(&config, m, pad_id);
    else put_own_config(&config, m, why.s);
    tf_file_sweep(folder.s, ""); // of a run that was killed here
    int rc = tf_mkdirs(folder.s, e) || (*vocab && tf_file_read(vocab, &words, e)) ||
                     (*vocab && tf_file_write_in(folder.s, VOCAB, &words, e)) || tf_file_write_in(folder.s, CONFIG, &config, e) ||
                     put_weights(folder.s, m, says, bert, e)
                 ? -1
                 : 0;
    if (!rc && bert) tf_log(TF_LOG_INFO, "%s: in Python, BertModel.from_pretrained(\"%s\") opens it", label, folder.s);
    if (!rc && !bert) tf_log(TF_LOG_WARN, "%s: no BERT, so its weights are in %s under their own names: %s", label, folder.s, why.s);
    tf_buf_free(&why), tf_buf_free(&folder), tf_buf_free(&config), tf_buf_free(&words);
    return rc;
}

void tf_weights_remove(const char *dir) {
    static const char *const folders[] = {"bert", "model"}, *const files[] = {WEIGHTS, CONFIG, VOCAB};
    struct tf_buf path = {0};
    for (size_t i = 0; i < TF_COUNT(folders); i++) {
        tf_buf_addf(&path, "%s/%s", dir, folders[i]);
        const size_t n = path.len;
        tf_file_sweep(path.s, "");
        for (size_t k = 0; k < TF_COUNT(files); k++) {
            tf_buf_addf(&path, "/%s", files[k]);
            unlink(path.s);
            path.len = n, path.s[n] = 0;
        }
        rmdir(path.s);
        path.len = 0;
    }
    tf_buf_free(&path);
}
