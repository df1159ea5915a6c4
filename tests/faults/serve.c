/* The fork server. SHIM_SERVE="KIND FROM COUNT": in the present folder, the program's command runs again and again, each time in a process forked where
 * main begins, with the next COUNT faults of a kind, after the first FROM ones, in an order that spreads any number of them evenly over the run:
 *   alloc         the n-th allocation finds no memory
 *   call:ERROR    the n-th call fails, moves half of its bytes (SHORT), or the process is killed there (KILL)
 *   every         SHORT and EINTR again and again
 *   kill          kill -9 at a moment
 * Every run begins with `out` as SERVE_BEFORE is (unset: there is none) and without `cache`. One that fails must say so, with exit code 4; the command is then
 * run again, and must end in what an undisturbed run leaves. What is left on disk by a failure is run again once: an equal state is known to be good. Clocks
 * tick (shim.h), so that the same run leaves the same state. What depends on the time is found by a run with other clocks, and not compared.
 * Prints what is wrong, as "FAIL  SERVE_NAME, SHIM: why"; appends "SERVE_BUILD kind name of from done struck states failed" to SERVE_COUNTS. */
#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 256, PATH = 240, STATES = 1 << 16, LIMIT = 120 }; // LIMIT: seconds until a run counts as hanging

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "serve: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* ---- what lies on disk ---------------------------------------------------------------------------------------------------------- */

struct tree {
    int n;
    struct item {
        char path[PATH];
        uint64_t hash; // of a file's bytes; 1: a folder
    } item[FILES];
};

static uint64_t mix(uint64_t h, const void *bytes, size_t n) { // FNV-1a
    for (const unsigned char *p = bytes, *end = p + n; p < end; p++) h = (h ^ *p) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t hash_file(const char *path) {
    static char buf[1 << 16];
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) give_up(path);
    for (ssize_t n; (n = read(fd, buf, sizeof buf)) > 0;) h = mix(h, buf, (size_t)n);
    close(fd);
    return h;
}

static int by_path(const void *a, const void *b) { return strcmp(((const struct item *)a)->path, ((const struct item *)b)->path); }

/* Calls fn for all that is below dir, what is in a folder before the folder. */
static void walk(const char *dir, void (*fn)(const char *path, bool folder, void *arg), void *arg) {
    DIR *d = opendir(dir);
    if (!d) {
        if (errno != ENOENT) give_up(dir);
        return;
    }
    for (struct dirent *x; (x = readdir(d));) {
        if (!strcmp(x->d_name, ".") || !strcmp(x->d_name, "..")) continue;
        char path[PATH];
        if (snprintf(path, sizeof path, "%s/%s", dir, x->d_name) >= PATH) give_up("a long path");
        const bool folder = x->d_type == DT_DIR;
        if (folder) walk(path, fn, arg);
        fn(path, folder, arg);
    }
    closedir(d);
}

static void note(const char *path, bool folder, void *arg) {
    struct tree *t = arg;
    if (t->n == FILES) give_up("many files");
    struct item *x = &t->item[t->n++];
    strcpy(x->path, path);
    x->hash = folder ? 1 : hash_file(path);
}

static void look(struct tree *t) {
    t->n = 0;
    walk("out", note, t);
    walk("cache", note, t);
    qsort(t->item, (size_t)t->n, sizeof *t->item, by_path);
}

static void drop(const char *path, bool folder, void *arg) {
    (void)arg;
    if (folder ? rmdir(path) : unlink(path)) give_up(path);
}

static void empty(const char *dir) {
    walk(dir, drop, NULL);
    if (rmdir(dir) && errno != ENOENT) give_up(dir);
}

static void copy_file(const char *from, const char *to) {
    static char buf[1 << 16];
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (in < 0 || out < 0) give_up(to);
    for (ssize_t n; (n = read(in, buf, sizeof buf)) > 0;)
        if (write(out, buf, (size_t)n) != n) give_up(to);
    close(in), close(out);
}

static void copy(const char *from, const char *to) {
    DIR *d = opendir(from);
    if (!d || mkdir(to, 0777)) give_up(to);
    for (struct dirent *x; (x = readdir(d));) {
        if (!strcmp(x->d_name, ".") || !strcmp(x->d_name, "..")) continue;
        char a[2 * PATH], b[2 * PATH];
        snprintf(a, sizeof a, "%s/%s", from, x->d_name), snprintf(b, sizeof b, "%s/%s", to, x->d_name);
        if (x->d_type == DT_DIR) copy(a, b);
        else copy_file(a, b);
    }
    closedir(d);
}

static void reset(void) {
    const char *before = getenv("SERVE_BEFORE");
    empty("out"), empty("cache");
    if (before && *before) copy(before, "out");
}

/* ---- a run ---------------------------------------------------------------------------------------------------------------------- */

static struct {
    shim_main *run;
    int argc;
    char **argv, **env;
    int out, err; // files in memory
    long *counts; // shared: allocations, calls
} the;

