/* Writing JSON: numbers and brackets are the caller's, strings are not. */
#ifndef TF_IO_JSON_WRITE_H
#define TF_IO_JSON_WRITE_H
#include "base/base.h"

/* Appends s (n bytes of valid UTF-8, may hold NUL) with quotes around it. Only what must be escaped is. */
void tf_json_quote(struct tf_buf *out, const char *s, size_t n);
#endif
