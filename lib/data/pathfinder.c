/* Pathfinder: the generator.
 *
 * It follows the published one, github.com/drewlinsley/pathfinder (snakes2.py, snakes.py; MIT licence), step for step, with the settings
 * that Long Range Arena states for Pathfinder32 (lra_benchmarks/data/pathfinder.py): window 32, padding 1, paddles of length 2 and
 * thickness 0.5 with margin 1, marker radius 1.5, contour length 14, seed distance 7, continuity 1.0, antialias scale 2, distractors of
 * 14 / 3 paddles, 20 / that many of them, snake contrast 2, paddle contrast 0.75. Fed with the same random numbers, the published
 * algorithm draws the same pixels (tests/data/test_pathfinder.c).
 *
 * What looks odd is published: the first paddle of the first contour, and of every distractor, may only point up and to the left,
 * because OpenCV's dilation marks a window in which the structuring element misses a corner (`blind`), and then no place is found;
 * for the same reason only about a quarter of the distractors are placed. Distractors are brighter than contours. Contours may cross
 * in each other's gaps.
 *
 * Where this differs, or had to choose:
 * - our own counter-based random numbers, one stream per image;
 * - the published class is a coin for each image; here each pair of images has one of either class, so that a split is balanced exactly;
 * - no single paddles as further distractors: the published wrapper sets so, and the Arena names no other value;
 * - the Arena states its settings for length 14 only; for other lengths the same two formulas give the distractors;
 * - the published code starts over until two contours fit; here an image is given up after ATTEMPTS pairs;
 * - sine and cosine are rounded correctly; a last bit can differ in a library's, and then about one image in a hundred. */
#include "data/pathfinder.h"

#include <math.h>

enum {
    SIDE = TF_PATHFINDER_SIDE,
    PADDING = 1,
    PADDLE = 2,
    MARGIN = 1,
    SCALE = 2,
    SEED_DISTANCE = 7,
    PADDLE_RETRIES = 2,
    SNAKE_RETRIES = 4
};
enum { ATTEMPTS = 2000000, JOBS = 16, CHUNK = 256 };
enum { TINY = 2 * (PADDLE + 1 + MARGIN) + 1, TINY_MID = TINY / 2, FINE = 2 * SCALE * (PADDLE + 1 + MARGIN) + 1, FINE_MID = FINE / 2 };
enum { REACH = PADDLE * SCALE, TURNS = 2 * REACH + 1, STEP = PADDLE + MARGIN, RING = 32 };
#define CONTINUITY 1.0
#define CONTRAST 1.5            /* of the two contours: snake contrast 2 times paddle contrast 0.75 */
#define DISTRACTOR_CONTRAST 2.0 /* of distractors: snake contrast alone, as published */
#define MARKER_RADIUS 3         /* in pixels of the fine grid: 1.5 times SCALE */
#define FULL 0.01               /* no more distractors once less than this share of the window is free */
static const double pi = 3.141592653589793;

/* A paddle drawn from the middle of a small window in one direction. */
struct stamp {
    float line[TINY][TINY], dim[TINY][TINY]; /* grey at DISTRACTOR_CONTRAST and at CONTRAST */
    float mask[TINY][TINY];                  /* how much of a pixel the paddle and its margin cover, 0..1 */
    struct tf_spot cover[TINY * TINY];       /* where wholly, as seen from the middle of the published structuring element */
    int covers;
    bool blind; // the element, put on a corner of the window, has no pixel inside: the published code then finds no place at all
};
/* A direction. */
struct way {
    double turn, y, x, back_y, back_x;  /* angle, its sine and cosine, those of the angle turned by pi */
    const struct stamp *ahead, *behind; /* a paddle that goes there, one that comes from there */
};
struct canvas {
    float grey[SIDE][SIDE];
    float mask[SIDE][SIDE]; /* how much of a pixel is taken, 0..1; a contour's last paddle is not in it yet */
};
struct tf_pathfinder_brush {
    struct stamp stamp[TURNS][TURNS];              // by the direction's end on the fine grid, REACH added
    uint8_t marker[SIDE][SIDE][SIDE][SIDE];        // by centre
    double ring_y[RING], ring_x[RING];             // the circle on which the next paddle ends, about a pixel apart
    struct way degree[360];                        // from -180 degrees on
    struct way offset[2 * STEP + 1][2 * STEP + 1]; // of a whole displacement, STEP added
    int rings;
    struct canvas empty;
};

