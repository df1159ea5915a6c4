/* Floor 0: errors, memory, random numbers, strings, options, files, threads, progress. Uses only libc and
 * pthreads. Nothing here prints or exits: messages go through hooks that cmd/ installs. */
#ifndef TF_BASE_H
#define TF_BASE_H
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef TF_DOUBLE /* the tests' build: gradients are checked in double */
typedef double tf_real;
#define TF_PRECISION "fp64"
#else
typedef float tf_real;
#define TF_PRECISION "fp32"
#endif
#define TF_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define TF_UNUSED __attribute__((unused)) /* a parameter */
#define TF_COUNT(a) (sizeof(a) / sizeof((a)[0]))
static inline int tf_least(int a, int b) { return a < b ? a : b; }
static inline int tf_round_up(int n, int to) { return (n + to - 1) / to * to; } /* n >= 0, to a multiple */
static inline int tf_divisor(int n, int most) { /* the largest of n > 0 that is at most `most` > 0 */
    int d = most < n ? most : n;
    while (n % d) d--;
    return d;
}

/* ---- errors -------------------------------------------------------------------------------------------- */
/* Exit codes of the program; also the `code` of an error. */
enum { TF_OK = 0, TF_FAILED = 1, TF_USAGE = 2, TF_BAD = 3, TF_SYSTEM = 4, TF_INTERRUPTED = 130 };
struct tf_err {
    int code;
    char msg[1024];
    char option[48]; /* "train.learn": the spec option at fault, where the message lacks its place; else "" */
}; /* zero-initialise; untouched on success */
/* Fills *e (the first error wins) and returns -1, so that calls chain: `if (a(e) || b(e)) return -1;`. */
int tf_fail(struct tf_err *e, int code, const char *fmt, ...) TF_PRINTF(3, 4);
/* The same, naming the option of the spec that is at fault (not NULL, up to 47 bytes): who knows the spec
 * adds its place. */
int tf_fail_option(struct tf_err *e, int code, const char *option, const char *fmt, ...) TF_PRINTF(4, 5);
/* A broken invariant of ours: prints where and aborts, in every build. */
_Noreturn void tf_bug(const char *file, int line, const char *fmt, ...) TF_PRINTF(3, 4);
#define TF_BUG_IF(cond, ...) do { if (cond) tf_bug(__FILE__, __LINE__, __VA_ARGS__); } while (0)

extern const char tf_compiler[]; /* "gcc 12.2.0" */
const char *tf_version(void); /* "0.4.0", or "0.4.0 (v0.4-3-gabc1234)" when the build knows git */

/* ---- memory: the one file that calls malloc ------------------------------------------------------------ */
void *tf_alloc(size_t bytes); /* 64-byte aligned, not cleared; never NULL: tf_oom_hook is called */
void *tf_calloc(size_t bytes); /* cleared */
void *tf_realloc(void *p, size_t bytes); /* p from tf_alloc or NULL */
char *tf_strdup(const char *s);
/* Makes room for one more element behind the n of array p, of which cap fit. */
#define TF_GROW(p, n, cap) \
    do { if ((n) == (cap)) (p) = tf_realloc((p), sizeof *(p) * (size_t)((cap) = 2 * (cap) + 16)); } while (0)
void tf_free(void *p);         /* NULL is fine */
/* malloc and free for a library that takes an allocator: never NULL either; not counted below. */
void *tf_lib_alloc(size_t bytes);
void tf_lib_free(void *p);
size_t tf_mem_live(void);      /* bytes now held through the calls above */
size_t tf_mem_available(void); /* bytes that the system and our control groups still give; 0: unknown */
size_t tf_mem_available_at(const char *root); /* by copies of /proc, /sys in root */
extern void (*tf_oom_hook)(size_t bytes); /* must not return; default: abort */
void tf_mem_fail_after(int n); /* for fault tests: the n-th allocation from now fails, once; 0: none */

/* Bump allocator: many allocations, one reset. Chunks are kept across resets. */
struct tf_chunk;
struct tf_arena { struct tf_chunk *first, *cur; size_t used, peak, held; };
struct tf_mark { struct tf_chunk *cur; size_t at, used; };
void tf_arena_init(struct tf_arena *a);
void *tf_arena_alloc(struct tf_arena *a, size_t bytes);  /* 64-byte aligned, not cleared */
void *tf_arena_calloc(struct tf_arena *a, size_t bytes); /* cleared */
struct tf_mark tf_arena_mark(const struct tf_arena *a);
void tf_arena_rewind(struct tf_arena *a, struct tf_mark m);
void tf_arena_reset(struct tf_arena *a);
void tf_arena_release(struct tf_arena *a); /* frees the chunks; the arena may be used again */

