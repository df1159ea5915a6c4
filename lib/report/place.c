/* Which line of a table over tasks a task's group of runs takes. See join.h. */
#include "report/join.h"

#include <string.h>

struct places {
    report_kin_fn *kin;
    const void *of;
    const struct report_group *g, **group; // placed so far
    int *line, n, lines;                   // line: of each of them
};

static int count_kin(const struct places *w, const struct report *part) {
    int n = 0;
    for (int i = 0; i < part->n_groups; i++) n += w->kin(w->of, w->g, &part->group[i]);
    return n;
}

/* Stages differ from task to task, as their steps do; whether there are any is the way of training. */
enum { EXACT, SAME_QUIRKS, SAME_WAY, ANY, LEVELS };
static bool like(int level, const struct tf_row *a, const struct tf_row *b) {
    const bool quirks = !strcmp(a->quirks, b->quirks), way = !strstr(a->setting, "stages=") == !strstr(b->setting, "stages=");
    return level == EXACT ? quirks && !strcmp(a->setting, b->setting) : level == SAME_QUIRKS ? quirks && way : way;
}

/* Has the task, whose groups are placed from `from` on, the line already? */
static bool taken(const struct places *w, int from, int line) {
    for (int i = from; i < w->n; i++)
        if (w->line[i] == line) return true;
    return false;
}

/* The first free line that has one like g; on level ANY the first free line, or a new one. -1: none. */
static int find_line(struct places *w, int from, const struct report_group *g, int level) {
    for (int i = 0; i < from && level < ANY; i++)
        if (like(level, w->group[i]->row, g->row) && !taken(w, from, w->line[i])) return w->line[i];
    if (level < ANY) return -1;
    int line = 0;
    while (line < w->lines && taken(w, from, line)) line++;
    if (line == w->lines) w->lines++;
    return line;
}

/* Gives the task's kin their lines; returns that of w->g, -1: it is of another task. */
static int place_task(struct places *w, const struct report *part) {
    const int from = w->n;
    int found = -1;
    for (int level = EXACT; level < LEVELS; level++)
        for (int i = 0; i < part->n_groups; i++) {
            const struct report_group *g = &part->group[i];
            bool placed = !w->kin(w->of, w->g, g);
            for (int k = from; k < w->n; k++) placed |= w->group[k] == g;
            const int line = placed ? -1 : find_line(w, from, g, level);
            if (line < 0) continue;
            w->group[w->n] = g, w->line[w->n++] = line;
            if (g == w->g) found = line;
        }
    return found;
}

int report_place(const struct report *part, int n, const struct report_group *g, report_kin_fn *kin, const void *of) {
    struct places w = {.kin = kin, .of = of, .g = g};
    int most = 0, all = 0, place = -1;
    for (int p = 0; p < n; p++) {
        const int k = count_kin(&w, &part[p]);
        all += k;
        if (k > most) most = k;
    }
    w.group = tf_alloc(sizeof *w.group * (size_t)(all + 1)), w.line = tf_alloc(sizeof *w.line * (size_t)(all + 1));
    for (; place < 0 && most > 0; most--) // the tasks with the most of them say which lines there are
        for (int p = 0; place < 0 && p < n; p++)
            if (count_kin(&w, &part[p]) == most) place = place_task(&w, &part[p]);
    tf_free(w.group), tf_free(w.line);
    return place;
}
