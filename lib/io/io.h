/* Floor 1: files of others. YAML specs, CSV and TSV tables, safetensors checkpoints, SHA-256, gnuplot, PNG
 * images. The only user of libyaml, libcsv, jansson, nettle and libpng.
 *
 * Every reader treats its input as hostile: it answers with an error, never with a crash or with damaged
 * data. Readers that can fail return 0, or -1 with *e filled: TF_BAD for bad content and for a missing file,
 * TF_SYSTEM when the system refuses. Out-parameters are set on success only, and then owned by the caller. */
#ifndef TF_IO_H
#define TF_IO_H
#include "base/base.h"

/* ---- whole files --------------------------------------------------------------------------------------- */
void tf_sha256(const void *p, size_t n, char hex[65]);           /* lower case, NUL-terminated */
int tf_sha256_file(const char *path, char hex[65], struct tf_err *e);
/* Bytes of the UTF-8 character at s (n > 0 bytes) and its code in *cp; 0: not valid UTF-8. */
size_t tf_utf8_next(const char *s, size_t n, uint32_t *cp);
/* Bytes of the byte order mark that a text of n bytes begins with: 3, or 0. */
size_t tf_utf8_mark(const char *s, size_t n);

/* ---- YAML: a tree of nodes that know their places -------------------------------------------------- */
/* The subset that specs need: one document of scalars, lists and maps with unique text keys. Anchors,
 * aliases, tags, complex or empty keys, nesting deeper than TF_YAML_DEPTH and text that is not clean UTF-8
 * are errors: "FILE:LINE:COL: what". */
enum { TF_YAML_DEPTH = 64, TF_YAML_NODES_MAX = 1 << 20 };
enum { TF_YAML_KEY_MAX = 200, TF_YAML_BYTES_MAX = 16 << 20 }; /* bytes */
enum { TF_YAML_KEYS_MAX = 1 << 15 }; /* of a map */
enum tf_yaml_kind { TF_YAML_SCALAR, TF_YAML_LIST, TF_YAML_MAP };
struct tf_yaml_key { char *name; int line, col; }; /* 1-based; line 0: not from a file */
struct tf_yaml {
    enum tf_yaml_kind kind;
    char *value;               /* SCALAR: the text, never NULL; otherwise NULL */
    bool quoted;               /* SCALAR: 'x', "x", | or >: a string, whatever it looks like */
    int n, cap;                /* LIST, MAP: children */
    struct tf_yaml **item;     /* (n) values */
    struct tf_yaml_key *key;   /* (n) MAP only, unique, in the order of the file */
    int line, col;             /* of the node's first letter, 1-based; line 0: from --set or built by hand */
    const char *origin; /* file name, "--set a.b.c", or NULL; shared with children that have the same */
    bool owns_origin;
};
/* name: what errors call the text. An empty document is a null scalar. */
int tf_yaml_parse(struct tf_yaml **out, const char *text, size_t n, const char *name, struct tf_err *e);
int tf_yaml_load(struct tf_yaml **out, const char *path, struct tf_err *e);
void tf_yaml_free(struct tf_yaml *y);              /* NULL is fine */
struct tf_yaml *tf_yaml_clone(const struct tf_yaml *y);
bool tf_yaml_equal(const struct tf_yaml *a, const struct tf_yaml *b); /* but quotes, places */
bool tf_yaml_null(const struct tf_yaml *y);        /* NULL, or a plain scalar that is empty, "~" or "null" */
int tf_yaml_find(const struct tf_yaml *map, const char *key); /* index; -1: no such key, no map */
struct tf_yaml *tf_yaml_get(const struct tf_yaml *map, const char *key);      /* the value there, or NULL */
struct tf_yaml *tf_yaml_at(const struct tf_yaml *root, const char *dotted); /* "a.b.0.c"; NULL: none */

/* Building. put and push take over the value: a whole tree (from new, parse or clone), not a part of
 * another. */