/* ---- random numbers: Philox 4x32-10 (Salmon et al. 2011), counter-based -------------------------------- */
void tf_philox(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4]);
/* What a draw is for. Append only: the numbers are part of the published results. */
enum tf_purpose {
    TF_RNG_INIT = 1, TF_RNG_SHUFFLE, TF_RNG_DATA, TF_RNG_DROPOUT, TF_RNG_ATTN_DROPOUT, TF_RNG_SAMPLE,
    TF_RNG_FEATURES, TF_RNG_MASK, TF_RNG_BOOTSTRAP, TF_RNG_TEST, TF_RNG_PATTERN,
    TF_RNG_TEACH, TF_RNG_RECALL, TF_RNG_VARY
};
/* A stream: the words at counter (n, b, a, step) for n = 0, 1, ... under the key (seed, purpose). Two streams
 * of one seed and purpose with other arguments never share a counter. */
struct tf_rng { uint32_t key[2], ctr[4], out[4]; int have; };
struct tf_rng tf_rng_at(uint64_t seed, enum tf_purpose p, uint32_t step, uint32_t a, uint32_t b);
uint32_t tf_rng_u32(struct tf_rng *r);
uint32_t tf_rng_below(struct tf_rng *r, uint32_t n); /* uniform in 0..n-1, unbiased; n > 0 */
double tf_rng_uniform(struct tf_rng *r);             /* [0, 1), 53 bits */
double tf_rng_normal(struct tf_rng *r);              /* standard normal (Box-Muller, one value per call) */

/* ---- strings ------------------------------------------------------------------------------------------- */
struct tf_buf { char *s; size_t len, cap; }; /* zero-initialise; s ends in NUL once anything was added */
void tf_buf_add(struct tf_buf *b, const void *s, size_t n);
void tf_buf_addf(struct tf_buf *b, const char *fmt, ...) TF_PRINTF(2, 3);
/* Copies what fits into size bytes, more than 10; longer text ends in a hash of the whole. */
void tf_buf_fit(char *out, size_t size, const struct tf_buf *b);
void tf_buf_free(struct tf_buf *b);
/* Is the word, of n bytes, one of a list that spaces separate? */
bool tf_has_word(const char *list, const char *word, size_t n);
/* A space or a control character that stands for one: what isspace says in the C locale. */
static inline bool tf_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* For "did you mean": the nearest candidate in edit distance (at most 1/3 of the letters + 1), or NULL. */
const char *tf_closest(const char *word, const char *const *candidates, size_t n);
char *tf_format_bytes(char out[32], double bytes);     /* "1.5 GiB" */
enum { TF_REAL_TEXT = 32 };
const char *tf_format_real(char out[TF_REAL_TEXT], double v); /* the fewest digits that read back to v */
char *tf_format_duration(char out[32], double seconds); /* "3 h 12 min", "42 s" */
uint64_t tf_hash64(const void *p, size_t n, uint64_t seed); /* FNV-1a, mixed; not for security */
uint32_t tf_crc32c(uint32_t crc, const void *p, size_t n);  /* Castagnoli; start with 0 */
uint32_t tf_crc32c_table(uint32_t crc, const void *p, size_t n); /* in software, for tests */

/* ---- options that describe themselves ------------------------------------------------------------------ */
/* One table of these describes a struct of settings; it drives YAML parsing, --set, command
 * lines, range errors, `show` and CSV columns. OPTS: a nested table. */
enum tf_opt_type {
    TF_INT, TF_REAL, TF_BOOL, TF_STRING, TF_CHOICE, TF_INTS, TF_DURATION, TF_TEXT, TF_LIST, TF_OPTS, TF_ALIAS
};
enum { TF_STRING_MAX = 256, TF_INTS_MAX = 16, TF_LIST_MAX = 256 };
struct tf_ints { int n, v[TF_INTS_MAX]; };
struct tf_list { int n; const char *v[TF_LIST_MAX]; };
struct tf_opt {
    const char *name;      /* NULL ends a table */
    /* INT and CHOICE: int; REAL: double; BOOL: bool; STRING: char[TF_STRING_MAX]; INTS: struct tf_ints;
     * DURATION: double, seconds; TEXT:
     * const char *, the caller's; LIST: struct tf_list, where setting adds one */
    enum tf_opt_type type;
    size_t offset;
    const char *def; /* default, as text; NULL: required; ALIAS: the option that the name also stands for */
    double min, max;       /* INT, REAL, elements of INTS; both 0: any */
    /* CHOICE: "head|layer"; the value is the index. OPTS: a table whose offsets count from `offset` on. Else
     * NULL, or what a command's help calls the value: "DIR" */
    const void *choices;
    const char *help;
};
/* Rows that are not options themselves: all rows of a table, in this place; a second name, which errors,
 * resolved specs and hashes never show. */
