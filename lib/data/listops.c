/* ListOps: the generator, the evaluator and the official text form. */
#include "data/listops.h"

#include <string.h>

/* ---- values ---------------------------------------------------------------------------------------------------------------- */

/* The arguments of one operator: how often each digit occurs is all that any operator needs. */
struct bag {
    int n, count[10];
};

static void bag_add(struct bag *b, int v) { b->n++, b->count[v]++; }

/* The k-th smallest argument, k from 0. */
static int bag_at(const struct bag *b, int k) {
    int v = 0;
    while (k >= b->count[v]) k -= b->count[v++];
    return v;
}

static int bag_value(const struct bag *b, int op) {
    int sum = 0;
    switch (op) {
    case TF_LISTOPS_MIN: return bag_at(b, 0);
    case TF_LISTOPS_MAX: return bag_at(b, b->n - 1);
    case TF_LISTOPS_MED: return (bag_at(b, (b->n - 1) / 2) + bag_at(b, b->n / 2)) / 2; /* int(median): truncated */
    default:
        for (int v = 1; v < 10; v++) sum += v * (b->count[v] % 10);
        return sum % 10;
    }
}

static bool is_digit(int t) { return t >= TF_LISTOPS_DIGIT && t < TF_LISTOPS_DIGIT + 10; }
static bool is_op(int t) { return t >= TF_LISTOPS_MIN && t <= TF_LISTOPS_SM; }

/* Stack machine: digits and operators are pushed; an end pops down to its operator and pushes the value as a digit. */
static int eval_on(uint8_t *stack, const uint16_t *tok, size_t n, struct tf_err *e) {
    size_t top = 0;
    for (size_t i = 0; i < n; i++) {
        if (top == 1 && is_digit(stack[0]) && tok[i] != TF_LISTOPS_END) return tf_fail(e, TF_BAD, "more than one expression");
        if (tok[i] != TF_LISTOPS_END) {
            if (!is_digit(tok[i]) && !is_op(tok[i])) return tf_fail(e, TF_BAD, "token %d is not a ListOps token", tok[i]);
            stack[top++] = (uint8_t)tok[i];
            continue;
        }
        struct bag b = {0};
        while (top > 0 && is_digit(stack[top - 1])) bag_add(&b, stack[--top] - TF_LISTOPS_DIGIT);
        if (!top) return tf_fail(e, TF_BAD, "a ] closes no operator");
        if (!b.n) return tf_fail(e, TF_BAD, "an operator has no arguments");
        stack[top - 1] = (uint8_t)(TF_LISTOPS_DIGIT + bag_value(&b, stack[top - 1]));
    }
    if (!top) return tf_fail(e, TF_BAD, "empty expression");
    if (!is_digit(stack[0])) return tf_fail(e, TF_BAD, "an operator is not closed");
    return stack[0] - TF_LISTOPS_DIGIT;
}

int tf_listops_eval(const uint16_t *tok, size_t n, struct tf_err *e) {
    uint8_t small[4096], *stack = n <= sizeof small ? small : tf_alloc(n);
    int value = eval_on(stack, tok, n, e);
    if (stack != small) tf_free(stack);
    return value;
}

/* ---- other expressions of the same value --- */

/* What belongs to an operator, where it stands: its end, its value, its level. */
struct node {
    int end, value, level;
};

static bool find_nodes(struct node *node, int *open, struct bag *bag, const uint16_t *tok, int n) {
    int depth = 0;
    for (int i = 0; i < n; i++) {
        if (i && !depth) return false;
        if (is_op(tok[i])) {
            node[i].level = depth + 1, bag[depth] = (struct bag){0}, open[depth++] = i;
            continue;
        }
        int v = tok[i] - TF_LISTOPS_DIGIT;
        if (tok[i] == TF_LISTOPS_END) {
            if (!depth || !bag[depth - 1].n) return false;
            struct node *x = &node[open[--depth]];
            v = x->value = bag_value(&bag[depth], tok[open[depth]]), x->end = i;
        } else if (!is_digit(tok[i])) return false;
        if (depth) bag_add(&bag[depth - 1], v);
    }
    return n > 0 && !depth;
}

