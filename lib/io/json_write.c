/* Writing JSON strings (RFC 8259 sec. 7). */
#include "io/json_write.h"

void tf_json_quote(struct tf_buf *out, const char *s, size_t n) {
    tf_buf_add(out, "\"", 1);
    for (size_t i = 0, plain; i < n; i += plain) {
        for (plain = 0; i + plain < n; plain++) {
            unsigned char c = (unsigned char)s[i + plain];
            if (c < 32 || c == 127 || c == '"' || c == '\\') break;
        }
        if (plain) {
            tf_buf_add(out, s + i, plain);
            continue;
        }
        plain = 1;
        if (s[i] == '"' || s[i] == '\\') tf_buf_addf(out, "\\%c", s[i]);
        else if (s[i] == '\n') tf_buf_add(out, "\\n", 2);
        else if (s[i] == '\t') tf_buf_add(out, "\\t", 2);
        else tf_buf_addf(out, "\\u%04x", (unsigned)(unsigned char)s[i]);
    }
    tf_buf_add(out, "\"", 1);
}
