/* For tests of the tables and figures of one folder. */
#ifndef TF_TESTS_REPORT_FOLDER_H
#define TF_TESTS_REPORT_FOLDER_H
#include "report_rows.h"
#include "report/report.h"

static char search_path[4096];

static inline int set_up(void **state) {
    snprintf(search_path, sizeof search_path, "%s", getenv("PATH"));
    return make_root(state);
}

static const char *protocol; // of the rows of a test

static inline int before(void **state) {
    (void)state;
    live_before = tf_mem_live();
    warnings = 0;
    protocol = "small";
    return 0;
}

static inline int after(void **state) {
    (void)state;
    setenv("PATH", search_path, 1); // some tests take it away
    return no_leak();
}

static inline struct tf_row row_of(const char *attention, const char *title, const char *setting, long seed, double correct) {
    struct tf_row r = finished_row("listops", protocol, attention, title, seed, correct, 2000);
    snprintf(r.run, sizeof r.run, "listops-%s%s%s-s%ld", attention, *setting ? "-" : "", setting, seed);
    snprintf(r.setting, sizeof r.setting, "%s", setting);
    return r;
}

static inline void put_file(const char *dir, const char *run, const char *name, const char *text) {
    struct tf_err e = {0};
    if (tf_mkdirs(at("%s/runs/%s", dir, run), &e)) fail_msg("%s", e.msg);
    write_text(at("%s/runs/%s/%s", dir, run, name), text);
}

static inline struct tf_report report_of(const char *dir, bool plot) {
    static char path[600];
    snprintf(path, sizeof path, "%s", at("%s", dir));
    return (struct tf_report){.dir = path, .title = "ListOps", .protocol = protocol, .paper_table = "table3_lra.csv", .plot = plot};
}
#endif