/* ---- sines --------------------------------------------------------------------------------------------------------------- */

/* Places are rounded up from whole numbers plus sines, often just beside a whole number, where the last bit decides. Libraries differ
 * there, some from CPU to CPU, so sines are added up here, in pairs of doubles, and rounded once: a set is the same on every machine. */
struct twice {
    double hi, lo;
};

static struct twice tidy(double hi, double lo) {
    const double sum = hi + lo;
    return (struct twice){sum, lo - (sum - hi)};
}

static struct twice twice_mul(struct twice a, struct twice b) {
    const double p = a.hi * b.hi;
    return tidy(p, fma(a.hi, b.hi, -p) + (a.hi * b.lo + a.lo * b.hi));
}

static struct twice twice_div(struct twice a, double n) {
    const double q = a.hi / n;
    return tidy(q, (fma(-q, n, a.hi) + a.lo) / n);
}

static struct twice twice_add(struct twice a, struct twice b) {
    const double sum = a.hi + b.hi, part = sum - a.hi;
    return tidy(sum, (a.hi - (sum - part)) + (b.hi - part) + a.lo + b.lo);
}

/* The Taylor series from x^odd on: odd = 1 the sine, 0 the cosine, for |x| up to some 20. */
static double series(double x, int odd) {
    const struct twice minus_square = twice_mul((struct twice){x, 0}, (struct twice){-x, 0});
    struct twice term = {odd ? x : 1, 0}, sum = {0, 0};
    for (int k = odd; fabs(term.hi) > 1e-40 || k < fabs(x); k += 2) {
        sum = twice_add(sum, term);
        term = twice_div(twice_mul(term, minus_square), (double)((k + 1) * (k + 2)));
    }
    return sum.hi;
}

static double sine(double x) { return series(x, 1); }

static double cosine(double x) { return series(x, 0); }

/* ---- resampling ---------------------------------------------------------------------------------------------------------- */

/* Lanczos windows (a = 3) from n to m pixels, in fixed point with BITS bits: what Pillow does with 8-bit images. */
enum { BITS = 22, TAPS = 16, WIDEST = SIDE * SCALE };
struct lanczos {
    int n, m, first[SIDE], taps[SIDE];
    int32_t weight[SIDE][TAPS];
};

static double sinc(double x) { return x == 0 ? 1 : sine(x * pi) / (x * pi); }

static void lanczos_init(struct lanczos *l, int n, int m) {
    const double scale = (double)n / m, support = 3 * scale;
    l->n = n, l->m = m;
    for (int i = 0; i < m; i++) {
        double w[TAPS], sum = 0, mid = (i + 0.5) * scale;
        int from = (int)(mid - support + 0.5), to = (int)(mid + support + 0.5);
        if (mid - support + 0.5 < 0) from = 0;
        if (to > n) to = n;
        TF_BUG_IF(to - from > TAPS, "a Lanczos window of %d pixels", to - from);
        for (int k = from; k < to; k++) {
            double x = (k - mid + 0.5) / scale;
            w[k - from] = -3 <= x && x < 3 ? sinc(x) * sinc(x / 3) : 0;
            sum += w[k - from];
        }
        l->first[i] = from, l->taps[i] = to - from;
        for (int k = 0; k < to - from; k++) l->weight[i][k] = (int32_t)(w[k] / sum * (1 << BITS) + (w[k] < 0 ? -0.5 : 0.5));
    }
}

static uint8_t clip8(int32_t sum) { return sum < 0 ? 0 : sum >> BITS > 255 ? 255 : (uint8_t)(sum >> BITS); }

/* out (m,m) = in (n,n), across and then down, rounded to 8 bits after each. */
static void lanczos_resize(const struct lanczos *l, const uint8_t *in, uint8_t *out) {
    uint8_t half[WIDEST * SIDE]; // (n,m)
    for (int y = 0; y < l->n; y++)
        for (int i = 0; i < l->m; i++) {
            int32_t sum = 1 << (BITS - 1);
            for (int k = 0; k < l->taps[i]; k++) sum += in[y * l->n + l->first[i] + k] * l->weight[i][k];
            half[y * l->m + i] = clip8(sum);
        }
    for (int i = 0; i < l->m; i++)
        for (int x = 0; x < l->m; x++) {
            int32_t sum = 1 << (BITS - 1);
            for (int k = 0; k < l->taps[i]; k++) sum += half[(l->first[i] + k) * l->m + x] * l->weight[i][k];
            out[i * l->m + x] = clip8(sum);
        }
}

