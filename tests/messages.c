/* Messages as data: tests/data/messages/GROUP.txt against what the program says. */
#include "fixture.h"

struct reader {
    const char *path;
    void (*say)(const struct message_case *, struct tf_buf *);
    struct message_case c;
    struct tf_buf file, now, text, want, says, got; // now: the file as it should be; got: what was said, as it stands there
    int line, first, cases, wrong;                  // first: of this case; 0 before there is one
};

void say_error(struct tf_buf *out, const struct tf_err *e) { tf_buf_addf(out, "%d: %s\n", e->code, e->msg); }

static void end_case(struct reader *r) {
    if (!r->first) return;
    r->says.len = r->got.len = 0;
    tf_buf_addf(&r->says, "%4096s", ""); // room: what is live from here on is the program's
    tf_buf_addf(&r->text, "%s", "");
    r->says.len = 0, r->says.s[0] = 0;
    r->c.text = r->text.s, r->c.n = r->text.len;
    size_t live = tf_mem_live();
    r->say(&r->c, &r->says);
    if (tf_mem_live() != live) fail_msg("%s:%d: memory leaks", r->path, r->first);
    if (!r->says.len) fail_msg("%s:%d: nothing is said", r->path, r->first);
    for (char *s = r->says.s, *end; *s; s = end + 1) {
        end = strchr(s, '\n');
        tf_buf_addf(&r->got, "-> %.*s\n", (int)(end - s), s);
    }
    tf_buf_addf(&r->now, "%s", r->got.s);
    tf_buf_addf(&r->want, "%s", "");
    if (strcmp(r->want.s, r->got.s) != 0) {
        r->wrong++;
        if (!getenv("TF_ACCEPT")) print_error("%s:%d: it should say\n%sbut says\n%s", r->path, r->first, r->want.s, r->got.s);
    }
}

static void begin_case(struct reader *r) {
    end_case(r);
    r->c = (struct message_case){0};
    r->text.len = r->want.len = 0;
    r->first = r->line, r->cases++;
}

/* A line of text; <FF> becomes the byte. */
static void add_text(struct tf_buf *out, const char *s) {
    static const char hex[] = "0123456789ABCDEF";
    const char *a, *b;
    for (; *s; s++) {
        if (*s == '<' && s[1] && s[2] && s[3] == '>' && (a = strchr(hex, s[1])) && (b = strchr(hex, s[2]))) {
            tf_buf_add(out, &(char){(char)((a - hex) * 16 + (b - hex))}, 1);
            s += 3;
        } else {
            tf_buf_add(out, s, 1);
        }
    }
    tf_buf_add(out, "\n", 1);
}

static void take_line(struct reader *r, char *s) {
    r->line++;
    if (!strcmp(s, "====")) begin_case(r);
    else if (r->first && !strncmp(s, "-> ", 3)) {
        tf_buf_addf(&r->want, "%s\n", s);
        return; // `now` gets it from the program
    } else if (!r->first) {
        // what stands before the first case is a comment
    } else if (r->want.len) {
        fail_msg("%s:%d: a line ==== is missing", r->path, r->line);
    } else if (!strncmp(s, "--set ", 6)) {
        assert_true(r->c.n_sets < (int)TF_COUNT(r->c.set));
        r->c.set[r->c.n_sets++] = s + 6;
    } else if (!strncmp(s, "--seed ", 7)) {
        r->c.seeds = s + 7;
    } else {
        add_text(&r->text, s);
    }
    tf_buf_addf(&r->now, "%s\n", s);
}

void messages_hold(const char *group, void (*say)(const struct message_case *c, struct tf_buf *out)) {
    char path[600];
    struct tf_err e = {0};
    snprintf(path, sizeof path, "%s/tests/data/messages/%s.txt", home, group);
    struct reader r = {.path = path, .say = say};
    if (tf_file_read(path, &r.file, &e)) fail_msg("%s", e.msg);
    for (char *s = r.file.s, *end; *s; s = end + 1) {
        if (!(end = strchr(s, '\n'))) fail_msg("%s: the last line does not end", path);
        *end = 0;
        take_line(&r, s);
    }
    end_case(&r);
    if (!r.cases) fail_msg("%s: no case", path);
    if (r.wrong && getenv("TF_ACCEPT") && tf_file_write(path, r.now.s, r.now.len, &e)) fail_msg("%s", e.msg);
    tf_buf_free(&r.file), tf_buf_free(&r.now), tf_buf_free(&r.text), tf_buf_free(&r.want), tf_buf_free(&r.says), tf_buf_free(&r.got);
    if (r.wrong && !getenv("TF_ACCEPT"))
        fail_msg("%d of %d messages of %s are others; `make accept` takes them all", r.wrong, r.cases, group);
    if (r.wrong) print_message("%s: %d of %d messages written anew\n", group, r.wrong, r.cases);
}
