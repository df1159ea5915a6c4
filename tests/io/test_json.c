/* lib/io/json.c: where there is no memory, nobody says that the text is wrong. */
#include "io/json.h"
#include "fixture.h"
#include <sys/wait.h>

enum { NO_MEMORY = 42 };
static void refuse(size_t bytes) {
    (void)bytes;
    _exit(NO_MEMORY);
}

/* In a process of its own, whose n-th allocation fails: its exit code. */
static int code_with(int n) {
    static const char text[] = "{\"a\": [1, \"\xc3\xa9\", {\"b\": null}], \"c\": -2.5}";
    pid_t pid = fork();
    if (pid == 0) {
        struct tf_json *j = NULL;
        struct tf_err e = {0};
        struct tf_buf b = {0};
        tf_oom_hook = refuse;
        tf_mem_fail_after(n);
        _exit(tf_json_parse(&j, text, sizeof text - 1, "t.json", &e) || tf_json_quote(&b, "\xc3\xa9", 2) ? 1 : 0);
    }
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_no_memory(void **state) {
    (void)state;
    int n = 1, code;
    while ((code = code_with(n)) == NO_MEMORY) n++;
    assert_int_equal(code, 0);
    assert_true(n > 20); // the library's own were among them
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests_name("json", tests, enter, leave_empty);
}
