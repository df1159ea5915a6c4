/* Commands that several ranks do together. */
#include "run/together.h"

#include <stdlib.h>
#include <string.h>

#include "model/checkpoint.h"
#include "model/published.h"
#include "spec/spec_resolve.h"

static uint64_t hash_program(void) {
    struct tf_map m;
    if (tf_map_open(&m, "/proc/self/exe", &(struct tf_err){0})) return 0;
    uint64_t hash = (uint64_t)m.n << 32 | tf_crc32c(0, m.p, m.n);
    tf_map_close(&m);
    return hash;
}

static int check_same(const struct tf_spec *s, struct tf_err *e) {
    char spec[17], kernels[128];
    uint64_t runs = 0;
    spec_hash_of(s->whole, spec);
    for (int i = 0; i < s->n_runs; i++) runs = tf_hash64(s->run[i].id, strlen(s->run[i].id), runs);
    snprintf(kernels, sizeof kernels, "%s %s", tf_isa(), tf_blas_core());
    if (tf_ranks_same("program", hash_program(), e)) return -1;
    if (tf_ranks_same("set of kernels (see `treeformer version`)", tf_hash64(kernels, strlen(kernels), 0), e)) return -1;
    if (tf_ranks_same("spec", strtoull(spec, NULL, 16), e)) return -1;
    return tf_ranks_same("choice of runs", runs, e);
}

static void warn_threads(int threads) {
    struct tf_err crowd = {0};
    const struct tf_ranks *r = tf_ranks();
    int rc = 0;
    if (threads * r->on_host > r->cpus)
        rc = tf_fail(&crowd, TF_BAD, "%d ranks of %d thread%s share %d core%s: fewer are faster, or give them more (mpirun --bind-to none)",
                     r->on_host, threads, threads == 1 ? "" : "s", r->cpus, r->cpus == 1 ? "" : "s");
    if (tf_ranks_agree(rc, &crowd)) tf_log(TF_LOG_WARN, "%s", crowd.msg);
}

int together_begin(const struct tf_spec *s, const struct tf_exp_env *env, struct tf_err *e) {
    if (tf_ranks()->n < 2) return 0;
    if (env->jobs > 1) return tf_fail(e, TF_USAGE, "--jobs %d: several runs at once are not for several ranks", env->jobs);
    if (check_same(s, e)) return -1;
    for (int i = 0; i < s->n_runs; i++)
        if (tf_ranks_fit(s->run[i].train.shards, e)) return -1;
    warn_threads(env->threads);
    return 0;
}

int together_open_data(struct tf_data **d, const struct tf_spec_run **of, const struct tf_spec_run *r, const struct tf_exp_env *env,
                       bool sample, struct tf_err *e) {
    const struct tf_task_env where = {.data_dir = env->data_dir, .threads = env->threads, .sample = sample};
    const bool first = tf_ranks()->host_rank == 0;
    int rc = first ? spec_open_data(d, of, r, &where, e) : 0;
    if (tf_ranks_agree(rc, e) < 0) return -1;
    if (!first) rc = spec_open_data(d, of, r, &where, e);
    return tf_ranks_agree(rc, e) < 0 || tf_ranks_same("data", (*d)->hash, e) ? -1 : 0;
}

int together_check_data(const char *checkpoint, const struct tf_spec_run *r, const struct tf_data *d, struct tf_err *e) {
    struct tf_meta said[] = {{"spec_hash", ""}, {"data_hash", ""}, {TF_META_WORDS, ""}, {NULL, ""}};
    if (tf_checkpoint_meta(checkpoint, said, false, e)) return -1;
    if (d->words && *said[2].value && strtoull(said[2].value, NULL, 16) != d->words)
        return tf_fail(
            e, TF_BAD,
            "%s was trained with other words than those of this task: bring its text or vocabulary back, or train again into another --out",
            checkpoint);
    if (strcmp(said[0].value, r->hash)) return 0;
    return tf_data_check(checkpoint, said[1].value, d, "train again into another --out", e);
}

int together_read(struct tf_model *m, const struct tf_spec_run *r, const struct tf_input *in, const char *checkpoint, struct tf_err *e) {
    struct tf_meta said[] = {{"spec_hash", ""}, {NULL, ""}};
    if (tf_recipe_load(m, &r->recipe, NULL, in, checkpoint, e) || tf_checkpoint_meta(checkpoint, said, false, e)) return -1;
    return strcmp(said[0].value, r->hash) ? tf_weights_compare(checkpoint, m, e) : 0;
}

int together_load(struct tf_model *m, const struct tf_spec_run *r, const struct tf_data *d, const char *checkpoint, struct tf_err *e) {
    return tf_ranks_agree(together_read(m, r, tf_data_input(d), checkpoint, e), e);
}

int together_estimate(const struct tf_run *r, double limit_s, struct tf_estimate *out, struct tf_err *e) {
    int rc = 0;
    if (together_leads()) {
        tf_ranks_alone();
        rc = tf_train_estimate(r, limit_s, out, e);
        if (!rc && tf_interrupted) rc = tf_fail(e, TF_INTERRUPTED, "interrupted");
        tf_ranks_rejoin();
    }
    if (tf_ranks_follow(rc, e)) {
        *out = (struct tf_estimate){0};
        return -1;
    }
    tf_ranks_tell(out, sizeof *out);
    return 0;
}
