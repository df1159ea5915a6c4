/* index.html: verdict, table, figures, spec and manifest of an output folder. The page loads nothing: its policy forbids that to what stands in it, too. */
#include "report/page.h"
#include "io/svg.h"
#include "results/escape.h"
#include "report/table.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'\"/>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de; --page: #fff; --soft: #f6f8fa; --link: #0550ae }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --ink: #e6edf3; --dim: #9198a1; --line: #3d444d; --page: #0d1117; --soft: #161b22; --link: #79b8ff }\n}\n"
    "body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }\n"
    "h1 { font-size: 1.6rem; margin: .5rem 0 0 }\nh2 { font-size: 1.2rem; margin: 2rem 0 .5rem }\n"
    "small, li, figcaption, .of { color: var(--dim) }\na { color: var(--link) }\nli { font-size: .9rem }\n"
    ".verdict { background: var(--soft); border-left: 4px solid var(--link); padding: .6rem 1rem }\n"
    ".wide, pre { overflow-x: auto }\npre { background: var(--soft); padding: 1rem; font-size: .85rem }\n"
    "table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }\n"
    "th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap }\n"
    ".n { text-align: right }\nprogress { width: 5rem }\n"
    "th button { all: unset; cursor: pointer; font-weight: 600 }\nth button:focus-visible { outline: 2px solid var(--link) }\n"
    "th[aria-sort=ascending] button::after { content: ' \\25B2' }\nth[aria-sort=descending] button::after { content: ' \\25BC' }\n"
    ".figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); gap: 1rem }\n"
    "figure { margin: 0; min-width: 0 }\nfigure svg { width: 100%; height: auto; background: #fff; border-radius: 6px }\n"
    "summary { cursor: pointer; margin: .5rem 0 }\n"
    "</style>\n";
static const char script[] =
    "<script>\n"
    "function key(c) {\n"
    "  var v = c.getAttribute('data-v');\n"
    "  return v === '' || c.textContent === '\\u2014' ? null : v === null ? c.textContent : +v;\n}\n"
    "function sort(t, j, d) {\n"
    "  var h = t.tHead.rows[0].cells, b = t.tBodies[0], r = Array.from(b.rows);\n"
    "  if (!h[j]) return;\n"
    "  r.sort(function (x, y) {\n"
    "    var p = key(x.cells[j]), q = key(y.cells[j]);\n"
    "    if (p === null || q === null) return (p === null) - (q === null);\n"
    "    return d * (typeof p === 'number' ? p - q : p.localeCompare(q, 'en', { numeric: true }));\n"
    "  }).forEach(function (x) { b.appendChild(x); });\n"
    "  for (var i of h) i.removeAttribute('aria-sort');\n"
    "  h[j].setAttribute('aria-sort', d === 1 ? 'ascending' : 'descending');\n}\n"
    "var tables = document.querySelectorAll('table.sort');\n"
    "tables.forEach(function (t) {\n"
    "  Array.from(t.tHead.rows[0].cells).forEach(function (c, j) {\n"
    "    c.addEventListener('click', function () { sort(t, j, c.getAttribute('aria-sort') === 'ascending' ? -1 : 1); });\n"
    "  });\n});\n"
    "/* #sort=3: by the third column; #sort=-3: the largest first */\n"
    "function from_address() {\n"
    "  var m = /^#sort=(-?)(\\d+)$/.exec(location.hash);\n"
    "  if (m) tables.forEach(function (t) { sort(t, m[2] - 1, m[1] ? -1 : 1); });\n}\n"
    "addEventListener('hashchange', from_address);\nfrom_address();\n"
    "</script>\n";
// clang-format on

/* ---- the Markdown of notes ------------------------------------------------------------------------------------------------ */

static bool is_escaped(const char *at) { return *at == '\\' && at[1] && strchr("|<", at[1]); } // by report_markdown

/* The mark that closes what begins at `at`; NULL: none does. */
static char *find_close(char *at, const char *mark) {
    while (*at && strncmp(at, mark, strlen(mark))) at += is_escaped(at) ? 2 : 1;
    return *at ? at : NULL;
}

