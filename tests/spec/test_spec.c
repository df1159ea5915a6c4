/* Floor 5: specs. Places of errors, expansion, --set, names of runs, the resolved spec, bootstrapping, the linter. */
#include "loading.h"
#include "spec/spec_resolve.h"
#include "spec/spec_source.h"
#include <sched.h>

/* What loading says: an error, or the linter's warnings. */
static void loading(const struct message_case *c, struct tf_buf *out) {
    struct tf_spec *s = load_as("s.yaml", c->text, c->set, c->n_sets, c->seeds);
    if (!s) {
        say_error(out, &err);
        return;
    }
    for (int i = 0; i < s->n_warnings; i++) tf_buf_addf(out, "%s\n", s->warning[i]);
    if (!s->n_warnings) tf_buf_addf(out, "0: nothing\n");
    tf_spec_free(s);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static void errors_have_places(void **state) {
    (void)state;
    messages_hold("spec_places", loading);
}

static void sweep_errors_have_places(void **state) {
    (void)state;
    messages_hold("spec_sweep", loading);
}

/* ---- expansion --------------------------------------------------------------------------------------------------- */

static void check_ids(const struct tf_spec *s, const char *const *ids, int n) {
    assert_int_equal(s->n_runs, n);
    for (int i = 0; i < n; i++) assert_string_equal(s->run[i].id, ids[i]);
}
#define IDS(s, ...) check_ids(s, SETS(__VA_ARGS__))

static void lists_expand(void **state) {
    (void)state;
    struct tf_spec *s = must(load(THREE "seeds: [1, 5]\n", NO_SETS));
    IDS(s, "listops-transformer-s1", "listops-tf-a-h4-s1", "listops-linformer-s1", "listops-transformer-s5", "listops-tf-a-h4-s5",
        "listops-linformer-s5");
    assert_string_equal(s->run[1].setting, "");
    assert_string_equal(s->name, "s");
    assert_string_equal(s->heading.title, "s");
    assert_string_equal(s->heading.protocol, "other");
    assert_int_equal(s->run[5].seed, 5);
    tf_spec_free(s);

    s = must(load(THREE "sweep: {attention.height: [2, 3], train.lr: [1e-4, 0.001]}\n", NO_SETS)); // only tf-a has a height
    IDS(s, "listops-transformer-lr0.0001-s1", "listops-transformer-lr0.001-s1", "listops-tf-a-h2-lr0.0001-s1", "listops-tf-a-h2-lr0.001-s1",
        "listops-tf-a-h3-lr0.0001-s1", "listops-tf-a-h3-lr0.001-s1", "listops-linformer-lr0.0001-s1", "listops-linformer-lr0.001-s1");
    assert_string_equal(s->run[3].setting, "height=2 lr=0.001");
    assert_string_equal(s->run[7].setting, "lr=0.001");
    assert_true(s->run[3].train.lr == 0.001);
    assert_int_equal(spec_int_option(s->run[3].attn->opts, s->run[3].attn_opts, "height", 0), 2);
    tf_spec_free(s);

    s = must(load(ONE "seeds: 7\nsweep: {model.heads: [1, 2], task.data_seed: [1, 2]}\n", NO_SETS)); // equal tasks stand together
    IDS(s, "listops-linformer-data_seed1-heads1-s7", "listops-linformer-data_seed1-heads2-s7", "listops-linformer-data_seed2-heads1-s7",
        "listops-linformer-data_seed2-heads2-s7");
    tf_spec_free(s);

    s = must(load(ONE "sweep: {attention.name: [transformer, linformer]}\n", NO_SETS));
    IDS(s, "listops-transformer-s1", "listops-linformer-s1");
    tf_spec_free(s);
    s = must(load(THREE, SETS("attention.layers=0-0,1-1"))); // of every entry but full attention, which is in all layers anyway
    IDS(s, "listops-transformer-s1", "listops-tf-a-h4-l0-0-s1", "listops-tf-a-h4-l1-1-s1", "listops-linformer-l0-0-s1",
        "listops-linformer-l1-1-s1");
    tf_spec_free(s);
}

/* Tables tell trees that stay as they are from others; full attention has none. */
static void frozen_trees_are_a_setting(void **state) {
    (void)state;
    struct tf_spec *s = must(load(TASK "attention: [transformer, {name: tf-a, height: 2}]\ntrain: {freeze: tree}\n", NO_SETS));
    IDS(s, "listops-transformer-s1", "listops-tf-a-h2-s1");
    assert_string_equal(s->run[0].setting, "");
    assert_string_equal(s->run[1].setting, "freeze=tree");
    assert_string_equal(s->run[1].variant, "freeze=tree");
    tf_spec_free(s);
    s = must(load(TASK "attention: {name: tf-a, height: 2}\n", SETS("train.freeze=['',tree]")));
    IDS(s, "listops-tf-a-h2-freeze-s1", "listops-tf-a-h2-freezetree-s1");
    assert_string_equal(s->run[1].setting, "freeze=tree"); // once
    tf_spec_free(s);
}

static void entries_of_one_name_differ(void **state) {
    (void)state;
    struct tf_spec *s =
        must(load(TASK "attention: [{name: linformer, rank: 4}, {name: linformer, rank: 8}, {name: tf-a, height: 2}]\n", NO_SETS));
    IDS(s, "listops-linformer-rank4-s1", "listops-linformer-rank8-s1", "listops-tf-a-h2-s1");
    assert_string_equal(s->run[0].setting, "rank=4");
    assert_string_equal(s->run[2].setting, "");
    tf_spec_free(s);
    s = must(load(TASK "attention: [{name: kary-tf-a, branching: [4, 3]}, {name: kary-tf-a, branching: [100, 10]}]\n", NO_SETS));
    IDS(s, "listops-kary-tf-a-branching4_3-s1", "listops-kary-tf-a-branching100_10-s1");
    assert_string_equal(s->run[1].setting, "branching=[100,10]");
    tf_spec_free(s);
    // Where entries differ in many settings of their own, a name has those that are not the section's. As a folder's spec.yaml has them, too.
    s = must(load(TASK "attention: [transformer, {name: transformer, model: {mlp_dim: 32, mlp: geglu}}, "
                       "{name: transformer, model: {norm_kind: rms, position: learned}}, {name: transformer, model: {bias: false}}]\n",
                  NO_SETS));
    IDS(s, "listops-transformer-s1", "listops-transformer-mlp_dim32-activationgeglu-s1", "listops-transformer-norm_kindrms-s1",
        "listops-transformer-biasfalse-s1");
    struct tf_buf text = {0};
    tf_spec_write(NULL, s, &text);
    struct tf_spec *again = must(load_as("again.yaml", text.s, NO_SETS, NULL));
    same_runs(s, again);
    tf_buf_free(&text);
    tf_spec_free(s), tf_spec_free(again);
}

static void names_are_unique(void **state) {
    (void)state;
    static const char *const paths[] = {"train.lr",           "train.beta1", "train.beta2",   "train.eps",
                                        "train.weight_decay", "train.clip",  "model.dropout", "model.attention_dropout"};
    struct tf_buf text = {0};
    tf_buf_addf(&text, "%s", ONE "sweep:\n");
    for (size_t i = 0; i < TF_COUNT(paths); i++) tf_buf_addf(&text, "  %s: [0.1234567890123, 0.1234567890124]\n", paths[i]);
    struct tf_spec *s = must(load(text.s, NO_SETS)); // names too long for their fields
    tf_buf_free(&text);
    assert_int_equal(s->n_runs, 256);
    for (int i = 0; i < 256; i++) {
        assert_true(strlen(s->run[i].id) < sizeof s->run[i].id - 1);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(s->run[i].id, s->run[j].id);
            assert_string_not_equal(s->run[i].setting, s->run[j].setting);
            assert_string_not_equal(s->run[i].hash, s->run[j].hash);
        }
    }
    tf_spec_free(s);
}

