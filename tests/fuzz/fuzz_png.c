/* PNG images. A random change dies in a chunk's checksum, or in the compressed stream: so the mutator changes what a chunk holds, of pixels what is
 * compressed, and writes length and checksum anew. The size that is asked for is the header's, if the last byte is even. */
#include <zlib.h>

#include "fuzz.h"
#include "io/io.h"

enum { SIGNATURE = 8, AROUND = 12, SIDE_MAX = 128, GUARD = 64 }; // a chunk is length, type, content, checksum

static size_t get32(const uint8_t *p) { return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3]; }

static void put32(uint8_t *p, size_t v) {
    p[0] = (uint8_t)(v >> 24), p[1] = (uint8_t)(v >> 16), p[2] = (uint8_t)(v >> 8), p[3] = (uint8_t)v;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fuzz_file f;
    static uint8_t pix[2][SIDE_MAX * SIDE_MAX + GUARD], fill[2][GUARD];
    size_t width = size > 24 ? get32(data + 16) : 32, height = size > 24 ? get32(data + 20) : 32;
    if (!size || width > SIDE_MAX || height > SIDE_MAX || !width || !height || data[size - 1] & 1) width = height = 32;
    fuzz_put(&f, data, size);
    struct tf_err e[2] = {{0}};
    int rc[2];
    for (int i = 0; i < 2; i++) { // not a pixel is left as it was
        memset(pix[i], i ? 255 : 0, width * height + GUARD);
        memset(fill[i], i ? 255 : 0, GUARD);
        rc[i] = tf_png_grey(f.path, (int)height, (int)width, pix[i], &e[i]);
        if (rc[i]) fuzz_check_error(&e[i], f.path);
        TF_BUG_IF(memcmp(pix[i] + width * height, fill[i], GUARD) != 0, "beyond the image");
    }
    TF_BUG_IF(rc[0] != rc[1], "%d, then %d: %s", rc[0], rc[1], e[rc[0] == 0].msg);
    if (!rc[0]) TF_BUG_IF(memcmp(pix[0], pix[1], width * height) != 0, "a pixel was not written");
    return 0;
}

/* The content of a chunk of pixels, unpacked, changed and packed again. */
static size_t change_pixels(uint8_t *p, size_t n, size_t max) {
    static uint8_t raw[1 << 16];
    uLongf len = sizeof raw / 2;
    if (uncompress(raw, &len, p, n) != Z_OK) return LLVMFuzzerMutate(p, n, max);
    len = LLVMFuzzerMutate(raw, len, sizeof raw);
    uLongf packed = max;
    return compress(p, &packed, raw, len) == Z_OK ? packed : n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    size_t at[32], chunks = 0;
    for (size_t i = SIGNATURE; chunks < TF_COUNT(at) && size >= AROUND && i <= size - AROUND; i += AROUND + get32(data + i)) {
        if (get32(data + i) > size - AROUND - i) break;
        at[chunks++] = i;
    }
    if (!chunks || seed % 16 == 0) return LLVMFuzzerMutate(data, size, max);
    const size_t i = at[seed / 16 % chunks], old = get32(data + i), rest = size - i - AROUND - old;
    uint8_t *tail = memcpy(malloc(rest + 1), data + i + AROUND + old, rest), *content = data + i + 8;
    const size_t room = max - (size - old);
    size_t n = old;
    if (room >= old && room)
        n = !memcmp(content - 4, "IDAT", 4) && seed / 512 % 8 ? change_pixels(content, old, room) : LLVMFuzzerMutate(content, old, room);
    put32(content - 8, n);
    put32(content + n, crc32(0, content - 4, (uInt)n + 4));
    memcpy(content + n + 4, tail, rest);
    free(tail);
    return i + AROUND + n + rest;
}
