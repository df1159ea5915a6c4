/* Messages, progress and signals. Data goes to stdout, everything here to stderr. */
#include "cmd.h"
#include "io/io.h"
#include "train/ranks.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double FIRST_S = 0.5, TTY_EVERY_S = 0.2, PLAIN_EVERY_S = 30;

static struct {
    pthread_mutex_t lock;
    bool tty, colour, quiet, mute, mute_errors;
    pid_t pid;                  // of the process that opened it
    int output_errno;           // of the first write to standard output that failed
    volatile sig_atomic_t line; // the terminal shows a progress line
    double last_s;              // when it was last written
    double outer_s;             // start of the progress in whose course others begin and end; 0: none
} term = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(struct tf_buf *b) {
    fwrite(b->s, 1, b->len, stderr); // not buffered: one write
    tf_buf_free(b);
}

static void clear_line(void) {
    if (term.line) fputs("\r\033[K", stderr);
    term.line = false;
}

/* Messages quote data, specs and names of files: escaped, a message is one line and cannot command the terminal. One write, so that what other processes
 * say never stands in the same line; workers of --jobs do not know whether their parent's progress stands there. */
static void put_line(const char *mark, const char *msg) {
    struct tf_buf b = {0};
    if (term.line || (term.tty && getpid() != term.pid)) tf_buf_addf(&b, "\r\033[K");
    term.line = false;
    tf_buf_addf(&b, "%s", mark);
    text_escape(&b, msg);
    tf_buf_addf(&b, "\n");
    put(&b);
}

/* ---- messages ------------------------------------------------------------------------------------------------------------ */

static void on_log(enum tf_level level, const char *msg) {
    if (term.mute || (term.quiet && level == TF_LOG_INFO)) return;
    pthread_mutex_lock(&term.lock);
    const char *mark = level != TF_LOG_WARN ? "" : term.colour ? "\033[33mwarning:\033[0m " : "warning: ";
    put_line(mark, msg);
    pthread_mutex_unlock(&term.lock);
}

void terminal_error(const char *msg) {
    if (term.mute_errors) return;
    pthread_mutex_lock(&term.lock);
    put_line(term.colour ? "\033[31mtreeformer:\033[0m " : "treeformer: ", msg);
    pthread_mutex_unlock(&term.lock);
}

/* ---- progress ------------------------------------------------------------------------------------------------------------- */

/* "3.21 steps/s"; slow units go by the minute or the hour. */
static void add_rate(struct tf_buf *out, const struct tf_progress *p, double rate) {
    static const struct {
        double s;
        const char *name;
    } per[] = {{1, "s"}, {60, "min"}, {3600, "h"}};
    size_t u = 0;
    while (u + 1 < TF_COUNT(per) && rate * per[u].s < 0.1) u++;
    const double shown = rate * per[u].s;
    if (rate > 0) tf_buf_addf(out, ", %.*f %s/%s", shown < 10 ? 2 : shown < 100 ? 1 : 0, shown, p->unit, per[u].name);
}

/* "2/5 label: 37 %, ETA 25 s, all 3 min 2 s, 12.3 steps/s, elapsed 1 min 50 s, loss 2.1": whole parts, as many as fit. */
static void compose(struct tf_buf *out, const struct tf_progress *p, double elapsed, double rate, int most) {
    struct tf_buf label = {0}, text = {0};
    char left[32];
    if (p->of > 1 && p->run >= 0) tf_buf_addf(&text, "%d/%d ", p->run + 1, p->of);
    text_escape(&label, p->label);
    text_cut_middle(&text, label.s, most > 30 ? most / 2 : most);
    tf_buf_addf(&text, ": %.0f %%", p->total > 0 ? 100 * p->done / p->total : 100.0);
    const double own = p->left_s > 0 ? p->left_s : rate > 0 ? (p->total - p->done) / rate : 0;
    const double eta = p->run < 0 && p->all_s > 0 ? p->all_s : own;
    if (!p->ended && p->done < p->total && eta > 0) tf_buf_addf(&text, ", ETA %s", tf_format_duration(left, eta));
    if (!p->ended && p->run >= 0 && p->of > 1 && p->all_s > 0)
        tf_buf_addf(&text, ", all %s", tf_format_duration(left, fmax(p->all_s, own)));
    add_rate(&text, p, rate);
    tf_buf_addf(&text, ", elapsed %s%s", tf_format_duration(left, elapsed), *p->note ? ", " : "");
    text_escape(&text, p->note);
    char *cut;
    while (text_width(text.s) > most && (cut = strrchr(text.s, ',')) && cut > strchr(text.s, ':')) *cut = 0;
    text_cut(out, text.s, most);
    tf_buf_free(&label), tf_buf_free(&text);
}

static void draw(const struct tf_progress *p, double now, double rate) {
    struct tf_buf b = {0};
    if (term.tty) tf_buf_addf(&b, "\r");
    compose(&b, p, now - p->started_s, rate, term.tty ? text_columns(STDERR_FILENO, 80) - 1 : 1000);
    tf_buf_addf(&b, term.tty ? "\033[K" : "\n");
    put(&b);
    term.line = term.tty;
    term.last_s = now;
}