#define TF_NESTED(table, offset) {"", TF_OPTS, offset, NULL, 0, 0, table, NULL}
#define TF_ALIAS_OF(name, alias) {alias, TF_ALIAS, 0, name, 0, 0, NULL, NULL}
/* The option behind `row`, those of nested tables in their places; row NULL: the first. NULL: no more. */
const struct tf_opt *tf_opt_next(const struct tf_opt *opts, const struct tf_opt *row);
const struct tf_opt *tf_opt_find(const struct tf_opt *opts, const char *name); /* an alias: its option */
/* The i-th alias of o, a row of opts as next and find give it; NULL: no more. */
const char *tf_opt_alias(const struct tf_opt *opts, const struct tf_opt *o, int i);
const void *tf_opt_at(const struct tf_opt *opts, const struct tf_opt *o, const void *base); /* its value */
void tf_opt_defaults(const struct tf_opt *opts, void *base);
/* Sets one option from text ("3", "1e-4", "true", "head", "100,10" or "[100, 10]"). Errors (TF_BAD) carry no
 * file name: the caller adds it. */
int tf_opt_set(const struct tf_opt *opts, void *base, const char *name, const char *text, struct tf_err *e);
/* Appends the value as text that tf_opt_set reads back; o: a row of opts, as next and find give it. */
void tf_opt_get(const struct tf_opt *opts, const struct tf_opt *o, const void *base, struct tf_buf *out);
/* Is it the same text in both? */
bool tf_opt_equal(const struct tf_opt *opts, const struct tf_opt *o, const void *a, const void *b);
/* Is it at its default? size: of the struct at base. */
bool tf_opt_is_default(const struct tf_opt *opts, size_t size, const struct tf_opt *o, const void *base);
/* For names that are given together: two different ones of the same option are an error (TF_BAD). */
int tf_opt_distinct(const struct tf_opt *opts, const char *a, const char *b, struct tf_err *e);

/* ---- files --------------------------------------------------------------------------------------------- */
int tf_mkdirs(const char *path, struct tf_err *e);
int tf_mkdirs_for(const char *path, struct tf_err *e); /* the folder of a file that is to be written */
int tf_file_read(const char *path, struct tf_buf *out, struct tf_err *e); /* whole file */
/* The same; more than `most` bytes: TF_BAD. Pipes and devices are read until an interruption
 * (TF_INTERRUPTED). */
int tf_file_read_most(const char *path, size_t most, struct tf_buf *out, struct tf_err *e);
/* Removes the temporary files that killed writers left in dir, of names with that beginning; nobody may write
 * them now. */
void tf_file_sweep(const char *dir, const char *begin);
/* All of them; of names that begin with `but`, only those whose writers are dead. */
void tf_file_sweep_but(const char *dir, const char *but);
bool tf_file_is_leftover(const char *name); /* does it end in .tmp-PID */
/* Those of path alone whose writers are dead: no process here has their number, and nobody, on whatever
 * machine, holds their lock. */
void tf_file_sweep_dead(const char *path);
/* Writes path.tmp-PID in the same directory, fsync, rename, fsync of the directory: the name holds the old
 * bytes or the new ones, never a mixture. Of a link the target is replaced. TF_BAD: path exists but is not a
 * regular file, or is a link that leads nowhere; TF_SYSTEM. */
