/* The row of a run: what reads is written, read again and written to the same bytes; its order with itself is none. Also as the papers' table. */
#include "fuzz.h"
#include "io/io.h"
#include "results/paper.h"
#include "results/row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f, papers;
    static char path[64];
    struct tf_row r, back;
    struct tf_buf one = {0}, two = {0};
    struct tf_err e = {0};
    if (!papers.path[0]) {
        fuzz_link(&papers, "table.csv");
        tf_paper_dir(fuzz_dir);
        snprintf(path, sizeof path, "%s/row", fuzz_dir);
    }
    fuzz_put(&f, data, size);
    fuzz_put(&papers, data, size);
    tf_paper_value("table.csv", "tf-a", "listops");
    if (tf_row_read(f.path, &r, &e)) {
        fuzz_check_error(&e, f.path);
        return 0;
    }
    TF_BUG_IF(tf_row_compare(&r, &r) != 0 || tf_row_mechanism(r.attention) < 0, "order");
    TF_BUG_IF(tf_row_write(path, &r, &e) || tf_row_read(path, &back, &e) || tf_file_read(path, &one, &e), "%s", e.msg);
    TF_BUG_IF(tf_row_write(path, &back, &e) || tf_file_read(path, &two, &e), "%s", e.msg);
    TF_BUG_IF(one.len != two.len || memcmp(one.s, two.s, one.len) != 0, "%s\n%s", one.s, two.s);
    tf_buf_free(&one);
    tf_buf_free(&two);
    return 0;
}
