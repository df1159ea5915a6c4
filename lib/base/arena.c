/* Bump allocator. Chunks form a list: those before `cur` are full, `cur` is being filled, those after it are free. */
#include "base/base.h"
#include <string.h>

/* Under the address sanitizer free memory is poisoned, and a gap follows every allocation, so that an overrun shows as if each array had its own malloc. */
#ifdef __has_feature // clang
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = 64 };
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
enum { GAP = 0 };
#endif

enum { ALIGN = 64, CHUNK_MIN = 1 << 20 };

struct tf_chunk {
    _Alignas(ALIGN) struct tf_chunk *next; // the payload follows this header
    size_t cap, at;
};

void tf_arena_init(struct tf_arena *a) { *a = (struct tf_arena){0}; }

/* Puts a chunk with room for n bytes after `cur`: a free one when one fits, else a new one. */
static void next_chunk(struct tf_arena *a, size_t n) {
    struct tf_chunk **after = a->cur ? &a->cur->next : &a->first, **link = after;
    while (*link && (*link)->cap < n) link = &(*link)->next;
    struct tf_chunk *c = *link;
    if (c) {
        *link = c->next;
    } else {
        size_t cap = a->held / 2 > CHUNK_MIN ? a->held / 2 : CHUNK_MIN; // grows by halves: few chunks, little waste
        if (cap < n) cap = n;
        cap = (cap + ALIGN - 1) / ALIGN * ALIGN;
        c = tf_alloc(sizeof *c + cap);
        c->cap = cap;
        a->held += cap;
        ASAN_POISON_MEMORY_REGION(c + 1, cap);
    }
    c->at = 0;
    c->next = *after;
    *after = c;
    a->cur = c;
}

void *tf_arena_alloc(struct tf_arena *a, size_t bytes) {
    TF_BUG_IF(bytes > PTRDIFF_MAX - 4 * (size_t)ALIGN, "arena: %zu bytes", bytes);
    size_t n = bytes ? (bytes + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
    if (!a->cur || a->cur->cap - a->cur->at < n + GAP) next_chunk(a, n + GAP);
    void *p = (char *)(a->cur + 1) + a->cur->at;
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
    a->cur->at += n + GAP;
    a->used += n;
    if (a->used > a->peak) a->peak = a->used;
    return p;
}

void *tf_arena_calloc(struct tf_arena *a, size_t bytes) { return memset(tf_arena_alloc(a, bytes), 0, bytes); }

struct tf_mark tf_arena_mark(const struct tf_arena *a) { return (struct tf_mark){a->cur, a->cur ? a->cur->at : 0, a->used}; }

static void poison_behind(struct tf_chunk *c, size_t at) { // and in the chunks after it
    if (c) ASAN_POISON_MEMORY_REGION((char *)(c + 1) + at, c->cap - at);
    for (c = GAP && c ? c->next : NULL; c; c = c->next) ASAN_POISON_MEMORY_REGION(c + 1, c->cap);
}

void tf_arena_rewind(struct tf_arena *a, struct tf_mark m) {
    TF_BUG_IF(m.used > a->used, "arena: rewind to a mark that is ahead");
    if (m.cur) poison_behind(m.cur, m.at);
    else poison_behind(a->first, 0);
    a->cur = m.cur;
    if (a->cur) a->cur->at = m.at;
    a->used = m.used;
}

void tf_arena_reset(struct tf_arena *a) {
    poison_behind(a->first, 0);
    a->cur = NULL;
    a->used = 0;
}

void tf_arena_release(struct tf_arena *a) {
    for (struct tf_chunk *c = a->first, *next; c; c = next) {
        next = c->next;
        tf_free(c);
    }
    a->first = a->cur = NULL;
    a->used = a->held = 0;
}