int tf_listops_vary(const uint16_t *tok, int n, int below, bool shuffle, struct tf_rng *r, uint16_t *out) {
    if (!below && !shuffle) return 0;
    const int padded = n;
    while (n > 1 && !tok[n - 1]) n--;
    struct node *node = tf_alloc(sizeof *node * (size_t)n);
    int *todo = tf_alloc(sizeof *todo * (size_t)n), top = 0, len = 0; // places that are still to be written, the next one on top
    struct bag *bag = tf_alloc(sizeof *bag * (size_t)n);
    if (find_nodes(node, todo, bag, tok, n)) todo[top++] = 0;
    while (top) {
        const int at = todo[--top];
        if (!is_op(tok[at]) || (below && node[at].level > below)) {
            out[len++] = (uint16_t)(is_op(tok[at]) ? TF_LISTOPS_DIGIT + node[at].value : tok[at]);
            continue;
        }
        out[len++] = tok[at], todo[top++] = node[at].end;
        const int first = top;
        for (int i = at + 1; i < node[at].end; i = (is_op(tok[i]) ? node[i].end : i) + 1) todo[top++] = i;
        for (int i = 0, k = top - first; i < (shuffle ? k : k / 2); i++) { // without: the first operand comes to the top
            const int j = shuffle ? i + (int)tf_rng_below(r, (uint32_t)(k - i)) : k - 1 - i, x = todo[first + i];
            todo[first + i] = todo[first + j], todo[first + j] = x;
        }
    }
    tf_free(node), tf_free(todo), tf_free(bag);
    while (len && n < padded && len < padded) out[len++] = 0;
    return len;
}

/* ---- what stands at the root --- */

uint64_t tf_listops_root(const struct tf_example *x) { return x->len ? x->tok[0] : 0; }

uint64_t tf_listops_root_digits(const struct tf_example *x) {
    struct bag b = {0};
    uint64_t others = 0;
    int depth = 0;
    for (int i = 0; i < x->len; i++) {
        if (x->tok[i] == TF_LISTOPS_END) depth--;
        else if (depth == 1 && is_digit(x->tok[i])) bag_add(&b, x->tok[i] - TF_LISTOPS_DIGIT);
        else if (is_op(x->tok[i])) others += depth++ == 1;
    }
    const int value = b.n ? bag_value(&b, x->tok[0]) : 10;
    return ((tf_listops_root(x) * 11 + (uint64_t)value) * 1000 + (uint64_t)b.n) * 1000 + others;
}

/* ---- one candidate ------------------------------------------------------------------------------------------------------------ */

struct draw {
    struct tf_rng rng;
    uint16_t *tok;
    int n;      /* tokens written */
    int length; /* of what is certain by now: tokens written, ends and first tokens of arguments still to come */
    int too_long, max_depth, max_args;
};

/* As published: a digit with probability 3/4 (always at max_depth, the root has depth 1), otherwise 2..max_args arguments, first drawn, and
 * then the operator. Returns the value; -1 as soon as the whole expression cannot stay below too_long. */
static int draw_tree(struct draw *d, int depth) {
    if (depth >= d->max_depth || tf_rng_u32(&d->rng) >> 30) {
        int v = (int)tf_rng_below(&d->rng, 10);
        d->tok[d->n++] = (uint16_t)(TF_LISTOPS_DIGIT + v);
        return v;
    }
    struct bag b = {0};
    int at = d->n++, args = 2 + (int)tf_rng_below(&d->rng, (uint32_t)d->max_args - 1);
    d->length += 1 + args;
    if (d->length >= d->too_long) return -1;
    for (int i = 0; i < args; i++) {
        int v = draw_tree(d, depth + 1);
        if (v < 0) return -1;
        bag_add(&b, v);
    }
    int op = TF_LISTOPS_MIN + (int)tf_rng_below(&d->rng, 4);
    d->tok[at] = (uint16_t)op;
    d->tok[d->n++] = TF_LISTOPS_END;
    return bag_value(&b, op);
}

int tf_listops_draw(const struct tf_listops *o, uint64_t candidate, uint16_t *tok, int *value) {
    struct draw d = {.tok = tok, .length = 1, .too_long = o->length_max, .max_depth = o->max_depth, .max_args = o->max_args};
    d.rng = tf_rng_at((uint64_t)o->data_seed, TF_RNG_DATA, 0, (uint32_t)(candidate >> 32), (uint32_t)candidate);
    if (d.length >= d.too_long) return 0;
    int v = draw_tree(&d, 1);
    if (v < 0) return 0;
    *value = v;
    return d.length;
}

/* ---- all of them ---------------------------------------------------------------------------------------------------------------- */

/* Candidates are drawn in parallel, one chunk of consecutive numbers per job, and accepted in the order of their numbers: neither the chunk
 * size nor the number of threads shows in the result. */
