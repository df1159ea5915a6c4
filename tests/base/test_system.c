/* Floor 0, what leans on the system: files and threads. */
#include "base/base.h"
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- files ---------------------------------------------------------------------------------------------------------------- */

/* In this program these stand in front of libc's: short and interrupted writes, and calls that fail on demand. */
static bool awkward;
static int fail_fsync, fail_rename; // errno to fail with

ssize_t write(int fd, const void *p, size_t n) {
    static int turn;
    if (awkward && ++turn % 3 == 0) return errno = EINTR, -1;
    return syscall(SYS_write, fd, p, awkward && n > 1000 ? 1000 : n);
}

int fsync(int fd) {
    static int turn;
    if (fail_fsync) return errno = fail_fsync, -1;
    if (awkward && ++turn % 2) return errno = EINTR, -1;
    return (int)syscall(SYS_fsync, fd);
}

int rename(const char *from, const char *to) {
    if (fail_rename) return errno = fail_rename, -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static void assert_holds(const char *path, const char *text) {
    struct tf_buf b = {0};
    struct tf_err e = {0};
    assert_int_equal(tf_file_read(path, &b, &e), 0);
    assert_string_equal(b.s, text);
    assert_int_equal(b.len, strlen(text));
    tf_buf_free(&b);
}

static void files_are_replaced_whole(void **state) {
    (void)state;
    const char *path = in_dir("row.csv");
    char tmp[600];
    struct tf_err e = {0};
    struct tf_file f;
    snprintf(tmp, sizeof tmp, "%s.tmp-%ld", path, (long)getpid());
    assert_int_equal(tf_file_write(path, "old\n", 4, &e), 0);
    assert_int_equal(tf_file_open(&f, path, &e), 0);
    assert_int_equal(tf_file_put(&f, "half", 4, &e), 0);
    assert_true(tf_file_exists(tmp));
    assert_holds(path, "old\n");
    tf_file_abort(&f);
    tf_file_abort(&f); // once more is harmless
    assert_false(tf_file_exists(tmp));
    assert_holds(path, "old\n");
    assert_int_equal(tf_file_open(&f, path, &e), 0);
    assert_int_equal(tf_file_put(&f, "new", 3, &e), 0);
    assert_int_equal(tf_file_put(&f, "er\n", 3, &e), 0);
    assert_holds(path, "old\n");
    assert_int_equal(tf_file_commit(&f, &e), 0);
    assert_holds(path, "newer\n");
    assert_false(tf_file_exists(tmp));
    assert_int_equal(tf_file_write(path, NULL, 0, &e), 0);
    assert_holds(path, "");
    assert_int_equal(e.code, 0);
    assert_int_equal(tf_file_write(in_dir("none/row.csv"), "x", 1, &e), -1);
    assert_int_equal(e.code, TF_SYSTEM);
    assert_non_null(strstr(e.msg, "none/row.csv: No such file or directory"));
}

/* A write replaces a file: a link's target, never the link, and nothing that is no file. */
static void what_is_no_file_is_left_alone(void **state) {
    (void)state;
    const char *link = in_dir("link"), *pipe = in_dir("pipe"), *piped = in_dir("piped"), *lost = in_dir("lost");
    struct stat st;
    struct tf_err e = {0};
    put_text("far/target", "old");
    assert_int_equal(symlink("far/target", link), 0);
    assert_int_equal(symlink("far/none", lost), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(symlink("pipe", piped), 0);
    assert_int_equal(tf_file_write(link, "new", 3, &e), 0);
    assert_holds(in_dir("far/target"), "new");
    assert_true(!lstat(link, &st) && S_ISLNK(st.st_mode));
    const struct {
        const char *path, *why;
    } row[] = {{pipe, "pipe: not a regular file"},
               {dir, ": not a regular file"},
               {piped, "piped: not a regular file"},
               {lost, "lost: a link that leads nowhere"}};
    for (size_t i = 0; i < TF_COUNT(row); i++) {
        struct tf_err f = {0};
        assert_int_equal(tf_file_write(row[i].path, "x", 1, &f), -1);
        assert_int_equal(f.code, TF_BAD);
        if (!strstr(f.msg, row[i].why)) fail_msg("'%s' does not hold '%s'", f.msg, row[i].why);
    }
    assert_true(!lstat(pipe, &st) && S_ISFIFO(st.st_mode) && !lstat(lost, &st) && S_ISLNK(st.st_mode));
}

/* /dev/full answers every write with ENOSPC: the commit must say so, whether stdio had buffered the bytes or not. */
static void full_disk_is_reported(void **state) {
    (void)state;
    static char big[1 << 20];
    for (int part = 0; part < 2; part++) {
        const char *path = in_dir(part ? "big" : "small");
        char tmp[600];
        snprintf(tmp, sizeof tmp, "%s.tmp-%ld", path, (long)getpid());
        assert_int_equal(symlink("/dev/full", tmp), 0);
        struct tf_err e = {0};
        assert_int_equal(tf_file_write(path, big, part ? sizeof big : 10, &e), -1);
        assert_int_equal(e.code, TF_SYSTEM);
        assert_non_null(strstr(e.msg, "No space left on device"));
        assert_false(tf_file_exists(path));
        assert_false(tf_file_exists(tmp));
    }
}

static void failures_keep_the_old_file(void **state) {
    (void)state;
    const char *path = in_dir("row.csv");
    char tmp[600];
    snprintf(tmp, sizeof tmp, "%s.tmp-%ld", path, (long)getpid());
    struct tf_err e = {0};
    assert_int_equal(tf_file_write(path, "old", 3, &e), 0);
    int *const faults[] = {&fail_fsync, &fail_rename};
    for (int i = 0; i < 2; i++) {
        *faults[i] = EIO;
        int rc = tf_file_write(path, "new", 3, &e);
        *faults[i] = 0;
        assert_int_equal(rc, -1);
        assert_int_equal(e.code, TF_SYSTEM);
        assert_non_null(strstr(e.msg, "row.csv: Input/output error"));
        assert_holds(path, "old");
        assert_false(tf_file_exists(tmp));
        e = (struct tf_err){0};
    }
    static char big[100000];
    for (size_t i = 0; i < sizeof big - 1; i++) big[i] = (char)('a' + i % 23);
    awkward = true;
    int rc = tf_file_write(path, big, sizeof big - 1, &e);
    awkward = false;
    assert_int_equal(rc, 0);
    assert_holds(path, big);
}

/* ---- memory ----------------------------------------------------------------------------------------------------------------- */

static size_t available_at(const char *name) { return tf_mem_available_at(in_dir(name)); }

static void control_groups_limit_memory(void **state) {
    (void)state;
    assert_int_equal(available_at("nothing"), 0);
    put_text("v2/proc/meminfo", "MemTotal:  9000 kB\nMemFree:  10 kB\nMemAvailable:    8000 kB\n");
    assert_int_equal(available_at("v2"), 8000 * 1024);
    put_text("v2/proc/self/cgroup", "0::/slurm/job_1/step_0\n");
    assert_int_equal(available_at("v2"), 8000 * 1024); // no such folders
    put_text("v2/sys/fs/cgroup/slurm/job_1/step_0/memory.max", "max\n");
    put_text("v2/sys/fs/cgroup/slurm/job_1/step_0/memory.current", "3000\n");
    assert_int_equal(available_at("v2"), 8000 * 1024);
    put_text("v2/sys/fs/cgroup/slurm/job_1/memory.max", "100000\n"); // of the group above
    put_text("v2/sys/fs/cgroup/slurm/job_1/memory.current", "40000\n");
    assert_int_equal(available_at("v2"), 60000);
    put_text("v2/sys/fs/cgroup/slurm/job_1/memory.stat", "anon 9\ninactive_file 5000\nactive_file 2000\nunevictable 7\n");
    assert_int_equal(available_at("v2"), 67000); // the cache gives way
    put_text("v2/sys/fs/cgroup/slurm/job_1/step_0/memory.max", "4000\n");
    assert_int_equal(available_at("v2"), 1000);
    put_text("v2/sys/fs/cgroup/memory.max", "20\n"); // a container's own
    put_text("v2/sys/fs/cgroup/memory.current", "30\n");
    assert_int_equal(available_at("v2"), 1); // none, but known
    put_text("v1/proc/meminfo", "MemAvailable: 8000 kB\n");
    put_text("v1/proc/self/cgroup", "12:cpu,cpuacct:/a\n4:memory:/a/b\n0::/\n");
    put_text("v1/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    put_text("v1/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "500\n");
    assert_int_equal(available_at("v1"), 8000 * 1024);
    put_text("v1/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "5000\n");
    put_text("v1/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "600\n");
    put_text("v1/sys/fs/cgroup/memory/a/memory.stat", "inactive_file 3\ntotal_inactive_file 100\n");
    assert_int_equal(available_at("v1"), 4500);
    char command[600];
    snprintf(command, sizeof command, "cd %s && rm -r v1 v2", dir);
    assert_int_equal(system(command), 0);
}

static void reads_and_maps(void **state) {
    (void)state;
    const char *path = in_dir("big");
    struct tf_err e = {0};
    static char big[300001];
    for (size_t i = 0; i < sizeof big; i++) big[i] = (char)(i * 31 >> 3);
    assert_int_equal(tf_file_write(path, big, sizeof big, &e), 0);
    struct tf_buf b = {0};
    tf_buf_addf(&b, "head"); // reading appends
    assert_int_equal(tf_file_read(path, &b, &e), 0);
    assert_int_equal(b.len, 4 + sizeof big);
    assert_memory_equal(b.s, "head", 4);
    assert_memory_equal(b.s + 4, big, sizeof big);
    b.len = 4;
    assert_int_equal(tf_file_read("/proc/self/status", &b, &e), 0); // says its size is 0
    assert_non_null(strstr(b.s, "VmPeak"));
    b.len = 4;
    assert_int_equal(tf_file_read(dir, &b, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(b.s, "head");
    tf_buf_free(&b);
    struct tf_map m;
    e = (struct tf_err){0};
    assert_int_equal(tf_map_open(&m, path, &e), 0);
    assert_int_equal(m.n, sizeof big);
    assert_memory_equal(m.p, big, sizeof big);
    const char *p = m.p;
    assert_string_equal(tf_map_path(p), path);
    assert_string_equal(tf_map_path(p + m.n - 1), path);
    assert_null(tf_map_path(p + m.n));
    assert_null(tf_map_path(NULL));
    tf_map_close(&m);
    assert_null(tf_map_path(p));
    tf_map_close(&m);
    assert_int_equal(tf_file_write(path, "", 0, &e), 0);
    assert_int_equal(tf_map_open(&m, path, &e), 0);
    assert_int_equal(m.n, 0);
    assert_non_null(m.p);
    tf_map_close(&m);
    assert_int_equal(tf_map_open(&m, dir, &e), -1);
    e = (struct tf_err){0};
    assert_int_equal(tf_map_open(&m, in_dir("missing"), &e), -1);
    assert_int_equal(e.code, TF_BAD);
}

static void directories(void **state) {
    (void)state;
    const char *path = in_dir("a/b//c/");
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(path, &e), 0);
    assert_int_equal(tf_mkdirs(path, &e), 0);
    assert_int_equal(tf_file_write(in_dir("a/b/c/file"), "x", 1, &e), 0);
    assert_int_equal(tf_mkdirs(in_dir("a/b/c/file"), &e), -1);
    assert_int_equal(e.code, TF_SYSTEM);
    assert_non_null(strstr(e.msg, "a/b/c/file: Not a directory"));
    e = (struct tf_err){0};
    assert_int_equal(tf_mkdirs(in_dir("a/b/c/file/d"), &e), -1);
    assert_non_null(strstr(e.msg, "Not a directory"));
}

/* ---- threads ---------------------------------------------------------------------------------------------------------------- */

enum { JOBS = 500 };
struct sums {
    uint64_t v[JOBS], inner[JOBS][8];
};

/* What is in a folder that may not be looked into is no missing file. As nobody: root may do everything. */
static void what_is_forbidden_is_not_missing(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(in_dir("shut"), &e), 0);
    assert_int_equal(tf_file_write(in_dir("shut/file"), "b", 1, &e), 0);
    assert_int_equal(chmod(in_dir("shut"), 0), 0);
    char path[600];
    snprintf(path, sizeof path, "%s", in_dir("shut/file"));
    const pid_t child = fork();
    if (child == 0) {
        struct tf_buf b = {0};
        if (!geteuid() && setresuid(65534, 65534, 65534)) _exit(1);
        if (!tf_file_exists(path)) _exit(2);
        if (!tf_file_read(path, &b, &e) || e.code != TF_SYSTEM || !strstr(e.msg, strerror(EACCES))) _exit(3);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(in_dir("shut"), 0700), 0);
    assert_int_equal(status, 0);
    assert_int_equal(remove(path), 0);
    assert_false(tf_file_exists(path));
    assert_int_equal(errno, ENOENT);
}

static void names_in_a_folder(void **state) {
    (void)state;
    struct tf_names in = {0};
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(in_dir("names/inner"), &e), 0);
    static const char *const put[] = {"names/b", "names/.hidden", "names/a.csv", "names/a.csv.tmp-999999999"};
    for (size_t i = 0; i < TF_COUNT(put); i++) assert_int_equal(tf_file_write(in_dir(put[i]), "x", 1, &e), 0);
    assert_int_equal(tf_dir_names(in_dir("names"), &in, &e), 0);
    static const char *const want[] = {"a.csv", "a.csv.tmp-999999999", "b", "inner"};
    assert_int_equal(in.n, TF_COUNT(want));
    for (size_t i = 0; i < TF_COUNT(want); i++) assert_string_equal(in.v[i], want[i]);
    tf_names_free(&in);
    const struct tf_buf text = {.s = (char *)(uintptr_t)"y", .len = 1};
    assert_int_equal(tf_file_write_in(in_dir("names"), "a.csv", &text, &e), 0);
    assert_false(tf_file_exists(in_dir("names/a.csv.tmp-999999999"))); // its writer is dead
    const int elsewhere = open(in_dir("names/a.csv.tmp-999999999"), O_WRONLY | O_CREAT, 0600);
    assert_true(elsewhere >= 0 && !flock(elsewhere, LOCK_EX)); // as a writer on another machine has it
    assert_int_equal(tf_file_write_in(in_dir("names"), "a.csv", &text, &e), 0);
    assert_true(tf_file_exists(in_dir("names/a.csv.tmp-999999999")));
    close(elsewhere);
    struct tf_file half;
    assert_int_equal(tf_file_open(&half, in_dir("names/a.csv"), &e), 0);
    char under_way[64];
    snprintf(under_way, sizeof under_way, "names/a.csv.tmp-%ld", (long)getpid());
    const int fd = open(in_dir(under_way), O_WRONLY);
    assert_true(fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK);
    close(fd), tf_file_abort(&half);
    assert_int_equal(tf_file_write_in(in_dir("names"), "a.csv", &text, &e), 0);
    assert_false(tf_file_exists(in_dir("names/a.csv.tmp-999999999")));
    for (size_t i = 0; i < 3; i++) unlink(in_dir(put[i]));
    rmdir(in_dir("names/inner")), rmdir(in_dir("names"));
    assert_int_equal(tf_dir_names(in_dir("names"), &in, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_true(!in.v && !in.n);
}

static void inner_job(void *arg, int j) { ((uint64_t *)arg)[j] += (uint64_t)j; }

static void job(void *arg, int j) {
    struct sums *s = arg;
    struct tf_rng r = tf_rng_at(1, TF_RNG_TEST, 0, 0, (uint32_t)j);
    for (int i = 0; i < 100 + j; i++) s->v[j] += tf_rng_u32(&r);
    tf_parallel(3, 8, inner_job, s->inner[j]);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    static struct sums want, got;
    memset(&want, 0, sizeof want);
    tf_parallel(1, JOBS, job, &want);
    for (int i = 0; i < 8; i++) assert_int_equal(want.inner[JOBS - 1][i], i);
    for (int round = 0; round < 20; round++)
        for (int threads = 2; threads <= 3; threads++) {
            memset(&got, 0, sizeof got);
            tf_parallel(threads, JOBS, job, &got);
            assert_memory_equal(&got, &want, sizeof want);
        }
    tf_parallel(4, 0, job, NULL);
    uint64_t calls[2] = {0};
    for (int i = 0; i < 5000; i++) tf_parallel(2, 2, inner_job, calls); // short calls: workers wake late
    assert_int_equal(calls[1], 5000);
    assert_true(tf_cpu_count() >= 1);
}

struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t all;
    int here;
};

static void meet(void *arg, int j) {
    struct meeting *m = arg;
    (void)j;
    pthread_mutex_lock(&m->lock);
    if (++m->here == 3) pthread_cond_broadcast(&m->all);
    while (m->here < 3) pthread_cond_wait(&m->all, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static void threads_are_at_once(void **state) { // three jobs that wait for each other end only on three threads
    (void)state;
    struct meeting m = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    alarm(20);
    tf_parallel(3, 3, meet, &m);
    assert_int_equal(m.here, 3);
#ifndef __SANITIZE_THREAD__ // which allows no threads after a fork
    pid_t child = fork();   // a child starts with a pool of its own
    if (child == 0) {
        m.here = 0;
        tf_parallel(3, 3, meet, &m);
        _exit(m.here == 3 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
#endif
    alarm(0);
}

static void keep_busy(void *until, TF_UNUSED int job) {
    while (tf_now() < *(const double *)until) {}
}

static void waiting_is_counted(void **state) { // more threads than CPUs: some wait
    (void)state;
    const double from = tf_cpu_waited();
    double until = tf_now() + 0.5;
    if (isnan(from)) skip();
    const int n = 2 * tf_cpu_count() + 1;
    tf_parallel(n, n, keep_busy, &until);
    assert_true(tf_cpu_waited() - from > 0.25);
}

static int blame(void *arg, int job, struct tf_err *e) {
    (void)arg;
    return job ? tf_fail_option(e, TF_BAD, "train.lr", "too high") : 0;
}

static void jobs_say_what_was_wrong(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_jobs(2, blame, NULL, NULL, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_string_equal(e.msg, "too high");
    assert_string_equal(e.option, "train.lr");
}

static int remove_dir(void **state) {
    (void)state;
    static const char *const names[] = {"row.csv", "big",        "far/target", "far",   "link", "pipe", "piped",
                                        "lost",    "a/b/c/file", "shut",       "a/b/c", "a/b",  "a"};
    for (size_t i = 0; i < TF_COUNT(names); i++) remove(in_dir(names[i]));
    return leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_are_replaced_whole),
                                       cmocka_unit_test(what_is_no_file_is_left_alone),
                                       cmocka_unit_test(full_disk_is_reported),
                                       cmocka_unit_test(failures_keep_the_old_file),
                                       cmocka_unit_test(control_groups_limit_memory),
                                       cmocka_unit_test(reads_and_maps),
                                       cmocka_unit_test(directories),
                                       cmocka_unit_test(what_is_forbidden_is_not_missing),
                                       cmocka_unit_test(names_in_a_folder),
                                       cmocka_unit_test(threads_do_not_matter),
                                       cmocka_unit_test(threads_are_at_once),
                                       cmocka_unit_test(waiting_is_counted),
                                       cmocka_unit_test(jobs_say_what_was_wrong)};
    return cmocka_run_group_tests_name("system", tests, enter, remove_dir);
}
