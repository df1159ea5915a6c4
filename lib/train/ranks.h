/* The processes that train one model together: ranks 0..n-1, on one machine or on many, started by mpirun or
 * srun. In a build without MPI, or where no launcher started several, there is one rank, and every call below
 * returns at once. All ranks make the same calls in the same order, from their first thread. */
#ifndef TF_TRAIN_RANKS_H
#define TF_TRAIN_RANKS_H
#include "base/base.h"

/* on_host: ranks on this machine; host_rank: this one's number among them; cpus: that the ranks of this
 * machine may use in all; wait_s: time spent waiting for messages. */
struct tf_ranks { int n, rank, on_host, host_rank, cpus; double wait_s; char host[64]; };
const struct tf_ranks *tf_ranks(void);
/* "Open MPI v4.1.4, ..."; "not in this build". */
const char *tf_ranks_about(void);

/* ---- start and end ------------------------------------------------------------------------------------- */
/* Before threads start. TF_USAGE: a launcher started several copies of a build without MPI, or of another
 * MPI's; *speaks (also on success): is this the copy that says so? */
int tf_ranks_open(bool *speaks, struct tf_err *e);
/* From here on rank 0 works as the only one, until it rejoins or the end; the others wait there. */
void tf_ranks_alone(void);
void tf_ranks_rejoin(void);
/* The end of the job: waits for the others. code: of this rank. Returns whether this rank is the one to say
 * its error, which then names the rank: of those that failed the lowest. A rank that failed while the others
 * still work does not wait for them: it must say its error and then tf_ranks_close, which ends them. */
bool tf_ranks_leave(int code, struct tf_err *e);
void tf_ranks_close(int code);
/* TF_BAD: the n shards of a step cannot be dealt to this many ranks in aligned blocks; lists what can. */
int tf_ranks_fit(int shards, struct tf_err *e);
bool tf_ranks_could(int n, int shards); /* whether that many can */
/* TF_BAD: some rank has another hash of `what` ("binary") than rank 0. */
int tf_ranks_same(const char *what, uint64_t hash, struct tf_err *e);

/* ---- agreeing ------------------------------------------------------------------------------------------ */
/* An error (rc < 0) of any rank, of the lowest if there are several, becomes that of all. */
int tf_ranks_agree(int rc, struct tf_err *e);
/* What rank 0 found, a value or an error, becomes that of all. */
int tf_ranks_follow(int rc, struct tf_err *e);
/* tf_interrupted, as agreed on: the same on all ranks between two calls of this header. */
bool tf_stopped(void);

/* ---- moving bytes -------------------------------------------------------------------------------------- */
/* From rank 0 to all. */
void tf_ranks_tell(void *p, size_t bytes);
/* From one rank's `src` to another's `dst`; the others do nothing. The same rank: a copy. */
void tf_ranks_move(void *dst, int to, const void *src, int from, size_t bytes);
/* Of a node of the tree of tf_shards_join with n >= 2 leaves: those on its left side, the largest 2^k < n. */
int tf_ranks_left(int n);
/* Joins p of all ranks along the tree of tf_shards_join, and gives the result to all. */
void tf_ranks_join(void *p, size_t bytes, void (*join)(void *into, const void *from, size_t bytes));

/* ---- slices of a block of numbers ---------------------------------------------------------------------- */
/* Each rank has one slice of a block: numbers lo..hi-1, both multiples of TF_SLICE_UNIT (as `size` is). */
enum { TF_SLICE_UNIT = 16 };
struct tf_slice { size_t lo, hi; };
struct tf_slice tf_ranks_slice(size_t size, int rank);
int tf_ranks_owner(size_t size, size_t at);
/* v (size) of all ranks is added along the tree of tf_shards_join, segment by segment: each rank gets its
 * slice of the sum. Elsewhere v then holds parts of sums. */
void tf_ranks_add_slices(tf_real *v, size_t size);
/* Every rank gets the slices of the others; or only those of the n numbers at `at`. */
void tf_ranks_share_slices(tf_real *v, size_t size);
void tf_ranks_share_part(tf_real *v, size_t size, size_t at, size_t n);
#endif