enum { JOBS = 16, CHUNK_MIN = 64, CHUNK_MAX = 8192 };
#define GIVE_UP 10000000u /* candidates in a row without a new expression */

struct hit {
    uint64_t hash;
    int len, value;
};
struct chunk {
    const struct tf_listops *o;
    uint64_t first;
    int count;
    uint16_t *tok; /* the hits' tokens, one after the other; cap elements */
    size_t n_tok, cap;
    struct hit *hit; /* CHUNK_MAX */
    int n_hits;
};

static void run_chunk(void *arg, int job) {
    struct chunk *c = (struct chunk *)arg + job;
    size_t room = (size_t)c->o->length_max;
    c->n_tok = 0, c->n_hits = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->n_tok + room > c->cap) {
            c->cap = 2 * c->cap + 64 * room;
            c->tok = tf_realloc(c->tok, c->cap * sizeof *c->tok);
        }
        int value = 0;
        uint16_t *tok = c->tok + c->n_tok;
        int len = tf_listops_draw(c->o, c->first + (uint64_t)i, tok, &value);
        if (len <= c->o->length_min) continue;
        c->hit[c->n_hits++] = (struct hit){tf_hash64(tok, (size_t)len * sizeof *tok, 0), len, value};
        c->n_tok += (size_t)len;
    }
}

/* Every expression seen so far, by hash; equal hashes are compared token by token. */
struct seen {
    uint64_t *hash;
    uint32_t *number;
    size_t slots; /* power of two */
};

static bool is_new(struct seen *s, const struct tf_data_build *b, const struct hit *h, const uint16_t *tok, uint32_t number) {
    size_t at = h->hash & (s->slots - 1);
    for (; s->number[at]; at = (at + 1) & (s->slots - 1)) {
        if (s->hash[at] != h->hash) continue;
        size_t i = s->number[at] - 1, split = 0;
        while (i >= b->part[split].n) i -= b->part[split++].n;
        const struct tf_data_part *p = &b->part[split];
        if (p->off[i + 1] - p->off[i] == (uint64_t)h->len && !memcmp(p->tok + p->off[i], tok, (size_t)h->len * sizeof *tok)) return false;
    }
    s->hash[at] = h->hash, s->number[at] = number + 1;
    return true;
}

/* Takes a finished chunk's hits, in order, until all splits are full. Returns how many were new. */
static size_t accept(const struct chunk *c, struct seen *s, struct tf_data_build *b) {
    const size_t want[TF_SPLITS] = {(size_t)c->o->train, (size_t)c->o->valid, (size_t)c->o->test};
    const uint16_t *tok = c->tok;
    size_t done = b->part[TF_TRAIN].n + b->part[TF_VALID].n + b->part[TF_TEST].n, before = done;
    for (int i = 0; i < c->n_hits; tok += c->hit[i++].len) {
        enum tf_split to = TF_TRAIN;
        while (to < TF_SPLITS && b->part[to].n == want[to]) to++;
        if (to == TF_SPLITS) break;
        if (!is_new(s, b, &c->hit[i], tok, (uint32_t)done)) continue;
        tf_data_add(b, to, tok, c->hit[i].len, c->hit[i].value);
        done++;
    }
    return done - before;
}

static int generate(struct chunk *c, struct seen *s, const struct tf_listops *o, int threads, struct tf_data_build *b,
                    struct tf_progress *p, struct tf_err *e) {
    size_t total = (size_t)o->train + (size_t)o->valid + (size_t)o->test, done = 0;
    uint64_t next = 0, last_new = 0;
    for (int chunk = CHUNK_MIN; done < total; chunk = 2 * chunk < CHUNK_MAX ? 2 * chunk : CHUNK_MAX) {
        for (int j = 0; j < JOBS; j++, next += (uint64_t)chunk) c[j].o = o, c[j].first = next, c[j].count = chunk;
        tf_parallel(threads, JOBS, run_chunk, c);
        for (int j = 0; j < JOBS; j++) {
            size_t got = accept(&c[j], s, b);
            if (got) last_new = c[j].first;
            done += got;
        }
        tf_progress_set(p, (double)done, "%.1f M candidates", (double)next / 1e6);
        if (tf_interrupted) return tf_fail(e, TF_INTERRUPTED, "interrupted while generating ListOps");
        if (done < total && next - last_new > GIVE_UP)
            return tf_fail_option(
                e, TF_BAD, "task.train",
                "only %zu of %zu distinct ListOps expressions found with %d < length < %d, depth %d and %d arguments: ask "
                "for fewer (train, valid, test), or for longer ones",
                done, total, o->length_min, o->length_max, o->max_depth, o->max_args);
    }
    return 0;
}

