/* What tests share, on the base floor: a scratch folder with files in it, what was logged, and messages kept
 * as data. A layer, a head, a task or a row: parts.h. */
#ifndef TF_TESTS_FIXTURE_H
#define TF_TESTS_FIXTURE_H
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"

/* cmocka's compares in single precision, lets pass what differs by a rounding of that, and takes NaN for
 * equal to everything. */
static inline void near_or_fail(double a, double b, double eps, const char *file, int line) {
    if (a == b || fabs(a - b) <= eps) return;
    print_error("%.17g is not %.17g, to %g\n", a, b, eps);
    _fail(file, line);
}
#undef assert_float_equal
#define assert_float_equal(a, b, eps)                                                                        \
    near_or_fail((double)(a), (double)(b), (double)(eps), __FILE__, __LINE__)

/* The larger of two, and NaN if there is one: fmax would drop it. */
static inline double most_of(double a, double b) { return a <= b ? b : b <= a ? a : (double)NAN; }

/* ---- a scratch folder ---------------------------------------------------------------------------------- */

extern char dir[64];     // the scratch folder, absolute
extern char home[512];   // where the test was started, the tree's root
extern char *real;       // real datasets: TREEFORMER_TEST_DATA, else TREEFORMER_DATA, absolute; or NULL

/* For groups of tests. enter: makes dir (in TMPDIR or /tmp), takes TREEFORMER_DATA away, records what is
 * logged. enter_inside: stands in dir then, away from datasets/, and caches there. leave: removes dir with
 * all that is in it. leave_empty: fails when a test left a file behind, or memory. */
int enter(void **state);
int enter_inside(void **state);
int leave(void **state);
int leave_empty(void **state);

/* For single tests: nothing is logged yet; no memory is left over, and PATH is what it was. */
int before_each(void **state);
int before_each_empty(void **state); // and dir is empty
int after_each(void **state);

/* dir/name, and dir/(a name of printf's form): a few live at a time. */
const char *in_dir(const char *name);
const char *below(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Files below dir, with their folders; without the syncs of tf_file_write, for some tests write many. */
void put_bytes(const char *name, const void *data, size_t n);
void put_text(const char *name, const char *text);
void put_vocab(const char *rest); // vocab.txt: [PAD] [UNK] [CLS] [SEP] [MASK] a .. z, and the rest
void remove_all(void);            // all that is in dir
struct tf_csv;
double csv_number(const struct tf_csv *c, int row, const char *col); // which must be there
int count_files(const char *name); // in a folder below dir

/* The text of any file; two live at a time, for one comparison. */
char *read_text(const char *path);
void assert_same_bytes(const char *a, const char *b); // of two files of any size

/* ---- what was logged ----------------------------------------------------------------------------------- */

extern int warnings;
extern char logged[1 << 16]; // every message, a line each; once full, the older half goes
extern char last_warning[2048];

void forget_log(void);
bool was_logged(const char *part);

/* ---- messages ------------------------------------------------------------------------------------------ */

/* tests/data/messages/GROUP.txt: cases that begin with a line ====, then "--set PATH=VALUE" and
 * "--seed LIST", the text, and lines "-> " with what the program says of it. <FF> stands for a byte. */
struct message_case {
    const char *text, *set[8], *seeds; // seeds: NULL where none are given
    size_t n;                          // bytes of text, which may hold NUL
    int n_sets;
};

/* Every case of a group says what the file has below it: `say` appends that to `out`, a line a message. With
 * TF_ACCEPT set (`make accept`) the file is written anew instead. `say` must leave no memory behind. */
void messages_hold(const char *group, void (*say)(const struct message_case *c, struct tf_buf *out));
void say_error(struct tf_buf *out, const struct tf_err *e); // "exit code: message"
#endif