static void add_text(struct tf_buf *out, const char *s, size_t n) {
    struct tf_buf plain = {0};
    for (size_t i = 0; i < n; i++) {
        if (is_escaped(s + i) && i + 1 < n) i++;
        tf_buf_add(&plain, s + i, 1);
    }
    report_html(out, plain.s ? plain.s : "");
    tf_buf_free(&plain);
}

/* A line of n bytes: `code`, *emphasis*, **strong**; a mark that nothing closes stands for itself. */
static void add_line(struct tf_buf *out, const char *s, size_t n) {
    static const struct {
        const char *mark, *tag;
    } marks[] = {{"`", "code"}, {"**", "strong"}, {"*", "em"}};
    struct tf_buf text = {0};
    tf_buf_add(&text, s, n);
    for (char *at = text.s, *end; at && *at; at = end) {
        const char *tag = NULL;
        char *close = NULL;
        size_t width = 0;
        for (end = at; *end && !strchr("`*", *end);) end += is_escaped(end) ? 2 : 1;
        for (size_t i = 0; end == at && i < TF_COUNT(marks) && !close; i++) {
            width = strlen(marks[i].mark), tag = marks[i].tag;
            if (!strncmp(at, marks[i].mark, width)) close = find_close(at + width, marks[i].mark);
        }
        if (close) {
            tf_buf_addf(out, "<%s>", tag);
            add_text(out, at + width, (size_t)(close - at) - width);
            tf_buf_addf(out, "</%s>", tag);
            end = close + width;
        } else {
            if (end == at) end++;
            add_text(out, at, (size_t)(end - at));
        }
    }
    tf_buf_free(&text);
}

/* Paragraphs and lists; nested items stay in the same list, indented. */
static void add_markdown(struct tf_buf *out, const char *md) {
    bool list = false;
    for (const char *end; md && *md; md = *end ? end + 1 : end) {
        end = md + strcspn(md, "\n");
        if (end == md) continue;
        const size_t indent = !strncmp(md, "  - ", 4) ? 2 : 0;
        const bool item = !strncmp(md + indent, "- ", 2);
        md += indent;
        if (item != list) tf_buf_addf(out, item ? "<ul>\n" : "</ul>\n");
        list = item;
        tf_buf_addf(out, indent ? "<li style=\"margin-left:1.5em\">" : item ? "<li>" : "<p>");
        add_line(out, item ? md + 2 : md, (size_t)(end - md) - (item ? 2 : 0));
        tf_buf_addf(out, item ? "</li>\n" : "</p>\n");
    }
    if (list) tf_buf_addf(out, "</ul>\n");
}

/* ---- the folder's files ---------------------------------------------------------------------------------------------------- */

static bool named(const char *name, const char *begin, const char *end) {
    const size_t n = strlen(name), b = strlen(begin), e = strlen(end);
    return n > b + e && !strncmp(name, begin, b) && !strcmp(name + n - e, end);
}

static bool is_figure(const char *name) { return named(name, "fig_", ".svg"); }
static bool is_table(const char *name) { return named(name, "", ".csv") && !named(name, "fig_", ".csv"); }

static void add_link(struct tf_buf *out, const char *name, const char *text) {
    tf_buf_addf(out, "<a href=\"");
    for (const char *s = name; *s; s++)
        tf_buf_addf(out, isalnum((unsigned char)*s) || strchr("-_.~/", *s) ? "%c" : "%%%02X", (unsigned char)*s);
    tf_buf_addf(out, "\">");
    report_html(out, text);
    tf_buf_addf(out, "</a>");
}

enum { MOST = 4 << 20 /* bytes of a file that the page holds */ };

/* dir/name as text of at most MOST bytes. 1: it is not there, or no text; -1 (TF_SYSTEM): it cannot be read. */
static int read_text(const char *dir, const char *name, struct tf_buf *out, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_err why = {0};
    tf_buf_addf(&path, "%s/%s", dir, name);
    const int rc = tf_file_read_most(path.s, MOST, out, &why);
    tf_buf_free(&path);
    if (rc && why.code == TF_SYSTEM) return *e = why, -1;
    return rc || !out->len || strlen(out->s) != out->len;
}