int tf_file_write(const char *path, const void *data, size_t n, struct tf_err *e);
/* the same: dir/name, with the text of b; what killed writers left of it goes */
int tf_file_write_in(const char *dir, const char *name, const struct tf_buf *b, struct tf_err *e);
/* the same, and frees b */
int tf_file_write_free(const char *dir, const char *name, struct tf_buf *b, struct tf_err *e);
/* The same in pieces: open, write any number of times, then commit or abort. */
struct tf_file { FILE *f; char *path, *tmp; int lock; /* held until tmp has its name; -1: none */ };
int tf_file_open(struct tf_file *f, const char *path, struct tf_err *e);
int tf_file_put(struct tf_file *f, const void *data, size_t n, struct tf_err *e);
int tf_file_rewind(struct tf_file *f, struct tf_err *e); /* to write over the beginning */
int tf_file_commit(struct tf_file *f, struct tf_err *e); /* closes f whether it succeeds or not */
void tf_file_abort(struct tf_file *f);                   /* removes the temporary file */
/* Also true if permissions on a folder above hide it: reading it reports that. False: errno says why. */
bool tf_file_exists(const char *path);
bool tf_file_existsf(const char *fmt, ...) TF_PRINTF(1, 2); /* of a path in the making, "%s/spec.yaml" */
/* The names in a folder, sorted, without those that begin with a dot. On success freed by tf_names_free. */
struct tf_names { char **v; size_t n, cap; };
int tf_dir_names(const char *path, struct tf_names *out, struct tf_err *e);
void tf_names_free(struct tf_names *x);
/* "cannot read PATH: why", by errno: TF_BAD when no such thing is there, TF_SYSTEM for the rest. */
int tf_fail_read(struct tf_err *e, const char *path);
/* A read-only memory map of a file. */
struct tf_map { const void *p; size_t n; };
int tf_map_open(struct tf_map *m, const char *path, struct tf_err *e);
void tf_map_close(struct tf_map *m);
/* For signal handlers: the file that is mapped there; NULL: none, or one of very many. */
const char *tf_map_path(const void *at);

/* ---- threads ------------------------------------------------------------------------------------------- */
/* Runs fn(arg, job) for job = 0..jobs-1 on up to `threads` threads and returns when all are done. A free
 * thread takes the next job, so results must depend on `job` alone. Threads are kept between calls. */
void tf_parallel(int threads, int jobs, void (*fn)(void *arg, int job), void *arg);
/* from here on calls use the value that *threads has then; NULL: what they ask for */
void tf_parallel_follow(const atomic_int *threads);
int tf_cpu_count(void);
/* Runs fn(arg, job) for job = 0..n-1, each in a process of its own whose tf_progress_hook is NULL; calls tick
 * (may be NULL) about twice a second meanwhile. An error (-1 with *e filled) of one stops the others with
 * SIGTERM and is returned; so is the first interruption. n <= TF_JOBS_MAX. */
enum { TF_JOBS_MAX = 64 };
typedef int tf_job_fn(void *arg, int job, struct tf_err *e);
int tf_jobs(int n, tf_job_fn *fn, void *arg, void (*tick)(void *arg), struct tf_err *e);
/* memory that all processes of later tf_jobs see, zeroed; NULL: TF_SYSTEM */
void *tf_jobs_share(size_t size, struct tf_err *e);
void tf_jobs_unshare(void *p, size_t size);

/* ---- time, messages, progress -------------------------------------------------------------------------- */
double tf_now(void); /* monotonic seconds */
/* The same without pauses: time between two calls of tf_progress_set in which this process had no CPU, as
 * when it was stopped or the machine slept. What is left to do is estimated by it. */
double tf_awake_now(void);
double tf_cpu_now(void);    /* seconds that this process had a CPU, all threads; NaN: unknown */
double tf_cpu_waited(void); /* that its threads were ready to run and had none; NaN: unknown */
/* WARN_AT: a warning that begins with its place in a file, "s.yaml:3:1: warning: ..." */
enum tf_level { TF_LOG_INFO, TF_LOG_WARN, TF_LOG_WARN_AT };
extern void (*tf_log_hook)(enum tf_level, const char *msg); /* NULL: silent */
/* No messages and no progress, until as many calls with false. */
void tf_hush(bool on);
void tf_log(enum tf_level l, const char *fmt, ...) TF_PRINTF(2, 3);
/* One progress line at a time. The hook is called at the start, and with done = total (or aborted) at the
 * end. What resumes sets `from` and `done` to what is already there, and the rate counts from it. */
struct tf_progress {
    const char *label, *unit;
    int run; /* number of the run, of those in its spec, whose steps are counted; -1: something else */
    int of;  /* how many these are, and seconds until all are done, and until this one is (0: not known) */
    double all_s, left_s;
    double total, from, done, started_s; /* started_s: by tf_awake_now */
    char note[160];
    bool ended;
};
extern void (*tf_progress_hook)(const struct tf_progress *); /* NULL: silent; the hook limits its own rate */
void tf_progress_begin(struct tf_progress *p, const char *label, double total, const char *unit);
/* note_fmt NULL: keep the note */
void tf_progress_set(struct tf_progress *p, double done, const char *note_fmt, ...) TF_PRINTF(3, 4);
void tf_progress_end(struct tf_progress *p);
extern volatile sig_atomic_t tf_interrupted; /* set by cmd's signal handler: stop at the next safe point */
#endif
