/* The output folder where several processes begin at once. */
#include "results/folder.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/budget.h"
#include "tiny_runs.h"

enum { TIMES = 80, AT_ONCE = 2 };

/* One makes what another looks for: whoever comes in between finds a folder of ours, never a stranger's. */
static void several_may_open_it_at_once(void **state) {
    (void)state;
    struct tf_spec *s = load(NULL, 0);
    for (int i = 0; i < TIMES; i++) {
        char name[32];
        int start[2], failed = 0;
        snprintf(name, sizeof name, "once-%d", i);
        assert_int_equal(pipe(start), 0);
        for (int k = 0; k < AT_ONCE; k++) {
            const pid_t pid = fork();
            assert_true(pid >= 0);
            if (pid) continue;
            struct folder f = FOLDER_NONE;
            struct tf_err e = {0};
            char go;
            close(start[1]);
            (void)!read(start[0], &go, 1); // until the parent closes its end
            int rc = folder_open(&f, s, name, &e);
            if (rc) fprintf(stderr, "%s\n", e.msg);
            _exit(rc ? 1 : 0);
        }
        close(start[0]), close(start[1]);
        for (int k = 0; k < AT_ONCE; k++) {
            int status = -1;
            wait(&status);
            failed += status != 0;
        }
        assert_int_equal(failed, 0);
    }
    tf_spec_free(s);
}

/* In another process, as flock belongs to an open file: its exit code is folder_open's. */
static int opened_elsewhere(const struct tf_spec *s, const char *name) {
    const pid_t pid = fork();
    int status = -1;
    assert_true(pid >= 0);
    if (!pid) {
        struct folder f = FOLDER_NONE;
        struct tf_err e = {0};
        _exit(folder_open(&f, s, name, &e) ? e.code : 0);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static const char *chosen(const struct tf_spec *s, const char *set) {
    static struct tf_buf out;
    out.len = 0;
    folder_default(s, &set, 1, &out);
    return out.s;
}

/* Before the first row and the first checkpoint, too, a folder belongs to the spec that is worked on there; afterwards to the next one. */
static void it_belongs_to_who_works_there(void **state) {
    (void)state;
    struct folder f = FOLDER_NONE;
    struct tf_err e = {0};
    struct tf_spec *s = load(NULL, 0), *other = load(SETS("train.lr=0.002")), *more = load(SETS("seeds=2"));
    char own[200];
    snprintf(own, sizeof own, "results/runs/%s", s->name);
    assert_int_equal(folder_open(&f, s, own, &e), 0);
    assert_int_equal(opened_elsewhere(other, own), TF_BAD);
    assert_int_equal(opened_elsewhere(more, own), 0); // the same runs with another seed
    assert_string_equal(chosen(s, "train.lr=0.001"), own);
    assert_string_not_equal(chosen(other, "train.lr=0.002"), own);
    struct tf_spec *third = load(SETS("train.lr=0.004"));
    struct folder of_other;
    char named[220];
    snprintf(named, sizeof named, "%s-lr=0.002", own);
    assert_string_equal(chosen(third, "attention.train.lr=0.002"), named);
    assert_int_equal(folder_open(&of_other, other, named, &e), 0);
    assert_string_equal(chosen(other, "train.lr=0.002"), named);
    assert_memory_equal(chosen(third, "attention.train.lr=0.002"), named, strlen(named));
    assert_int_equal(chosen(third, "attention.train.lr=0.002")[strlen(named)], '~');
    folder_close(&of_other), tf_spec_free(third);
    folder_close(&f);
    assert_string_equal(chosen(other, "train.lr=0.002"), own);
    assert_int_equal(opened_elsewhere(other, own), 0);
    tf_spec_free(s), tf_spec_free(other), tf_spec_free(more);
}

/* How many steps fit a time is of the spec that had it: kept for that one, not for a corrected one. */
static void a_corrected_spec_keeps_no_budget(void **state) {
    (void)state;
    struct folder f = FOLDER_NONE;
    struct tf_err e = {0};
    struct tf_spec *s = load(SETS("attention.name=transformer", "train.max_time=1h")),
                   *other = load(SETS("attention.name=transformer", "train.max_time=1s"));
    int steps = 1000, claim = -1;
    assert_int_equal(folder_open(&f, s, "corrected", &e), 0);
    assert_int_equal(folder_claim(&f, s->run[0].id, &claim, &e), 0);
    close(claim);
    assert_int_equal(budget_fix(&f, s, &s->run[0], true, &steps, &e), 0);
    folder_close(&f);
    assert_int_equal(folder_open(&f, s, "corrected", &e), 0);
    steps = 5;
    assert_int_equal(budget_fix(&f, s, &s->run[0], true, &steps, &e), 0);
    assert_int_equal(steps, 1000);
    folder_close(&f);
    assert_int_equal(folder_open(&f, other, "corrected", &e), 0);
    steps = 5;
    assert_int_equal(budget_fix(&f, other, &other->run[0], true, &steps, &e), 0);
    assert_int_equal(steps, 5);
    folder_close(&f);
    tf_spec_free(s), tf_spec_free(other);
}

/* Nor the lines of the runs before, which tables would take for those of runs of the same name. */
static void another_spec_keeps_no_lines(void **state) {
    (void)state;
    static const char *const joined[] = {"metrics.csv", "timing.csv", "right.csv", "floors.csv"};
    struct folder f = FOLDER_NONE;
    struct tf_err e = {0};
    struct tf_spec *s = load(NULL, 0), *other = load(SETS("train.lr=0.002"));
    assert_int_equal(folder_open(&f, s, "lines", &e), 0);
    folder_close(&f);
    for (size_t i = 0; i < TF_COUNT(joined); i++) {
        char name[32];
        snprintf(name, sizeof name, "lines/%s", joined[i]);
        put_text(name, "run\n");
    }
    assert_int_equal(folder_open(&f, s, "lines", &e), 0);
    folder_close(&f);
    for (size_t i = 0; i < TF_COUNT(joined); i++) assert_true(tf_file_existsf("lines/%s", joined[i]));
    assert_int_equal(folder_open(&f, other, "lines", &e), 0);
    folder_close(&f);
    for (size_t i = 0; i < TF_COUNT(joined); i++) assert_false(tf_file_existsf("lines/%s", joined[i]));
    tf_spec_free(s), tf_spec_free(other);
}

/* A page that another process is writing, without the lock, is none of a killed one. */
static void a_page_under_way_stays(void **state) {
    (void)state;
    struct folder f = FOLDER_NONE;
    struct tf_err e = {0};
    char alive[100];
    assert_int_equal(folder_enter(&f, "x", "page", &e), 0);
    folder_close(&f);
    snprintf(alive, sizeof alive, "page/index.html.tmp-%d", (int)getpid());
    put_text(alive, "half");
    put_text("page/index.html.tmp-999999999", "half");
    put_text("page/table.csv.tmp-999999999", "half");
    assert_int_equal(folder_lock(&f, &e), 0);
    folder_close(&f);
    assert_true(tf_file_exists(alive));
    assert_false(tf_file_exists("page/index.html.tmp-999999999"));
    assert_false(tf_file_exists("page/table.csv.tmp-999999999"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(several_may_open_it_at_once), cmocka_unit_test(it_belongs_to_who_works_there),
                                       cmocka_unit_test(a_corrected_spec_keeps_no_budget), cmocka_unit_test(another_spec_keeps_no_lines),
                                       cmocka_unit_test(a_page_under_way_stays)};
    return cmocka_run_group_tests_name("output folders", tests, enter_inside, leave);
}