struct tf_yaml *tf_yaml_new(enum tf_yaml_kind kind, const char *value); /* SCALAR: plain text */
void tf_yaml_put(struct tf_yaml *map, const char *key, struct tf_yaml *value); /* replaces or appends */
void tf_yaml_remove(struct tf_yaml *map, const char *key); /* if it is there */
void tf_yaml_push(struct tf_yaml *list, struct tf_yaml *value);
/* either; the caller knows that the key is new */
void tf_yaml_append(struct tf_yaml *y, const char *key, struct tf_yaml *value);
/* --set: puts the value at a.b.c and makes the maps on the way that are missing. text is YAML flow; a bare
 * comma list `2,4,6` is a list. Errors (bad path, bad text, a scalar on the way, a list position out of
 * range) are TF_USAGE and begin with "--set a.b.c: ". */
int tf_yaml_set(struct tf_yaml *root, const char *dotted, const char *text, struct tf_err *e);

/* tf_fail(TF_BAD) with the place in front: "spec.yaml:14:5: ..." or "--set a.b.c: ...". */
int tf_yaml_fail(struct tf_err *e, const struct tf_yaml *at, const char *fmt, ...) TF_PRINTF(3, 4);
/* at key i */
int tf_yaml_fail_key(struct tf_err *e, const struct tf_yaml *map, int i, const char *fmt, ...) TF_PRINTF(4,
                     5);

/* Block YAML that reads back equal (strings are quoted where they must be, and stay quoted where they were).
 * Text that is not UTF-8, which only hand-built nodes can hold, is written with U+FFFD. */
void tf_yaml_write(struct tf_buf *out, const struct tf_yaml *y);
/* One line: `[2, 4]`, `{a: 1}`, a scalar's text. What tf_opt_set reads and what a CSV cell shows. */
void tf_yaml_flow(struct tf_buf *out, const struct tf_yaml *y);

/* ---- CSV: small tables with a header line -------------------------------------------------------------- */
/* RFC 4180; spaces around unquoted fields are dropped and blank lines skipped. Every row has as many fields
 * as the header. */
struct tf_csv {
    char *name;                /* of the file, for errors */
    int rows, cols;            /* rows without the header */
    char **head;               /* (cols) unique, not empty */
    char **cell;               /* (rows, cols) row-major, never NULL */
    int *line;                 /* (rows) where the row begins, 1-based */
    char *text;                /* what the pointers point into */
};
int tf_csv_parse(struct tf_csv *out, const char *text, size_t n, const char *name, struct tf_err *e);
int tf_csv_load(struct tf_csv *out, const char *path, struct tf_err *e);
void tf_csv_free(struct tf_csv *c);
int tf_csv_col(const struct tf_csv *c, const char *col);                  /* -1: no such column */
const char *tf_csv_get(const struct tf_csv *c, int row, const char *col); /* NULL: no such column */
/* The cell as a number; an empty one is NaN. TF_BAD: no such column, or not a number. */
int tf_csv_number(const struct tf_csv *c, int row, const char *col, double *out, struct tf_err *e);
/* The same without errors: NaN where it is none. */
double tf_csv_real(const struct tf_csv *c, int row, const char *col);
/* The same as a whole number of 0 or more; an empty one is 0. */
int tf_csv_int(const struct tf_csv *c, int row, const char *col, int *out, struct tf_err *e);
/* "FILE:LINE: ...", TF_BAD */
int tf_csv_fail(struct tf_err *e, const struct tf_csv *c, int row, const char *fmt, ...) TF_PRINTF(4, 5);
/* Writing: a field, quoted where needed; a whole line. A table so written reads back equal. */
void tf_csv_field(struct tf_buf *out, const char *field);
void tf_csv_row(struct tf_buf *out, const char *const *fields, int n);

/* ---- TSV: large files, one callback per line ----------------------------------------------------------- */
/* Fields between tabs, as they are: no quoting, spaces kept, empty fields kept; CR before LF is dropped;
 * empty lines are skipped but counted, a byte order mark is skipped. fields (n >= 1) live until the callback
 * returns and may be changed. A callback that returns -1 (with *e filled) ends the reading. TF_BAD: NUL byte,
 * or a line above 64 MiB. */
int tf_tsv_read(const char *path, int (*row)(void *arg, int line, char **fields, int n, struct tf_err *e),
                                             void *arg, struct tf_err *e);

