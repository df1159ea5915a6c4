/* lib/io: YAML trees. */
#include "io/io.h"
#include "fixture.h"
#include <sys/stat.h>

/* ---- YAML ---------------------------------------------------------------------------------------------------------------- */

static struct tf_yaml *yaml(const char *text) {
    struct tf_yaml *y = NULL;
    struct tf_err e = {0};
    if (tf_yaml_parse(&y, text, strlen(text), "t.yaml", &e)) fail_msg("%s", e.msg);
    return y;
}

/* What parsing says, and setting values then. */
static void parsing(const struct message_case *c, struct tf_buf *out) {
    struct tf_yaml *y = NULL;
    struct tf_err e = {0};
    int rc = tf_yaml_parse(&y, c->text, c->n, "t.yaml", &e);
    if (rc) assert_null(y);
    for (int i = 0; i < c->n_sets && !rc; i++) {
        char path[200];
        const char *eq = strchr(c->set[i], '=');
        snprintf(path, sizeof path, "%.*s", (int)(eq - c->set[i]), c->set[i]);
        rc = tf_yaml_set(y, path, eq + 1, &e);
        assert_null(tf_yaml_get(y, "a")); // what fails leaves nothing
    }
    if (rc) say_error(out, &e);
    else tf_buf_addf(out, "0: nothing\n");
    tf_yaml_free(y);
}

static void yaml_fails(const char *text, size_t n, const char *want) {
    struct tf_yaml *y = NULL;
    struct tf_err e = {0};
    assert_int_equal(tf_yaml_parse(&y, text, n, "t.yaml", &e), -1);
    assert_null(y);
    assert_int_equal(e.code, TF_BAD);
    if (strncmp(e.msg, want, strlen(want)) != 0) fail_msg("got '%s', want '%s'", e.msg, want);
}

static void assert_place(const struct tf_yaml *y, int line, int col) {
    assert_non_null(y);
    assert_int_equal(y->line, line);
    assert_int_equal(y->col, col);
}

static void test_yaml_tree(void **state) {
    (void)state;
    struct tf_yaml *y = yaml("# comment\n"
                             "name: small\n"
                             "model:\n"
                             "  layers: 4   # trailing\n"
                             "  text: \"4\"\n"
                             "  kinds: [tf-a, {id: linformer, rank: 64}]\n"
                             "runs:\n"
                             "- lr: 1e-3\n"
                             "- lr: 1e-4\n"
                             "empty:\n"
                             "long: |\n"
                             "  two\n"
                             "  lines\n");
    assert_int_equal(y->kind, TF_YAML_MAP);
    assert_int_equal(y->n, 5);
    assert_place(y, 2, 1);
    assert_string_equal(tf_yaml_get(y, "name")->value, "small");
    assert_place(tf_yaml_get(y, "name"), 2, 7);
    assert_int_equal(y->key[1].line, 3);
    assert_place(tf_yaml_at(y, "model.layers"), 4, 11);
    assert_int_equal(tf_yaml_get(y, "model")->key[0].col, 3);
    assert_false(tf_yaml_at(y, "model.layers")->quoted);
    assert_true(tf_yaml_at(y, "model.text")->quoted);
    assert_string_equal(tf_yaml_at(y, "model.kinds.1.rank")->value, "64");
    assert_place(tf_yaml_at(y, "model.kinds.1.rank"), 6, 39);
    assert_string_equal(tf_yaml_at(y, "runs.1.lr")->value, "1e-4");
    assert_place(tf_yaml_at(y, "runs.1"), 9, 3);
    assert_true(tf_yaml_null(tf_yaml_get(y, "empty")));
    assert_string_equal(tf_yaml_get(y, "long")->value, "two\nlines\n");
    assert_null(tf_yaml_at(y, "runs.2"));
    assert_null(tf_yaml_at(y, "runs.x.lr"));
    assert_null(tf_yaml_at(y, "name.x"));
    assert_null(tf_yaml_get(NULL, "x"));
    assert_false(tf_yaml_null(tf_yaml_get(y, "name")));

    struct tf_err e = {0};
    assert_int_equal(tf_yaml_fail(&e, tf_yaml_at(y, "model.layers"), "layers is %d", 4), -1);
    assert_string_equal(e.msg, "t.yaml:4:11: layers is 4");
    e = (struct tf_err){0};
    tf_yaml_fail_key(&e, tf_yaml_get(y, "model"), 1, "unknown key");
    assert_string_equal(e.msg, "t.yaml:5:3: unknown key");

    struct tf_yaml *c = tf_yaml_clone(tf_yaml_get(y, "runs"));
    assert_true(tf_yaml_equal(c, tf_yaml_get(y, "runs")));
    tf_yaml_free(y);
    assert_string_equal(c->item[1]->origin, "t.yaml"); // lives without the original
    assert_string_equal(tf_yaml_at(c, "0.lr")->value, "1e-3");
    tf_yaml_free(c);

    y = yaml("");
    assert_true(tf_yaml_null(y));
    tf_yaml_free(y);
    y = yaml("\xef\xbb\xbf"
             "a: \xc3\xa9\n");
    assert_string_equal(tf_yaml_get(y, "a")->value, "\xc3\xa9");
    tf_yaml_free(y);
}

