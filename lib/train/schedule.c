/* Options of training, learning-rate schedules, the stages of Algorithm 1. */
#include <math.h>
#include <string.h>

#include "train/schedule.h"
#include "model/model.h"

#define OFF(f) offsetof(struct tf_train_cfg, f)
const struct tf_opt tf_train_opts[] = {
    {"optimizer", TF_CHOICE, OFF(optimizer), "adamw", 0, 0, "adam|adamw|muon|adadelta",
     "adam, adadelta: weight decay is L2; adamw: decoupled; muon: for the matrices of the blocks' dense layers, adamw for the rest"},
    {"schedule", TF_CHOICE, OFF(schedule), "onecycle", 0, 0, "constant|rsqrt|linear|cosine|onecycle|triangle",
     "of the learning rate, after the warm-up"},
    {"lr", TF_REAL, OFF(lr), "1e-4", 0, 100, NULL, "peak learning rate (rsqrt: multiplied by 1/sqrt(max(t, warmup)))"},
    {"beta1", TF_REAL, OFF(beta1), "0.9", 0, 0.999999, NULL, "Adam's first moment"},
    {"beta2", TF_REAL, OFF(beta2), "0.999", 0, 0.999999, NULL, "Adam's second moment"},
    {"eps", TF_REAL, OFF(eps), "1e-6", 0, 1, NULL, "Adam's epsilon"},
    {"rho", TF_REAL, OFF(rho), "0.95", 0, 0.999999, NULL, "adadelta's averages of squares (Keras: lr 1, eps 1e-7)"},
    {"muon_momentum", TF_REAL, OFF(muon_momentum), "0.95", 0, 0.999999, NULL, "muon's momentum"},
    {"ema", TF_REAL, OFF(ema), "0", 0, 0.999999, NULL,
     "validate, keep as the best and test a running average of the weights, with this decay per step; 0: the weights themselves"},
    {"weight_decay", TF_REAL, OFF(weight_decay), "0", 0, 10, NULL,
     "not for biases, norms, embeddings (relative positions and position_scale too), TC-A's alpha, S4D's A, dt and D, Adaptive Span's "
     "spans, Luna's packed rows and BigBird's global rows"},
    {"clip", TF_REAL, OFF(clip), "0", 0, 1e9, NULL, "largest global gradient norm; 0: no clipping"},
    {"warmup", TF_INT, OFF(warmup), "1000", 0, 1e9, NULL, "steps of linear warm-up"},
    {"warmup_ratio", TF_REAL, OFF(warmup_ratio), "0", 0, 1, NULL, "warm-up as a share of the steps; 0: as warmup says"},
    {"steps", TF_INT, OFF(steps), "5000", 1, 1e9, NULL, "optimizer steps (without bootstrapping)"},
    {"max_time", TF_DURATION, OFF(max_time), "0", 0, 1e9, NULL,
     "time limit for training, validation and test together; as many of the steps are made as fit; 0: all of them"},
    {"batch", TF_INT, OFF(batch), "32", 1, 1e6, NULL, "sequences per micro-step"},
    {"accumulate", TF_INT, OFF(accumulate), "1", 1, 1e6, NULL, "micro-steps per step"},
    {"batch_ramp", TF_REAL, OFF(batch_ramp), "0", 0, 1, NULL,
     "share of the steps in which micro-steps per step grow from 1 to accumulate; 0: always accumulate"},
    {"shards", TF_INT, OFF(shards), "4", 1, 1024, NULL,
     "fixed partition of a step's sequences; threads share the shards, results do not depend on threads"},
    {"pack_tokens", TF_INT, OFF(pack_tokens), "2048", 1, 1e8, NULL, "token rows of a micro-batch (at least one sequence)"},
    {"eval_every", TF_INT, OFF(eval_every), "250", 1, 1e9, NULL, "steps between validations"},
    {"eval_limit", TF_INT, OFF(eval_limit), "0", 0, 1e9, NULL, "validation examples used; 0: all"},
    {"test_limit", TF_INT, OFF(test_limit), "0", 0, 1e9, NULL, "test examples used; 0: all"},
    {"stop_at", TF_REAL, OFF(stop_at), "0", 0, 100, NULL,
     "the run ends, whatever steps says, when the best validation (of the last stage) has this score in percent; 0: never"},
    {"checkpoint_every", TF_INT, OFF(checkpoint_every), "0", 0, 1e9, NULL, "steps between checkpoints; 0: at every validation"},
    {"keep", TF_INT, OFF(keep), "2", 0, 1e9, NULL, "how many of the newest checkpoints to keep; 0: all"},
    {"log_every", TF_INT, OFF(log_every), "50", 1, 1e9, NULL, "steps between rows of the training loss"},
    {"layer_norms", TF_BOOL, OFF(layer_norms), "false", 0, 0, NULL, "write the gradient norm of every layer to metrics.csv"},
    {"recall", TF_INT, OFF(recall), "0", 0, 1e9, NULL,
     "validation examples on which each validation measures what leaves keep of full attention; 0: none"},
    {"mask", TF_REAL, OFF(mask), "0", 0, 0.9, NULL,
     "in any stage but the last: share of the tokens that are hidden, and predicted instead of the class; 0: none"},
    {"eval_mask", TF_REAL, OFF(eval_mask), "0", 0, 0.9, NULL,
     "the same in the stage's validations (accuracies at different shares do not compare); 0: mask"},
    {"mask_loss", TF_CHOICE, OFF(mask_loss), "words", 0, 0, "words|l1",
     "of hidden tokens: words: cross-entropy over the vocabulary; l1: of images, the distance to the grey level"},
    {"max_tokens", TF_INT, OFF(max_tokens), "0", 0, 1e9, NULL,
     "only training examples of at most this many tokens, for a curriculum in stages; 0: all"},
    {"freeze", TF_STRING, OFF(freeze), "", 0, 0, NULL, "parameters that stay as they are: comma-separated parts of their names, \"tree\""},
    {"learn", TF_STRING, OFF(learn), "", 0, 0, NULL, "the only parameters that learn, named likewise; empty: all"},
    TF_ALIAS_OF("lr", "learning_rate"),
    TF_ALIAS_OF("clip", "max_grad_norm"),
    TF_ALIAS_OF("warmup", "warmup_steps"),
    TF_ALIAS_OF("steps", "num_train_steps"),
    TF_ALIAS_OF("batch", "batch_size"),
    TF_ALIAS_OF("shards", "lanes"),
    TF_ALIAS_OF("eval_every", "eval_steps"),
    TF_ALIAS_OF("eval_every", "eval_frequency"),
    {0}};