static void progress(const struct tf_progress *p) {
    double now = tf_awake_now(), elapsed = now - p->started_s;
    if (!term.outer_s) {
        term.outer_s = p->started_s;
        term.last_s = now; // a plain line comes after 30 s
    }
    double rate = elapsed > 0 ? (p->done - p->from) / elapsed : 0;
    if (p->ended) {
        bool outer = p->started_s == term.outer_s; // an evaluation in the middle of training leaves no line behind
        if (outer) term.outer_s = 0;
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
    if (term.quiet || term.mute) return;
    pthread_mutex_lock(&term.lock);
    progress(p);
    pthread_mutex_unlock(&term.lock);
}

/* ---- memory, signals, descriptors ------------------------------------------------------------------------------------------------ */

/* Several ranks may find no memory at once: the first that says so ends the job, and the others wait for their turn meanwhile. */
static void on_oom(size_t bytes) {
    const struct tf_ranks *r = tf_ranks();
    char size[32], who[96] = "";
    if (r->n > 1) {
        const int turn = r->rank < 20 ? r->rank : 20;
        snprintf(who, sizeof who, "rank %d (%s): ", r->rank, r->host);
        if (nanosleep(&(struct timespec){.tv_sec = turn / 4, .tv_nsec = turn % 4 * 250000000L}, NULL)) _exit(TF_SYSTEM);
    }
    dprintf(STDERR_FILENO, "%streeformer: %sout of memory: %s more were needed\n", term.line ? "\n" : "", who,
            tf_format_bytes(size, (double)bytes));
    _exit(TF_SYSTEM);
}

/* Workers of --jobs get SIGTERM from their parent, maybe before the terminal's SIGINT: only a second SIGINT stops at once. The parent speaks for all. */
static void on_signal(int sig) {
    static const char text[] = "\ntreeformer: stopping, after a checkpoint if it trains; interrupt again to stop at once\n";
    static volatile sig_atomic_t ints;
    int err = errno;
    if (sig == SIGINT && ints++) _exit(TF_INTERRUPTED);
    bool speaks = !tf_interrupted && getpid() == term.pid && tf_ranks()->n == 1; // a launcher that ends its job sends signals, too
    if (speaks && write(STDERR_FILENO, text + !term.line, sizeof text - 1 - !term.line) < 0) err = errno;
    tf_interrupted = 1;
    errno = err;
}

/* A mapped page whose file has become shorter, or whose disk failed. Other causes end the program as they would without this. */
static void on_sigbus(int sig, siginfo_t *info, void *context) {
    static const char begin[] = "\ntreeformer: ",
                      end[] = " became shorter while it was read (or its disk failed): put it back and run this again, with "
                              "--resume if it trained\n";
    (void)sig, (void)context;
    if (info->si_code != BUS_ADRERR) return; // SA_RESETHAND: it comes again
    const char *path = tf_map_path(info->si_addr), *what = path ? path : "a file";
    static char text[1024]; // in one write, so that processes do not mix theirs
    char *at = text;
    at = mempcpy(at, begin + !term.line, sizeof begin - 1 - !term.line);
    at = mempcpy(at, what, strlen(what));
    at = mempcpy(at, end, sizeof end - 1);
    _exit(write(STDERR_FILENO, text, (size_t)(at - text)) < 0 ? TF_SYSTEM : TF_BAD);
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
    struct sigaction hangup; // the terminal is gone; nohup ignores that
    if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &stop, NULL);
    sigaction(SIGBUS, &(struct sigaction){.sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO | SA_RESETHAND}, NULL);
    sigaction(SIGPIPE, &ignore, NULL); // a reader that went away and a file that grew too large are errors like any other
    sigaction(SIGXFSZ, &ignore, NULL);
}

void terminal_quiet(void) { term.quiet = true; }

void terminal_mute(bool errors) {
    term.mute = true;
    term.mute_errors = errors;
}

/* ---- standard output --------------------------------------------------------------------------------------------------------- */

/* The error of the first write that failed: later ones need not say it again. */
static void check_output(bool ok) {
    if (!ok && !term.output_errno) term.output_errno = errno ? errno : EIO;
}

void terminal_write(const char *s, size_t n) {
    if (term.mute) return;
    errno = 0;
    check_output(fwrite(s, 1, n, stdout) == n);
}

void terminal_print(const char *fmt, ...) {
    va_list ap;
    if (term.mute) return;
    va_start(ap, fmt);
    errno = 0;
    check_output(vprintf(fmt, ap) >= 0);
    va_end(ap);
}

int terminal_columns(void) { return text_columns(STDOUT_FILENO, isatty(STDOUT_FILENO) ? 80 : 1000); }

int terminal_text_columns(void) {
    const int most = 100, columns = text_columns(STDOUT_FILENO, 80);
    return columns < most ? columns : most;
}

static void print(struct tf_buf *b) {
    if (b->len) terminal_write(b->s, b->len);
    tf_buf_free(b);
}

void terminal_wrap(const char *s, int at, int indent, int width) {
    struct tf_buf b = {0};
    text_wrap(&b, s, at, indent, width);
    print(&b);
}

void terminal_paragraphs(const char *s) {
    struct tf_buf b = {0};
    text_paragraphs(&b, s, terminal_text_columns());
    print(&b);
}

int terminal_close(struct tf_err *e) {
    errno = 0;
    check_output(fflush(stdout) == 0);
    check_output(fclose(stdout) == 0);
    int err = term.output_errno;
    if (err == EPIPE) return 0; // the reader has seen enough, as head does
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

void terminal_hint(const char *what, const struct args *a, const char *more) {
    struct tf_buf b = {0};
    for (int i = 0; i < a->argc; i++) {
        const size_t n = strlen(a->argv[i]);
        if (n > 5 && !strncmp(a->argv[i], "--restart", n)) continue; // in short, too: with fewer letters it may be --resume
        if (i) tf_buf_addf(&b, " ");
        add_quoted(&b, a->argv[i]);
        if (i == 1) tf_buf_addf(&b, "%s", more);
    }
    fprintf(stderr, "%s: %s\n", what, b.s);
    tf_buf_free(&b);
}