static void test_yaml_errors(void **state) {
    (void)state;
    messages_hold("yaml_parse", parsing);
    struct tf_yaml *y = NULL;
    struct tf_err e = {0};
    assert_int_equal(tf_yaml_load(&y, in_dir("none.yaml"), &e), -1);
    assert_int_equal(e.code, TF_BAD);
    assert_non_null(strcasestr(e.msg, "no such file"));
    assert_non_null(strstr(e.msg, "none.yaml"));
    e = (struct tf_err){0};
    assert_int_equal(tf_yaml_load(&y, dir, &e), -1);
    assert_int_equal(e.code, TF_BAD);
    if (geteuid() != 0) { // root reads everything
        const char *path = in_dir("secret.yaml");
        put_text("secret.yaml", "a: 1\n");
        chmod(path, 0);
        e = (struct tf_err){0};
        assert_int_equal(tf_yaml_load(&y, path, &e), -1);
        assert_int_equal(e.code, TF_SYSTEM);
    }
    assert_null(y);
}

static void bomb(const char *unit, const char *want) {
    size_t n = 4 << 20, k = strlen(unit);
    char *s = tf_alloc(n);
    for (size_t i = 0; i < n; i++) s[i] = unit[i % k];
    double t0 = tf_cpu_now();
    yaml_fails(s, n, want);
    assert_true(tf_cpu_now() - t0 < 1);
    tf_free(s);
}

static void test_yaml_depth(void **state) {
    (void)state;
    bomb("[", "t.yaml:1:65: nested too deeply");
    bomb("{a: ", "t.yaml:1:");
    bomb("- ", "t.yaml:1:");
    bomb("? ", "t.yaml:1:");
    char s[200] = {0};
    memset(s, '[', 64);
    memset(s + 64, ']', 64);
    tf_yaml_free(yaml(s)); // 64 levels are fine
    struct tf_buf b = {0};
    for (int i = 0; i < 20000; i++) tf_buf_addf(&b, "k%d: %d\n", i, i);
    double t0 = tf_cpu_now();
    struct tf_yaml *y = yaml(b.s);
    assert_int_equal(y->n, 20000);
    assert_true(tf_cpu_now() - t0 < 1);
    tf_yaml_free(y);
    tf_buf_free(&b);
}

static void set_ok(struct tf_yaml *y, const char *path, const char *text) {
    struct tf_err e = {0};
    if (tf_yaml_set(y, path, text, &e)) fail_msg("%s", e.msg);
}

static void assert_flow(const struct tf_yaml *y, const char *want) {
    struct tf_buf b = {0};
    assert_non_null(y);
    tf_yaml_flow(&b, y);
    assert_string_equal(b.s, want);
    tf_buf_free(&b);
}

static void test_yaml_set(void **state) {
    (void)state;
    struct tf_yaml *y = yaml("model: {layers: 4}\nruns: [{lr: 1}, {lr: 2}]\nnone:\n");
    set_ok(y, "model.layers", "8");
    set_ok(y, "model.heights", "2,4,6");
    set_ok(y, "model.bracket", "[2, 4]");
    set_ok(y, "model.one", "[7]");
    set_ok(y, "model.name", "\"a, b\"");
    set_ok(y, "runs.1.lr", "1e-4");
    set_ok(y, "none.deep.er", "{a: 1, b: [x, y]}");
    set_ok(y, "new.key", "text with spaces # and a comment");
    set_ok(y, "blank", "");
    assert_string_equal(tf_yaml_at(y, "model.layers")->value, "8");
    assert_int_equal(tf_yaml_get(y, "model")->key[0].line, 1); // the key stays where it was
    assert_int_equal(tf_yaml_at(y, "model.layers")->line, 0);
    assert_flow(tf_yaml_at(y, "model.heights"), "[2, 4, 6]");
    assert_flow(tf_yaml_at(y, "model.bracket"), "[2, 4]");
    assert_flow(tf_yaml_at(y, "model.one"), "[7]");
    assert_flow(tf_yaml_at(y, "model.name"), "a, b");
    assert_true(tf_yaml_at(y, "model.name")->quoted);
    assert_flow(tf_yaml_at(y, "runs"), "[{lr: 1}, {lr: 1e-4}]");
    assert_flow(tf_yaml_at(y, "none"), "{deep: {er: {a: 1, b: [x, y]}}}");
    assert_string_equal(tf_yaml_at(y, "new.key")->value, "text with spaces");
    assert_true(tf_yaml_null(tf_yaml_get(y, "blank")));

    struct tf_err e = {0};
    tf_yaml_fail(&e, tf_yaml_at(y, "none.deep.er.b.1"), "wrong");
    assert_string_equal(e.msg, "--set none.deep.er: wrong");
    e = (struct tf_err){0};
    tf_yaml_fail_key(&e, tf_yaml_get(y, "new"), 0, "unknown key 'key'");
    assert_string_equal(e.msg, "--set new.key: unknown key 'key'");
    struct tf_yaml *c = tf_yaml_clone(y);
    tf_yaml_free(y);
    e = (struct tf_err){0};
    tf_yaml_fail(&e, tf_yaml_at(c, "model.heights.0"), "wrong");
    assert_string_equal(e.msg, "--set model.heights: wrong");
    y = c;

    messages_hold("yaml_set", parsing);
    assert_null(tf_yaml_get(y, "a"));

    struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
    tf_yaml_push(list, tf_yaml_new(TF_YAML_SCALAR, "x"));
    tf_yaml_put(y, "blank", list);
    tf_yaml_put(y, "more", tf_yaml_new(TF_YAML_SCALAR, "1"));
    assert_flow(tf_yaml_get(y, "blank"), "[x]");
    assert_string_equal(tf_yaml_get(y, "more")->value, "1");
    tf_yaml_free(y);
}

