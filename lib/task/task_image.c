/* Image, of Long Range Arena: CIFAR-10 (Krizhevsky 2009) in grey, 32 x 32 pixels read row by row. A token is a pixel's value.
 *
 * File: 10,000 records of a label byte and three planes of 1,024 bytes, red, green, blue. The published validation set is the end of the training set in
 * the order of another package, which the official files do not tell; here it is the last 5,000 training records. */
#include <string.h>

#include "task/task.h"

enum { SIDE = 32, PIXELS = SIDE * SIDE, RECORD = 1 + 3 * PIXELS, RECORDS = 10000, TRAIN = 45000, VALID = 5000, CLASSES = 10 };
struct image {
    bool black_is_padding, flip;
    int train, valid, test, shift;
};

#define OPT(field) #field, TF_INT, offsetof(struct image, field)
static const struct tf_opt image_opts[] = {
    {"black_is_padding", TF_BOOL, offsetof(struct image, black_is_padding), "false", 0, 0, NULL,
     "true: black pixels (0) are left out, as if they were padding; what the published code does"},
    {OPT(train), "0", 0, TRAIN, NULL,
     "use only this many of the 45000 training images, from the start (the files are in random order); 0: all"},
    {OPT(valid), "0", 0, VALID, NULL, "use only this many of the 5000 validation images, the last of the training files; 0: all"},
    {OPT(test), "0", 0, RECORDS, NULL, "use only this many of the 10000 test images; 0: all"},
    {"flip", TF_BOOL, offsetof(struct image, flip), "false", 0, 0, NULL,
     "of training images: mirrored, left for right, with probability 1/2 at every visit"},
    {OPT(shift), "0", 0, SIDE - 1, NULL,
     "of training images: moved by up to this many pixels along both axes, another way at every visit; what comes in is black"},
    {.name = NULL}};

/* tok (PIXELS) = floor(255.5 (0.2989 R + 0.5870 G + 0.1140 B) / 255), in float32 whatever tf_real is, and in this order: where the product is near a
 * whole number (4 pixels in a million) another order gives another value than the published one. A grey pixel keeps its value. */
static void grey(uint16_t *tok, const unsigned char *r) {
    const unsigned char *g = r + PIXELS, *b = g + PIXELS;
    for (int i = 0; i < PIXELS; i++) {
        float y = 0.2989f * ((float)r[i] / 255.0f) + 0.5870f * ((float)g[i] / 255.0f) + 0.1140f * ((float)b[i] / 255.0f);
        tok[i] = (uint16_t)(int)(y * 255.5f);
    }
}

static int check_size(const struct tf_map *m, const char *path, struct tf_err *e) {
    if (m->n == (size_t)RECORDS * RECORD) return 0;
    if (m->n % RECORD)
        return tf_fail(e, TF_BAD, "%s: the last record, at offset %zu, has %zu of %d bytes", path, m->n - m->n % RECORD, m->n % RECORD,
                       RECORD);
    return tf_fail(e, TF_BAD, "%s: ends at offset %zu, after %zu records; CIFAR-10 has %d in a file", path, m->n, m->n / RECORD, RECORDS);
}

/* Records from..to-1 of an open file. */
static int add_records(struct tf_data_build *b, enum tf_split s, const struct tf_map *m, int from, int to, const char *path,
                       struct tf_err *e) {
    uint16_t tok[PIXELS];
    for (int i = from; i < to; i++) {
        const unsigned char *x = (const unsigned char *)m->p + (size_t)i * RECORD;
        if (x[0] >= CLASSES) return tf_fail(e, TF_BAD, "%s: label %d at offset %zu is above 9", path, x[0], (size_t)i * RECORD);
        grey(tok, x + 1);
        tf_data_add(b, s, tok, PIXELS, x[0]);
    }
    return tf_interrupted ? tf_fail(e, TF_INTERRUPTED, "interrupted while reading %s", path) : 0;
}

static int max(int a, int b) { return a > b ? a : b; }

