/* JSON by jansson: reading as a tree, and writing strings. Nodes belong to the document. The getters take
 * NULL and nodes of any kind: a chain of them ends in NULL or 0. */
#ifndef TF_IO_JSON_H
#define TF_IO_JSON_H
#include "base/base.h"

struct tf_json; /* a node; the root stands for the document */
/* TF_BAD: "FILE:LINE:COL: what" (also: a key twice, text that is not UTF-8, nesting too deep), missing file;
 * TF_SYSTEM. */
int tf_json_load(struct tf_json **root, const char *path, struct tf_err *e);
int tf_json_parse(struct tf_json **root, const char *text, size_t n, const char *name, struct tf_err *e);
void tf_json_free(struct tf_json *root); /* NULL is fine */
bool tf_json_is_list(const struct tf_json *n);
bool tf_json_is_map(const struct tf_json *n);
bool tf_json_is_null(const struct tf_json *n); /* the word null; false: not there */
size_t tf_json_count(const struct tf_json *list); /* 0: not a list, or empty */
const struct tf_json *tf_json_at(const struct tf_json *list, size_t i); /* NULL: not there */
const struct tf_json *tf_json_get(const struct tf_json *map, const char *key); /* NULL: not there */
const char *tf_json_text(const struct tf_json *s, size_t *n); /* may hold NUL; NULL: not a string */
bool tf_json_int(const struct tf_json *s, int64_t *out); /* false: not a whole number */
bool tf_json_real(const struct tf_json *s, double *out); /* false: not a number */
/* Appends s (n bytes, may hold NUL) with quotes around it; numbers and brackets are the caller's.
 * -1: not UTF-8, nothing is appended. */
int tf_json_quote(struct tf_buf *out, const char *s, size_t n);
#endif