#undef OFF
#define OFF(f) offsetof(struct tf_bootstrap_cfg, f)
const struct tf_opt tf_bootstrap_opts[] = {
    {"from_height", TF_INT, OFF(from_height), "2", 1, 12, NULL,
     "h_s: a layer group starts with trees of height h_s + 1 (equal to to_height: one stage per group)"},
    {"to_height", TF_INT, OFF(to_height), "6", 1, 12, NULL, "h_f: the last height"},
    {"layers_per_stage", TF_INT, OFF(layers_per_stage), "1", 1, TF_MAX_LAYERS, NULL, "w: layers that get trees together, from the top"},
    {"steps_per_stage", TF_INT, OFF(steps_per_stage), "0", 0, 1e9, NULL, "steps of each stage"},
    {"total_steps", TF_INT, OFF(total_steps), "0", 0, 1e9, NULL, "steps of all stages together"},
    {"restart", TF_BOOL, OFF(restart), "false", 0, 0, NULL, "restart the learning-rate schedule, including its warm-up, in every stage"},
    {"levels", TF_CHOICE, OFF(levels), "keep", 0, 0, "keep|drop",
     "when a new layer group begins, the layers above keep their trees, or drop them to its height and grow with it"},
    {0}};
#undef OFF

const char tf_stage_train_opts[] =
    "schedule|lr|weight_decay|clip|warmup|warmup_ratio|steps|freeze|learn|mask|eval_mask|mask_loss|max_tokens";

bool tf_next_part(const char **parts, char word[TF_STRING_MAX]) {
    *parts += strspn(*parts, ", ");
    const size_t n = strcspn(*parts, ", ");
    snprintf(word, TF_STRING_MAX, "%.*s", (int)n, *parts);
    *parts += n;
    return n > 0;
}

bool tf_has_part(const char *parts, const char *name) {
    char word[TF_STRING_MAX];
    while (tf_next_part(&parts, word))
        if (strstr(name, word)) return true;
    return false;
}

