/* A scratch folder for tests, files in it, and what was logged. */
#include "fixture.h"
#include "io/io.h"

char dir[64], home[512], *real, logged[1 << 16], last_warning[2048];
int warnings;

static void keep_log(enum tf_level level, const char *msg) {
    size_t n = strlen(logged);
    if (n > sizeof logged / 2) memmove(logged, logged + n / 2, n - n / 2 + 1), n -= n / 2;
    snprintf(logged + n, sizeof logged - n, "%s\n", msg);
    if (level != TF_LOG_WARN) return;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", msg);
}

void forget_log(void) { warnings = 0, logged[0] = last_warning[0] = 0; }

bool was_logged(const char *part) { return strstr(logged, part) != NULL; }

/* Where the scratch folder is made: TMPDIR, where it is an absolute path that fits, else /tmp. */
static void name_dir(void) {
    const char *tmp = getenv("TMPDIR");
    int n = tmp && *tmp == '/' ? (int)strlen(tmp) : 0;
    while (n > 0 && tmp[n - 1] == '/') n--;
    if (n < 1 || n > 40) tmp = "/tmp", n = 4;
    snprintf(dir, sizeof dir, "%.*s/treeformer-test-XXXXXX", n, tmp);
}

int enter(void **state) {
    (void)state;
    const char *data = getenv("TREEFORMER_TEST_DATA");
    if (!data || !*data) data = getenv("TREEFORMER_DATA");
    real = data && *data ? realpath(data, NULL) : NULL;
    unsetenv("TREEFORMER_DATA");
    tf_log_hook = keep_log;
    if (!getcwd(home, sizeof home)) return -1;
    name_dir();
    return mkdtemp(dir) ? 0 : -1;
}

int enter_inside(void **state) { return enter(state) || chdir(dir) || setenv("TREEFORMER_CACHE", dir, 1); }

int leave(void **state) {
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    free(real);
    return chdir("/") || system(command) ? -1 : 0;
}

int leave_empty(void **state) {
    (void)state;
    free(real);
    if (chdir("/") || rmdir(dir)) fail_msg("%s: %s", dir, strerror(errno));
    if (tf_mem_live()) fail_msg("%zu bytes leaked", tf_mem_live());
    return 0;
}

static char search_path[4096];
static size_t live;

int before_each(void **state) {
    (void)state;
    snprintf(search_path, sizeof search_path, "%s", getenv("PATH"));
    live = tf_mem_live();
    forget_log();
    return 0;
}

int before_each_empty(void **state) {
    remove_all();
    return before_each(state);
}

double csv_number(const struct tf_csv *c, int row, const char *col) {
    double v = 0;
    struct tf_err e = {0};
    if (tf_csv_number(c, row, col, &v, &e)) fail_msg("%s", e.msg);
    return v;
}

int after_each(void **state) {
    (void)state;
    setenv("PATH", search_path, 1);
    return tf_mem_live() == live ? 0 : -1;
}

const char *below(const char *fmt, ...) {
    static char path[32][600];
    static int k;
    char *out = path[k++ % 32];
    int n = snprintf(out, sizeof path[0], "%s/", dir);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(out + n, sizeof path[0] - (size_t)n, fmt, ap);
    va_end(ap);
    return out;
}

const char *in_dir(const char *name) { return below("%s", name); }

void put_bytes(const char *name, const void *data, size_t n) {
    const char *path = in_dir(name);
    struct tf_err e = {0};
    if (tf_mkdirs_for(path, &e)) fail_msg("%s", e.msg);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f)) fail_msg("%s: %s", path, strerror(errno));
}

void put_text(const char *name, const char *text) { put_bytes(name, text, strlen(text)); }

void put_vocab(const char *rest) {
    struct tf_buf v = {0};
    tf_buf_addf(&v, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n");
    for (char c = 'a'; c <= 'z'; c++) tf_buf_addf(&v, "%c\n", c);
    tf_buf_addf(&v, "%s", rest);
    put_text("vocab.txt", v.s);
    tf_buf_free(&v);
}

void remove_all(void) {
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'/*", dir);
    assert_int_equal(system(command), 0);
}

int count_files(const char *name) {
    char command[700];
    snprintf(command, sizeof command, "exit $(ls '%s' | wc -l)", in_dir(name));
    return WEXITSTATUS(system(command));
}

void assert_same_bytes(const char *a, const char *b) {
    struct tf_buf x = {0}, y = {0};
    struct tf_err e = {0};
    if (tf_file_read(a, &x, &e) || tf_file_read(b, &y, &e)) fail_msg("%s", e.msg);
    if (x.len != y.len || (x.len && memcmp(x.s, y.s, x.len))) fail_msg("%s and %s differ", a, b);
    tf_buf_free(&x), tf_buf_free(&y);
}

char *read_text(const char *path) {
    static char text[2][1 << 18];
    static int k;
    struct tf_buf b = {0};
    struct tf_err e = {0};
    if (tf_file_read(path, &b, &e)) fail_msg("%s", e.msg);
    assert_true(b.len < sizeof text[0]);
    memcpy(text[k ^= 1], b.s, b.len + 1);
    tf_buf_free(&b);
    return text[k];
}