/* ---- --set and --seed -------------------------------------------------------------------------------------------- */

static void sets_override(void **state) {
    (void)state;
    struct tf_spec *s = must(load(
        THREE, SETS("train.lr=0.5", "attention.height=7", "task.train=11", "model.pool=cls", "title=Trees, 2: again", "protocol=quick")));
    IDS(s, "listops-transformer-s1", "listops-tf-a-h7-s1", "listops-linformer-s1");
    assert_true(s->run[2].train.lr == 0.5);
    assert_int_equal(s->run[2].model.pool, TF_POOL_CLS);
    assert_int_equal(spec_int_option(s->run[0].task->opts, s->run[0].task_opts, "train", 0), 11);
    assert_string_equal(s->heading.title, "Trees, 2: again");
    assert_string_equal(s->heading.protocol, "quick");
    tf_spec_free(s);

    s = must(load(THREE, SETS("train.lr=1e-4,1e-3", "attention.height=[2,3]"))); // lists sweep
    assert_int_equal(s->n_runs, 8);
    tf_spec_free(s);
    s = must(load(THREE "sweep: {train.lr: [1, 2, 3], attention.height: [2, 3]}\n", SETS("train.lr=0.25", "sweep.attention.height=5")));
    IDS(s, "listops-transformer-s1", "listops-tf-a-h5-s1", "listops-linformer-s1"); // they replace the file's sweep
    assert_string_equal(s->run[1].setting, "height=5");
    tf_spec_free(s);

    s = must(load(THREE, SETS("attention.name=linformer,tc-a"))); // entries of the file, then new ones
    IDS(s, "listops-linformer-s1", "listops-tc-a-h6-s1");
    assert_int_equal(spec_int_option(s->run[0].attn->opts, s->run[0].attn_opts, "rank", 0), 8);
    tf_spec_free(s);
    s = must(load(THREE, SETS("attention={name: linformer, rank: 3}")));
    IDS(s, "listops-linformer-s1");
    assert_int_equal(spec_int_option(s->run[0].attn->opts, s->run[0].attn_opts, "rank", 0), 3);
    tf_spec_free(s);

    s = must(load(TASK "attention: kary-tf-a\n", SETS("attention.branching=4,3"))); // an option that is a list itself
    IDS(s, "listops-kary-tf-a-s1");
    tf_spec_free(s);
    s = must(load(TASK "attention: kary-tf-a\n", SETS("attention.branching=[4,3],[5,2]")));
    IDS(s, "listops-kary-tf-a-branching4_3-s1", "listops-kary-tf-a-branching5_2-s1");
    tf_spec_free(s);

    s = must(load_as("s.yaml", ONE "seeds: [1, 2]\n", SETS("seeds=3,4"), NULL));
    IDS(s, "listops-linformer-s3", "listops-linformer-s4");
    tf_spec_free(s);
    s = must(load_as("s.yaml", ONE "seeds: [1, 2]\n", NO_SETS, "9,8"));
    IDS(s, "listops-linformer-s9", "listops-linformer-s8");
    tf_spec_free(s);
}

