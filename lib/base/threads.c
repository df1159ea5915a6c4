/* tf_parallel: a pool of threads that sleep between calls. The caller works too; calls made from inside a job, or
 * while another thread's call is under way, run inline. */
#include "base/base.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { STACK = 2 << 20 }; // bytes of a worker
static struct {
    pthread_mutex_t busy; // held by the one call that uses the pool; who finds it taken, a nested call above all, runs inline
    pthread_mutex_t lock; // guards all below
    pthread_cond_t work, done;
    int workers; // threads that exist beside the caller
    int seats;   // workers that may still join the present call
    int active;  // workers inside the present call
    int jobs;
    void (*fn)(void *arg, int job);
    void *arg;
} crew = {.busy = PTHREAD_MUTEX_INITIALIZER,
          .lock = PTHREAD_MUTEX_INITIALIZER,
          .work = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};
static atomic_uint next_job;
static const atomic_int *followed;

void tf_parallel_follow(const atomic_int *threads) { followed = threads; }

static void run_jobs(void (*fn)(void *arg, int job), void *arg, int jobs) {
    for (unsigned j; (j = atomic_fetch_add(&next_job, 1)) < (unsigned)jobs;) fn(arg, (int)j);
}

static void *worker(TF_UNUSED void *unused) {
    pthread_mutex_lock(&crew.lock);
    for (;;) {
        while (crew.seats == 0) pthread_cond_wait(&crew.work, &crew.lock);
        crew.seats--;
        crew.active++;
        void (*fn)(void *, int) = crew.fn;
        void *arg = crew.arg;
        int jobs = crew.jobs;
        pthread_mutex_unlock(&crew.lock);
        run_jobs(fn, arg, jobs);
        pthread_mutex_lock(&crew.lock);
        if (--crew.active == 0) pthread_cond_signal(&crew.done);
    }
    return NULL;
}

/* A forked child has none of its parent's threads. */
static void forget_threads(void) {
    pthread_mutex_init(&crew.busy, NULL);
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.work, NULL);
    pthread_cond_init(&crew.done, NULL);
    crew.workers = crew.seats = crew.active = 0;
}

/* Brings the crew to n workers, or to as many as the system gives. Signals stay with the caller's threads. */
static void grow(int n) {
    if (crew.workers >= n) return;
    static bool registered;
    if (!registered) registered = pthread_atfork(NULL, NULL, forget_threads) == 0;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK); // not what `ulimit -s` happens to say
    pthread_t id;
    while (crew.workers < n && pthread_create(&id, &attr, worker, NULL) == 0) crew.workers++;
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void tf_parallel(int threads, int jobs, void (*fn)(void *arg, int job), void *arg) {
    if (followed) threads = atomic_load(followed);
    if (threads > jobs) threads = jobs;
    if (threads <= 1 || pthread_mutex_trylock(&crew.busy) != 0) {
        for (int j = 0; j < jobs; j++) fn(arg, j);
        return;
    }
    pthread_mutex_lock(&crew.lock);
    grow(threads - 1);
    crew.fn = fn;
    crew.arg = arg;
    crew.jobs = jobs;
    crew.seats = threads - 1 < crew.workers ? threads - 1 : crew.workers;
    atomic_store(&next_job, 0);
    pthread_cond_broadcast(&crew.work);
    pthread_mutex_unlock(&crew.lock);
    run_jobs(fn, arg, jobs);
    pthread_mutex_lock(&crew.lock);
    crew.seats = 0; // a worker that wakes only now finds nothing to do
    while (crew.active > 0) pthread_cond_wait(&crew.done, &crew.lock);
    pthread_mutex_unlock(&crew.lock);
    pthread_mutex_unlock(&crew.busy);
}

int tf_cpu_count(void) {
    cpu_set_t set[8]; // 8192 processors
    CPU_ZERO_S(sizeof set, set);
    int n = sched_getaffinity(0, sizeof set, set) == 0 ? CPU_COUNT_S(sizeof set, set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? n : 1;
}