static int add_figure(struct tf_buf *out, const char *dir, const char *name, int k, struct tf_err *e) {
    static const char *const files[] = {".csv", ".gp", ".png", ".svg"};
    struct tf_buf svg = {0}, path = {0};
    const int stem = (int)strlen(name) - 4;
    tf_buf_addf(out, "<figure aria-label=\"");
    report_html(out, name);
    tf_buf_addf(out, "\">\n");
    const int rc = read_text(dir, name, &svg, e);
    if (rc || !tf_svg_embed(out, svg.s, k)) tf_buf_addf(out, "<p>This figure cannot be shown here.</p>");
    tf_buf_addf(out, "\n<figcaption>");
    for (size_t i = 0; i < TF_COUNT(files); i++) {
        path.len = 0;
        tf_buf_addf(&path, "%s/%.*s%s", dir, stem, name, files[i]);
        if (!tf_file_exists(path.s)) continue;
        tf_buf_addf(out, i ? " " : "");
        add_link(out, path.s + strlen(dir) + 1, files[i] + 1);
    }
    tf_buf_addf(out, "</figcaption>\n</figure>\n");
    tf_buf_free(&svg);
    tf_buf_free(&path);
    return rc < 0 ? -1 : 0;
}

static int add_figures(struct tf_buf *out, const char *dir, const struct tf_names *in, struct tf_err *e) {
    int n = 0;
    for (size_t i = 0; i < in->n; i++) {
        if (!is_figure(in->v[i])) continue;
        if (!n) tf_buf_addf(out, "<h2>Figures</h2>\n<div class=\"figures\">\n");
        if (add_figure(out, dir, in->v[i], n++, e)) return -1;
    }
    if (n) tf_buf_addf(out, "</div>\n");
    return 0;
}

static int add_details(struct tf_buf *out, const char *dir, const char *name, const char *what, struct tf_err *e) {
    struct tf_buf text = {0};
    const int rc = read_text(dir, name, &text, e);
    if (rc == 0) {
        tf_buf_addf(out, "<details>\n<summary>%s (", what);
        add_link(out, name, name);
        tf_buf_addf(out, ")</summary>\n<pre>");
        report_html(out, text.s);
        tf_buf_addf(out, "</pre>\n</details>\n");
    }
    tf_buf_free(&text);
    return rc < 0 ? -1 : 0;
}

static int add_files(struct tf_buf *out, const char *dir, const struct tf_names *in, struct tf_err *e) {
    int n = 0;
    bool any = false;
    for (size_t i = 0; i < in->n; i++) any |= is_table(in->v[i]);
    if (any) tf_buf_addf(out, "<h2>Files</h2>\n");
    if (add_details(out, dir, "spec.yaml", "What was run", e) || add_details(out, dir, "manifest.csv", "What it was made with", e))
        return -1;
    for (size_t i = 0; i < in->n; i++) {
        if (!is_table(in->v[i])) continue;
        tf_buf_addf(out, n++ ? " · " : "<p>");
        add_link(out, in->v[i], in->v[i]);
    }
    if (n) tf_buf_addf(out, "</p>\n");
    return 0;
}

/* ---- the page ------------------------------------------------------------------------------------------------------------------ */

static const char *without_dot(const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2, path += strspn(path, "/");
    return path;
}

/* From the real folder dir to the real path: up to what both are in, and down again. */
static void add_real_path_from(struct tf_buf *out, const char *dir, const char *path) {
    size_t n = 0, both = 0; // both: bytes of the folder that they share
    while (dir[n] && dir[n] == path[n]) n++, both = dir[n - 1] == '/' ? n : both;
    if ((!dir[n] && path[n] == '/') || (!path[n] && dir[n] == '/')) both = n;
    for (const char *s = dir + both + strspn(dir + both, "/"); *s; s += strcspn(s, "/"), s += strspn(s, "/")) tf_buf_addf(out, "../");
    path += both, path += strspn(path, "/");
    tf_buf_addf(out, "%s", *path ? path : ".");
}

