/* Pathfinder: the generator against the published one's pixels, classes against the geometry, balance, threads, cache. */
#include <math.h>

#include <png.h>
#include <unistd.h>

#include "fixture.h"
#include "task/task_pathfinder.h"
#include "task/task.h"

enum { SIDE = TF_PATHFINDER_SIDE, PIXELS = TF_PATHFINDER_PIXELS };
static struct tf_pathfinder_brush *brush;

static struct tf_pathfinder opts(int contour_length) {
    struct tf_pathfinder o;
    tf_opt_defaults(tf_pathfinder_opts, &o);
    o.contour_length = contour_length, o.train = 120, o.valid = 20, o.test = 21;
    return o;
}

static int draw(const struct tf_pathfinder *o, uint32_t i, uint16_t *pix, struct tf_pathfinder_scene *scene) {
    int label = tf_pathfinder_draw(o, brush, TF_TRAIN, i, pix, scene);
    assert_true(label == 0 || label == 1);
    return label;
}

/* ---- against the published generator ------------------------------------------------------------------------------------- */

/* Hashes of images that the published algorithm (with numpy and Pillow) drew alike from the same random numbers: seed 1, the first of the
 * training set. */
static void test_published(void **state) {
    (void)state;
    static const struct {
        int length, images;
        uint64_t hash;
    } row[] = {{6, 60, UINT64_C(0x4f5fcc9935574396)}, {9, 60, UINT64_C(0x859040e92392d67f)}, {14, 60, UINT64_C(0x9afe4f172350b93d)}};
    for (size_t r = 0; r < TF_COUNT(row); r++) {
        struct tf_pathfinder o = opts(row[r].length);
        uint64_t h = 0;
        for (int i = 0; i < row[r].images; i++) {
            uint16_t pix[PIXELS];
            uint8_t byte[PIXELS];
            draw(&o, (uint32_t)i, pix, NULL);
            for (int k = 0; k < PIXELS; k++) byte[k] = (uint8_t)pix[k];
            h = tf_hash64(byte, sizeof byte, h);
        }
        if (h != row[r].hash) fail_msg("length %d: 0x%016llx", row[r].length, (unsigned long long)h);
    }
}

static void test_settings(void **state) {
    (void)state;
    static const int want[][3] = {{14, 4, 5}, {9, 3, 6}, {6, 2, 10}, {2, 1, 20}};
    for (size_t i = 0; i < TF_COUNT(want); i++) {
        struct tf_pathfinder o = opts(want[i][0]);
        assert_int_equal(tf_pathfinder_distractor_length(&o), want[i][1]);
        assert_int_equal(tf_pathfinder_distractors(&o), want[i][2]);
        o.distractor_length = 2, o.distractors = 0;
        assert_int_equal(tf_pathfinder_distractor_length(&o), 2);
        assert_int_equal(tf_pathfinder_distractors(&o), 0);
    }
}

/* ---- classes against the geometry ---------------------------------------------------------------------------------------- */

/* Both contours as solid lines on a grid ZOOM times finer; the fill runs over lit cells and their eight neighbours. */
enum { ZOOM = 8, FINE = SIDE * ZOOM };

static void solid(uint8_t *grid, struct tf_spot a, struct tf_spot b) {
    const int n = ZOOM * SIDE;
    for (int i = 0; i <= n; i++) {
        const double y = (a.y + 0.5 + (b.y - a.y) * (double)i / n) * ZOOM, x = (a.x + 0.5 + (b.x - a.x) * (double)i / n) * ZOOM;
        grid[(int)y * FINE + (int)x] = 1;
    }
}

static bool connected(uint8_t *grid, struct tf_spot a, struct tf_spot b) {
    static int stack[FINE * FINE];
    const int from = (a.y * ZOOM + ZOOM / 2) * FINE + a.x * ZOOM + ZOOM / 2, to = (b.y * ZOOM + ZOOM / 2) * FINE + b.x * ZOOM + ZOOM / 2;
    int n = 0;
    assert_true(grid[from] && grid[to]);
    grid[from] = 2, stack[n++] = from;
    while (n) {
        const int at = stack[--n], y = at / FINE, x = at % FINE;
        if (at == to) return true;
        for (int i = y - 1; i <= y + 1; i++)
            for (int j = x - 1; j <= x + 1; j++)
                if (i >= 0 && j >= 0 && i < FINE && j < FINE && grid[i * FINE + j] == 1) grid[i * FINE + j] = 2, stack[n++] = i * FINE + j;
    }
    return false;
}