/* ---- the brush ----------------------------------------------------------------------------------------------------------- */

/* Bresenham from the middle to (dy,dx), both ends drawn. */
static void fine_line(uint8_t im[FINE][FINE], int dy, int dx) {
    const int ay = dy < 0 ? -dy : dy, ax = dx < 0 ? -dx : dx, n = ax > ay ? ax : ay, few = ax > ay ? ay : ax;
    int y = FINE_MID, x = FINE_MID, err = 2 * few - n;
    for (int i = 0; i < n; i++) {
        const bool turn = err >= 0;
        im[y][x] = 255;
        if (turn) err -= 2 * n;
        err += 2 * few;
        if (ax > ay || turn) x += dx < 0 ? -1 : dx > 0;
        if (ax <= ay || turn) y += dy < 0 ? -1 : dy > 0;
    }
    im[FINE_MID + dy][FINE_MID + dx] = 255;
}

/* out = in, grown by MARGIN pixels of the image all around. */
static void fine_grow(uint8_t in[FINE][FINE], uint8_t out[FINE][FINE]) {
    const int r = MARGIN * SCALE;
    for (int y = 0; y < FINE; y++)
        for (int x = 0; x < FINE; x++) {
            out[y][x] = 0;
            for (int i = -r; i <= r; i++)
                for (int j = -r; j <= r; j++)
                    if (i * i + j * j <= r * r && y + i >= 0 && y + i < FINE && x + j >= 0 && x + j < FINE && in[y + i][x + j])
                        out[y][x] = 255;
        }
}

static void stamp_init(struct stamp *s, const struct lanczos *l, int dy, int dx) {
    enum {
        STRUCT = 2 * (PADDLE + MARGIN) + 1,
        STRUCT_MID = STRUCT / 2
    }; // the published element; its paddle starts one pixel off the middle
    uint8_t line[FINE][FINE] = {0}, grown[FINE][FINE], small[TINY][TINY], mask[TINY][TINY];
    fine_line(line, dy, dx);
    fine_grow(line, grown);
    lanczos_resize(l, line[0], small[0]);
    lanczos_resize(l, grown[0], mask[0]);
    for (int y = 0; y < TINY; y++)
        for (int x = 0; x < TINY; x++) {
            s->line[y][x] = (float)(small[y][x] / 255.0 * DISTRACTOR_CONTRAST);
            s->dim[y][x] = (float)(small[y][x] / 255.0 * CONTRAST);
            s->mask[y][x] = (float)(mask[y][x] / 255.0);
            if (y < STRUCT && x < STRUCT && mask[y][x] == 255) s->cover[s->covers++] = (struct tf_spot){y - STRUCT_MID, x - STRUCT_MID};
        }
    for (int corner = 0; corner < 4; corner++) {
        int sees = 0;
        for (int k = 0; k < s->covers; k++)
            sees += (corner & 1 ? s->cover[k].y <= 0 : s->cover[k].y >= 0) && (corner & 2 ? s->cover[k].x <= 0 : s->cover[k].x >= 0);
        s->blind |= !sees;
    }
}

static void marker_init(uint8_t out[SIDE][SIDE], const struct lanczos *l, int cy, int cx) {
    uint8_t fine[WIDEST][WIDEST] = {0};
    for (int y = -MARKER_RADIUS; y <= MARKER_RADIUS; y++)
        for (int x = -MARKER_RADIUS; x <= MARKER_RADIUS; x++) {
            const int py = cy * SCALE + y, px = cx * SCALE + x;
            if (y * y + x * x <= MARKER_RADIUS * MARKER_RADIUS && py >= 0 && py < WIDEST && px >= 0 && px < WIDEST) fine[py][px] = 255;
        }
    lanczos_resize(l, fine[0], out[0]);
}

static bool inside(struct tf_spot p) { return p.y >= 0 && p.y < SIDE && p.x >= 0 && p.x < SIDE; }

/* From p, `far` pixels in direction (y,x): rounded up, as published. */
static struct tf_spot go(struct tf_spot p, double y, double x, int far) {
    return (struct tf_spot){(int)ceil(p.y + far * y), (int)ceil(p.x + far * x)};
}

