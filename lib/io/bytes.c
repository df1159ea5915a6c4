/* Whole files, UTF-8, SHA-256. */
#include "io/io.h"
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <string.h>

size_t tf_utf8_mark(const char *s, size_t n) { return n >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3) ? 3 : 0; }

size_t tf_utf8_next(const char *s, size_t n, uint32_t *cp) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *u = (const unsigned char *)s;
    size_t k = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
    if (k == 0 || k > n) return 0;
    uint32_t c = k == 1 ? u[0] : u[0] & (0x7fu >> k);
    for (size_t i = 1; i < k; i++) {
        if ((u[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (u[i] & 0x3f);
    }
    if (c < least[k] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
    *cp = c;
    return k;
}

void tf_sha256(const void *p, size_t n, char hex[65]) {
    struct sha256_ctx ctx;
    uint8_t d[SHA256_DIGEST_SIZE];
    sha256_init(&ctx);
    sha256_update(&ctx, n, p);
    sha256_digest(&ctx, sizeof d, d);
    base16_encode_update(hex, sizeof d, d);
    hex[64] = 0;
}

int tf_sha256_file(const char *path, char hex[65], struct tf_err *e) {
    struct tf_map m;
    if (tf_map_open(&m, path, e)) return -1;
    tf_sha256(m.p, m.n, hex);
    tf_map_close(&m);
    return 0;
}
