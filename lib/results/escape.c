/* Text in other languages. */
#include "results/escape.h"
#include <string.h>

/* Letters of `special` get `mark` in front. */
static void add(struct tf_buf *out, const char *s, const char *special, char mark) {
    tf_buf_addf(out, "%s", "");
    for (; *s; s++) {
        if (strchr(special, *s)) tf_buf_add(out, &mark, 1);
        tf_buf_add(out, (unsigned char)*s < ' ' || *s == 127 ? " " : s, 1);
    }
}

void report_plain(struct tf_buf *out, const char *s) { add(out, s, "", 0); }

void report_markdown(struct tf_buf *out, const char *s) { add(out, s, "|<", '\\'); }

void report_html(struct tf_buf *out, const char *s) {
    tf_buf_addf(out, "%s", "");
    for (; *s; s++) {
        static const char special[] = "&<>\"'", *const name[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
        const char *at = strchr(special, *s);
        if (at) tf_buf_addf(out, "%s", name[at - special]);
        else tf_buf_add(out, ((unsigned char)*s < ' ' && *s != '\n') || *s == 127 ? " " : s, 1);
    }
}

void report_quote(struct tf_buf *out, const char *s) {
    tf_buf_addf(out, "'");
    add(out, s, "'", '\'');
    tf_buf_addf(out, "'");
}

void report_quote_tic(struct tf_buf *out, const char *s) {
    tf_buf_addf(out, "'");
    for (; *s; s++) add(out, (char[]){*s, 0}, *s == '%' ? "%" : "'", *s == '%' ? '%' : '\'');
    tf_buf_addf(out, "'");
}

void report_bold(struct tf_buf *out, const char *s) {
    tf_buf_addf(out, "{/:Bold ");
    add(out, s, "_^{}@&~\\", '\\');
    tf_buf_addf(out, "}");
}

int report_letters(const char *s) {
    int n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}
