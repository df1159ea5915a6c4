/* gnuplot, run as a program. */
#include "io/io.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Inside `dir`, whose name gnuplot never sees. stdin and stdout: nothing; stderr: our pipe. A terminal's Ctrl-C does not reach it: the figure that has
 * been begun is drawn. Returns 0 or an errno. */
static int start(const char *dir, const char *script, int err_fd, pid_t *pid) {
    char *argv[] = {(char *)"gnuplot", (char *)script, NULL};
    posix_spawn_file_actions_t fa;
    posix_spawnattr_t own_group;
    int rc = posix_spawnattr_init(&own_group);
    if (rc) return rc;
    rc = posix_spawn_file_actions_init(&fa);
    if (rc) return posix_spawnattr_destroy(&own_group), rc;
    rc = posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP); // whose number is its own
    if (!rc) rc = posix_spawn_file_actions_addchdir_np(&fa, dir);
    if (!rc) rc = posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
    if (!rc) rc = posix_spawn_file_actions_addopen(&fa, 1, "/dev/null", O_WRONLY, 0);
    if (!rc) rc = posix_spawn_file_actions_adddup2(&fa, err_fd, 2);
    if (!rc) rc = posix_spawnp(pid, "gnuplot", &fa, &own_group, argv, environ);
    posix_spawn_file_actions_destroy(&fa), posix_spawnattr_destroy(&own_group);
    return rc;
}

/* Reads to the end and keeps the last bytes, blank ends cut off, on one line. */
static void read_tail(int fd, char *tail, size_t cap) {
    size_t n = 0;
    char piece[512];
    for (;;) {
        ssize_t k = read(fd, piece, sizeof piece);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) break;
        size_t m = (size_t)k, keep = n + m < cap ? n : cap - 1 - m;
        memmove(tail, tail + n - keep, keep);
        memcpy(tail + keep, piece, m);
        n = keep + m;
    }
    while (n > 0 && strchr(" \t\r\n", tail[n - 1])) n--;
    tail[n] = 0;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)tail[i] < ' ') tail[i] = ' ';
    size_t lead = strspn(tail, " ");
    memmove(tail, tail + lead, n - lead + 1);
}

int tf_gnuplot_run(const char *dir, const char *name, struct tf_err *e) {
    struct tf_buf script = {0};
    char tail[700];
    int fd[2], status = 0;
    pid_t pid = -1;
    if (pipe2(fd, O_CLOEXEC) < 0) return tf_fail(e, TF_SYSTEM, "cannot make a pipe: %s", strerror(errno));
    tf_buf_addf(&script, "./%s", name); // not an option
    int rc = start(dir, script.s, fd[1], &pid);
    tf_buf_free(&script);
    close(fd[1]);
    if (rc) {
        close(fd[0]);
        if (rc == ENOENT && tf_file_exists(dir))
            return tf_fail(e, TF_SYSTEM, "gnuplot is not installed: install the package gnuplot-nox (or gnuplot), or use --no-plot");
        return tf_fail(e, TF_SYSTEM, "cannot run gnuplot: %s", strerror(rc));
    }
    read_tail(fd[0], tail, sizeof tail);
    close(fd[0]);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return tf_fail(e, TF_SYSTEM, "cannot wait for gnuplot: %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    if (WIFSIGNALED(status)) return tf_fail(e, TF_FAILED, "gnuplot %s: killed by signal %d", name, WTERMSIG(status));
    return tf_fail(e, TF_FAILED, "gnuplot %s: exit status %d: %s", name, WEXITSTATUS(status), tail);
}