static const struct stamp *stamp_at(const struct tf_pathfinder_brush *b, double y, double x) {
    const struct tf_spot end = go((struct tf_spot){FINE_MID, FINE_MID}, y, x, REACH);
    return &b->stamp[end.y - FINE_MID + REACH][end.x - FINE_MID + REACH];
}

static struct way way_of(const struct tf_pathfinder_brush *b, double turn) {
    const double back = turn + pi < pi ? turn + pi : turn - pi;
    struct way w = {.turn = turn, .y = sine(turn), .x = cosine(turn), .back_y = sine(back), .back_x = cosine(back)};
    w.ahead = stamp_at(b, w.y, w.x), w.behind = stamp_at(b, w.back_y, w.back_x);
    return w;
}

struct tf_pathfinder_brush *tf_pathfinder_brush_new(void) {
    struct tf_pathfinder_brush *b = tf_calloc(sizeof *b);
    struct lanczos l;
    lanczos_init(&l, FINE, TINY);
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) stamp_init(&b->stamp[dy + REACH][dx + REACH], &l, dy, dx);
    lanczos_init(&l, SIDE * SCALE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) marker_init(b->marker[y][x], &l, y, x);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) b->empty.mask[y][x] = y < PADDING || x < PADDING || y >= SIDE - PADDING || x >= SIDE - PADDING;
    const double degrees = 360.0 / (2 * STEP * pi);
    for (int i = 0; i * degrees < 360; i++, b->rings++) {
        b->ring_y[i] = STEP * sine(i * degrees * pi / 180);
        b->ring_x[i] = STEP * cosine(i * degrees * pi / 180);
    }
    for (int i = 0; i < 360; i++) b->degree[i] = way_of(b, (i - 180) * pi / 180);
    for (int y = -STEP; y <= STEP; y++)
        for (int x = -STEP; x <= STEP; x++) b->offset[y + STEP][x + STEP] = way_of(b, atan2(y, x));
    return b;
}

void tf_pathfinder_brush_free(struct tf_pathfinder_brush *b) { tf_free(b); }

/* ---- the canvas ---------------------------------------------------------------------------------------------------------- */

struct painter {
    const struct tf_pathfinder_brush *b;
    struct tf_rng rng;
    struct canvas c;
};
/* The end of a contour that grows. */
struct snake {
    struct tf_spot pivot; /* the middle of the gap before the last paddle */
    struct tf_spot head;  /* where the last paddle ends */
    const struct way *way;
    const struct stamp *last; /* the last paddle, drawn from `at` */
    struct tf_spot at;
};
enum layer { GREY, DIM, MASK };

/* plane = max(plane, what the stamp shows there). */
static void press(float plane[SIDE][SIDE], const struct stamp *s, enum layer what, struct tf_spot at) {
    for (int y = 0; y < TINY; y++)
        for (int x = 0; x < TINY; x++) {
            const struct tf_spot p = {at.y + y - TINY_MID, at.x + x - TINY_MID};
            const float v = what == MASK ? s->mask[y][x] : what == GREY ? s->line[y][x] : s->dim[y][x];
            if (inside(p) && v > plane[p.y][p.x]) plane[p.y][p.x] = v;
        }
}

/* Whether a paddle there would lie on what is taken. */
static bool crosses(const struct canvas *c, const struct stamp *s, struct tf_spot at) {
    for (int y = 0; y < TINY; y++)
        for (int x = 0; x < TINY; x++) {
            const struct tf_spot p = {at.y + y - TINY_MID, at.x + x - TINY_MID};
            if (inside(p) && (double)c->mask[p.y][p.x] + (double)s->mask[y][x] >= 1.8) return true;
        }
    return false;
}

static bool taken(const struct canvas *c, int border, struct tf_spot p) {
    return p.y < border || p.x < border || p.y >= SIDE - border || p.x >= SIDE - border || (double)c->mask[p.y][p.x] > 0.3;
}

