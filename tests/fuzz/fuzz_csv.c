/* CSV: what parses is written, parsed again and must be equal. TSV: the same bytes, from a file; no field is lost. */
#include "fuzz.h"
#include "io/io.h"

static void csv(const uint8_t *data, size_t size) {
    struct tf_csv c = {0}, back = {0};
    struct tf_err e = {0};
    struct tf_buf b = {0};
    if (tf_csv_parse(&c, (const char *)data, size, "fuzz", &e)) {
        TF_BUG_IF(e.code != TF_BAD || strncmp(e.msg, "fuzz:", 5) != 0, "code %d, '%s'", e.code, e.msg);
        return;
    }
    tf_csv_row(&b, (const char *const *)c.head, c.cols);
    for (int i = 0; i < c.rows; i++) {
        TF_BUG_IF(c.line[i] < 1 || (i && c.line[i] < c.line[i - 1]), "line of row %d", i);
        tf_csv_row(&b, (const char *const *)c.cell + (size_t)i * (size_t)c.cols, c.cols);
        double v;
        struct tf_err ignored = {0};
        tf_csv_number(&c, i, c.head[0], &v, &ignored);
    }
    TF_BUG_IF(tf_csv_parse(&back, b.s, b.len, "written", &e), "%s\n%s", e.msg, b.s);
    TF_BUG_IF(back.rows != c.rows || back.cols != c.cols, "%d x %d became %d x %d", c.rows, c.cols, back.rows, back.cols);
    for (int i = 0; i < c.cols; i++) TF_BUG_IF(strcmp(c.head[i], back.head[i]) != 0, "header");
    for (int i = 0; i < c.rows * c.cols; i++) TF_BUG_IF(strcmp(c.cell[i], back.cell[i]) != 0, "'%s' became '%s'", c.cell[i], back.cell[i]);
    tf_csv_free(&c);
    tf_csv_free(&back);
    tf_buf_free(&b);
}

static int on_row(void *arg, int line, char **fields, int n, struct tf_err *e) {
    size_t *bytes = arg;
    TF_BUG_IF(line < 1 || n < 1, "line %d, %d fields", line, n);
    for (int i = 0; i < n; i++) *bytes += strlen(fields[i]) + 1;
    return n > 50 ? tf_fail(e, TF_BAD, "many") : 0;
}

static void tsv(const uint8_t *data, size_t size) {
    static struct fuzz_file f;
    size_t bytes = 0;
    struct tf_err e = {0};
    fuzz_put(&f, data, size);
    if (tf_tsv_read(f.path, on_row, &bytes, &e) == 0) TF_BUG_IF(bytes > size + 1, "%zu bytes from %zu", bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t live = tf_mem_live();
    csv(data, size);
    tsv(data, size);
    TF_BUG_IF(tf_mem_live() != live, "leak");
    return 0;
}
