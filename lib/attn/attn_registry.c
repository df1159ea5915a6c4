/* The registry of mechanisms, and defaults for the functions that a mechanism leaves out. */
#include <string.h>

#include "attn/attn.h"
#include "attn/graph_attn.h"
#include "attn/patterns.h"

#define X(id) extern const struct tf_attn tf_attn_##id;
#include "attn/attn_list.def"
#undef X
const struct tf_attn *const tf_attns[] = {
#define X(id) &tf_attn_##id,
#include "attn/attn_list.def"
#undef X
    NULL};

const struct tf_attn *tf_attn_find(const char *name) {
    for (int i = 0; tf_attns[i]; i++)
        if (!strcmp(tf_attns[i]->name, name)) return tf_attns[i];
    return NULL;
}

const char *tf_attn_brief_title(const char *title) {
    static const char family[] = "Treeformer ";
    return strncmp(title, family, sizeof family - 1) ? title : title + sizeof family - 1;
}

bool tf_attn_always(TF_UNUSED const void *opts) { return true; }

const char *tf_attn_not_causal(const struct tf_attn *a) {
    return a->not_causal ? a->not_causal : a->flags & TF_ATTN_CAUSAL ? NULL : "no causal form of it is defined";
}

const struct tf_attn *tf_attn_full(void) { return &tf_attn_transformer; }

bool tf_attn_is_full(const char *name) { return !strcmp(name, tf_attn_full()->name); }

void tf_attn_params(const struct tf_attn *m, struct tf_decl *d, const struct tf_shape *s, const void *opts) {
    if (m->params) m->params(d, s, opts);
    else if (m->graph) tf_graph_params(m, d, s, opts);
    else tf_declare_qkvo(d, s);
}

double tf_attn_flops_layer(const struct tf_attn *m, const void *opts, const struct tf_cost *s) {
    if (m->flops_layer) return m->flops_layer(opts, s);
    if (m->flops_head) return tf_flops_qkvo(s) + s->H * m->flops_head(opts, s);
    TF_BUG_IF(!m->graph && !m->pattern, "%s: flops_head or flops_layer is missing", m->name);
    return m->graph ? tf_graph_flops_layer(m, opts, s) : tf_pattern_flops_layer(opts, s, m->pattern);
}

double tf_attn_flops_paper(const struct tf_attn *m, const void *opts, const struct tf_cost *s) {
    if (m->flops_paper) return m->flops_paper(opts, s);
    if (m->flops_head) return 3 * tf_flops_paper_dense(s->T, (double)TF_QKV(s) / s->H) + m->flops_head(opts, s);
    TF_BUG_IF(!m->graph && !m->pattern, "%s: flops_paper is missing", m->name);
    return m->graph ? tf_graph_flops_paper(m, opts, s) : tf_pattern_flops_paper(opts, s, m->pattern);
}

double tf_attn_kept(const struct tf_attn *m, const void *opts, const struct tf_cost *s) {
    return m->kept ? m->kept(opts, s) : 2.0 * (s->T + tf_attn_aux_rows(m, opts, s->T)) * TF_QKV(s);
}

int tf_attn_aux_rows(const struct tf_attn *a, const void *opts, int T) { return a->aux_rows ? a->aux_rows(opts, T) : 0; }
bool tf_attn_has_aux_rows(const struct tf_attn *a, const void *opts) { return tf_attn_aux_rows(a, opts, 2) > 0; }

bool tf_attn_cls_query_only(const struct tf_attn *a, const void *opts) {
    return a->cls_query_only && !(a->needs_all_queries && a->needs_all_queries(opts));
}

bool tf_attn_starts_balanced(const struct tf_attn *a, const void *opts) { return a->starts_balanced && a->starts_balanced(opts); }
unsigned tf_attn_teaching(const struct tf_attn *a, const void *opts) { return a->teaching ? a->teaching(opts) : 0; }
