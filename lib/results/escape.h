/* Text in other languages: the only place where labels are escaped (CSV: io/csv.c). Appended to `out`, which
 * is a string even when the text is empty. A control character becomes a space everywhere. */
#ifndef TF_RESULTS_ESCAPE_H
#define TF_RESULTS_ESCAPE_H
#include "base/base.h"

void report_plain(struct tf_buf *out, const char *s);
/* A cell of a Markdown table, or a line of Markdown. */
void report_markdown(struct tf_buf *out, const char *s);
/* Text or an attribute's value of an HTML page; line breaks stay. */
void report_html(struct tf_buf *out, const char *s);
/* A gnuplot string in single quotes, where nothing is expanded; the same as a tic's name, in which gnuplot
 * takes % for a format; bold text in its markup, not yet quoted. */
void report_quote(struct tf_buf *out, const char *s);
void report_quote_tic(struct tf_buf *out, const char *s);
void report_bold(struct tf_buf *out, const char *s);
/* Code points of UTF-8. */
int report_letters(const char *s);
#endif