/* Steps of warm-up take the place of a share that holds for all, wherever they are given. */
static void steps_replace_a_share(void **state) {
    (void)state;
#define SHARE "train: {warmup_ratio: 0.1, steps: 500}\n"
    const struct {
        const char *text, *set[2];
        double warmup;
    } of[] = {{ONE SHARE, {NULL}, 50},
              {ONE SHARE, {"train.warmup=7"}, 7},
              {ONE SHARE, {"train.warmup_steps=7,8"}, 7},
              {ONE SHARE, {"train.warmup=7", "train.warmup_ratio=0.2"}, 100},
              {ONE SHARE, {"train.warmup_ratio=0.2", "train.warmup=7"}, 7},
              {ONE SHARE "sweep: {train.warmup: [7, 8]}\n", {NULL}, 7},
              {TASK "attention: [{name: linformer, train: {warmup: 7}}, transformer]\n" SHARE, {NULL}, 7},
              {TASK "attention: [{name: linformer, train: {warmup: 7}}]\n" SHARE, {"train.warmup_ratio=0.2"}, 100},
              {ONE SHARE, {"train.warmup=7,8", "train.warmup_ratio=0.2"}, 100},
              {ONE SHARE "sweep: {train.warmup: [7, 8]}\n", {"train.warmup_ratio=0.2"}, 100},
              {ONE "train: {warmup: 7, steps: 500}\n", {"train.warmup_ratio=0.2"}, 100},
              {ONE "train: {warmup: 9, steps: 500}\n", {"train.warmup_ratio=0,0.2"}, 9}};
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        struct tf_spec *s = must(load(of[i].text, of[i].set, (of[i].set[0] != NULL) + (of[i].set[1] != NULL)));
        assert_true(tf_warmup(&s->run[0].train, 500) == of[i].warmup);
        assert_true(of[i].warmup == 7 || s->run[0].train.warmup != 7); // no trace of what has no effect
        tf_spec_free(s);
    }
}

/* A sweep of an option that --set's mechanisms lack goes with the mechanisms that had it; one of training stays. */
static void sweeps_of_other_mechanisms_go(void **state) {
    (void)state;
#define SWEEPS "attention: [{name: tf-a, height: 2}, linformer]\nsweep: {attention.height: [2, 3], train.lr: [1e-3, 1e-4]}\n"
    static const char *const names[] = {"attention=luna", "attention.name=luna", "attention.name=linformer", "sweep.attention.name=luna"};
    for (size_t i = 0; i < TF_COUNT(names); i++) {
        struct tf_spec *s = must(load(TASK SWEEPS, SETS(names[i])));
        assert_int_equal(s->n_runs, 2);
        tf_spec_free(s);
    }
    struct tf_spec *s = must(load(TASK SWEEPS, SETS("attention.name=tf-a")));
    assert_int_equal(s->n_runs, 4);
    tf_spec_free(s);
    assert_null(load(TASK SWEEPS, SETS("attention=luna", "attention.height=2,3"))); // asked for, and not possible
}

static void sets_fail_by_name(void **state) {
    (void)state;
    messages_hold("spec_set", loading);
}

/* ---- the resolved spec ------------------------------------------------------------------------------------------- */

/* ---- aliases ----------------------------------------------------------------------------------------------------- */

