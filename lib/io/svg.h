/* SVG files inside an HTML page. */
#ifndef TF_IO_SVG_H
#define TF_IO_SVG_H
#include "base/base.h"

/* Appends an SVG file for a page: without its prologue, names begin with "f<k>-", what would run or load is
 * left out. false: it is none that a page may hold, and nothing was added. */
bool tf_svg_embed(struct tf_buf *out, const char *svg, int k);
#endif
