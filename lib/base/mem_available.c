/* What memory there is to have: the system's, and less where control groups (containers, Slurm's --mem) limit this process. */
#include "base/base.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 16384, PATH = 4096 };

static const struct version { /* of control groups */
    const char *line, *mount, *limit, *used,
        *cache[2]; /* line: of /proc/self/cgroup, between number and path; cache: lines of memory.stat */
} versions[] = {
    {"::", "/sys/fs/cgroup", "memory.max", "memory.current", {"inactive_file ", "active_file "}},
    {":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file ", "total_active_file "}},
};

static bool read_text(const char *dir, const char *file, char text[TEXT]) {
    char path[PATH + 64];
    snprintf(path, sizeof path, "%s/%s", dir, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, TEXT - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return true;
}

static const char *next_line(const char *line) { return (line = strchr(line, '\n')) ? line + 1 : NULL; }

/* The number of the line that begins with key. otherwise: no such file, line or number ("max"). */
static size_t number_in(const char *dir, const char *file, const char *key, size_t otherwise) {
    char text[TEXT], *end;
    size_t skip = strlen(key);
    for (const char *line = read_text(dir, file, text) ? text : NULL; line; line = next_line(line)) {
        if (strncmp(line, key, skip)) continue;
        size_t v = strtoull(line + skip, &end, 10);
        return end > line + skip ? v : otherwise;
    }
    return otherwise;
}

/* What the group leaves. Its page cache counts as used there, but gives way. */
static size_t left_in(const char *dir, const struct version *v) {
    size_t limit = number_in(dir, v->limit, "", SIZE_MAX), used = number_in(dir, v->used, "", 0), cache = 0;
    if (limit == SIZE_MAX) return limit;
    for (int i = 0; i < 2; i++) cache += number_in(dir, "memory.stat", v->cache[i], 0);
    used -= cache < used ? cache : used;
    return used < limit ? limit - used : 0;
}

/* The least that the group and those above it leave. Folders that are not there are passed over: a container may see its own group in place of the root. */
static size_t left_above(const char *root, const struct version *v, const char *group) {
    char dir[PATH];
    size_t least = SIZE_MAX;
    int top = snprintf(dir, sizeof dir, "%s%s", root, v->mount), n = (int)strcspn(group, "\n");
    if (top + n >= PATH) return least;
    snprintf(dir + top, sizeof dir - (size_t)top, "%.*s", n, group);
    for (char *slash = dir; slash;) {
        size_t left = left_in(dir, v);
        least = left < least ? left : least;
        if ((slash = strrchr(dir + top, '/'))) *slash = 0;
    }
    return least;
}

size_t tf_mem_available_at(const char *root) {
    char proc[PATH], text[TEXT];
    snprintf(proc, sizeof proc, "%s/proc", root);
    size_t kib = number_in(proc, "meminfo", "MemAvailable:", 0), least = kib ? kib * 1024 : SIZE_MAX;
    for (const char *line = read_text(proc, "self/cgroup", text) ? text : NULL; line; line = next_line(line))
        for (size_t i = 0; i < TF_COUNT(versions); i++) {
            const char *tail = line + strspn(line, "0123456789");
            size_t skip = strlen(versions[i].line);
            if (strncmp(tail, versions[i].line, skip)) continue;
            size_t left = left_above(root, &versions[i], tail + skip);
            least = left < least ? left : least;
        }
    return least == SIZE_MAX ? 0 : least ? least : 1; // 0 would say: unknown
}

size_t tf_mem_available(void) { return tf_mem_available_at(""); }
