/* The clock, and the way messages and progress leave the library: through hooks that cmd/ installs. */
#include "base/base.h"
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <time.h>

void (*tf_log_hook)(enum tf_level, const char *msg);
void (*tf_progress_hook)(const struct tf_progress *);
volatile sig_atomic_t tf_interrupted;

double tf_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double tf_cpu_now(void) {
    struct timespec t;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) ? (double)NAN : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tf_cpu_waited(void) {
    static const char dir[] = "/proc/self/task";
    struct tf_names thread;
    double ns = 0;
    bool known = false; // a kernel that does not count says 0 0
    if (tf_dir_names(dir, &thread, &(struct tf_err){0})) return (double)NAN;
    for (size_t i = 0; i < thread.n; i++) {
        char path[64];
        unsigned long long ran, waited;
        snprintf(path, sizeof path, "%s/%.20s/schedstat", dir, thread.v[i]);
        FILE *f = fopen(path, "re");
        if (!f) continue; // it has ended
        if (fscanf(f, "%llu %llu", &ran, &waited) == 2) ns += (double)waited, known |= ran > 0;
        fclose(f);
    }
    tf_names_free(&thread);
    return known ? 1e-9 * ns : (double)NAN;
}

static pthread_mutex_t pause_lock = PTHREAD_MUTEX_INITIALIZER;
static double paused_s, seen_s, seen_cpu_s; // pauses so far; when progress was last set

static void notice_pause(void) {
    static const double LEAST_S = 1, BUSY = 0.05;
    const double now = tf_now(), cpu = tf_cpu_now();
    pthread_mutex_lock(&pause_lock);
    const double gap = now - seen_s;
    const bool asleep = cpu >= seen_cpu_s && cpu - seen_cpu_s < BUSY * gap; // less than before: this is a new process; NaN: nobody knows
    if (seen_s > 0 && gap > LEAST_S && asleep) paused_s += gap;
    seen_s = now, seen_cpu_s = cpu;
    pthread_mutex_unlock(&pause_lock);
}

double tf_awake_now(void) {
    pthread_mutex_lock(&pause_lock);
    const double now = tf_now() - paused_s;
    pthread_mutex_unlock(&pause_lock);
    return now;
}

static atomic_int hushed;

void tf_hush(bool on) { hushed += on ? 1 : -1; }

void tf_log(enum tf_level l, const char *fmt, ...) {
    if (!tf_log_hook || hushed) return;
    char msg[2048];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(msg, sizeof msg, fmt, ap);
    va_end(ap);
    tf_log_hook(l, msg);
}

static void show(const struct tf_progress *p) {
    if (tf_progress_hook && !hushed) tf_progress_hook(p);
}

void tf_progress_begin(struct tf_progress *p, const char *label, double total, const char *unit) {
    notice_pause();
    *p = (struct tf_progress){.label = label, .unit = unit, .run = -1, .total = total, .started_s = tf_awake_now()};
    show(p);
}

void tf_progress_set(struct tf_progress *p, double done, const char *note_fmt, ...) {
    p->done = done;
    notice_pause();
    if (note_fmt) {
        va_list ap;
        va_start(ap, note_fmt);
        vsnprintf(p->note, sizeof p->note, note_fmt, ap);
        va_end(ap);
    }
    show(p);
}

void tf_progress_end(struct tf_progress *p) {
    if (p->ended) return;
    p->ended = true;
    show(p);
}
