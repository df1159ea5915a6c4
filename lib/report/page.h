/* index.html: what a folder shows, as one page that opens from disk. */
#ifndef TF_REPORT_PAGE_H
#define TF_REPORT_PAGE_H
#include "report/group.h"

/* Verdict and table of each of the n parts, the figures in dir, its spec and manifest, links to its CSV
 * files. Depends on these files alone, and on `live`, which stands above (NULL: nothing). figures: those in
 * dir are of these parts, and not of an earlier time. running: loads itself again. */
struct report_page { const char *dir, *title, *live; bool figures, running; };
int report_page_write(const struct report_page *p, const struct report *part, int n, struct tf_err *e);
/* dir/index.html is there and was not written by report_page_write. */
bool report_page_is_foreign(const char *dir);
/* One sentence of HTML: the best mechanism of each task against full attention. */
void report_verdict(const struct report *r, struct tf_buf *out);
#endif