/* The path by which a page in dir links to it: as it was written, where it is below dir or both are below the working folder. */
static void add_path_from(struct tf_buf *out, const char *dir, const char *path) {
    char real_dir[PATH_MAX], real_path[PATH_MAX];
    dir = without_dot(dir), path = without_dot(path);
    size_t n = strlen(dir);
    while (n > 1 && dir[n - 1] == '/') n--;
    const bool here = !strcmp(dir, ".") || !*dir, relative = *dir != '/' && *path != '/' && !strstr(dir, "..");
    if (!here && !strncmp(path, dir, n) && path[n] == '/') tf_buf_addf(out, "%s", path + n + strspn(path + n, "/"));
    else if (!relative && realpath(dir, real_dir) && realpath(path, real_path)) add_real_path_from(out, real_dir, real_path);
    else {
        for (size_t i = 0; relative && !here && i < n; i++)
            if (i == 0 || (dir[i - 1] == '/' && dir[i] != '/')) tf_buf_addf(out, "../");
        tf_buf_addf(out, "%s", path);
    }
}

static void add_part(struct tf_buf *out, const struct report_page *p, const struct report *r, bool alone) {
    struct tf_buf above = {0}, below = {0}, path = {0};
    if (!alone) {
        tf_buf_addf(out, "<h2>");
        report_html(out, r->title);
        tf_buf_addf(out, "</h2>\n");
    }
    tf_buf_addf(out, "<p class=\"of\">Protocol: ");
    report_html(out, r->protocol);
    if (strcmp(p->dir, r->dir)) {
        add_path_from(&path, p->dir, r->dir);
        tf_buf_addf(out, " · "), add_link(out, path.s, path.s);
    }
    tf_buf_addf(out, "</p>\n");
    report_page_head(r, 1, r->title, &above);
    add_markdown(out, above.s + strcspn(above.s, "\n")); // behind its title
    if (r->n) {
        report_verdict(r, out);
        report_table_html(r, out);
        report_add_notes(r, &below);
    } else tf_buf_addf(out, "<p>No run has finished yet.</p>\n");
    add_markdown(out, below.s);
    tf_buf_free(&above), tf_buf_free(&below), tf_buf_free(&path);
}

bool report_page_is_foreign(const char *dir) {
    char begin[1024];
    struct tf_buf path = {0};
    tf_buf_addf(&path, "%s/index.html", dir);
    FILE *f = fopen(path.s, "rb");
    const size_t n = f ? fread(begin, 1, sizeof begin - 1, f) : 0;
    if (f) fclose(f);
    tf_buf_free(&path);
    begin[n] = 0;
    return f && !strstr(begin, "default-src 'none'; style-src 'unsafe-inline'"); // which is in `head`
}

int report_page_write(const struct report_page *p, const struct report *part, int n, struct tf_err *e) {
    struct tf_buf page = {0};
    struct tf_names in = {0};
    if (tf_dir_names(p->dir, &in, e)) return -1;
    tf_buf_addf(&page, "%s%s<title>", head, p->running ? "<meta http-equiv=\"refresh\" content=\"5\"/>\n" : "");
    report_html(&page, p->title);
    tf_buf_addf(&page, "</title>\n</head>\n<body>\n<h1>");
    report_html(&page, p->title);
    tf_buf_addf(&page, "</h1>\n%s", p->live ? p->live : "");
    for (int i = 0; i < n; i++) add_part(&page, p, &part[i], n == 1 && !strcmp(p->dir, part->dir));
    const bool failed = (p->figures && add_figures(&page, p->dir, &in, e)) || add_files(&page, p->dir, &in, e);
    tf_names_free(&in);
    if (failed) return tf_buf_free(&page), -1;
    tf_buf_addf(&page, "%s</body>\n</html>\n", script);
    return tf_file_write_free(p->dir, "index.html", &page, e);
}