// clang-format off: a table of words
static const char *const odd[] = {"",
                                  " ",
                                  "a: b",
                                  "a #b",
                                  "#",
                                  "- a",
                                  "-",
                                  "---",
                                  "...",
                                  "'",
                                  "\"q\"",
                                  "x\\n",
                                  "two\nlines\n",
                                  "\ttab",
                                  "[",
                                  "{a}",
                                  "&a",
                                  "*a",
                                  "!t",
                                  "%d",
                                  "@",
                                  "`",
                                  "?",
                                  "? a",
                                  "end:",
                                  "a,b",
                                  "~",
                                  "null",
                                  "\x01\x7f",
                                  "\xc3\xa9",
                                  "\xc2\x85",
                                  "\xe2\x80\xa8",
                                  "\xef\xbb\xbf",
                                  "\xf0\x9f\x98\x80",
                                  "-1",
                                  "-.5",
                                  "1e-4",
                                  "http://x/y",
                                  "trail "};
// clang-format on

static void test_yaml_write(void **state) {
    (void)state;
    struct tf_yaml *y = yaml("a: 1\nb: [1, 2]\nc:\n  - x: 1\n    y: {}\n  - []\n  - - 1\n    - {p: q}\nd: \"1\"\ne:\n");
    struct tf_buf b = {0};
    tf_yaml_write(&b, y);
    assert_string_equal(b.s, "a: 1\nb: [1, 2]\nc:\n  - x: 1\n    y: {}\n  - []\n  - - 1\n    - p: q\nd: \"1\"\ne:\n");
    tf_yaml_free(y);
    for (int pass = 0; pass < 2; pass++) { // plain and quoted
        y = tf_yaml_new(TF_YAML_MAP, NULL);
        struct tf_yaml *list = tf_yaml_new(TF_YAML_LIST, NULL);
        for (size_t i = 0; i < TF_COUNT(odd); i++) {
            struct tf_yaml *s = tf_yaml_new(TF_YAML_SCALAR, odd[i]), *pair = tf_yaml_new(TF_YAML_LIST, NULL);
            s->quoted = pass;
            b.len = 0;
            tf_yaml_write(&b, s); // alone in a document
            struct tf_yaml *alone = yaml(b.s);
            assert_true(tf_yaml_equal(s, alone));
            tf_yaml_free(alone);
            tf_yaml_push(pair, tf_yaml_clone(s));
            tf_yaml_push(list, pair);
            if (*odd[i]) tf_yaml_put(y, odd[i], s);
            else tf_yaml_free(s);
        }
        tf_yaml_put(y, "list", list);
        b.len = 0;
        tf_yaml_write(&b, y);
        struct tf_yaml *back = yaml(b.s);
        assert_true(tf_yaml_equal(y, back));
        struct tf_yaml *flow = NULL;
        if (pass) { // on one line, too
            b.len = 0;
            tf_yaml_flow(&b, y);
            flow = yaml(b.s);
            assert_true(tf_yaml_equal(y, flow));
        }
        tf_yaml_free(flow);
        tf_yaml_free(back);
        tf_yaml_free(y);
    }
    y = tf_yaml_new(TF_YAML_SCALAR, "bad \xff.");
    b.len = 0;
    tf_yaml_write(&b, y);
    assert_string_equal(b.s, "\"bad \xef\xbf\xbd.\"\n");
    tf_yaml_free(y);
    tf_buf_free(&b);
}

static int clean(void **state) {
    unlink(in_dir("secret.yaml"));
    return leave_empty(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yaml_tree), cmocka_unit_test(test_yaml_errors), cmocka_unit_test(test_yaml_depth),
        cmocka_unit_test(test_yaml_set),  cmocka_unit_test(test_yaml_write),
    };
    return cmocka_run_group_tests_name("yaml", tests, enter, clean);
}
