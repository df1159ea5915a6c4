/* Pathfinder's published files: the first byte says whether the rest is a list of images or an image. */
#include "fuzz.h"
#include "task/task_pathfinder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char list[] = "imgs/0 a.png 0 1 2\nimgs/0 a.png 1 0\nimgs/0 a.png 2 1\nimgs/0 a.png 3 1\nimgs/0 a.png 4 0\n"
                               "imgs/0 a.png 5 1\nimgs/0 a.png 6 0\nimgs/0 a.png 7 1\nimgs/0 a.png 8 0\nimgs/0 a.png 9 1\n";
    static struct fuzz_file lists, pixels;
    if (!lists.path[0]) {
        fuzz_link(&lists, "pathfinder32/curv_contour_length_14/metadata/0.npy");
        fuzz_link(&pixels, "pathfinder32/curv_contour_length_14/imgs/0/a.png");
    }
    if (!size) return 0;
    const bool image = data[0] & 1;
    fuzz_put(&lists, image ? list : (const char *)data + 1, image ? sizeof list - 1 : size - 1);
    fuzz_put(&pixels, image ? (const char *)data + 1 : "", image ? size - 1 : 0);
    struct tf_pathfinder o;
    struct tf_data *d;
    struct tf_err e = {0};
    tf_opt_defaults(tf_pathfinder_opts, &o);
    if (tf_pathfinder_read(&d, &o, &(struct tf_task_env){.data_dir = fuzz_dir, .threads = 1}, &e)) {
        fuzz_check_error(&e, NULL);
        return 0;
    }
    TF_BUG_IF(!d->n[TF_TRAIN] || !d->n[TF_VALID] || !d->n[TF_TEST], "an empty split");
    const struct tf_example x = tf_data_get(d, TF_TEST, 0);
    TF_BUG_IF(x.len != TF_PATHFINDER_PIXELS || x.label < 0 || x.label > 1, "%d tokens, class %d", x.len, x.label);
    for (int i = 0; i < x.len; i++) TF_BUG_IF(x.tok[i] > 255, "token %d", x.tok[i]);
    tf_data_close(d);
    return 0;
}