/* Picks at random one of the places, at least `border` pixels inside, where a paddle with its margin covers nothing that is taken. */
static bool find_place(struct painter *p, const struct stamp *s, int border, struct tf_spot *out) {
    struct tf_spot free_at[TF_PATHFINDER_PIXELS];
    uint32_t n = 0;
    if (s->blind) return false;
    for (int y = border; y < SIDE; y++)
        for (int x = border; x < SIDE; x++) {
            int k = 0;
            while (k < s->covers) {
                const struct tf_spot q = {y + s->cover[k].y, x + s->cover[k].x};
                if (inside(q) && taken(&p->c, border, q)) break;
                k++;
            }
            if (k == s->covers) free_at[n++] = (struct tf_spot){y, x};
        }
    if (n) *out = free_at[tf_rng_below(&p->rng, n)];
    return n > 0;
}

static const struct way *draw_way(struct painter *p) { return &p->b->degree[tf_rng_below(&p->rng, 360)]; }

/* A first paddle from `tail`. False: its end or the pivot behind its start is outside. */
static bool start_snake(struct snake *s, struct tf_spot tail, const struct way *w) {
    const struct tf_spot head = go(tail, w->y, w->x, PADDLE), pivot = go(head, w->back_y, w->back_x, STEP);
    *s = (struct snake){.pivot = pivot, .head = head, .way = w, .last = w->ahead, .at = tail};
    return inside(head) && inside(pivot);
}

/* ---- growing ------------------------------------------------------------------------------------------------------------- */

/* Where the next paddle may end: the pixels around the pivot, in order, each once. Returns how many. */
static int ring(const struct tf_pathfinder_brush *b, struct tf_spot pivot, struct tf_spot *out) {
    int n = 0;
    for (int i = 0; i < b->rings; i++) {
        const double y = pivot.y + b->ring_y[i], x = pivot.x + b->ring_x[i];
        if (y < 0 || y >= SIDE || x < 0 || x >= SIDE) continue;
        const struct tf_spot p = {(int)y, (int)x};
        int at = n;
        while (at > 0 && (out[at - 1].y > p.y || (out[at - 1].y == p.y && out[at - 1].x > p.x))) at--;
        if (at > 0 && out[at - 1].y == p.y && out[at - 1].x == p.x) continue;
        for (int k = n++; k > at; k--) out[k] = out[k - 1];
        out[at] = p;
    }
    return n;
}

/* The share of a pixel that is free, with what is taken grown by MARGIN = 1. */
static double room(const struct canvas *c, struct tf_spot p) {
    float most = c->mask[p.y][p.x];
    if (p.y > 0 && c->mask[p.y - 1][p.x] > most) most = c->mask[p.y - 1][p.x];
    if (p.x > 0 && c->mask[p.y][p.x - 1] > most) most = c->mask[p.y][p.x - 1];
    if (p.y < SIDE - 1 && c->mask[p.y + 1][p.x] > most) most = c->mask[p.y + 1][p.x];
    if (p.x < SIDE - 1 && c->mask[p.y][p.x + 1] > most) most = c->mask[p.y][p.x + 1];
    return 1 - (double)most;
}

/* One more paddle, in a direction drawn with weight cos^2 of the bend, from places that are free. False: none is. */
static bool extend(struct painter *p, struct snake *s, enum layer tone) {
    struct tf_spot end[RING];
    const struct way *way[RING];
    double share[RING], sum = 0;
    const struct tf_spot pivot = go(s->pivot, s->way->y, s->way->x, PADDLE + 2 * MARGIN);
    const int n = ring(p->b, pivot, end);
    for (int i = 0; i < n; i++) {
        way[i] = &p->b->offset[end[i].y - pivot.y + STEP][end[i].x - pivot.x + STEP];
        const double apart = fabs(way[i]->turn - s->way->turn), bend = fmin(fmin(apart, 2 * pi - apart) * CONTINUITY, 0.5 * pi),
                     c = fmax(cos(bend), 0);
        share[i] = room(&p->c, end[i]) * (c * c);
        sum += share[i];
    }
    if (sum < 1e-4) return false;
    for (int trial = 0; trial <= PADDLE_RETRIES; trial++) {
        const double u = tf_rng_uniform(&p->rng);
        double reached = 0;
        int i = 0;
        while (i < n && !((reached += share[i] / sum) - u > 0)) i++;
        if (i == n) i = 0; // rounding kept the sum below u
        const struct stamp *paddle = way[i]->behind;
        if (crosses(&p->c, paddle, end[i])) continue;
        press(p->c.grey, paddle, tone, end[i]);
        press(p->c.mask, s->last, MASK, s->at);
        *s = (struct snake){.pivot = pivot, .head = end[i], .way = way[i], .last = paddle, .at = end[i]};
        return true;
    }
    return false;
}

