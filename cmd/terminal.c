/* Messages, progress and signals. Data goes to stdout, everything here to stderr. */
#include "cmd.h"
#include "io/io.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double FIRST_S = 0.5, TTY_EVERY_S = 0.2, PLAIN_EVERY_S = 30;

static struct {
    pthread_mutex_t lock;
    bool tty, colour, quiet;
    pid_t pid;                       // of the process that opened it
    int output_errno;                // of the first write to standard output that failed
    volatile sig_atomic_t line;      // the terminal shows a progress line
    double last_s;                   // when it was last written
    const struct tf_progress *outer; // the progress in whose course others begin and end
} term = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void clear_line(void) {
    if (term.line) fputs("\r\033[K", stderr);
    term.line = false;
}

/* ---- text of unknown origin ---------------------------------------------------------------------------------------------- */

/* Messages quote data, specs and names of files: control characters and invalid UTF-8 are escaped, so that a message is one line and cannot command
 * the terminal. */
static void add_escaped(struct tf_buf *b, const char *s) {
    for (size_t left = strlen(s), k; left; s += k, left -= k) {
        uint32_t c = 0;
        k = tf_utf8_next(s, left, &c);
        if (k && c >= 0x20 && (c < 0x7f || c > 0x9f)) {
            tf_buf_add(b, s, k);
            continue;
        }
        if (!k) k = 1;
        for (size_t i = 0; i < k; i++)
            if (s[i] == '\n') tf_buf_addf(b, "\\n");
            else if (s[i] == '\t') tf_buf_addf(b, "\\t");
            else tf_buf_addf(b, "\\x%02x", (unsigned char)s[i]);
    }
}

static void put_line(const char *mark, const char *msg) {
    struct tf_buf b = {0};
    add_escaped(&b, msg);
    fprintf(stderr, "%s%s\n", mark, b.s ? b.s : "");
    tf_buf_free(&b);
}

/* ---- messages ------------------------------------------------------------------------------------------------------------ */

static void on_log(enum tf_level level, const char *msg) {
    if (term.quiet && level == TF_LOG_INFO) return;
    pthread_mutex_lock(&term.lock);
    clear_line();
    const char *mark = level != TF_LOG_WARN ? "" : term.colour ? "\033[33mwarning:\033[0m " : "warning: ";
    put_line(mark, msg);
    pthread_mutex_unlock(&term.lock);
}

void terminal_error(const char *msg) {
    pthread_mutex_lock(&term.lock);
    clear_line();
    put_line(term.colour ? "\033[31mtreeformer:\033[0m " : "treeformer: ", msg);
    pthread_mutex_unlock(&term.lock);
}

/* ---- progress ------------------------------------------------------------------------------------------------------------- */

static int columns(void) {
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

/* "label: 37 %, 12.3 steps/s, ETA 3 min 2 s, elapsed 1 min 50 s, loss 2.1"; slow units go by the minute or the hour. */
static void compose(char *out, size_t size, const struct tf_progress *p, double elapsed, double rate) {
    static const struct {
        double s;
        const char *name;
    } per[] = {{1, "s"}, {60, "min"}, {3600, "h"}};
    char speed[64] = "", eta[48] = "", left[32], spent[32];
    size_t u = 0;
    while (u + 1 < TF_COUNT(per) && rate * per[u].s < 0.1) u++;
    double shown = rate * per[u].s;
    int digits = shown < 10 ? 2 : shown < 100 ? 1 : 0;
    if (rate > 0) snprintf(speed, sizeof speed, ", %.*f %s/%s", digits, shown, p->unit, per[u].name);
    if (!p->ended && rate > 0 && p->done < p->total)
        snprintf(eta, sizeof eta, ", ETA %s", tf_format_duration(left, (p->total - p->done) / rate));
    snprintf(out, size, "%s: %.0f %%%s%s, elapsed %s%s%s", p->label, p->total > 0 ? 100 * p->done / p->total : 100.0, speed, eta,
             tf_format_duration(spent, elapsed), *p->note ? ", " : "", p->note);
}

static void draw(const struct tf_progress *p, double now, double rate) {
    char text[512];
    struct tf_buf b = {0};
    compose(text, sizeof text, p, now - p->started_s, rate);
    add_escaped(&b, text);
    if (term.tty) {
        fprintf(stderr, "\r%.*s\033[K", columns() - 1, b.s);
        fflush(stderr);
        term.line = true;
    } else {
        fprintf(stderr, "%s\n", b.s);
    }
    tf_buf_free(&b);
    term.last_s = now;
}

static void progress(const struct tf_progress *p) {
    double now = tf_now(), elapsed = now - p->started_s;
    if (!term.outer) {
        term.outer = p;
        term.last_s = now; // a plain line comes after 30 s
    }
    double rate = elapsed > 0 ? (p->done - p->from) / elapsed : 0;
    if (p->ended) {
        bool outer = p == term.outer; // an evaluation in the middle of training leaves no line behind
        if (outer) term.outer = NULL;
        if (outer && elapsed > FIRST_S) {
            draw(p, now, rate);
            if (term.tty) fputc('\n', stderr);
            term.line = false;
        } else {
            clear_line();
        }
    } else if (elapsed > FIRST_S && now - term.last_s >= (term.tty ? TTY_EVERY_S : PLAIN_EVERY_S)) {
        draw(p, now, rate);
    }
}

static void on_progress(const struct tf_progress *p) {
    if (term.quiet) return;
    pthread_mutex_lock(&term.lock);
    progress(p);
    pthread_mutex_unlock(&term.lock);
}

/* ---- memory, signals, descriptors ------------------------------------------------------------------------------------------------ */

static void on_oom(size_t bytes) {
    char size[32];
    dprintf(STDERR_FILENO, "%streeformer: out of memory: %s more were needed\n", term.line ? "\n" : "",
            tf_format_bytes(size, (double)bytes));
    _exit(TF_SYSTEM);
}

/* Workers of --jobs get SIGTERM from their parent, maybe before the terminal's SIGINT: only a second SIGINT stops at once. The parent speaks for all. */
static void on_signal(int sig) {
    static const char text[] = "\ntreeformer: stopping after the next checkpoint; interrupt again to stop at once\n";
    static volatile sig_atomic_t ints;
    int err = errno;
    if (sig == SIGINT && ints++) _exit(TF_INTERRUPTED);
    bool speaks = !tf_interrupted && getpid() == term.pid;
    if (speaks && write(STDERR_FILENO, text + !term.line, sizeof text - 1 - !term.line) < 0) err = errno;
    tf_interrupted = 1;
    errno = err;
}

/* A descriptor 0, 1 or 2 that is closed would be given to the next file that is opened, and our output would go into it. */
static void fill_descriptors(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
        if (open("/dev/null", fd == 2 ? O_WRONLY : O_RDONLY) < 0) abort(); // read-only: writing to stdout still fails, and is reported
    }
}