/* Batch 0..4 of the training set; 5: the test set. Images that no split wants are not read. */
static int read_batch(struct tf_data_build *b, int batch, const int want[TF_SPLITS], const char *path, struct tf_err *e) {
    const int start = batch * RECORDS; // of all training records
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    int rc = check_size(&m, path, e);
    if (!rc && batch == 5) rc = add_records(b, TF_TEST, &m, 0, want[TF_TEST], path, e);
    else if (!rc) {
        rc = add_records(b, TF_TRAIN, &m, 0, tf_least(want[TF_TRAIN] - start, RECORDS), path, e);
        if (!rc) rc = add_records(b, TF_VALID, &m, max(TRAIN - start, 0), tf_least(TRAIN + want[TF_VALID] - start, RECORDS), path, e);
    }
    tf_map_close(&m);
    return rc;
}

static int open_image(struct tf_data **out, const void *opts, const struct tf_task_env *env, struct tf_err *e) {
    static const char first[] = "data_batch_1.bin", rel[] = "cifar-10-batches-bin/data_batch_1.bin";
    const struct image *o = opts;
    const int want[TF_SPLITS] = {o->train ? o->train : TRAIN, o->valid ? o->valid : VALID, o->test ? o->test : RECORDS};
    struct tf_buf path = {0};
    struct tf_data_build b = {0};
    int rc = tf_data_find(env, rel, "run datasets/cifar10/fetch.sh", &path, e);
    const size_t stem = rc ? 0 : path.len - (sizeof first - 1);
    for (int s = 0; !rc && s < TF_SPLITS; s++) { // exactly: nothing is moved or left over
        b.part[s].tok_cap = (size_t)want[s] * PIXELS;
        b.part[s].tok = tf_alloc(b.part[s].tok_cap * sizeof(uint16_t));
    }
    for (int batch = 0; !rc && batch < 6; batch++) {
        path.len = stem;
        if (batch == 5) tf_buf_addf(&path, "test_batch.bin");
        else tf_buf_addf(&path, "data_batch_%d.bin", batch + 1);
        rc = read_batch(&b, batch, want, path.s, e);
    }
    if (!rc) {
        *out = tf_data_finish(&b, 256, CLASSES);
        (*out)->skip_zero = o->black_is_padding;
        snprintf((*out)->source, sizeof(*out)->source, "%s/{data_batch_{1..5},test_batch}.bin, validation: training records 45001 to %d",
                 tf_data_place(path.s, stem - 1, 1), TRAIN + want[TF_VALID]);
    }
    tf_data_build_free(&b);
    tf_buf_free(&path);
    return rc;
}

static int vary(const void *opts, struct tf_rng *r, const uint16_t *tok, int len, uint16_t *out) {
    const struct image *o = opts;
    if (!o->flip && !o->shift) return 0;
    const bool flip = o->flip && tf_rng_below(r, 2);
    const int down = (int)tf_rng_below(r, 2 * (uint32_t)o->shift + 1) - o->shift,
              right = (int)tf_rng_below(r, 2 * (uint32_t)o->shift + 1) - o->shift;
    memset(out, 0, sizeof *out * (size_t)len);
    for (int i = 0; i < PIXELS; i++) {
        const int y = i / SIDE - down, at = i % SIDE - right, x = flip ? SIDE - 1 - at : at;
        if (y >= 0 && y < SIDE && x >= 0 && x < SIDE) out[i] = tok[y * SIDE + x];
    }
    return len;
}

static int pixels(TF_UNUSED const void *opts) { return PIXELS; }

static const struct tf_vary varied = {"flip|shift", vary};

static void image_quirks(const void *opts, struct tf_buf *out) {
    const struct image *o = opts;
    if (o->black_is_padding) tf_quirk_add(out, "black pixels are padding");
}

const struct tf_task tf_task_image = {
    .name = "image",
    .title = "Image",
    .paper = "arXiv:2011.04006 sec. 2.2.4, Krizhevsky 2009",
    .paper_table = "table3_lra.csv",
    .paper_column = "image",
    .opts = image_opts,
    .opts_size = sizeof(struct image),
    .open = open_image,
    .quirks = image_quirks,
    .levels = true,
    .vary = &varied,
    .shortest = pixels,
    .longest = pixels,
};
