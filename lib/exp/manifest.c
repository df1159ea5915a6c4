/* manifest.csv: with what a result was made. */
#include "exp/plan.h"

#include <string.h>
#include <sys/utsname.h>

#ifdef __clang__
#define COMPILER __VERSION__ /* names itself */
#else
#define COMPILER "gcc " __VERSION__
#endif

static void put(struct tf_buf *b, const char *key, const char *value) { tf_csv_row(b, (const char *const[]){key, value ? value : ""}, 2); }

void exp_cpu(char cpu[CPU_NAME]) {
    char line[512];
    FILE *f = fopen("/proc/cpuinfo", "r");
    strcpy(cpu, "unknown CPU");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && sscanf(line, "%*[^:]: %255[^\n]", cpu) == 1) break;
    if (f) fclose(f);
}

void exp_machine(char out[MACHINE]) {
    char cpu[CPU_NAME];
    exp_cpu(cpu);
    snprintf(out, MACHINE, "%.72s; %d CPUs; %.12s; %.20s", cpu, tf_cpu_count(), tf_isa(), tf_blas_core());
}

static void put_cpu(struct tf_buf *b) {
    char cpu[CPU_NAME], n[16];
    exp_cpu(cpu);
    put(b, "cpu", cpu);
    snprintf(n, sizeof n, "%d", tf_cpu_count());
    put(b, "cpus", n);
}

static void put_system(struct tf_buf *b) {
    struct utsname u;
    char text[256];
    if (uname(&u)) return;
    snprintf(text, sizeof text, "%.60s %.120s %.60s", u.sysname, u.release, u.machine);
    put(b, "system", text);
}

static void put_seeds(struct tf_buf *b, const struct tf_spec *s) {
    struct tf_buf text = {0};
    const struct tf_yaml *seeds = tf_yaml_get(s->whole, "seeds");
    for (int i = 0; i < seeds->n; i++) tf_buf_addf(&text, "%s%s", i ? " " : "", seeds->item[i]->value);
    put(b, "seeds", text.s);
    tf_buf_free(&text);
}

int tf_manifest_write(const char *dir, const struct tf_spec *s, const char *data_source, uint64_t data_hash, int threads,
                      struct tf_err *e) {
    struct tf_buf b = {0};
    char text[64];
    put(&b, "key", "value");
    put(&b, "version", tf_version());
    put(&b, "compiler", COMPILER);
    put(&b, "blas", tf_blas_version());
    put(&b, "blas_core", tf_blas_core());
    put(&b, "isa", tf_isa());
    put(&b, "bf16", tf_bf16_about());
    put_cpu(&b);
    put_system(&b);
    snprintf(text, sizeof text, "%d", threads);
    put(&b, "threads", text);
    put(&b, "precision", TF_PRECISION);
    put(&b, "spec", s->name);
    plan_hash(s->whole, text);
    put(&b, "spec_hash", text);
    put_seeds(&b, s);
    put(&b, "data_source", data_source);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)data_hash);
    put(&b, "data_hash", text);
    int rc = tf_file_write_in(dir, "manifest.csv", &b, e);
    tf_buf_free(&b);
    return rc;
}