static double apart(struct tf_spot a, struct tf_spot b) { return hypot(a.y - b.y, a.x - b.x); }

/* The light of the 3 x 3 pixels around p, which a marker fills. */
static double block(const uint16_t *pix, struct tf_spot p) {
    double sum = 0;
    for (int y = p.y - 1; y <= p.y + 1; y++)
        for (int x = p.x - 1; x <= p.x + 1; x++) sum += y >= 0 && x >= 0 && y < SIDE && x < SIDE ? pix[y * SIDE + x] : 0;
    return sum;
}

/* One image: contours are chains with the published steps, and a fill along them goes from marker to marker just in class 1. */
static bool check_scene(const struct tf_pathfinder *o, uint32_t i) {
    static uint8_t grid[FINE * FINE];
    struct tf_pathfinder_scene s;
    uint16_t pix[PIXELS];
    const int label = draw(o, i, pix, &s), last = o->contour_length - 1;
    assert_int_equal(label, s.start == s.end);
    assert_int_equal(label, tf_pathfinder_label(o, TF_TRAIN, i));
    memset(grid, 0, sizeof grid);
    for (int c = 0; c < 2; c++) {
        solid(grid, s.tail[c], s.head[c][0]);
        for (int k = 1; k <= last; k++) {
            assert_true(s.head[c][k].y >= 0 && s.head[c][k].y <= SIDE - 1);
            assert_true(s.head[c][k].x >= 0 && s.head[c][k].x <= SIDE - 1);
            const double step = apart(s.head[c][k - 1], s.head[c][k]);
            assert_true(step > 1 && step < 7); // gap and paddle: about 4
            solid(grid, s.head[c][k - 1], s.head[c][k]);
        }
    }
    assert_true(fabs(apart(s.tail[0], s.tail[1]) - 7) < 1.5);
    const struct tf_spot a = s.tail[s.start], b = s.head[s.end][last];
    assert_true(block(pix, a) > 9 * 120 && block(pix, b) > 9 * 120);
    return connected(grid, a, b) == (label == 1);
}

/* Contours may cross in each other's gaps, as published; then the fill gets from one to the other. It never fails to follow one. */
static void test_flood(void **state) {
    (void)state;
    static const int length[] = {6, 9, 14};
    for (size_t l = 0; l < TF_COUNT(length); l++) {
        struct tf_pathfinder o = opts(length[l]);
        int agree = 0;
        o.distractors = 0;
        for (uint32_t i = 0; i < 100; i++) {
            bool same = check_scene(&o, i);
            agree += same;
            if (tf_pathfinder_label(&o, TF_TRAIN, i) == 1) assert_true(same);
        }
        assert_true(agree >= 80 && agree <= 99); // without crossings 100, with classes at random 50
    }
}

/* Contours and class are the same with and without distractors; the distractors are drawn after them. */
static void test_distractors(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(6), none = o;
    int placed = 0;
    none.distractors = 0;
    for (uint32_t i = 0; i < 60; i++) {
        struct tf_pathfinder_scene a, b;
        uint16_t pa[PIXELS], pb[PIXELS];
        assert_int_equal(draw(&o, i, pa, &a), draw(&none, i, pb, &b));
        assert_memory_equal(a.tail, b.tail, sizeof a.tail);
        assert_int_equal(a.attempts, b.attempts);
        assert_int_equal(b.distractors, 0);
        int least = 999, most = 0;
        for (int k = 0; k < PIXELS; k++) least = pa[k] < least ? pa[k] : least, most = pa[k] > most ? pa[k] : most;
        assert_int_equal(least, 0);
        assert_int_equal(most, 255);
        placed += a.distractors;
    }
    assert_true(placed >= 100 && placed <= 400);
}

