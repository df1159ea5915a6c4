/* What ranks do together. Every sum follows the tree of tf_shards_join over the ranks, so the bytes do not depend on how many there are: a rank's
 * block of shards is a whole subtree.
 *
 * Slices: at a node of the tree, each segment of the block is held by one rank on the left and one on the right; one of the two keeps it, the other
 * gives its part away. At the top rank s keeps segment s. So each rank sends about as much as the block has, whatever the number of ranks (recursive
 * halving where that is a power of two). Sharing goes the same ways back, from the top down. */
#include "train/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "num/num.h"
#include "train/link.h"

/* Bytes of a message; messages under way to a rank that adds: with four a link of 1 Gbit/s, whose queues fill, is idle for a third of the time. */
enum { CHUNK = 1 << 20, WINDOW = 16 };
static struct tf_ranks world = {.n = 1, .on_host = 1};
static int started = 1, hosted = 1; // ranks that end together; of this machine
static bool stopped, stuck;

const struct tf_ranks *tf_ranks(void) {
    if (!world.cpus) world.cpus = tf_cpu_count();
    return &world;
}
const char *tf_ranks_about(void) { return link_about(); }
bool tf_stopped(void) { return world.n > 1 ? stopped : tf_interrupted; }

/* ---- start and end ---- */