/* The names of other programs and of older versions give the same spec: resolved text, hash, names of runs, warnings. */
static void same_whole(struct tf_spec *a, struct tf_spec *b) {
    struct tf_buf x = {0}, y = {0};
    same_runs(a, b);
    tf_spec_write(NULL, a, &x), tf_spec_write(NULL, b, &y);
    assert_string_equal(x.s, y.s);
    assert_int_equal(a->n_warnings, b->n_warnings);
    tf_buf_free(&x), tf_buf_free(&y);
    tf_spec_free(a), tf_spec_free(b);
}

static void aliases_are_one(void **state) {
    (void)state;
    same_whole(
        must(load(ONE "model: {layers: 3, dim: 32, heads: 4, mlp_dim: 48, classifier_dim: 24, classifier_layers: 2, activation: relu,\n"
                      "  dropout: 0.2, attention_dropout: 0.3, embed_std: 0.03, segments: 2, positions: 512}\n"
                      "train: {lr: 1e-3, clip: 1, warmup: 10, steps: 99, batch: 4, shards: 2, eval_every: 7}\n"
                      "sweep: {train.batch: [4, 8]}\n",
                  NO_SETS)),
        must(load(ONE "model: {num_hidden_layers: 3, hidden_size: 32, num_attention_heads: 4, intermediate_size: 48, head_dim: 24,\n"
                      "  head_layers: 2, hidden_act: relu, hidden_dropout_prob: 0.2, attention_probs_dropout_prob: 0.3,\n"
                      "  initializer_range: 0.03, type_vocab_size: 2, max_position_embeddings: 512}\n"
                      "train: {learning_rate: 1e-3, max_grad_norm: 1, warmup_steps: 10, num_train_steps: 99, batch_size: 4, lanes: 2,\n"
                      "  eval_steps: 7}\n"
                      "sweep: {train.batch_size: [4, 8]}\n",
                  NO_SETS)));
    same_whole(must(load(ONE "model: {layers: 3, dim: 32, heads: 4, attention_dropout: 0.3}\ntrain: {eval_every: 7, batch: 2}\n",
                         SETS("train.lr=1e-3,1e-4", "train.batch=4"))),
               must(load(ONE "model: {num_layers: 3, emb_dim: 32, num_heads: 4, attention_dropout_rate: 0.3}\n"
                             "train: {eval_frequency: 7, batch: 2}\n",
                         SETS("sweep.train.learning_rate=1e-3,1e-4", "train.batch_size=4"))));
    same_whole(must(load(ONE, SETS("train={lr: 1e-3, batch: 4}", "sweep.model.dim=32,64", "model.dim=16,32"))),
               must(load(ONE "sweep: {model.emb_dim: [1, 2]}\n",
                         SETS("train={learning_rate: 1e-3, batch_size: 3}", "train.batch_size=4", "model.hidden_size=16,32"))));
    messages_hold("spec_aliases", loading);
}

/* ---- an entry's own settings ------------------------------------------------------------------------------------- */

#define OWN                                                                                                  \
    TASK "model: {layers: 2, dim: 64}\ntrain: {lr: 1e-4, steps: 30}\nattention:\n"                           \
         "  - {name: linformer, rank: 8, model: {layers: 1, hidden_size: 32}, train: {weight_decay: 0.7}}\n" \
         "  - transformer\n"                                                                                 \
         "  - {name: tf-a, height: 4}\n"                                                                     \
         "  - {name: tf-a, height: 4, model: {heads: 4}, train: {learning_rate: 1e-3}}\n"

static void entries_have_their_own(void **state) {
    (void)state;
    struct tf_spec *s = must(load(OWN, NO_SETS)), *alone;
    IDS(s, "listops-linformer-s1", "listops-transformer-s1", "listops-tf-a-h4-heads2-lr0.0001-s1", "listops-tf-a-h4-heads4-lr0.001-s1");
    assert_int_equal(s->run[0].model.layers, 1);
    assert_int_equal(s->run[0].model.dim, 32);
    assert_true(s->run[0].train.weight_decay == 0.7 && s->run[0].train.lr == 1e-4);
    assert_int_equal(s->run[1].model.layers, 2);
    assert_true(s->run[1].train.weight_decay == 0);
    assert_int_equal(s->run[3].model.heads, 4);
    assert_string_equal(s->run[3].setting, "heads=4 lr=0.001");
    assert_string_equal(s->run[0].setting, "");

    // The hash and the resolved spec are those of a spec with these settings: nothing else counts, nothing is left out.
    alone = must(
        load(TASK "model: {layers: 1, dim: 32}\ntrain: {steps: 30, weight_decay: 0.7}\nattention: {name: linformer, rank: 8}\n", NO_SETS));
    assert_string_equal(s->run[0].hash, alone->run[0].hash);
    assert_true(tf_yaml_equal(s->run[0].resolved, alone->run[0].resolved));
    tf_spec_free(alone);
    alone = must(load(TASK "train: {steps: 30}\nattention: transformer\n", NO_SETS));
    assert_string_equal(s->run[1].hash, alone->run[0].hash);
    tf_spec_free(alone);

    tf_spec_free(s);
    s = must(load(OWN, SETS("model.layers=3", "train.lr=1e-3,1e-2", "attention=linformer,transformer"))); // for all entries
    IDS(s, "listops-linformer-lr0.001-s1", "listops-linformer-lr0.01-s1", "listops-transformer-lr0.001-s1",
        "listops-transformer-lr0.01-s1");
    assert_int_equal(s->run[0].model.layers, 3);
    assert_int_equal(s->run[0].model.dim, 32);
    assert_true(s->run[1].train.lr == 0.01 && s->run[1].train.weight_decay == 0.7);
    tf_spec_free(s);
    messages_hold("spec_own", loading);
}

