/* tf_jobs: the same function in several processes at once. */
#include "base/base.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
    pid_t pid;
    int pipe; // brings its error, if it has one
};

static _Noreturn void be_child(pid_t parent, int write_end, int job, tf_job_fn *fn, void *arg) {
    struct tf_err e = {0};
    prctl(PR_SET_PDEATHSIG, SIGTERM);            // a parent that is killed does not leave us behind
    if (getppid() != parent) tf_interrupted = 1; // killed before that
    tf_progress_hook = NULL;
    if (fn(arg, job, &e) == 0) e.code = TF_OK;
    const char *at = (const char *)&e;
    size_t left = e.code ? sizeof e : 0;
    for (ssize_t n; left && (n = write(write_end, at, left)) > 0; at += n) left -= (size_t)n;
    _exit(e.code);
}

static int start(struct child *c, int job, tf_job_fn *fn, void *arg, struct tf_err *e) {
    int ends[2];
    if (pipe(ends)) return tf_fail(e, TF_SYSTEM, "pipe: %s", strerror(errno));
    pid_t parent = getpid();
    c->pid = fork();
    if (c->pid == 0) {
        close(ends[0]);
        be_child(parent, ends[1], job, fn, arg);
    }
    int err = errno;
    close(ends[1]);
    c->pipe = ends[0];
    if (c->pid > 0) return 0;
    close(ends[0]);
    return tf_fail(e, TF_SYSTEM, "fork: %s", strerror(err));
}

static int pass_on(struct tf_err *e, const struct tf_err *own) { return tf_fail_option(e, own->code, own->option, "%s", own->msg); }

/* Waits for the child; its error, if any, becomes *e unless there is one. */
static void collect(struct child *c, struct tf_err *e) {
    struct tf_err own = {0};
    char *at = (char *)&own;
    size_t got = 0;
    for (ssize_t n; got < sizeof own && ((n = read(c->pipe, at + got, sizeof own - got)) > 0 || (n < 0 && errno == EINTR));)
        got += n > 0 ? (size_t)n : 0;
    close(c->pipe);
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {}
    c->pid = 0;
    if (got == sizeof own) pass_on(e, &own);
    else if (WIFSIGNALED(status)) tf_fail(e, TF_SYSTEM, "a worker process was killed by signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status)) tf_fail(e, WEXITSTATUS(status), "a worker process ended with exit code %d", WEXITSTATUS(status));
}

static void stop(const struct child *c, int n) {
    for (int i = 0; i < n; i++)
        if (c[i].pid > 0) kill(c[i].pid, SIGTERM);
}

void *tf_jobs_share(size_t size, struct tf_err *e) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) return p;
    tf_fail(e, TF_SYSTEM, "mmap: %s", strerror(errno));
    return NULL;
}

void tf_jobs_unshare(void *p, size_t size) { munmap(p, size); }

int tf_jobs(int n, tf_job_fn *fn, void *arg, void (*tick)(void *arg), struct tf_err *e) {
    struct child c[TF_JOBS_MAX] = {{0}};
    struct pollfd p[TF_JOBS_MAX];
    struct tf_err why = {0};
    int alive = 0;
    TF_BUG_IF(n < 1 || n > TF_JOBS_MAX, "%d jobs", n);
    for (; alive < n; alive++)
        if (start(&c[alive], alive, fn, arg, &why)) break;
    bool stopping = false;
    for (int started = alive; alive;) {
        if (!stopping && (tf_interrupted || why.code)) stop(c, started), stopping = true;
        for (int i = 0; i < started; i++) p[i] = (struct pollfd){c[i].pid > 0 ? c[i].pipe : -1, POLLIN, 0};
        if (poll(p, (nfds_t)started, 500) <= 0) {
            if (tick) tick(arg);
            continue;
        }
        for (int i = 0; i < started; i++)
            if (p[i].revents) collect(&c[i], &why), alive--;
    }
    return why.code ? pass_on(e, &why) : 0;
}