/* The first paddles of both contours: one around the middle, one SEED_DISTANCE from it. */
static bool start_pair(struct painter *p, struct snake s[2]) {
    int trial = 0;
    for (;; trial++) {
        struct tf_spot tail;
        if (trial > PADDLE_RETRIES) return false;
        const struct way *way = draw_way(p);
        if (!find_place(p, way->ahead, 2 * SEED_DISTANCE, &tail)) return false;
        if (start_snake(&s[0], tail, way)) break;
    }
    for (trial = 0;; trial++) {
        if (trial > PADDLE_RETRIES) return false;
        const struct way *way = draw_way(p);
        const double a = (int)tf_rng_below(&p->rng, 360) * pi / 180;
        const struct tf_spot near = {(int)rint(s[0].at.y + SEED_DISTANCE * sine(a)), (int)rint(s[0].at.x + SEED_DISTANCE * cosine(a))};
        if (start_snake(&s[1], near, way)) break;
    }
    for (int i = 0; i < 2; i++) press(p->c.grey, s[i].last, DIM, s[i].at);
    return true;
}

/* Both contours on an empty canvas. False: they got stuck. */
static bool draw_pair(struct painter *p, int length, struct tf_pathfinder_scene *scene) {
    struct snake s[2];
    p->c = p->b->empty;
    if (!start_pair(p, s)) return false;
    for (int i = 0; i < 2; i++) scene->tail[i] = s[i].at, scene->head[i][0] = s[i].head;
    for (int k = 1; k < length; k++)
        for (int i = 0; i < 2; i++) {
            if (!extend(p, &s[i], DIM)) return false;
            scene->head[i][k] = s[i].head;
        }
    press(p->c.mask, s[1].last, MASK, s[1].at); // of the second contour only, as published: a distractor may touch the end of the first
    return true;
}

/* ---- distractors --------------------------------------------------------------------------------------------------------- */

static bool draw_distractor(struct painter *p, int length) {
    struct snake s;
    struct tf_spot tail;
    for (int trial = 0;; trial++) {
        int open = 0;
        if (trial > PADDLE_RETRIES) return false;
        const struct way *way = draw_way(p);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) open += !taken(&p->c, 0, (struct tf_spot){y, x});
        if ((double)open / TF_PATHFINDER_PIXELS < FULL || !find_place(p, way->ahead, 1, &tail)) return false;
        if (start_snake(&s, tail, way)) break;
    }
    press(p->c.grey, s.last, GREY, s.at);
    for (int k = 1; k < length; k++)
        if (!extend(p, &s, GREY)) return false;
    press(p->c.mask, s.last, MASK, s.at);
    return true;
}

static int draw_distractors(struct painter *p, int length, int count) {
    int placed = 0;
    for (int i = 0; i < count; i++)
        for (int trial = 0; trial <= SNAKE_RETRIES; trial++) {
            const struct canvas before = p->c;
            if (draw_distractor(p, length)) {
                placed++;
                break;
            }
            p->c = before;
        }
    return placed;
}

/* ---- images -------------------------------------------------------------------------------------------------------------- */

int tf_pathfinder_distractor_length(const struct tf_pathfinder *o) {
    if (o->distractor_length) return o->distractor_length;
    return o->contour_length < 3 ? 1 : o->contour_length / 3;
}

int tf_pathfinder_distractors(const struct tf_pathfinder *o) {
    return o->distractors < 0 ? 20 / tf_pathfinder_distractor_length(o) : o->distractors;
}

int tf_pathfinder_label(const struct tf_pathfinder *o, enum tf_split s, uint32_t i) {
    struct tf_rng coin = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, (uint32_t)s, 1, i / 2);
    return (int)((tf_rng_u32(&coin) >> 31) ^ (i & 1));
}

/* pix = the canvas with both markers, stretched so that the darkest pixel is 0 and the brightest 255. */
static void finish(const struct painter *p, struct tf_spot a, struct tf_spot b, uint16_t *pix) {
    double v[TF_PATHFINDER_PIXELS], least = 2, most = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t ma = p->b->marker[a.y][a.x][y][x], mb = p->b->marker[b.y][b.x][y][x];
            const double g = fmax((double)p->c.grey[y][x], (ma > mb ? ma : mb) / 255.0);
            least = fmin(least, g), most = fmax(most, g);
            v[y * SIDE + x] = g;
        }
    for (int i = 0; i < TF_PATHFINDER_PIXELS; i++) pix[i] = (uint16_t)((v[i] - least) * (255 / (most - least)) + 0.5);
}