/* ---- bootstrapping ----------------------------------------------------------------------------------------------- */

#define GROW TASK "attention: tc-a\ntrain:\n  bootstrap:\n    "

static void bootstrap_rules(void **state) {
    (void)state;
    struct tf_spec *s = must(load(GROW "{from_height: 2, to_height: 5, steps_per_stage: 10}\n", NO_SETS));
    IDS(s, "listops-tc-a-h5-s1");
    assert_true(s->run[0].bootstrap.enabled);
    assert_int_equal(spec_int_option(s->run[0].attn->opts, s->run[0].attn_opts, "height", 0), 5);
    assert_int_equal(spec_steps(&s->run[0]), 2 * 3 * 10); // 2 layers, heights 3, 4, 5
    tf_spec_free(s);
    s = must(load(GROW "{from_height: 2, to_height: 5, steps_per_stage: 10}\n", SETS("train.bootstrap=null")));
    assert_false(s->run[0].bootstrap.enabled);
    tf_spec_free(s);
    s = must(load(TASK "attention: tc-a\ntrain: {bootstrap: {total_steps: 40}}\nsweep: {train.bootstrap.to_height: [3, 4]}\n", NO_SETS));
    assert_string_equal(s->run[1].id, "listops-tc-a-h4-s1"); // what is swept is the height of the trees
    assert_string_equal(s->run[1].setting, "height=4");
    tf_spec_free(s);
    // Levels dropped are what older results did; with one height there is nothing to drop. Trees of one shape spread over the layers.
    struct tf_spec *keep = must(load(GROW "{from_height: 2, to_height: 5, steps_per_stage: 10}\n", NO_SETS)),
                   *drop = must(load(GROW "{from_height: 2, to_height: 5, steps_per_stage: 10, levels: drop}\n", NO_SETS));
    assert_string_not_equal(keep->run[0].hash, drop->run[0].hash);
    assert_string_equal(drop->run[0].hash, "d00978260308e36a");
    tf_spec_free(keep), tf_spec_free(drop);
    keep = must(load(GROW "{from_height: 4, to_height: 5, steps_per_stage: 10}\n", NO_SETS));
    drop = must(load(GROW "{from_height: 4, to_height: 5, steps_per_stage: 10, levels: drop}\n", NO_SETS));
    assert_string_equal(keep->run[0].hash, drop->run[0].hash);
    tf_spec_free(keep), tf_spec_free(drop);
    s = must(load(TASK "model: {layers: 3}\nattention: kary-tf-a\ntrain: {bootstrap: {layers_per_stage: 2, total_steps: 100}}\n", NO_SETS));
    assert_int_equal(spec_bootstrap_stages(&s->run[0]), 2);
    struct tf_buf text = {0};
    tf_spec_write(NULL, s, &text);
    struct tf_spec *again = must(load_as("again.yaml", text.s, NO_SETS, NULL));
    same_runs(s, again);
    tf_spec_free(s), tf_spec_free(again);
    tf_buf_free(&text);
    messages_hold("spec_bootstrap", loading);
}

/* ---- several mechanisms in one model ------------------------------------------------------------------------------ */

