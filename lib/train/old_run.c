/* What a run that starts over finds in its folder of the one before. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/checkpoint.h"
#include "model/published.h"
#include "train/state.h"

static const char *in(const char *dir, const char *name, char out[STATE_PATH]) {
    snprintf(out, STATE_PATH, "%s/%s", dir, name);
    return out;
}

/* Predictions for a benchmark's server, named as it wants them; other tables are the user's. */
static void remove_submissions(const char *dir) {
    static const char head[] = "index\tprediction\n"; // of GLUE
    char path[STATE_PATH];
    struct tf_names names = {0};
    struct tf_buf text = {0};
    if (tf_dir_names(dir, &names, &(struct tf_err){0})) return;
    for (size_t i = 0; i < names.n; i++, text.len = 0) {
        const size_t n = strlen(names.v[i]);
        if (n <= 4 || strcmp(names.v[i] + n - 4, ".tsv") != 0 || tf_file_read(in(dir, names.v[i], path), &text, &(struct tf_err){0}))
            continue;
        if (text.len >= sizeof head - 1 && !memcmp(text.s, head, sizeof head - 1)) unlink(path);
    }
    tf_buf_free(&text), tf_names_free(&names);
}

void state_remove_old(const char *dir) {
    static const char *const files[] = {"best.safetensors", "metrics.csv",      "timing.csv",
                                        "right.csv",        "floors.csv",       "manifest.csv",
                                        "predictions.csv",  "predictions.json", "nbest_predictions.json",
                                        "classes.csv",      STATE_EVENTS};
    int *steps, n = tf_checkpoint_steps(dir, &steps, &(struct tf_err){0});
    char path[STATE_PATH];
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/" TF_CHECKPOINT, dir, steps[i]);
        unlink(path);
    }
    for (size_t i = 0; i < TF_COUNT(files); i++) unlink(in(dir, files[i], path));
    remove_submissions(dir);
    tf_weights_remove(dir);
    tf_free(steps);
}