int tf_pathfinder_draw(const struct tf_pathfinder *o, const struct tf_pathfinder_brush *b, enum tf_split s, uint32_t i, uint16_t *pix,
                       struct tf_pathfinder_scene *scene) {
    struct tf_pathfinder_scene own, *const r = scene ? scene : &own;
    struct painter p = {.b = b, .rng = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, (uint32_t)s, 0, i)};
    const int label = tf_pathfinder_label(o, s, i), last = o->contour_length - 1;
    for (r->attempts = 1; !draw_pair(&p, o->contour_length, r); r->attempts++)
        if (r->attempts == ATTEMPTS) return -1;
    r->distractors = draw_distractors(&p, tf_pathfinder_distractor_length(o), tf_pathfinder_distractors(o));
    r->start = (int)tf_rng_below(&p.rng, 2);
    r->end = label ? r->start : 1 - r->start;
    finish(&p, r->tail[r->start], r->head[r->end][last], pix);
    return label;
}

/* ---- all of them --------------------------------------------------------------------------------------------------------- */

struct batch {
    const struct tf_pathfinder *o;
    const struct tf_pathfinder_brush *brush;
    enum tf_split split;
    uint32_t from, to;
    uint16_t *pix; /* JOBS * CHUNK images */
    int *label;
};

static void run_chunk(void *arg, int job) {
    const struct batch *t = arg;
    for (uint32_t k = (uint32_t)job * CHUNK; k < (uint32_t)(job + 1) * CHUNK && t->from + k < t->to; k++)
        t->label[k] = tf_pathfinder_draw(t->o, t->brush, t->split, t->from + k, t->pix + (size_t)k * TF_PATHFINDER_PIXELS, NULL);
}

static int run_split(struct batch *t, int threads, size_t before, struct tf_data_build *b, struct tf_progress *p, struct tf_err *e) {
    for (t->from = 0; t->from < t->to; t->from += JOBS * CHUNK) {
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while generating Pathfinder");
        tf_parallel(threads, JOBS, run_chunk, t);
        for (uint32_t k = 0; k < JOBS * CHUNK && t->from + k < t->to; k++) {
            if (t->label[k] < 0)
                return tf_fail(e, TF_BAD, "contour_length %d: no two contours fit into 32 x 32 pixels in %d attempts", t->o->contour_length,
                               ATTEMPTS);
            tf_data_add(b, t->split, t->pix + (size_t)k * TF_PATHFINDER_PIXELS, TF_PATHFINDER_PIXELS, t->label[k]);
        }
        tf_progress_set(p, (double)(before + b->part[t->split].n), NULL);
    }
    return 0;
}

int tf_pathfinder_generate(const struct tf_pathfinder *o, int threads, struct tf_data_build *b, struct tf_err *e) {
    const int want[TF_SPLITS] = {o->train, o->valid, o->test};
    struct tf_pathfinder_brush *brush = tf_pathfinder_brush_new();
    struct batch t = {.o = o, .brush = brush};
    struct tf_progress p;
    size_t before = 0;
    int rc = 0;
    t.pix = tf_alloc(sizeof *t.pix * JOBS * CHUNK * TF_PATHFINDER_PIXELS);
    t.label = tf_alloc(sizeof *t.label * JOBS * CHUNK);
    tf_progress_begin(&p, "generating Pathfinder", (double)o->train + o->valid + o->test, "examples");
    for (int s = 0; !rc && s < TF_SPLITS; s++) {
        b->part[s].tok_cap = (size_t)want[s] * TF_PATHFINDER_PIXELS; // exactly: nothing is moved or left over
        b->part[s].tok = tf_alloc(b->part[s].tok_cap * sizeof(uint16_t));
        t.split = (enum tf_split)s, t.to = (uint32_t)want[s];
        rc = run_split(&t, threads, before, b, &p, e);
        before += (size_t)want[s];
    }
    tf_progress_end(&p);
    tf_pathfinder_brush_free(brush);
    tf_free(t.pix);
    tf_free(t.label);
    if (rc) tf_data_build_free(b);
    return rc;
}