static void others_rules(void **state) {
    (void)state;
    struct tf_spec *s =
        must(load(TASK "model: {layers: 6}\nattention:\n  - {name: tf-a, height: 3, layers: 2-3, others: {name: longformer, window: 32}}\n"
                       "  - {name: linformer, layers: 5, others: [{name: tf-a, height: 2, layers: 1-2}, {name: performer, layers: 4}]}\n"
                       "  - {name: local, layers: 3-5, others: {name: transformer}}\n",
                  NO_SETS));
    IDS(s, "listops-tf-a-h3-l2-3-longformer_window_32-s1", "listops-linformer-l5-5-tf-a_1-2_height_2performer_4-4-s1",
        "listops-local-l3-5-transformer-s1");
    const struct tf_spec_run *r = &s->run[0];
    assert_string_equal(r->setting, "layers=2-3 others=longformer,window=32");
    assert_string_equal(r->variant, r->setting);
    assert_true(r->n_others == 2 && r->others[0].end_layer == 2 && r->others[1].first_layer == 4 && r->others[1].end_layer == 6);
    assert_string_equal(s->run[1].setting, "layers=5-5 others=tf-a,1-2,height=2+performer,4-4");
    assert_true(spec_routed(&s->run[1]) && spec_routed(r) && !spec_routed(&s->run[2]));
    const double n = 500, part = spec_work_pct(&s->run[2], (int)n, NULL, FLOPS_LAYER); // three layers of six
    const struct tf_work same = {.occupancy = 0.5, .beside = 0.25}, less = {.occupancy = 0.5, .beside = 0.125};
    assert_true(part < 100 && part > 50);
    const double half = spec_work_pct(r, (int)n, &same, FLOPS_LAYER);
    assert_true(half < part && half == spec_work_pct(r, (int)n, &less, FLOPS_LAYER)); // a window's work is known
    assert_true(spec_work_pct(&s->run[1], (int)n, &same, FLOPS_LAYER) > spec_work_pct(&s->run[1], (int)n, &less, FLOPS_LAYER));
    same_whole(
        s, must(load(TASK
                     "model: {layers: 6}\nattention:\n  - {name: tf-a, height: 3, layers: 2-3, others: {window: 32, name: longformer}}\n"
                     "  - {name: linformer, layers: 5-5, others: [{name: tf-a, height: 2, layers: 1-2}, {name: performer, layers: 4-4}]}\n"
                     "  - {name: local, layers: 3-5, others: [{name: transformer, layers: 0-2}]}\n",
                     NO_SETS)));
    tf_spec_free(must(load(TASK "attention: {name: local, layers: 1, others: {name: tf-a, height: 2, balance: 0.1}}\n", NO_SETS)));
    s = must(load(TASK "attention: {name: tf-a, layers: 1, others: {name: reformer}}\n", NO_SETS));
    const char *before = s->run[0].hash;
    struct tf_spec *two = must(load(TASK "model: {layers: 4}\nattention: {name: tf-a, layers: 3-3}\n",
                                    SETS("attention.others=[{name: local, layers: 0-1}, {name: performer, layers: 2-2}]")));
    assert_true(two->n_runs == 1 && two->run[0].n_others == 2); // a list is one value
    tf_spec_free(two);
    struct tf_spec *t = must(load(TASK "attention: {name: tf-a, layers: 1}\n", SETS("attention.others={name: reformer, rounds: 3}")));
    assert_string_not_equal(before, t->run[0].hash);
    tf_spec_free(t), tf_spec_free(s);
    s = must(load(TASK "attention: [transformer, {name: tf-a, layers: 1}]\nsweep: {attention.others: [{name: local}, {name: performer}]}\n",
                  NO_SETS));
    IDS(s, "listops-transformer-s1", "listops-tf-a-h6-l1-1-local-s1", "listops-tf-a-h6-l1-1-performer-s1");
    tf_spec_free(s);
}

/* ---- stages ------------------------------------------------------------------------------------------------------ */

#define STAGES TASK "init: {from: full.safetensors}\nattention: {name: tf-a, height: 3}\ntrain:\n  lr: 1e-3\n  warmup: 2\n  stages:\n"

