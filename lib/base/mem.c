/* The only user of malloc. Each block is [64-byte header | the caller's bytes], so that both are cache-line aligned
 * and the size is known when the block is freed. */
#include "base/base.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 64, HUGE_PAGE = 2 << 20 };
#define ALIVE UINT64_C(0x7472656566726d21)
#define DEAD UINT64_C(0xdeadb10cdeadb10c)

struct head {
    _Alignas(ALIGN) uint64_t magic;
    size_t size, cap; // asked for; what the block can hold
};
_Static_assert(sizeof(struct head) == ALIGN, "one cache line");

static atomic_size_t live;
static atomic_long fail_in; // allocations until one fails; 0: none does

static _Noreturn void oom_default(size_t bytes) { tf_bug(__FILE__, __LINE__, "out of memory: %zu bytes", bytes); }

void (*tf_oom_hook)(size_t bytes) = oom_default;

static _Noreturn void out_of_memory(size_t bytes) {
    tf_oom_hook(bytes);
    oom_default(bytes); // the hook came back
}

void tf_mem_fail_after(int n) { atomic_store(&fail_in, n > 0 ? n : 0); }

static bool injected_failure(void) {
    long left = atomic_load_explicit(&fail_in, memory_order_relaxed);
    while (left > 0)
        if (atomic_compare_exchange_weak(&fail_in, &left, left - 1)) return left == 1;
    return false;
}

static void count(size_t gained, size_t lost) { atomic_fetch_add_explicit(&live, gained - lost, memory_order_relaxed); }

static struct head *head_of(void *p) {
    struct head *h = (struct head *)p - 1;
    TF_BUG_IF(h->magic != ALIVE, "%s", h->magic == DEAD ? "block freed twice" : "not a block of tf_alloc");
    return h;
}

void *tf_alloc(size_t bytes) {
    if (bytes > PTRDIFF_MAX - 2 * (size_t)ALIGN || injected_failure()) out_of_memory(bytes);
    void *block; // not aligned_alloc: sizes stay exact, so that a sanitizer sees the first byte too far
    if (posix_memalign(&block, bytes < HUGE_PAGE ? ALIGN : HUGE_PAGE, sizeof(struct head) + bytes) != 0) out_of_memory(bytes);
    if (bytes >= HUGE_PAGE) madvise(block, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE); // fewer faults; refused: nothing is lost
    struct head *h = block;
    h->magic = ALIVE;
    h->size = h->cap = bytes;
    count(bytes, 0);
    return h + 1;
}

void *tf_calloc(size_t bytes) { return memset(tf_alloc(bytes), 0, bytes); }

void *tf_realloc(void *p, size_t bytes) {
    if (!p) return tf_alloc(bytes);
    struct head *h = head_of(p);
    if (bytes <= h->cap && bytes >= h->cap / 2) {
        count(bytes, h->size);
        h->size = bytes;
        return p;
    }
    void *q = tf_alloc(bytes);
    memcpy(q, p, bytes < h->size ? bytes : h->size);
    tf_free(p);
    return q;
}

char *tf_strdup(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(tf_alloc(n), s, n);
}

void tf_free(void *p) {
    if (!p) return;
    struct head *h = head_of(p);
    count(0, h->size);
    h->magic = DEAD;
    free(h);
}

void *tf_lib_alloc(size_t bytes) {
    void *p = injected_failure() ? NULL : malloc(bytes);
    if (!p) out_of_memory(bytes);
    return p;
}

void tf_lib_free(void *p) { free(p); }

size_t tf_mem_live(void) { return atomic_load(&live); }