static int number_of(const char *name) {
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

/* Copies of the program that a launcher of MPI started, this one's number among them. 0: there was none. Slurm's variables alone do not count: several
 * copies may share a grid. */
static int launched(int *number) {
    static const char *const launcher[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, {"PMI_SIZE", "PMI_RANK"}};
    for (size_t i = 0; i < TF_COUNT(launcher); i++) {
        *number = number_of(launcher[i][1]);
        if (number_of(launcher[i][0])) return number_of(launcher[i][0]);
    }
    *number = number_of("PMIX_RANK");
    return getenv("PMIX_RANK") ? number_of("SLURM_STEP_NUM_TASKS") : 0;
}

int tf_ranks_open(bool *speaks, struct tf_err *e) {
    int number, n = launched(&number);
    *speaks = number == 0 || n < 2;
    world = (struct tf_ranks){.n = 1, .on_host = 1, .cpus = tf_cpu_count()};
    if (gethostname(world.host, sizeof world.host - 1)) world.host[0] = 0;
    int rc = link_open(&world, n, e);
    started = world.n, hosted = world.on_host;
    return rc;
}

void tf_ranks_alone(void) { world.n = world.on_host = 1; }
void tf_ranks_rejoin(void) { world.n = started, world.on_host = hosted; }

static const double PATIENCE_S = 2; // a rank that failed waits so long for the others to fail too
enum { SILENT = 256, SPEAK };       // what rank 0 answers; below: exit codes

/* The signs of all ranks come to rank 0, which answers. */
static bool leave_first(int code, double since) {
    int *all = tf_calloc(sizeof *all * (size_t)started), speaker = code ? 0 : -1;
    all[0] = code;
    for (int come = 1; come < started && !stuck;) {
        int sign, from = -1;
        if (link_take_sign(&sign, &from)) all[from] = sign, come++;
        else stuck = code && tf_now() - since > PATIENCE_S;
    }
    for (int i = started - 1; i > 0; i--)
        if (all[i] && code == 0) speaker = i;
    for (int i = 1; i < started && !stuck; i++) link_sign(i == speaker ? SPEAK : SILENT, i);
    tf_free(all);
    return speaker == 0;
}

static bool leave_other(int code, double since) {
    const double patience = PATIENCE_S + 0.2 * (world.rank < 20 ? world.rank : 20); // one after the other: the first ends the job
    int sign = 0, from = 0;
    link_sign(code, 0);
    while (!stuck && !link_take_sign(&sign, &from)) stuck = code && tf_now() - since > patience;
    return stuck || sign == SPEAK;
}

bool tf_ranks_leave(int code, struct tf_err *e) {
    if (started < 2) return code != 0;
    if (world.rank == 0) return leave_first(code, tf_now());
    bool speaks = leave_other(code, tf_now());
    const struct tf_err own = *e;
    if (speaks) snprintf(e->msg, sizeof e->msg, "rank %d (%s): %.900s", world.rank, world.host, own.msg);
    return speaks;
}

void tf_ranks_close(int code) {
    if (stuck) link_abort(code);
    else link_close();
    world.n = started = 1, world.rank = 0;
}

/* Equal blocks of 2^k shards are subtrees of tf_shards_join, and so are all shards. */
bool tf_ranks_could(int n, int shards) {
    int block = shards / n;
    return shards % n == 0 && (n == 1 || (block & (block - 1)) == 0);
}

int tf_ranks_fit(int shards, struct tf_err *e) {
    struct tf_buf fit = {0};
    if (tf_ranks_could(world.n, shards)) return 0;
    for (int n = 1; n <= shards; n++)
        if (tf_ranks_could(n, shards)) tf_buf_addf(&fit, "%s%d", !fit.len ? "" : n == shards ? " or " : ", ", n);
    tf_fail(e, TF_BAD, "%d ranks do not fit train.shards: %d, which %s can share", world.n, shards, fit.s);
    tf_buf_free(&fit);
    return -1;
}

/* ---- the tree over the ranks ---- */

/* A subtree of ranks first..first+n-1: its left side are the first `left`. */
struct node {
    int first, n, left;
};
enum { DEPTH = 32 };

int tf_ranks_left(int n) {
    int left = 1;
    while (2 * left < n) left *= 2;
    return left;
}

/* The nodes from the top to this rank's leaf. Returns how many. */
static int path(struct node out[DEPTH]) {
    int k = 0;
    for (int first = 0, n = world.n; n > 1;) {
        int left = tf_ranks_left(n);
        out[k++] = (struct node){first, n, left};
        if (world.rank < first + left) n = left;
        else first += left, n -= left;
    }
    return k;
}

static void send_all(const void *p, size_t bytes, int to) {
    for (size_t at = 0; at < bytes; at += CHUNK) link_send((const char *)p + at, bytes - at < CHUNK ? bytes - at : CHUNK, to);
}

static void receive_all(void *p, size_t bytes, int from) {
    for (size_t at = 0; at < bytes; at += CHUNK) link_recv((char *)p + at, bytes - at < CHUNK ? bytes - at : CHUNK, from);
}

void tf_ranks_move(void *dst, int to, const void *src, int from, size_t bytes) {
    if (from == to && to == world.rank) memmove(dst, src, bytes);
    if (from == to) return;
    if (from == world.rank) send_all(src, bytes, to);
    if (to == world.rank) receive_all(dst, bytes, from);
    link_wait_all();
}

/* Between the first ranks of a node's two sides. */
static void down(const struct node *at, void *p, size_t bytes) {
    if (world.rank == at->first) send_all(p, bytes, at->first + at->left);
    else if (world.rank == at->first + at->left) receive_all(p, bytes, at->first);
    link_wait_all();
}

void tf_ranks_tell(void *p, size_t bytes) {
    struct node at[DEPTH];
    int n = path(at);
    for (int i = 0; i < n; i++) down(&at[i], p, bytes);
}

/* The result and whether to stop, which is always agreed on. */
void tf_ranks_join(void *p, size_t bytes, void (*join)(void *into, const void *from, size_t bytes)) {
    struct node at[DEPTH];
    int n = path(at);
    if (world.n < 2) return;
    unsigned char *room = tf_alloc(2 * (bytes + 1)), *own = room + bytes + 1;
    memcpy(own, p, bytes);
    own[bytes] = tf_interrupted != 0;
    for (int i = n - 1; i >= 0; i--) {
        bool into = world.rank == at[i].first, gives = world.rank == at[i].first + at[i].left;
        if (into) receive_all(room, bytes + 1, at[i].first + at[i].left);
        if (gives) send_all(own, bytes + 1, at[i].first);
        link_wait_all();
        if (!into) continue;
        memcpy(p, own, bytes);
        join(p, room, bytes);
        memcpy(own, p, bytes);
        own[bytes] |= room[bytes];
    }
    tf_ranks_tell(own, bytes + 1);
    memcpy(p, own, bytes);
    if (own[bytes]) stopped = true, tf_interrupted = 1;
    tf_free(room);
}

/* ---- agreeing ---- */

struct verdict {
    int rc, failed, rank, same;
    char host[64];
    struct tf_err e;
};

static void join_verdicts(void *into, const void *from, TF_UNUSED size_t bytes) {
    struct verdict *a = into;
    const struct verdict *b = from;
    int failed = a->failed + b->failed;
    if (a->failed && b->failed && strcmp(a->e.msg, b->e.msg)) a->same = 0;
    if (!a->failed && b->failed) *a = *b;
    a->failed = failed;
}

int tf_ranks_agree(int rc, struct tf_err *e) {
    if (world.n < 2) return rc;
    struct verdict v = {.rc = rc, .failed = rc < 0, .rank = world.rank, .same = 1};
    snprintf(v.host, sizeof v.host, "%s", world.host);
    if (rc < 0) v.e = *e;
    tf_ranks_join(&v, sizeof v, join_verdicts);
    if (!v.failed) return rc;
    *e = (struct tf_err){0};
    if (v.e.code == TF_INTERRUPTED || (v.same && (v.failed == world.n || v.rank == 0))) *e = v.e;
    else tf_fail(e, v.e.code, "rank %d (%s): %s", v.rank, v.host, v.e.msg);
    return -1;
}

int tf_ranks_follow(int rc, struct tf_err *e) {
    struct verdict v = {.rc = rc};
    if (world.n < 2) return rc;
    if (rc < 0 && world.rank == 0) v.e = *e;
    tf_ranks_tell(&v, sizeof v);
    if (v.rc < 0 && world.rank > 0) *e = v.e;
    return v.rc;
}

/* Hashes of what must be the same, and the first rank that has another than rank 0. */
int tf_ranks_same(const char *what, uint64_t hash, struct tf_err *e) {
    uint64_t first = hash;
    tf_ranks_tell(&first, sizeof first);
    struct tf_err own = {0};
    int rc = 0;
    if (hash != first) rc = tf_fail(&own, TF_BAD, "its %s is another than rank 0's: all ranks need the same", what);
    if (!tf_ranks_agree(rc, &own)) return 0;
    return tf_fail(e, own.code, "%s", own.msg);
}

/* ---- slices ---- */

struct tf_slice tf_ranks_slice(size_t size, int rank) {
    size_t units = size / TF_SLICE_UNIT, n = (size_t)world.n, r = (size_t)rank;
    TF_BUG_IF(size % TF_SLICE_UNIT, "a block of %zu numbers", size);
    return (struct tf_slice){units * r / n * TF_SLICE_UNIT, units * (r + 1) / n * TF_SLICE_UNIT};
}

int tf_ranks_owner(size_t size, size_t at) {
    size_t units = size / TF_SLICE_UNIT, unit = at / TF_SLICE_UNIT;
    return (int)(((unit + 1) * (size_t)world.n - 1) / units);
}

/* Of the ranks first..first+n-1 the one that has the sum of this segment over them. */
static int holder(int segment, int first, int n) {
    while (n > 1) {
        int left = tf_ranks_left(n);
        bool within = segment >= first && segment < first + n, right = within ? segment >= first + left : (segment & left) != 0;
        if (right) first += left, n -= left;
        else n = left;
    }
    return first;
}

/* Calls fn for each segment that this rank has at the node: who keeps it, and who gives its part away, from or to this rank. */
typedef void pass_fn(void *arg, struct tf_slice s, int keeper, int giver);
static void each_segment(const struct node *at, size_t size, pass_fn *fn, void *arg) {
    for (int s = 0; s < world.n; s++) {
        int l = holder(s, at->first, at->left), r = holder(s, at->first + at->left, at->n - at->left);
        if (l != world.rank && r != world.rank) continue;
        int keeper = holder(s, at->first, at->n);
        fn(arg, tf_ranks_slice(size, s), keeper, keeper == l ? r : l);
    }
}

static void start_giving(void *arg, struct tf_slice s, int keeper, TF_UNUSED int giver) {
    if (keeper != world.rank) send_all((const tf_real *)arg + s.lo, sizeof(tf_real) * (s.hi - s.lo), keeper);
}

enum { CHUNK_REALS = CHUNK / (int)sizeof(tf_real) };

/* Messages that this rank takes at a node, in the order in which they were sent. */
struct part {
    size_t at, n;
    int giver;
};
struct taken {
    struct part *part;
    int n, cap;
};

static void list_taken(void *arg, struct tf_slice s, int keeper, int giver) {
    struct taken *t = arg;
    for (size_t at = s.lo; keeper == world.rank && at < s.hi; at += CHUNK_REALS) {
        TF_GROW(t->part, t->n, t->cap);
        t->part[t->n++] = (struct part){at, s.hi - at < CHUNK_REALS ? s.hi - at : CHUNK_REALS, giver};
    }
}

static void add_taken(tf_real *v, const struct taken *t) {
    tf_real *room = tf_alloc(sizeof *room * CHUNK_REALS * (size_t)(t->n < WINDOW ? t->n : WINDOW));
    int ticket[WINDOW];
    for (int i = 0, ahead = 0; i < t->n; i++) {
        for (; ahead < t->n && ahead < i + WINDOW; ahead++)
            ticket[ahead % WINDOW] =
                link_recv(room + (ptrdiff_t)(ahead % WINDOW) * CHUNK_REALS, sizeof *v * t->part[ahead].n, t->part[ahead].giver);
        link_wait(ticket[i % WINDOW]);
        tf_accumulate(t->part[i].n, v + t->part[i].at, room + (ptrdiff_t)(i % WINDOW) * CHUNK_REALS);
    }
    tf_free(room);
}

static void share(void *arg, struct tf_slice s, int keeper, int giver) {
    tf_real *v = arg;
    if (keeper == world.rank) send_all(v + s.lo, sizeof *v * (s.hi - s.lo), giver);
    else receive_all(v + s.lo, sizeof *v * (s.hi - s.lo), keeper);
}

void tf_ranks_add_slices(tf_real *v, size_t size) {
    struct node at[DEPTH];
    for (int i = path(at) - 1; i >= 0; i--) {
        struct taken t = {0};
        each_segment(&at[i], size, start_giving, v);
        each_segment(&at[i], size, list_taken, &t);
        add_taken(v, &t);
        link_wait_all();
        tf_free(t.part);
    }
}

void tf_ranks_share_slices(tf_real *v, size_t size) {
    struct node at[DEPTH];
    int n = path(at);
    for (int i = 0; i < n; i++) {
        each_segment(&at[i], size, share, v);
        link_wait_all();
    }
}

void tf_ranks_share_part(tf_real *v, size_t size, size_t at, size_t n) {
    for (size_t from = at, to; from < at + n; from = to) {
        int owner = tf_ranks_owner(size, from);
        to = tf_ranks_slice(size, owner).hi;
        if (to > at + n) to = at + n;
        tf_ranks_move(v + from, 0, v + from, owner, sizeof *v * (to - from));
    }
    tf_ranks_tell(v + at, sizeof *v * n);
}