static void stage_rules(void **state) {
    (void)state;
    struct tf_spec *s = must(load(STAGES "  - {steps: 30, learn: tree, output: full, teach: kl, learning_rate: 5e-3}\n"
                                         "  - {steps: 70, gradient: none, layers: 1}\n  - {steps: 100, teach: mass, height: 4}\n",
                                  NO_SETS));
    const struct tf_spec_run *r = &s->run[0];
    IDS(s, "listops-tf-a-h4-s1");
    assert_string_equal(r->setting, "stages=30+70+100");
    assert_int_equal(r->n_stages, 3);
    assert_int_equal(spec_steps(r), 200);
    assert_true(r->stages[0].train.lr == 5e-3 && r->stages[1].train.lr == 1e-3);
    assert_true(tf_attn_teaching(r->attn, r->stages[0].attn_opts) == (TF_TEACH_TAUGHT | TF_TEACH_OUTPUT));
    assert_true(tf_attn_teaching(r->attn, r->stages[1].attn_opts) == TF_TEACH_STILL && r->stages[1].first_layer == 1 &&
                r->stages[1].end_layer == 2);
    assert_true(tf_attn_teaching(r->attn, r->attn_opts) == TF_TEACH_TAUGHT);
    assert_int_equal(spec_int_option(r->attn->opts, r->attn_opts, "height", 0), 4);
    assert_int_equal(spec_int_option(r->attn->opts, spec_attn_base(r), "height", 0), 3);
    same_whole(
        s, must(load(STAGES "  - {steps: 30, teach: kl, output: full, lr: 0.005, learn: tree}\n"
                            "  - {steps: 70, gradient: none, layers: 1-1}\n  - {steps: 100, height: 4, teach: mass, gradient: sampled}\n",
                     NO_SETS)));
    s = must(load(TASK "attention: transformer\n", SETS("train.stages=[{steps: 3}, {steps: 4, lr: 1e-2}]")));
    assert_int_equal(spec_steps(&s->run[0]), 7);
    tf_spec_free(s);
    s = must(load(TASK "attention: transformer\n",
                  SETS("train.warmup_ratio=0.1", "train.stages=[{steps: 30}, {steps: 40, warmup_ratio: 0.5}, {steps: 40, warmup: 4}]")));
    assert_true(s->run[0].stages[0].train.warmup_ratio == 0.1 && s->run[0].stages[1].train.warmup_ratio == 0.5);
    assert_true(s->run[0].stages[2].train.warmup_ratio == 0 && s->run[0].stages[2].train.warmup == 4); // not train's share
    tf_spec_free(s);
    s = must(load(STAGES "    - {steps: 30, warmup_ratio: 0.5}\n    - {steps: 40, warmup: 4}\n",
                  SETS("train.stages.0.warmup_steps=5", "train.stages.1.warmup_ratio=0.5")));
    assert_true(s->run[0].stages[0].train.warmup_ratio == 0 && s->run[0].stages[0].train.warmup == 5);
    assert_true(s->run[0].stages[1].train.warmup_ratio == 0.5);
    tf_spec_free(s);
    messages_hold("spec_stages", loading);
}

/* Which training examples a run takes, and how it changes them, is told apart from the task's data. */
static void curricula_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *varied;
    } of[] = {
        {"task: {name: listops}\nattention: transformer\n", ""},
        {"task: {name: listops, shuffle: true}\nattention: transformer\ntrain: {stages: [{steps: 3}, {steps: 4}]}\n",
         "trained with shuffle=true"},
        {"task: {name: image}\nattention: transformer\ntrain: {stages: [{steps: 3, shift: 2}, {steps: 4, flip: true}]}\n",
         "trained with flip=false+true shift=2+0"},
        {"task: {name: listops}\nattention: transformer\ntrain: {stages: [{steps: 3, collapse_below: 1, max_tokens: 600}, {steps: 4}]}\n",
         "trained with collapse_below=1+0 max_tokens=600+0"},
    };
    for (size_t i = 0; i < TF_COUNT(of); i++) {
        struct tf_spec *s = must(load(of[i].text, NO_SETS));
        assert_string_equal(s->run[0].varied, of[i].varied);
        tf_spec_free(s);
    }
    char text[2000], varied[2][sizeof((struct tf_spec_run){0}.varied)];
    for (int k = 0; k < 2; k++) { // longer than there is room for, and alike up to the last stage
        int n = snprintf(text, sizeof text,
                         "task: {name: listops, length_max: 20000, max_length: 20000}\nattention: transformer\ntrain: {stages: [");
        for (int i = 0; i < 16; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "{steps: 1, max_tokens: %d}, ", 10000 + i + (i == 15) * k);
        snprintf(text + n, sizeof text - (size_t)n, "]}\n");
        struct tf_spec *s = must(load(text, NO_SETS));
        strcpy(varied[k], s->run[0].varied);
        tf_spec_free(s);
    }
    assert_string_not_equal(varied[0], varied[1]);
}

/* What a task has no default for, or whose default has no masked form. */
static const char *asks_for(const struct tf_task *t) {
    return !strcmp(t->name, "retrieval") ? ", source: aan" : !strcmp(t->name, "labelled") ? ", train_file: t.tsv" : "";
}

/* Every task of classes and every mechanism can be self-pretrained; pixels as levels, too. */
static void all_can_hide_tokens(void **state) {
    (void)state;
    int tasks = 0, images = 0;
    for (int t = 0; tf_tasks[t]; t++) {
        const struct tf_task *task = tf_tasks[t];
        for (int a = 0; !task->command && tf_attns[a]; a++) { // those of the Arena, and recall
            char text[400];
            snprintf(text, sizeof text,
                     "task: {name: %s%s}\nattention: %s\nmodel: {heads: 4}\ntrain: {stages: [{steps: 30, mask: 0.15%s}, {steps: 30}]}\n",
                     task->name, asks_for(task), tf_attns[a]->name, task->levels ? ", mask_loss: l1" : "");
            struct tf_spec *s = load(text, NO_SETS);
            if (task->objective == TF_CLASSIFY) assert_true(must(s)->run[0].stages[0].train.mask == 0.15);
            else assert_non_null(strstr(err.msg, "s.yaml:4:36: mask: it hides tokens of a task that predicts classes"));
            tf_spec_free(s);
        }
        tasks += !task->command && task->objective == TF_CLASSIFY, images += task->levels;
    }
    assert_true(tasks > 0 && images == 2);
}

