/* The one file that calls MPI. Built with -DTF_MPI where mpicc is found; else there is one rank. MPI only carries bytes from rank to rank: its reductions
 * may add in any order, so sums are ours (ranks.c). */
#include "train/link.h"

#include <string.h>
#include <unistd.h>

#ifdef TF_MPI
#include <mpi.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

enum { TAG = 1, TAG_SIGN = 2, SPINS = 1000 };
static struct {
    struct tf_ranks *r;
    MPI_Request *request;
    int n, cap;
} mpi;

const char *link_about(void) {
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;
    MPI_Get_library_version(text, &n);
    text[strcspn(text, ",\n")] = 0; // the rest says who built it
    if (strchr(text, '\t')) *strchr(text, '\t') = ' ';
    return text;
}

/* Which processors the ranks of this machine may use in all: launchers bind each rank to its own. */
static int count_cpus(MPI_Comm host) {
    cpu_set_t set[8];
    memset(set, 0, sizeof set);
    if (sched_getaffinity(0, sizeof set, set)) return tf_cpu_count();
    MPI_Allreduce(MPI_IN_PLACE, set, (int)sizeof set, MPI_BYTE, MPI_BOR, host);
    return CPU_COUNT_S(sizeof set, set);
}

int link_open(struct tf_ranks *r, int launched, struct tf_err *e) {
    int level;
    MPI_Comm host;
    if (launched < 2) return 0; // a single process needs no MPI, whose start takes a tenth of a second
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level)) return tf_fail(e, TF_SYSTEM, "MPI cannot start");
    MPI_Comm_size(MPI_COMM_WORLD, &r->n), MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, r->rank, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &r->on_host), MPI_Comm_rank(host, &r->host_rank);
    r->cpus = count_cpus(host);
    MPI_Comm_free(&host);
    mpi.r = r;
    prctl(PR_SET_TIMERSLACK, 1000ul); // of a short sleep, which else takes three times as long
    if (r->n == launched) return 0;
    return tf_fail(e, TF_USAGE, "%d copies were started, but %s sees %d of them: start them with this MPI's own mpirun", launched,
                   link_about(), r->n);
}

static bool started(void) {
    int yes = 0;
    MPI_Initialized(&yes);
    return yes;
}

void link_close(void) {
    if (started()) MPI_Finalize();
    tf_free(mpi.request);
    mpi.request = NULL, mpi.n = mpi.cap = 0;
}

void link_abort(int code) {
    if (started()) MPI_Abort(MPI_COMM_WORLD, code);
}

void link_send(const void *p, size_t bytes, int to) {
    TF_GROW(mpi.request, mpi.n, mpi.cap);
    MPI_Isend(p, (int)bytes, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &mpi.request[mpi.n++]);
}

int link_recv(void *p, size_t bytes, int from) {
    TF_GROW(mpi.request, mpi.n, mpi.cap);
    MPI_Irecv(p, (int)bytes, MPI_BYTE, from, TAG, MPI_COMM_WORLD, &mpi.request[mpi.n]);
    return mpi.n++;
}

/* MPI_Wait would go round and round, and where there are more ranks than cores take the core of the one that it waits for. */
static void wait_for(int n, MPI_Request *request) {
    double from = tf_now();
    for (int i = 0, done = 0, turns = 0; i < n; i += done) {
        MPI_Test(&request[i], &done, MPI_STATUS_IGNORE);
        if (!done && ++turns > SPINS) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    mpi.r->wait_s += tf_now() - from;
}

void link_wait(int ticket) { wait_for(1, &mpi.request[ticket]); }

void link_wait_all(void) {
    if (mpi.n) wait_for(mpi.n, mpi.request);
    mpi.n = 0;
}

void link_sign(int sign, int to) {
    static int number[LINK_SIGNS]; // a message may be under way, for ever where nobody takes it: what it says stays
    MPI_Request request;
    number[sign] = sign;
    MPI_Isend(&number[sign], 1, MPI_INT, to, TAG_SIGN, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
}

bool link_take_sign(int *sign, int *from) {
    int there = 0;
    MPI_Status s;
    MPI_Iprobe(*from < 0 ? MPI_ANY_SOURCE : *from, TAG_SIGN, MPI_COMM_WORLD, &there, &s);
    if (!there) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        return false;
    }
    *from = s.MPI_SOURCE;
    MPI_Recv(sign, 1, MPI_INT, *from, TAG_SIGN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
}

#else
const char *link_about(void) { return "not in this build"; }

int link_open(TF_UNUSED struct tf_ranks *r, int launched, struct tf_err *e) {
    if (launched < 2) return 0;
    return tf_fail(e, TF_USAGE,
                   "%d copies were started, but this build has no MPI, so each would train alone: install libopenmpi-dev or libmpich-dev "
                   "and build again",
                   launched);
}

void link_close(void) {}
void link_abort(TF_UNUSED int code) {}
void link_send(TF_UNUSED const void *p, TF_UNUSED size_t bytes, int to) { tf_bug(__FILE__, __LINE__, "no rank %d", to); }
int link_recv(TF_UNUSED void *p, TF_UNUSED size_t bytes, int from) { tf_bug(__FILE__, __LINE__, "no rank %d", from); }
void link_wait(TF_UNUSED int ticket) {}
void link_wait_all(void) {}
void link_sign(TF_UNUSED int sign, TF_UNUSED int to) {}
bool link_take_sign(TF_UNUSED int *sign, TF_UNUSED int *from) { return false; }
#endif
