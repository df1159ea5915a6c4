/* Floor 5: the spec that a folder keeps says the same as the one that was given. */
#include "loading.h"

static void resolved_reads_back(void **state) {
    (void)state;
    static const char *const texts[] = {
        ONE,
        THREE "seeds: [3, 4]\nsweep: {attention.height: [2, 3], train.lr: [1e-4, 0.001]}\ntitle: 'null'\npaper: {table: table3_lra.csv}\n",
        TASK "attention: [{name: kary-tf-a, branching: [4, 3]}, {name: kary-tf-a, branching: [5]}]\nprotocol: paper\n",
        TASK "attention: tc-a\nsweep: {train.bootstrap.to_height: [3, 4], task.data_seed: [1, 2]}\n"
             "train: {bootstrap: {total_steps: 100}, eps: 1e-7}\n",
        // the first entry has settings of its own
        TASK "model: {layers: 2, dim: 64}\ntrain: {lr: 1e-4, steps: 30}\nattention:\n"
             "  - {name: linformer, model: {layers: 1, dim: 32, heads: 4}, train: {weight_decay: 0.7}}\n"
             "  - transformer\n  - {name: tf-a, model: {heads: 8}}\nseeds: [1, 2]\n",
        TASK "attention:\n  - {name: linformer, model: {heads: 4}}\n  - transformer\nsweep: {model.layers: [1, 2]}\n",
        // warm-ups of entries and of stages beside a share that holds for all
        TASK "attention: [linformer, {name: linformer, train: {warmup: 7}}]\ntrain: {warmup_ratio: 0.1}\n",
        TASK "attention: [{name: linformer, train: {warmup: 7}}, transformer]\ntrain: {warmup_ratio: 0.1}\n",
        TASK "attention: [transformer, {name: linformer, train: {warmup_ratio: 0.2}}]\ntrain: {warmup_ratio: 0.1}\n",
        ONE "train: {warmup_ratio: 0.1, stages: [{steps: 3, warmup_ratio: 0.2}, {steps: 4, warmup: 2}, {steps: 5}]}\n",
        // a share of one entry beside steps for all: the spec that is written has both
        TASK "attention: [{name: linformer, train: {warmup_ratio: 0.1}}, {name: linformer, train: {warmup: 9}}]\ntrain: {warmup: 7}\n",
        TASK "attention: [{name: linformer, train: {warmup: 9}}, {name: linformer, train: {warmup_ratio: 0.1}}]\ntrain: {warmup: 7}\n",
        // trees of one shape beside trees that grow, in either order
        TASK "attention: [tf-a, {name: kary-tf-a, branching: [2, 2]}]\ntrain: {bootstrap: {total_steps: 80}}\n",
        TASK "attention: [{name: kary-tf-a, branching: [2, 2]}, tf-a]\ntrain: {bootstrap: {total_steps: 80}}\n",
        // stages that say what the first run has anyway
        ONE "train: {stages: [{steps: 3, lr: 1e-4}, {steps: 4}]}\nsweep: {train.lr: [1e-4, 1e-3]}\n",
        TASK "attention: tf-a\ntrain: {stages: [{steps: 3, window: 2}, {steps: 4}]}\nsweep: {attention.window: [2, 4]}\n",
        // mechanisms of the other layers, whatever those are
        TASK "model: {layers: 6}\nattention: {name: tf-a, layers: 3-5, others: {name: local}}\nsweep: {attention.layers: [0-1, 4-5, 2]}\n",
        TASK "attention: {name: tf-a, layers: 1, others: {name: local}}\nsweep: {model.layers: [2, 3]}\n",
        "task: {name: listops, shuffle: true}\nattention: [tf-a, transformer]\ntrain: {stages: [{steps: 3, collapse_below: 1, mask: 0.1}, {steps: 4}]}\n"};
    for (size_t k = 0; k < TF_COUNT(texts); k++) {
        struct tf_spec *s = must(load(texts[k], NO_SETS)), *again;
        struct tf_buf b = {0};
        tf_spec_write(NULL, s, &b);
        again = must(load_as("t.yaml", b.s, NO_SETS, NULL));
        same_runs(s, again);
        tf_spec_free(again);
        for (int i = 0; i < s->n_runs; i++) { // every run alone
            b.len = 0;
            tf_spec_write(&s->run[i], s, &b);
            again = must(load_as("t.yaml", b.s, NO_SETS, NULL));
            assert_int_equal(again->n_runs, 1);
            assert_string_equal(again->run[0].hash, s->run[i].hash);
            assert_string_equal(again->heading.title, s->heading.title);
            tf_spec_free(again);
        }
        tf_buf_free(&b);
        tf_spec_free(s);
    }
}

static int clean(void **state) {
    unlink("s.yaml"), unlink("t.yaml");
    return leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(resolved_reads_back)};
    return cmocka_run_group_tests_name("whole specs", tests, enter_inside, clean);
}
