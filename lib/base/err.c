/* Errors that a caller handles (tf_fail) and broken invariants that nobody can (tf_bug). */
#include "base/base.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static TF_PRINTF(4, 0) int fail(struct tf_err *e, int code, const char *option, const char *fmt, va_list ap) {
    if (!e || e->code) return -1; // the first error is the cause, the later ones are its consequences
    TF_BUG_IF(code == TF_OK, "an error needs a code");
    char msg[sizeof e->msg]; // an argument may be e->msg itself
    vsnprintf(msg, sizeof msg, fmt, ap);
    memcpy(e->msg, msg, strlen(msg) + 1);
    snprintf(e->option, sizeof e->option, "%s", option);
    e->code = code;
    return -1;
}

int tf_fail(struct tf_err *e, int code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const int rc = fail(e, code, "", fmt, ap);
    va_end(ap);
    return rc;
}

int tf_fail_option(struct tf_err *e, int code, const char *option, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const int rc = fail(e, code, option, fmt, ap);
    va_end(ap);
    return rc;
}

_Noreturn void tf_bug(const char *file, int line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "treeformer: bug at %s:%d: ", file, line);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(ap);
    abort();
}
