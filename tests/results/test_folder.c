/* The output folder where several processes begin at once. */
#include "results/folder.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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
            struct folder f = {.lock = -1};
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(several_may_open_it_at_once)};
    return cmocka_run_group_tests_name("output folders", tests, enter_inside, leave);
}