void terminal_open(void) {
    fill_descriptors();
    term.pid = getpid();
    const char *name = getenv("TERM"), *no_color = getenv("NO_COLOR");
    term.tty = isatty(STDERR_FILENO) && name && *name && strcmp(name, "dumb") != 0;
    term.colour = term.tty && !(no_color && *no_color);
    tf_log_hook = on_log;
    tf_progress_hook = on_progress;
    tf_oom_hook = on_oom;
    struct sigaction stop = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, ignore = {.sa_handler = SIG_IGN};
    const int stops[] = {SIGINT, SIGTERM, SIGUSR1};
    for (size_t i = 0; i < TF_COUNT(stops); i++) sigaction(stops[i], &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL); // a reader that went away and a file that grew too large are errors like any other
    sigaction(SIGXFSZ, &ignore, NULL);
}

void terminal_quiet(void) { term.quiet = true; }

/* ---- standard output --------------------------------------------------------------------------------------------------------- */

/* The error of the first write that failed: later ones need not say it again. */
static void check_output(bool ok) {
    if (!ok && !term.output_errno) term.output_errno = errno ? errno : EIO;
}

void terminal_write(const char *s, size_t n) {
    errno = 0;
    check_output(fwrite(s, 1, n, stdout) == n);
}

void terminal_print(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    errno = 0;
    check_output(vprintf(fmt, ap) >= 0);
    va_end(ap);
}

int terminal_close(struct tf_err *e) {
    errno = 0;
    check_output(fflush(stdout) == 0);
    check_output(fclose(stdout) == 0);
    int err = term.output_errno;
    return err ? tf_fail(e, TF_SYSTEM, "cannot write to standard output: %s", err == EBADF ? "it is closed" : strerror(err)) : 0;
}

/* One argument as a shell would read it back. */
static void add_quoted(struct tf_buf *b, const char *s) {
    if (*s && !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")]) {
        tf_buf_addf(b, "%s", s);
        return;
    }
    bool control = false;
    for (const char *c = s; *c; c++) control |= iscntrl((unsigned char)*c) != 0;
    tf_buf_addf(b, control ? "$'" : "'");
    for (; *s; s++) {
        if (iscntrl((unsigned char)*s)) tf_buf_addf(b, "\\x%02x", (unsigned char)*s);
        else if (control && (*s == '\'' || *s == '\\')) tf_buf_addf(b, "\\%c", *s);
        else tf_buf_add(b, *s == '\'' ? "'\\''" : s, *s == '\'' ? 4 : 1);
    }
    tf_buf_addf(b, "'");
}

void terminal_resume_hint(const struct args *a) {
    struct tf_buf b = {0};
    for (int i = 0; i < a->argc; i++) {
        if (!strcmp(a->argv[i], "--restart")) continue;
        if (i) tf_buf_addf(&b, " ");
        add_quoted(&b, a->argv[i]);
        if (i == 1 && !a->resume) tf_buf_addf(&b, " --resume");
    }
    fprintf(stderr, "To continue: %s\n", b.s);
    tf_buf_free(&b);
}
