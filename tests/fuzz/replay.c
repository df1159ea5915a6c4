/* A fuzzer without libFuzzer, for `make check`: the files of a corpus, then COUNT inputs that are changed from them by a fixed seed.
 * Usage: PROGRAM COUNT FILE... */
#include "fuzz.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) __attribute__((weak));

enum { MAX = 8192 };
static struct tf_rng rng;

static size_t below(size_t n) { return n ? tf_rng_below(&rng, (uint32_t)n) : 0; }

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) {
    static const char *const words[] = {"0",  "-1", "4294967296", "1e999", "nan", "\n",   "\t",   ",",   ":",
                                        "\"", "{",  "[",          "]",     "}",   "\xff", "\xc3", "../", " "};
    const size_t at = below(size + 1), n = below(size - at < 16 ? size - at : 16);
    switch (below(6)) {
    case 0:
        if (at < size) data[at] ^= (uint8_t)(1 << below(8));
        return size;
    case 1:
        if (at < size) data[at] = (uint8_t)below(256);
        return size;
    case 2: memmove(data + at, data + at + n, size - at - n); return size - n;
    case 3: memmove(data + below(size - n + 1), data + at, n); return size;
    case 4: return at ? at : size;
    default:;
        const char *word = words[below(TF_COUNT(words))];
        const size_t k = strlen(word);
        if (size + k > max) return size;
        memmove(data + at + k, data + at, size - at);
        memcpy(data + at, word, k);
        return size + k;
    }
}

static size_t change(uint8_t *data, size_t size) {
    for (size_t i = below(4) + 1; i > 0; i--)
        size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(data, size, MAX, tf_rng_u32(&rng)) : LLVMFuzzerMutate(data, size, MAX);
    return size;
}

int main(int argc, char **argv) {
    const int count = argc > 2 ? atoi(argv[1]) : 0, files = argc - 2;
    if (count < 1 || files < 1) return 2;
    for (int f = 0; f < files; f++) {
        struct tf_buf seed = {0};
        struct tf_err e = {0};
        static uint8_t data[MAX];
        TF_BUG_IF(tf_file_read(argv[2 + f], &seed, &e), "%s", e.msg);
        TF_BUG_IF(seed.len > MAX, "%s: larger than %d bytes", argv[2 + f], MAX);
        LLVMFuzzerTestOneInput((const uint8_t *)seed.s, seed.len);
        for (int i = f; i < count; i += files) {
            rng = tf_rng_at(1, TF_RNG_TEST, (uint32_t)i, 0, 0);
            memcpy(data, seed.s, seed.len);
            const size_t size = change(data, seed.len);
            uint8_t *exact = memcpy(malloc(size + 1), data, size); // what is read beyond it is not ours
            LLVMFuzzerTestOneInput(exact, size);
            free(exact);
        }
        tf_buf_free(&seed);
    }
    return 0;
}