int tf_listops_generate(const struct tf_listops *o, int threads, struct tf_data_build *b, struct tf_err *e) {
    struct chunk c[JOBS] = {0};
    struct seen s = {.slots = 1024};
    struct tf_progress p;
    size_t total = (size_t)o->train + (size_t)o->valid + (size_t)o->test;
    while (s.slots < 2 * total) s.slots *= 2;
    s.hash = tf_alloc(s.slots * sizeof *s.hash);
    s.number = tf_calloc(s.slots * sizeof *s.number);
    for (int j = 0; j < JOBS; j++) c[j].hit = tf_alloc(CHUNK_MAX * sizeof *c[j].hit);
    tf_progress_begin(&p, "generating ListOps", (double)total, "examples");
    int rc = generate(c, &s, o, threads, b, &p, e);
    tf_progress_end(&p);
    for (int j = 0; j < JOBS; j++) {
        tf_free(c[j].tok);
        tf_free(c[j].hit);
    }
    tf_free(s.hash);
    tf_free(s.number);
    if (rc) tf_data_build_free(b);
    return rc;
}

/* ---- official text ------------------------------------------------------------------------------------------------------------------ */

static const char *const op_text[] = {"[MIN", "[MAX", "[MED", "[SM"};

/* [SM 6 5 ] is (((SM 6) 5) ]): an operator with k arguments opens k + 1 parentheses; each argument and the end close one. */
void tf_listops_text(const uint16_t *tok, size_t n, struct tf_buf *out) {
    uint32_t *args = tf_alloc(n * sizeof *args), *open = tf_alloc(n * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < n; i++) { /* count the arguments of every operator */
        args[i] = 0;
        if (tok[i] == TF_LISTOPS_END) {
            TF_BUG_IF(!depth, "unbalanced ListOps expression");
            depth--;
            continue;
        }
        if (depth) args[open[depth - 1]]++;
        if (is_op(tok[i])) open[depth++] = (uint32_t)i;
    }
    TF_BUG_IF(depth, "unbalanced ListOps expression");
    for (size_t i = 0; i < n; i++) {
        if (i) tf_buf_add(out, " ", 1);
        if (is_op(tok[i])) {
            for (uint32_t k = 0; k <= args[i]; k++) tf_buf_add(out, "( ", 2);
            tf_buf_add(out, op_text[tok[i] - TF_LISTOPS_MIN], strlen(op_text[tok[i] - TF_LISTOPS_MIN]));
            depth++;
            continue;
        }
        if (is_digit(tok[i])) {
            tf_buf_add(out, (char[]){(char)('0' + tok[i] - TF_LISTOPS_DIGIT)}, 1);
        } else {
            tf_buf_add(out, "] )", 3);
            depth--;
        }
        if (depth) tf_buf_add(out, " )", 2); /* an argument is complete */
    }
    tf_free(args);
    tf_free(open);
}

static int word_token(const char *w, size_t n) {
    if (n == 1 && *w >= '0' && *w <= '9') return TF_LISTOPS_DIGIT + *w - '0';
    if (n == 1 && *w == ']') return TF_LISTOPS_END;
    for (int i = 0; i < 4; i++)
        if (n == strlen(op_text[i]) && !memcmp(w, op_text[i], n)) return TF_LISTOPS_MIN + i;
    return -1;
}

long tf_listops_parse(const char *text, size_t n, uint16_t *tok, struct tf_err *e) {
    long count = 0, open = 0;
    for (size_t i = 0; i < n; i++) {
        size_t w = i;
        while (i < n && text[i] != ' ') i++;
        if (i == w) continue;
        if (i - w == 1 && text[w] == '(') {
            open++;
        } else if (i - w == 1 && text[w] == ')') {
            if (--open < 0) return tf_fail(e, TF_BAD, "a ) closes no (");
        } else {
            int t = word_token(text + w, i - w);
            if (t < 0) return tf_fail(e, TF_BAD, "unknown token '%.*s'", (int)(i - w < 20 ? i - w : 20), text + w);
            tok[count++] = (uint16_t)t;
        }
    }
    return open ? tf_fail(e, TF_BAD, "a ( is not closed") : count;
}
