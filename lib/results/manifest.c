/* manifest.csv: with what a result was made. */
#include "results/manifest.h"
#include "results/folder.h"
#include "results/paper.h"
#include "spec/spec_resolve.h"
#include "train/ranks.h"

#include <string.h>
#include <sys/utsname.h>

static void put(struct tf_buf *b, const char *key, const char *value) { tf_csv_row(b, (const char *const[]){key, value ? value : ""}, 2); }

enum { CPU_NAME = 256 };

/* /proc/cpuinfo, or nothing, with a warning. */
static void read_cpu(struct tf_buf *text) {
    struct tf_err why = {0};
    if (!tf_file_read("/proc/cpuinfo", text, &why)) return;
    tf_log(TF_LOG_WARN, "%s: the CPU has no name in rows and manifest", why.msg);
    tf_buf_free(text);
}

/* "Intel(R) Xeon(R) ..."; "unknown CPU" where the text does not say. */
static void name_cpu(char cpu[CPU_NAME], const struct tf_buf *text) {
    const char *at = text->s ? strstr(text->s, "model name") : NULL;
    if (!at || sscanf(at, "%*[^:]: %255[^\n]", cpu) != 1) strcpy(cpu, "unknown CPU");
}

void manifest_machine(char out[MACHINE]) {
    char cpu[CPU_NAME];
    struct tf_buf text = {0};
    read_cpu(&text), name_cpu(cpu, &text), tf_buf_free(&text);
    snprintf(out, MACHINE, "%.72s; %d CPUs; %.12s; %.20s", cpu, tf_ranks()->cpus, tf_isa(), tf_blas_core());
}

/* Names are often one for several generations; family and model, which x86 has, tell them apart. */
static void put_cpu(struct tf_buf *b) {
    char cpu[CPU_NAME], text[64] = "";
    struct tf_buf info = {0};
    int family, model;
    read_cpu(&info), name_cpu(cpu, &info);
    put(b, "cpu", cpu);
    const char *at = info.s ? strstr(info.s, "cpu family") : NULL;
    if (at && sscanf(at, "cpu family : %d model : %d", &family, &model) == 2)
        snprintf(text, sizeof text, "family %d, model %d", family, model);
    put(b, "cpu_model", text);
    snprintf(text, sizeof text, "%d", tf_ranks()->cpus);
    put(b, "cpus", text);
    tf_buf_free(&info);
}

static void put_system(struct tf_buf *b) {
    struct utsname u;
    char text[256];
    if (uname(&u)) return;
    snprintf(text, sizeof text, "%.60s %.120s %.60s", u.sysname, u.release, u.machine);
    put(b, "system", text);
}

int manifest_write(const char *dir, const struct manifest *m, struct tf_err *e) {
    struct tf_buf b = {0};
    char text[64];
    put(&b, "key", "value");
    put(&b, "version", tf_version());
    put(&b, "compiler", tf_compiler);
    put(&b, "blas", tf_blas_version());
    put(&b, "blas_core", tf_blas_core());
    put(&b, "isa", tf_isa());
    put(&b, "bf16", tf_bf16_about());
    put_cpu(&b);
    put_system(&b);
    snprintf(text, sizeof text, "%d", m->threads);
    put(&b, "threads", text);
    put(&b, "precision", m->precision == TF_PRECISION_BF16 ? "bf16" : TF_PRECISION);
    put(&b, "spec", m->spec);
    put(&b, "spec_hash", m->spec_hash);
    snprintf(text, sizeof text, "%llu", (unsigned long long)m->seed);
    put(&b, "seeds", text);
    put(&b, "data_source", m->data_source);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)m->data_hash);
    put(&b, "data_hash", text);
    return tf_file_write_free(dir, "manifest.csv", &b, e);
}

/* ---- of a folder, from those of its runs ---------------------------------------------------------------------------------------- */

static const char *value_of(const struct tf_csv *c, const char *key) {
    for (int i = 0; i < c->rows; i++)
        if (!strcmp(tf_csv_get(c, i, "key"), key)) return tf_csv_get(c, i, "value");
    return NULL;
}