/* ---- as a dataset -------------------------------------------------------------------------------------------------------- */

static uint64_t generated_hash(const struct tf_pathfinder *o, int threads) {
    struct tf_data_build b = {0};
    struct tf_err e = {0};
    if (tf_pathfinder_generate(o, threads, &b, &e)) fail_msg("%s", e.msg);
    struct tf_data *d = tf_data_finish(&b, 256, 2);
    uint64_t h = d->hash;
    tf_data_close(d);
    return h;
}

static void test_threads(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(6);
    o.train = 600; // more than one chunk
    uint64_t h = generated_hash(&o, 1);
    assert_true(h == generated_hash(&o, 2));
    assert_true(h == generated_hash(&o, 3));
    o.data_seed = 2;
    assert_true(h != generated_hash(&o, 2));
}

static struct tf_data *open_task(const struct tf_pathfinder *o) {
    struct tf_task_env env = {.cache_dir = dir, .threads = 2};
    struct tf_err e = {0};
    struct tf_data *d = NULL;
    if (tf_task_find("pathfinder")->open(&d, o, &env, &e)) fail_msg("%s", e.msg);
    return d;
}

static void test_task(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(14), more = o;
    struct tf_data *made = open_task(&o), *mapped = open_task(&o);
    assert_true(tf_file_exists(in_dir("pathfinder-v1-seed1-contour14-distractors5-of4-n120-20-21.data")));
    assert_true(made->hash == mapped->hash);
    assert_string_equal(mapped->source, "generated, generator v1, seed 1, contours of 14 paddles, 5 distractors of 4");
    assert_int_equal(made->vocab, 256);
    assert_int_equal(made->classes, 2);
    assert_int_equal(made->max_len, PIXELS);
    more.train += 7;
    struct tf_data *longer = open_task(&more); // a longer set starts with the shorter one
    for (int s = 0; s < TF_SPLITS; s++) {
        const size_t n = (size_t)(s == TF_TRAIN ? 120 : s == TF_VALID ? 20 : 21);
        int ones = 0;
        assert_int_equal(made->n[s], n);
        for (size_t i = 0; i < n; i++) {
            struct tf_example x = tf_data_get(mapped, (enum tf_split)s, i), y = tf_data_get(longer, (enum tf_split)s, i);
            assert_int_equal(x.len, PIXELS);
            assert_memory_equal(x.tok, y.tok, sizeof(uint16_t) * PIXELS);
            assert_int_equal(x.label, y.label);
            ones += x.label;
        }
        assert_true(ones >= (int)n / 2 && ones <= (int)(n + 1) / 2);
    }
    assert_true(memcmp(tf_data_get(made, TF_TRAIN, 0).tok, tf_data_get(made, TF_VALID, 0).tok, sizeof(uint16_t) * PIXELS) != 0);
    tf_data_close(made), tf_data_close(mapped), tf_data_close(longer);
    o.black_is_padding = true;
    struct tf_data *lit = open_task(&o);
    assert_true(lit->skip_zero);
    o.black_is_padding = false;
    struct tf_data *all = open_task(&o); // the same cached file
    assert_false(all->skip_zero);
    tf_data_close(lit), tf_data_close(all);
}

/* ---- the published files: made here of generated images ------------------------------------------------------------------------ */
static void put(const char *name, const void *data, size_t n) {
    char path[128];
    snprintf(path, sizeof path, "files/pathfinder32/curv_contour_length_14/%s", name);
    put_bytes(path, data, n);
}

static size_t png_of(const uint16_t *pix, unsigned format, unsigned height, uint8_t *out, size_t size) {
    static uint8_t byte[8 * PIXELS];
    png_image image = {.version = PNG_IMAGE_VERSION, .width = SIDE, .height = height, .format = format};
    for (size_t i = 0; i < sizeof byte; i++) byte[i] = (uint8_t)pix[i % PIXELS];
    png_alloc_size_t n = size;
    assert_true(png_image_write_to_memory(&image, out, &n, 0, byte, 0, NULL));
    return n;
}

