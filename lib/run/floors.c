/* What rules without a model score: each is a table from a key to a class, made of the training examples. */
#include "run/floors.h"

#include <stdlib.h>
#include <string.h>

#include "io/io.h"

struct entry {
    uint64_t key;
    int label;
    size_t n; // examples
};

static int by_key(const void *pa, const void *pb) {
    const struct entry *a = pa, *b = pb;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key) : a->label - b->label;
}

static int by_key_alone(const void *pa, const void *pb) {
    const struct entry *a = pa, *b = pb;
    return (a->key > b->key) - (a->key < b->key);
}

static uint64_t key_of(const struct tf_floor *f, const struct tf_example *x) { return f->key ? f->key(x) : 0; }

/* The most frequent label of every key, of equal ones the smallest, sorted by key. Returns how many keys. */
static size_t learn(const struct tf_floor *f, const struct tf_data *d, struct entry *table) {
    const size_t n = d->n[TF_TRAIN];
    size_t kinds = 0, keys = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tf_example x = tf_data_get(d, TF_TRAIN, i);
        table[i] = (struct entry){key_of(f, &x), x.label, 1};
    }
    qsort(table, n, sizeof *table, by_key);
    for (size_t i = 0; i < n; i++) { // examples of the same key and label
        if (kinds && !by_key(&table[kinds - 1], &table[i])) table[kinds - 1].n++;
        else table[kinds++] = table[i];
    }
    for (size_t i = 0; i < kinds; i++) {
        if (!keys || table[keys - 1].key != table[i].key) table[keys++] = table[i];
        else if (table[i].n > table[keys - 1].n) table[keys - 1] = table[i];
    }
    return keys;
}

/* Lines of the table: the largest class, then the task's own rules. */
static void add_rules(struct tf_buf *out, const struct tf_task *task, const struct tf_data *d, size_t n) {
    static const struct tf_floor majority = {"largest class", NULL};
    struct entry *table = tf_alloc(sizeof *table * d->n[TF_TRAIN]);
    int *answer = tf_calloc(sizeof *answer * (n + 1));
    for (const struct tf_floor *f = &majority; f && f->name; f = f == &majority ? task->floors : f + 1) {
        const size_t keys = learn(f, d, table);
        size_t correct = 0;
        for (size_t i = 0; i < n; i++) {
            const struct tf_example x = tf_data_get(d, TF_TEST, i);
            const struct entry sought = {.key = key_of(f, &x)}, *found = bsearch(&sought, table, keys, sizeof *table, by_key_alone);
            if (found) answer[i] = found->label;
            correct += answer[i] == x.label;
        }
        tf_csv_field(out, f->name);
        tf_buf_addf(out, ",%zu,%zu\n", n, correct);
    }
    tf_free(answer);
    tf_free(table);
}

/* Counts of a language model's text. */
static void add_counts(struct tf_buf *out, const struct tf_ngram *f) {
    tf_buf_addf(out, "rule,test_n,correct,loss_nats\n");
    tf_buf_addf(out, "unigrams,%zu,%zu,%.9g\nbigrams,%zu,%zu,%.9g\n", f->n, f->unigram_correct, f->unigram_nats, f->n, f->bigram_correct,
                f->bigram_nats);
}

int floors_write(const char *dir, const struct tf_task *task, const struct tf_data *d, size_t n, struct tf_err *e) {
    struct tf_buf out = {0};
    const bool classes = d->objective == TF_CLASSIFY && d->metric == TF_METRIC_ACCURACY && !task->score && d->n[TF_TRAIN] && n;
    const bool counts = d->objective == TF_NEXT && n && n == d->n[TF_TEST]; // they are of the whole test
    if (!classes && !counts) return 0;
    if (classes) {
        tf_buf_addf(&out, "rule,test_n,correct\n");
        add_rules(&out, task, d, n);
    } else {
        add_counts(&out, &d->floor);
    }
    return tf_file_write_free(dir, "floors.csv", &out, e);
}