bool tf_train_frozen(const struct tf_train_cfg *c, const char *name) {
    return tf_has_part(c->freeze, name) || (*c->learn && !tf_has_part(c->learn, name));
}

static const double rounding = 1e-9; // 0.29 of 100 steps is 29, though the product of doubles is less

double tf_warmup(const struct tf_train_cfg *c, int steps) {
    if (c->schedule == TF_SCHED_TRIANGLE) return 0;
    return c->warmup_ratio > 0 ? floor(c->warmup_ratio * steps + rounding) : c->warmup;
}

double tf_lr(const struct tf_train_cfg *c, int steps, int t) {
    double W = tf_warmup(c, steps), N = steps, warm = W > 0 && t < W ? t / W : 1, rest = t > W ? (N > W ? (t - W) / (N - W) : 1) : 0;
    switch (c->schedule) {
    case TF_SCHED_RSQRT: return c->lr * warm / sqrt(t > W ? t : W > 0 ? W : 1);
    case TF_SCHED_LINEAR: return c->lr * (warm < 1 ? warm : 1 - rest);
    case TF_SCHED_COSINE: return c->lr * (warm < 1 ? warm : 0.5 * (1 + cos(3.14159265358979323846 * rest)));
    case TF_SCHED_ONECYCLE: // as torch's OneCycleLR, linear: lr/25 -> lr -> lr/25e4, but warmed up by t/W, not (t-1)/(W-1)
        return warm < 1 ? c->lr * (1 / 25.0 + (1 - 1 / 25.0) * warm) : c->lr * (1 + (1 / 25e4 - 1) * rest);
    case TF_SCHED_TRIANGLE: return c->lr * fmax(0, fmin(0.25 + t / N, 4 - 4 * t / N)); // cramming's budget-triangle2: no warm-up
    default: return c->lr * warm;
    }
}

double tf_lr_peak(const struct tf_train_cfg *c, int steps) {
    return c->schedule == TF_SCHED_RSQRT ? tf_lr(c, steps, (int)fmax(fmin(tf_warmup(c, steps), steps), 1)) : c->lr;
}

int tf_micro_steps(const struct tf_train_cfg *c, int steps, int t) {
    const double n = c->batch_ramp > 0 ? floor((t - 1) / (c->batch_ramp * steps) * c->accumulate + rounding) + 1 : c->accumulate;
    return n < c->accumulate ? (int)n : c->accumulate;
}

double tf_batch_share(const struct tf_train_cfg *c, int steps, int from, int n) {
    double sum = 0;
    if (c->batch_ramp <= 0) return 1;
    for (int t = from + 1; t <= from + n; t++) sum += tf_micro_steps(c, steps, t);
    return sum / ((double)c->accumulate * n);
}

int tf_stage_count(const struct tf_bootstrap_cfg *b, int layers) {
    if (!b->enabled) return 1;
    int groups = (layers + b->layers_per_stage - 1) / b->layers_per_stage, heights = b->to_height - b->from_height;
    return groups * (heights > 0 ? heights : 1);
}

int tf_stages(const struct tf_bootstrap_cfg *b, int layers, int first, int end, int steps, struct tf_stage *out) {
    if (!end) end = layers;
    if (!b->enabled) {
        out[0] = (struct tf_stage){.first_layer = first, .steps = steps};
        return 1;
    }
    int lowest = b->from_height < b->to_height ? b->from_height + 1 : b->to_height, n = 0, total = tf_stage_count(b, end - first);
    TF_BUG_IF(total > TF_MAX_STAGES, "%d stages", total);
    for (int from = end; from > first;) {
        const int grown = b->levels == TF_LEVELS_KEEP && from < end ? from : 0;
        from = from - b->layers_per_stage > first ? from - b->layers_per_stage : first;
        for (int h = lowest; h <= b->to_height; h++, n++) {
            int each = b->steps_per_stage > 0 ? b->steps_per_stage
                                              : (int)((long)b->total_steps * (n + 1) / total - (long)b->total_steps * n / total);
            out[n] = (struct tf_stage){.first_layer = from,
                                       .height = h,
                                       .grown_layer = grown,
                                       .start = n > 0 ? out[n - 1].start + out[n - 1].steps : 0,
                                       .steps = each};
        }
    }
    return n;
}