/* ---- PNG ----------------------------------------------------------------------------------------------- */
/* The grey image (height,width) in pix, row by row. TF_BAD: not such a PNG: another size, colour, 16 bits. */
int tf_png_grey(const char *path, int height, int width, uint8_t *pix, struct tf_err *e);

/* ---- safetensors --------------------------------------------------------------------------------------- */
enum tf_dtype { TF_F32, TF_F64, TF_BF16, TF_F16, TF_U8, TF_I32, TF_I64, TF_DTYPES };
size_t tf_dtype_size(enum tf_dtype d);
#ifdef TF_DOUBLE
#define TF_DTYPE_REAL TF_F64
#else
#define TF_DTYPE_REAL TF_F32
#endif
enum { TF_ST_NAME = 128 };
struct tf_st_tensor {
    char name[TF_ST_NAME];
    enum tf_dtype dtype;
    int rows, cols;            /* (rows, cols), or (rows) when cols is 0 */
    const void *data;          /* row-major; in an opened file not necessarily aligned */
    /* For writing, where data is NULL: the bytes from `at` on, there until the next call; *n: how many are
     * wanted, then how many there are. Asked for in order, also after an error. */
    const void *(*piece)(const void *arg, size_t at, size_t *n);
    const void *arg;
};
size_t tf_st_count(const struct tf_st_tensor *t); /* elements */
void tf_st_shape(const struct tf_st_tensor *t, int *rows, int *cols); /* as a matrix: (n) is (1, n) */
/* Writes the tensors in the given order, atomically: see tf_file_write. meta: key, value, ..., NULL (or
 * NULL); "format": "pt" and the checksums ("crc32c" of the header, "crc32c.<name>" of each tensor's bytes)
 * are added. Same input, same bytes. Names are unique and follow one another without gaps, so wide types
 * should come first. TF_SYSTEM: could not write; TF_BAD: text that is not UTF-8. */
int tf_st_write(const char *path, const struct tf_st_tensor *t, int n, const char *const *meta,
                struct tf_err *e);
/* An opened file, every check done: bounds, shapes, gaps, overlaps, and the checksums if it has any. Tensors
 * are in file order. More than 2 dimensions are folded to (first, product of the rest), a scalar is (1). */
struct tf_st {
    char *name;                /* of the file, for errors */
    int n; struct tf_st_tensor *t;
    int n_meta; char **meta;   /* (2 n_meta) key, value, ... */
    struct tf_map map;         /* what the data pointers point into; empty when opened from memory */
};
int tf_st_open(struct tf_st *s, const char *path, struct tf_err *e);
/* p outlives s */
int tf_st_parse(struct tf_st *s, const void *p, size_t n, const char *name, struct tf_err *e);
void tf_st_close(struct tf_st *s);
/* Sixteen hexadecimal digits of a hash of the tensors whose names do not begin with `leave_out`: names,
 * types, shapes and bytes, in file order, whatever the metadata. */
void tf_st_digest(const struct tf_st *s, const char *leave_out, char hex[17]);
const struct tf_st_tensor *tf_st_find(const struct tf_st *s, const char *name); /* NULL: none */
const char *tf_st_meta(const struct tf_st *s, const char *key);                 /* NULL: none */
/* Converts F32, F64, F16 or BF16 into out (tf_st_count elements); TF_BAD for other types. */
int tf_st_read(const struct tf_st *s, const struct tf_st_tensor *t, tf_real *out, struct tf_err *e);

/* ---- TensorBoard --------------------------------------------------------------------------------------- */
/* Bytes of metrics.csv that are in an event file already, and its length so far; 0, 0: not known. */
struct tf_events { size_t read, written; };
/* One record per line of metrics.csv (head: step, split, ...), after those that are there. At first, the file
 * is made to be that of the lines: what an interrupted process wrote behind them is cut off. */
int tf_events_write(struct tf_events *v, const char *path, const struct tf_buf *metrics, struct tf_err *e);

/* ---- gnuplot ------------------------------------------------------------------------------------------- */
/* Runs gnuplot on the script DIR/name, inside DIR, without a shell. TF_SYSTEM: not installed (says what to
 * install);
 * TF_FAILED: it failed, with the end of what it wrote to stderr. */
int tf_gnuplot_run(const char *dir, const char *name, struct tf_err *e);
#endif
