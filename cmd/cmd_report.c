/* treeformer report DIR...: writes the tables and figures of finished runs again, from their rows alone. */
#include "cmd.h"

#include <string.h>

static const struct option_row options[] = {
    OPTION_NO_PLOT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static const char *text_at(const struct tf_yaml *spec, const char *path, const char *otherwise) {
    const struct tf_yaml *y = tf_yaml_at(spec, path);
    return y && y->kind == TF_YAML_SCALAR && !tf_yaml_null(y) ? y->value : otherwise;
}

static int report_one(const char *dir, bool plot, struct tf_buf *md, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_yaml *spec = NULL;
    tf_buf_addf(&path, "%s/spec.yaml", dir);
    int rc = tf_yaml_load(&spec, path.s, e);
    if (rc == 0) {
        struct tf_report r = {.dir = dir,
                              .plot = plot,
                              .title = text_at(spec, "title", ""),
                              .protocol = text_at(spec, "protocol", "other"),
                              .paper_table = text_at(spec, "paper.table", "")};
        rc = tf_report_write(&r, md, e);
    }
    tf_yaml_free(spec);
    tf_buf_free(&path);
    return rc;
}

static int run(const struct args *a, struct tf_err *e) {
    for (int i = 0; i < a->n; i++) {
        struct tf_buf md = {0};
        int rc = report_one(a->arg[i], !a->no_plot, &md, e);
        if (rc == 0) printf("%s%s", i ? "\n" : "", md.len ? md.s : "");
        tf_buf_free(&md);
        if (rc) return -1;
    }
    return TF_OK;
}

const struct command cmd_report = {
    .name = "report",
    .summary = "write tables and figures again from the rows of finished runs",
    .usage = "DIR... [options]",
    .details = "DIR is an output folder of `treeformer lra`. Nothing is trained; title, protocol and the paper's table come from\n"
               "DIR/spec.yaml. Rows that were computed elsewhere may be copied into DIR/rows before.\n"
               "\n"
               "Examples:\n"
               "  treeformer report results/runs/quick-listops\n"
               "  treeformer report results/runs/quick-listops --no-plot > table.md\n",
    .options = options,
    .min_args = 1,
    .max_args = 1 << 20,
    .run = run,
};