/* ---- the linter -------------------------------------------------------------------------------------------------- */

static bool warned(const char *train, const char *message) {
    struct tf_buf text = {0};
    tf_buf_addf(&text, "%s%s", ONE, train);
    struct tf_spec *s = must(load(text.s, NO_SETS));
    bool found = false;
    for (int i = 0; i < s->n_warnings; i++) found |= strcmp(s->warning[i], message) == 0;
    tf_spec_free(s);
    tf_buf_free(&text);
    return found;
}

static void linter_warns(void **state) {
    (void)state;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0); // some warnings hang on the machine
    messages_hold("spec_lint", loading);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    char shards[160];
    snprintf(shards, sizeof shards, "s.yaml:3:17: warning: 1 shard keeps at most 1 of this machine's %d threads busy", tf_cpu_count());
    assert_int_equal(warned("train: {shards: 1}\n", shards), tf_cpu_count() > 1);
    struct tf_spec *s = must(load(ONE, SETS("train.steps=10", "train.warmup=10", "attention.rank=4,8"))); // once, though two runs share it
    assert_int_equal(s->n_warnings, 2 + (tf_cpu_count() > 4));
    tf_spec_free(s);
}

static void made_quirks(const void *opts, struct tf_buf *out) {
    if (*(const int *)opts) tf_buf_addf(out, "validation = test");
}

static void quirks_are_named(void **state) { // a made task
    (void)state;
    static const struct tf_opt opts[] = {{"validation", TF_CHOICE, 0, "split", 0, 0, "split|test", "which"}, {0}};
    static const struct tf_task task = {.name = "made", .opts = opts, .opts_size = sizeof(int), .quirks = made_quirks};
    struct tf_spec_run r = {.task = &task, .attn = tf_attn_find("transformer")};
    struct tf_spec s = {0};
    int choice = 1;
    struct tf_yaml *tree = NULL;
    const char text[] = "task: {validation: test}\n";
    assert_int_equal(tf_yaml_parse(&tree, text, sizeof text - 1, "s.yaml", &err), 0);
    tf_opt_defaults(tf_train_opts, &r.train), tf_opt_defaults(tf_model_opts, &r.model);
    r.train.shards = 1024, r.train.batch = 1024;
    r.task_opts = &choice;
    spec_quirks(&r);
    assert_string_equal(r.quirks, "validation = test");
    spec_lint(&s, &r, tree, &(struct spec_source){0});
    assert_int_equal(s.n_warnings, 1);
    assert_string_equal(s.warning[0], "s.yaml:1:7: warning: tables will say of this run: validation = test");
    choice = 0;
    spec_quirks(&r);
    assert_string_equal(r.quirks, "");
    spec_lint(&s, &r, tree, &(struct spec_source){0});
    assert_int_equal(s.n_warnings, 1);
    tf_free(s.warning[0]);
    tf_free(s.warning);
    tf_yaml_free(tree);
    struct tf_spec *p = must(load(ONE, SETS("attention.name=performer", "attention.features=2")));
    assert_string_equal(p->run[0].quirks, "Performer with 2 features");
    tf_spec_free(p);
}

static void nothing_leaks(void **state) {
    (void)state;
    size_t live = tf_mem_live();
    errors_have_places(state);
    sweep_errors_have_places(state);
    sets_override(state);
    sets_fail_by_name(state);
    aliases_are_one(state);
    entries_have_their_own(state);
    bootstrap_rules(state);
    assert_int_equal(tf_mem_live(), live);
}

static int clean(void **state) {
    unlink("s.yaml"), unlink("t.yaml"), unlink("again.yaml");
    return leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_have_places),
        cmocka_unit_test(sweep_errors_have_places),
        cmocka_unit_test(lists_expand),
        cmocka_unit_test(entries_of_one_name_differ),
        cmocka_unit_test(frozen_trees_are_a_setting),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(sets_override),
        cmocka_unit_test(sets_fail_by_name),
        cmocka_unit_test(steps_replace_a_share),
        cmocka_unit_test(sweeps_of_other_mechanisms_go),
        cmocka_unit_test(entries_have_their_own),
        cmocka_unit_test(aliases_are_one),
        cmocka_unit_test(others_rules),
        cmocka_unit_test(stage_rules),
        cmocka_unit_test(bootstrap_rules),
        cmocka_unit_test(linter_warns),
        cmocka_unit_test(quirks_are_named),
        cmocka_unit_test(nothing_leaks),
        cmocka_unit_test(curricula_are_named),
        cmocka_unit_test(all_can_hide_tokens),
    };
    return cmocka_run_group_tests_name("spec", tests, enter_inside, clean);
}
