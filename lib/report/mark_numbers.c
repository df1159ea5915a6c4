/* Numbers beside many marks with intervals: each where it is nearest to its own mark or end of its interval, with a thin line to it where the marks are
 * crowded. Each number takes the best of several places around its mark. This is done several times, because each number is in the way of others. */
#include "report/figure.h"
#include <math.h>

/* Pixels: of the plot, about; half of a number's height and of a digit's width; half of a mark. */
enum { WIDTH = 677, HEIGHT = 344, HALF_H = 6, HALF_DIGIT = 4, HALF_MARK = 6 };
enum { BESIDE = 6, ENDS = BESIDE + 2, RING = 12, PLACES = ENDS + 4 * RING, PASSES = 4 };

/* A number: its centre, half its width, what it stands at. */
struct place {
    double x, y, half, at_x, at_y;
    bool line, set;
};

static bool is_near(double x, double y, double half_x, double half_y) { return fabs(x) < half_x && fabs(y) < half_y; }

/* Of a point from the line between a number and its mark, where that leaves the mark. */
static double off_line(const struct place *p, double x, double y) {
    const double dx = p->x - p->at_x, dy = p->y - p->at_y, far = hypot(dx, dy), t = ((x - p->at_x) * dx + (y - p->at_y) * dy) / (far * far);
    const double on = fmin(fmax(t, (HALF_MARK + 2) / far), 1);
    return hypot(p->at_x + on * dx - x, p->at_y + on * dy - y);
}

/* Place k of a mark, the best first: beside it, at the ends of its interval, farther away. */
static struct place place_of(const struct report_mark *m, int k) {
    static const int side[BESIDE][2] = {{1, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 0}, {-1, 0}};
    enum { GAP = 4, END_GAP = 9, FIRST_RING = 24, RINGS_APART = 13 };
    struct place p = {.half = (m->number > 9 ? 2 : 1) * HALF_DIGIT, .at_x = m->x, .at_y = m->y, .set = true};
    if (m->number > 99) p.half = 3 * HALF_DIGIT;
    p.x = p.at_x, p.y = p.at_y;
    if (k < BESIDE) {
        p.x += side[k][0] * (p.half + (side[k][1] ? GAP : GAP + HALF_MARK)), p.y += side[k][1] * END_GAP;
    } else if (k < ENDS) {
        p.at_y = k == BESIDE ? m->hi : m->lo;
        p.y = k == BESIDE ? fmax(m->hi, m->y + HALF_MARK) + END_GAP : fmin(m->lo, m->y - HALF_MARK) - END_GAP;
    } else {
        const int ring = (k - ENDS) / RING;
        const double angle = 2 * M_PI * ((k - ENDS) % RING + 0.5 * (ring % 2)) / RING, far = FIRST_RING + RINGS_APART * ring;
        p.x += far * cos(angle), p.y += far * sin(angle), p.line = true;
    }
    return p;
}

/* Faults that another mark with its interval makes of a place. */
static double fault_of_mark(const struct place *p, const struct report_mark *m, bool own) {
    enum { ON_MARK = 20, ON_BAR = 4, BEHIND_BAR = 3, NEARER = 15, NEARER_END = 8, LINE_OVER = 10 };
    const double x = p->x - m->x, far = hypot(p->x - p->at_x, p->y - p->at_y);
    double c = 0;
    if (fabs(x) < p->half + 1 && m->lo < p->y + HALF_H && m->hi > p->y - HALF_H) c += ON_BAR;
    if (is_near(x, p->y - m->y, p->half + HALF_MARK, HALF_H + HALF_MARK - 2)) c += own ? 0 : ON_MARK;
    if (own) return c;
    if (!p->line && (m->x - p->x) * (m->x - p->at_x) < 0 && m->lo < p->y && m->hi > p->y) c += BEHIND_BAR;
    if (hypot(x, p->y - m->y) < (p->line ? 12 : 1.4 * far)) c += NEARER;
    if (!p->line && fmin(hypot(x, p->y - m->lo), hypot(x, p->y - m->hi)) < 1.2 * far) c += NEARER_END;
    if (p->line && off_line(p, m->x, m->y) < HALF_MARK) c += LINE_OVER;
    return c;
}

static double fault_of_number(const struct place *p, const struct place *other) {
    enum { ON_NUMBER = 50, CLOSE = 2, LINE_OVER = 20 };
    double c = 0;
    if (is_near(p->x - other->x, p->y - other->y, p->half + other->half + 2, 2 * HALF_H)) c += ON_NUMBER;
    if (hypot(p->x - other->x, p->y - other->y) < 3.5 * HALF_H) c += CLOSE;
    if (p->line && off_line(p, other->x, other->y) < HALF_H + 2) c += LINE_OVER;
    if (other->line && off_line(other, p->x, p->y) < HALF_H + 2) c += LINE_OVER;
    return c;
}

static double fault_of(const struct place *p, int k, const struct report_mark *mark, const struct place *chosen, int n, int i) {
    enum { OUTSIDE = 100 };
    double c = k < BESIDE ? 0.1 * k : k < ENDS ? 1 + 0.1 * k : 5 + (k - ENDS) / RING;
    if (p->x - p->half < 2 || p->x + p->half > WIDTH - 2 || p->y - HALF_H < 2 || p->y + HALF_H > HEIGHT - 2) c += OUTSIDE;
    for (int j = 0; j < n; j++) {
        c += fault_of_mark(p, &mark[j], j == i);
        if (j != i && chosen[j].set) c += fault_of_number(p, &chosen[j]);
    }
    return c;
}

static void add_number(struct tf_buf *out, const struct place *p, int number) {
    enum { END = HALF_MARK + 3 };
    tf_buf_addf(out, "set label '%d' at graph %.4f, graph %.4f center front font ',10' textcolor rgb '#444444'\n", number, p->x / WIDTH,
                p->y / HEIGHT);
    if (!p->line) return;
    const double far = hypot(p->x - p->at_x, p->y - p->at_y), dx = (p->x - p->at_x) / far, dy = (p->y - p->at_y) / far;
    tf_buf_addf(out, "set arrow from graph %.4f, graph %.4f to graph %.4f, graph %.4f nohead front lc rgb '#888888' lw 0.7\n",
                p->at_x / WIDTH, p->at_y / HEIGHT, (p->x - END * dx) / WIDTH, (p->y - END * dy) / HEIGHT);
}

void report_mark_numbers(struct tf_buf *out, const struct report_mark *given, int n) {
    struct report_mark *mark = tf_alloc(sizeof *mark * (size_t)(n + 1));
    struct place *chosen = tf_calloc(sizeof *chosen * (size_t)(n + 1));
    for (int i = 0; i < n; i++) {
        const struct report_mark *m = &given[i];
        mark[i] = (struct report_mark){m->number, m->x * WIDTH, m->y * HEIGHT, m->lo * HEIGHT, m->hi * HEIGHT};
    }
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < n; i++) {
            double least = INFINITY;
            struct place best = {0};
            for (int k = 0; k < PLACES; k++) {
                const struct place p = place_of(&mark[i], k);
                const double c = fault_of(&p, k, mark, chosen, n, i);
                if (c < least) least = c, best = p;
            }
            chosen[i] = best;
        }
    for (int i = 0; i < n; i++) add_number(out, &chosen[i], mark[i].number);
    tf_free(mark), tf_free(chosen);
}