static pid_t begin(const char *how) {
    if (ftruncate(the.out, 0) || ftruncate(the.err, 0) || lseek(the.out, 0, SEEK_SET) || lseek(the.err, 0, SEEK_SET)) give_up("stdout");
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) give_up("fork");
    if (pid) return pid;
    if (dup2(the.out, 1) < 0 || dup2(the.err, 2) < 0) give_up("dup2");
    close(the.out), close(the.err);
    alarm(LIMIT);
    shim_ticks = !how || strncmp(how, "clock", 5) != 0;
    shim_set(how);
    shim_active = true;
    int rc = the.run(the.argc, the.argv, the.env);
    shim_active = false;
    shim_counted(&the.counts[0], &the.counts[1]);
    exit(rc);
}

static int end(pid_t pid) { // the exit code as a shell has it
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) give_up("waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run(const char *how) { return end(begin(how)); }

static bool orphans(void) { // waits for the children of a process that was killed; whether there were any
    bool any = false;
    for (pid_t pid; (pid = waitpid(-1, NULL, 0)) > 0 || (pid < 0 && errno == EINTR);) any = true;
    return any;
}

/* What a file in memory holds, as text; the next call overwrites it. */
static const char *text_of(int fd) {
    static char text[1 << 16];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    return text;
}

static const char *first_line(int fd) {
    char *s = (char *)text_of(fd);
    s[strcspn(s, "\n")] = 0;
    return s;
}

static bool says(const char *prefix) { // a line that begins with it
    for (const char *s = text_of(the.err); s; s = (s = strchr(s, '\n')) ? s + 1 : NULL)
        if (!strncmp(s, prefix, strlen(prefix))) return true;
    return false;
}

/* ---- what is right -------------------------------------------------------------------------------------------------------------- */

static struct {
    struct tree tree;
    bool same[FILES]; // whether the item's bytes do not tell the time
    uint64_t out;
    bool speaks; // whether stdout doesn't
    double seconds;
    long counts[2];
} right;

static uint64_t hash_out(void) {
    const char *s = text_of(the.out);
    return mix(1, s, strlen(s));
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool hidden(const char *path) { return strrchr(path, '/')[1] == '.'; }

/* An old checkpoint that could not be removed does no harm. */
static bool harmless(const char *path) {
    const char *name = strrchr(path, '/') + 1;
    return !strncmp(name, "checkpoint-", 11) && strstr(name, ".safetensors") && !strstr(name, ".tmp-");
}

static const char *excused; // what a warning has said is not as it should be: a part of its path

/* What is not as in an undisturbed run; "": nothing. The next call overwrites it. */
static const char *wrong(void) {
    static char why[2 * PATH];
    static struct tree t;
    look(&t);
    int i = 0, k = 0;
    while (i < right.tree.n || k < t.n) {
        const struct item *want = &right.tree.item[i], *is = &t.item[k];
        const int c = i == right.tree.n ? 1 : k == t.n ? -1 : strcmp(want->path, is->path);
        const char *path = c <= 0 ? want->path : is->path;
        i += c <= 0, k += c >= 0;
        if (excused && strstr(path, excused)) continue;
        if (c < 0 && want->hash != 1 && !hidden(want->path)) return snprintf(why, sizeof why, "%s is missing", want->path), why;
        if (c > 0 && is->hash != 1 && !hidden(is->path) && !harmless(is->path))
            return snprintf(why, sizeof why, "%s is left over", is->path), why;
        if (c == 0 && right.same[i - 1] && want->hash != is->hash) return snprintf(why, sizeof why, "other bytes: %s", want->path), why;
    }
    return right.speaks && hash_out() != right.out ? "other output" : "";
}

static void learn(void) {
    static struct tree t;
    reset();
    const double start = now();
    if (run(NULL)) fprintf(stderr, "serve: undisturbed: %s\n", first_line(the.err)), exit(2);
    right.seconds = now() - start;
    memcpy(right.counts, the.counts, sizeof right.counts);
    look(&right.tree);
    right.out = hash_out();
    reset();
    if (run("clock:1")) fprintf(stderr, "serve: jumping clocks: %s\n", first_line(the.err)), exit(2);
    look(&t);
    right.speaks = hash_out() == right.out;
    for (int i = 0, k = 0; i < right.tree.n; i++) {
        const struct item *x = &right.tree.item[i];
        while (k < t.n && strcmp(t.item[k].path, x->path) < 0) k++;
        right.same[i] = k < t.n && !strcmp(t.item[k].path, x->path) && t.item[k].hash == x->hash && !hidden(x->path);
    }
}

/* ---- the faults ----------------------------------------------------------------------------------------------------------------- */

static struct {
    long done, struck, states, failed;
    uint64_t state[STATES];
} sum;

/* Whether this state was run again before and came out right; if not, it is kept as one that will have. */
static bool known(void) {
    static struct tree t;
    look(&t);
    uint64_t h = 0;
    for (int i = 0; i < t.n; i++) h = mix(h, t.item[i].path, strlen(t.item[i].path)), h = mix(h, &t.item[i].hash, sizeof t.item[i].hash);
    for (long i = 0; i < sum.states; i++)
        if (sum.state[i] == h) return true;
    if (sum.states < STATES) sum.state[sum.states++] = h;
    return false;
}

static void judge(int rc, bool killed, const char *how) {
    char bad[4 * PATH] = "", said[PATH];
    snprintf(said, sizeof said, "%.200s", first_line(the.err));
    if (rc == 0) {
        snprintf(bad, sizeof bad, "%s", wrong());
        // a warning may say what is not done: a file that could not be kept, a table that could not be joined
        const bool warned = strstr(text_of(the.err), "warning: ") != NULL;
        excused = strstr(text_of(the.err), "could not be cached")   ? "cache/"
                  : strstr(text_of(the.err), "the CPU has no name") ? "manifest.csv"
                                                                    : NULL;
        if (*bad && warned && !run(NULL)) snprintf(bad, sizeof bad, "%s", wrong());
        excused = NULL;
    } else if (rc == 4) {
        if (!says("treeformer: ")) snprintf(bad, sizeof bad, "exit code 4 without a message");
    } else if (rc != 137 || !killed) {
        snprintf(bad, sizeof bad, rc == 128 + SIGALRM ? "no end" : "exit code %d: %s", rc, said);
    }
    if (rc && !*bad && !known()) {
        int again = run(NULL);
        const char *why = again ? first_line(the.err) : wrong();
        if (*why && orphans()) again = run(NULL), why = again ? first_line(the.err) : wrong(); // they had claimed what is missing
        if (again || *why)
            snprintf(bad, sizeof bad, "after exit code %d (%s), run again: exit code %d, %.300s", rc, said, again, why), sum.states--;
    }
    orphans();
    sum.done++, sum.struck += rc != 0, sum.failed += *bad != 0;
    if (*bad) printf("FAIL  %s, %s: %s\n", getenv("SERVE_NAME"), how, bad), fflush(stdout);
}

static void append_counts(const char *kind, long of, long from) {
    static long had[4];
    const char *path = getenv("SERVE_COUNTS"), *build = getenv("SERVE_BUILD");
    FILE *f = path ? fopen(path, "a") : NULL;
    if (!f) return;
    fprintf(f, "%s\t%s\t%s\t%ld\t%ld\t%ld\t%ld\t%ld\t%ld\n", build ? build : "-", kind, getenv("SERVE_NAME"), of, from + had[0],
            sum.done - had[0], sum.struck - had[1], sum.states - had[2], sum.failed - had[3]);
    fclose(f);
    had[0] = sum.done, had[1] = sum.struck, had[2] = sum.states, had[3] = sum.failed;
}

static void kill_at(double seconds, const char *how) {
    pid_t pid = begin(NULL);
    nanosleep(&(struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)}, NULL);
    kill(pid, SIGKILL);
    judge(end(pid), true, how);
}

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

int shim_serve(shim_main *program, int argc, char **argv, char **env) {
    static const char *const every[] = {"every:SHORT:1", "every:SHORT:2", "every:EINTR:2", "every:EINTR:3"};
    char kind[32], how[64];
    long from, count;
    if (sscanf(getenv("SHIM_SERVE"), "%31s %ld %ld", kind, &from, &count) != 3) give_up("SHIM_SERVE");
    unsetenv("SHIM_SERVE");
    the.run = program, the.argc = argc, the.argv = argv, the.env = env;
    the.out = memfd_create("out", MFD_CLOEXEC), the.err = memfd_create("err", MFD_CLOEXEC);
    the.counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (the.out < 0 || the.err < 0 || the.counts == MAP_FAILED) give_up("memory");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    learn();
    const bool kills = !strcmp(kind, "kill");
    const long of = kills ? 1000003 : !strcmp(kind, "every") ? 4 : right.counts[strcmp(kind, "alloc") != 0];
    long step = (long)((double)of * 0.6180339887) | 1;
    while (gcd(step, of) != 1) step++;
    for (long i = from; i < of && i < from + count; i++) {
        const long n = 1 + (long)(i * step % of);
        reset();
        if (kills) {
            const double at = right.seconds * (double)n / (double)of;
            snprintf(how, sizeof how, "kill after %.4f s", at);
            kill_at(at, how);
        } else {
            if (of == 4) snprintf(how, sizeof how, "%s", every[n - 1]);
            else snprintf(how, sizeof how, "%s:%ld", kind, n);
            judge(run(how), strstr(kind, "KILL") != NULL, how);
        }
        if (sum.done % 200 == 0) append_counts(kind, of, from);
    }
    append_counts(kind, of, from);
    printf("%s, %s: %ld of %ld faults, %ld ended the run and left %ld states on disk, %ld failed\n", kind, getenv("SERVE_NAME"), sum.done,
           of, sum.struck, sum.states, sum.failed);
    empty("out"), empty("cache");
    return sum.failed > 0;
}