int manifest_value(const char *dir, const char *key, char *out, size_t size, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_csv c = {0};
    tf_buf_addf(&path, "%s/manifest.csv", dir);
    int rc = tf_csv_load(&c, path.s, e) || report_paper_heads(&c, (const char *const[]){"key", "value"}, 2, e) ? -1 : 0;
    const char *value = rc ? NULL : value_of(&c, key);
    if (!rc && !value) rc = tf_fail(e, TF_BAD, "%s: it has no '%s'", path.s, key);
    else if (!rc && strlen(value) >= size) rc = tf_fail(e, TF_BAD, "%s: the value of '%s' is too long", path.s, key);
    if (!rc) strcpy(out, value);
    tf_csv_free(&c), tf_buf_free(&path);
    return rc;
}

/* Of "fp32; bf16" the first part; *next: what follows it, or NULL. */
static size_t part_of(const char *values, const char **next) {
    const char *end = strstr(values, "; ");
    *next = end ? end + 2 : NULL;
    return end ? (size_t)(end - values) : strlen(values);
}

static bool has_part(const struct tf_buf *values, const char *part, size_t n) {
    const char *next;
    for (const char *at = values->len ? values->s : NULL; at; at = next)
        if (part_of(at, &next) == n && !strncmp(at, part, n)) return true;
    return false;
}

/* The different values that the key has, in their order: "fp32; bf16". */
static void join_values(struct tf_buf *out, const struct tf_csv *c, int n, const char *key) {
    for (int i = 0; i < n; i++)
        for (const char *at = value_of(&c[i], key), *next; at; at = next) {
            const size_t len = part_of(at, &next);
            if (len && !has_part(out, at, len)) tf_buf_addf(out, "%s%.*s", out->len ? "; " : "", (int)len, at);
        }
}

static int write_joined(const char *dir, const char *name, const struct tf_spec *s, const struct tf_csv *c, int n, struct tf_err *e) {
    struct tf_buf b = {0}, seeds = {0};
    char hash[17];
    spec_hash_of(s->whole, hash);
    spec_seeds(s, " ", &seeds);
    const char *const own[][2] = {{"spec", name}, {"spec_hash", hash}, {"seeds", seeds.s}};
    put(&b, "key", "value");
    for (int i = 0; i < c[n - 1].rows; i++) {
        const char *key = tf_csv_get(&c[n - 1], i, "key");
        struct tf_buf value = {0};
        for (size_t k = 0; k < TF_COUNT(own); k++)
            if (!strcmp(key, own[k][0])) tf_buf_addf(&value, "%s", own[k][1]);
        if (!value.len) join_values(&value, c, n, key);
        put(&b, key, value.s);
        tf_buf_free(&value);
    }
    tf_buf_free(&seeds);
    return tf_file_write_free(dir, "manifest.csv", &b, e);
}

/* c[*n] gets the manifest in dir, if there is one. */
static int add_manifest(struct tf_csv *c, int *n, const char *dir, struct tf_err *e) {
    struct tf_buf path = {0};
    int rc = 0;
    tf_buf_addf(&path, "%s/manifest.csv", dir);
    if (tf_file_exists(path.s) && !(rc = tf_csv_load(&c[*n], path.s, e)))
        rc = report_paper_heads(&c[(*n)++], (const char *const[]){"key", "value"}, 2, e);
    tf_buf_free(&path);
    return rc;
}

/* Does the run have a row, and no manifest of its own? Then the folder's speaks for it. */
static bool is_row_alone(const char *dir, const char *id) {
    return !tf_file_existsf("%s/runs/%s/manifest.csv", dir, id) && tf_file_existsf("%s/rows/%s.csv", dir, id);
}

int manifest_join(const char *dir, const char *name, struct tf_err *e) {
    struct tf_buf path = {0};
    struct tf_spec *s = NULL;
    int rc = tf_folder_spec(dir, &path, e) || tf_spec_load(&s, path.s, NULL, 0, NULL, e) ? -1 : 0, n = 0;
    struct tf_csv *c = tf_calloc(sizeof *c * ((size_t)(s ? s->n_runs : 0) + 1));
    bool alone = false;
    for (int i = 0; !rc && !alone && i < s->n_runs; i++) alone = is_row_alone(dir, s->run[i].id);
    if (alone) rc = add_manifest(c, &n, dir, e);
    const int old = n;
    for (int i = 0; !rc && i < s->n_runs; i++) {
        path.len = 0;
        tf_buf_addf(&path, "%s/runs/%s", dir, s->run[i].id);
        rc = add_manifest(c, &n, path.s, e);
    }
    if (!rc && n > old) rc = write_joined(dir, name, s, c, n, e);
    for (int i = 0; i < n; i++) tf_csv_free(&c[i]);
    tf_free(c);
    tf_spec_free(s);
    tf_buf_free(&path);
    return rc;
}