enum { LISTS = 12, EACH = 10, EMPTY = 37 }; // lists of images; one image is empty

static void put_images(const struct tf_pathfinder *o) {
    for (int l = 0; l < LISTS; l++) {
        struct tf_buf list = {0};
        char name[64];
        for (int k = 0; k < EACH; k++) {
            uint16_t pix[PIXELS];
            uint8_t png[4096];
            const int i = l * EACH + k, label = draw(o, (uint32_t)i, pix, NULL);
            snprintf(name, sizeof name, "imgs/%d/sample_%d.png", l, k);
            put(name, png, i == EMPTY ? 0 : png_of(pix, PNG_FORMAT_GRAY, SIDE, png, sizeof png));
            tf_buf_addf(&list, "imgs/%d sample_%d.png %d %d 1 2 3\n", l, k, k, label);
        }
        snprintf(name, sizeof name, "metadata/%d.npy", l);
        put(name, list.s, list.len);
        tf_buf_free(&list);
    }
}

static int read_files(struct tf_data **d, const struct tf_pathfinder *o, struct tf_err *e) {
    const struct tf_task_env env = {.cache_dir = dir, .threads = 1, .data_dir = in_dir("files")};
    return tf_task_find("pathfinder")->open(d, o, &env, e);
}

static void file_fails(const struct tf_pathfinder *o, const char *want) {
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    const size_t live = tf_mem_live();
    assert_int_equal(read_files(&d, o, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (!strstr(e.msg, want)) fail_msg("'%s' does not hold '%s'", e.msg, want);
    assert_int_equal(tf_mem_live(), live);
}

static void test_files(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(14);
    struct tf_err e = {0};
    struct tf_data *d[2];
    o.train = 160000, o.valid = o.test = 20000;
    put_images(&o);
    o.source = TF_PATHFINDER_OFFICIAL;
    for (int again = 0; again < 2; again++) // the second time from the cache
        if (read_files(&d[again], &o, &e)) fail_msg("%s", e.msg);
    assert_true(d[0]->hash == d[1]->hash);
    assert_string_equal(d[0]->source, "official files, pathfinder32/curv_contour_length_14, a subset");
    assert_true(d[0]->subset && d[0]->kind == TF_DATA_PUBLISHED);
    static const size_t n[TF_SPLITS] = {95, 12, 12}; // 80, 10, 10 % of 120, without the empty one
    for (int s = 0, i = 0; s < TF_SPLITS; s++) {
        assert_int_equal(d[0]->n[s], n[s]);
        for (size_t k = 0; k < n[s]; k++, i++) {
            uint16_t pix[PIXELS];
            i += i == EMPTY;
            const struct tf_example x = tf_data_get(d[0], (enum tf_split)s, k);
            assert_int_equal(x.label, draw(&o, (uint32_t)i, pix, NULL));
            assert_int_equal(x.len, PIXELS);
            assert_memory_equal(x.tok, pix, sizeof pix);
        }
    }
    tf_data_close(d[0]), tf_data_close(d[1]);
    o.train = 7;
    assert_int_equal(read_files(&d[0], &o, &e), 0);
    assert_int_equal(d[0]->n[TF_TRAIN], 7);
    tf_data_close(d[0]);
    o.contour_length = 6; // the easy set, on which no result is published
    assert_int_equal(symlink("curv_contour_length_14", in_dir("files/pathfinder32/curv_baseline")), 0);
    assert_int_equal(read_files(&d[0], &o, &e), 0);
    assert_int_equal(d[0]->kind, TF_DATA_OWN);
    tf_data_close(d[0]);
}

static void test_bad_files(void **state) { // after test_files
    (void)state;
    struct tf_pathfinder o = opts(14);
    uint16_t pix[PIXELS];
    uint8_t png[65536];
    o.source = TF_PATHFINDER_OFFICIAL;
    draw(&o, 20, pix, NULL);
    const size_t n = png_of(pix, PNG_FORMAT_GRAY, SIDE, png, sizeof png);
    for (size_t cut = 1; cut + 16 < n; cut += 7) // the last chunk holds no pixels
        put("imgs/2/sample_0.png", png, cut), file_fails(&o, "imgs/2/sample_0.png: ");
    put("imgs/2/sample_0.png", png, png_of(pix, PNG_FORMAT_GRAY, SIDE / 2, png, sizeof png)),
        file_fails(&o, "32 x 16 pixels, expected 32 x 32");
    put("imgs/2/sample_0.png", png, png_of(pix, PNG_FORMAT_RGB, SIDE, png, sizeof png)), file_fails(&o, "expected grey pixels");
    put("imgs/2/sample_0.png", png, png_of(pix, PNG_FORMAT_LINEAR_Y, SIDE, png, sizeof png)), file_fails(&o, "expected grey pixels");
    png_of(pix, PNG_FORMAT_GRAY, SIDE, png, sizeof png);
    png[n - 20] ^= 1; // in the last pixels
    put("imgs/2/sample_0.png", png, n), file_fails(&o, "a damaged PNG image");
    put("imgs/2/sample_0.png", "text", 4), file_fails(&o, "not a PNG image");
    char long_name[400];
    snprintf(long_name, sizeof long_name, "imgs/2 %0300d.png 0 1\n", 1);
    const char *const list[][2] = {{"imgs/2 sample_0.png 0\n", "11.npy:1: expected a folder"},
                                   {"imgs/2 sample_1.png 0 1\nimgs/2 sample_0.png 0 2\n", "11.npy:2: class '2'"},
                                   {"imgs/2 sample_1.png 0 10\n", "class '10'"},
                                   {"a\tb c d 1\n", "11.npy:1: expected a folder"},
                                   {"imgs/2 sample_99.png 0 1\n", "imgs/2/sample_99.png: No such file"},
                                   {"imgs/2/sample_1.png sample_0.png 0 1\n", "imgs/2/sample_1.png/sample_0.png: Not a directory"},
                                   {long_name, "File name too long"},
                                   {"\x93NUMPY", "11.npy:1: expected a folder"}};
    for (size_t i = 0; i < TF_COUNT(list); i++) put("metadata/11.npy", list[i][0], strlen(list[i][0])), file_fails(&o, list[i][1]);
    png[n - 20] ^= 1;
    put("imgs/2/sample_0.png", png, n);
    put("metadata/11.npy", "imgs 2 0 1\n", 11), file_fails(&o, "imgs/2: Is a directory");
    o.contour_length = 9, file_fails(&o, "curv_contour_length_9");
    o.contour_length = 8, file_fails(&o, "the published files have 6, 9 and 14");
}

static void test_interrupted(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(9);
    struct tf_task_env env = {.cache_dir = dir, .threads = 1};
    struct tf_data *d = NULL;
    struct tf_err e = {0};
    tf_interrupted = 1;
    assert_int_equal(tf_task_find("pathfinder")->open(&d, &o, &env, &e), -1);
    tf_interrupted = 0;
    assert_int_equal(e.code, TF_INTERRUPTED);
    assert_null(d);
}

/* The longest contours that are allowed fit, in time. */
static void test_longest(void **state) {
    (void)state;
    struct tf_pathfinder o = opts(TF_PATHFINDER_LONGEST);
    struct tf_pathfinder_scene s;
    uint16_t pix[PIXELS];
    for (uint32_t i = 0; i < 5; i++) {
        draw(&o, i, pix, &s);
        assert_true(s.attempts < 200000);
    }
    o = opts(2);
    draw(&o, 0, pix, &s);
}

static int set_up(void **state) {
    (void)state;
    brush = tf_pathfinder_brush_new();
    return enter(state);
}

static int tear_down(void **state) {
    (void)state;
    tf_pathfinder_brush_free(brush);
    return leave(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),   cmocka_unit_test(test_settings), cmocka_unit_test(test_flood),
        cmocka_unit_test(test_distractors), cmocka_unit_test(test_threads),  cmocka_unit_test(test_task),
        cmocka_unit_test(test_interrupted), cmocka_unit_test(test_longest),  cmocka_unit_test(test_files),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
