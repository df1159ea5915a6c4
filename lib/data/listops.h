/* ListOps (Nangia & Bowman 2018, in the long form of Long Range Arena): nested MIN, MAX, MED and SM over
 * digits, ten classes. The generator follows the published one draw for draw, but with our own counter-based
 * random numbers: candidate expression number c of a seed is the same on every machine and whatever else was
 * drawn.
 *
 * Tokens (what the model sees): 0 is kept for padding, 1..10 the digits 0..9, then [MIN [MAX [MED [SM, then
 * X, which closes any operator. Official text: left-nested binary parentheses, "( ( ( [SM 6 ) 5 ) ] )"; the
 * model never sees the parentheses. */
#ifndef TF_LISTOPS_H
#define TF_LISTOPS_H
#include "data/data.h"

enum {
    TF_LISTOPS_DIGIT = 1, TF_LISTOPS_MIN = 11, TF_LISTOPS_MAX, TF_LISTOPS_MED, TF_LISTOPS_SM, TF_LISTOPS_END,
    TF_LISTOPS_VOCAB
};
enum { TF_LISTOPS_GENERATED, TF_LISTOPS_OFFICIAL };

struct tf_listops {
    int length_min, length_max; /* both strict; an operator and its end count 2, a digit 1 */
    int train, valid, test;
    int data_seed, max_depth, max_args;
    int source, max_length;
    /* Of training examples: tf_listops_vary. */
    int collapse_below;
    bool shuffle;
};

/* The value of an expression, 0..9. -1 (TF_BAD, the message names no file): not one well-formed
 * expression. */
int tf_listops_eval(const uint16_t *tok, size_t n, struct tf_err *e);

/* Another expression of the same value in out (n elements): operators below level `below` (the root's is 1;
 * 0: none) stand as their values, the operands of every other operator are in random order where shuffle says
 * so. Returns its length; 0: nothing to do, or not one whole expression (it was cut). */
int tf_listops_vary(const uint16_t *tok, int n, int below, bool shuffle, struct tf_rng *r, uint16_t *out);

/* Keys of rules that read no deeper than the root (struct tf_floor): its operator; with it the number of its
 * operands that are digits, the root's value over these alone, and the number of the others. Of an expression
 * that was cut, too. */
uint64_t tf_listops_root(const struct tf_example *x);
uint64_t tf_listops_root_digits(const struct tf_example *x);

/* Draws candidate number `candidate` into tok (o->length_max elements). Returns its length, any from 1 to
 * length_max - 1, and its value; 0: it would not be shorter than length_max. */
int tf_listops_draw(const struct tf_listops *o, uint64_t candidate, uint16_t *tok, int *value);

/* Generates all splits: candidates in order, those with length_min < length < length_max, each distinct
 * expression once; the first o->train are the training set, and so on. TF_BAD when there are not enough
 * distinct expressions, TF_INTERRUPTED. */
int tf_listops_generate(const struct tf_listops *o, int threads, struct tf_data_build *b, struct tf_err *e);

/* Official text of a well-formed expression, appended to out. */
void tf_listops_text(const uint16_t *tok, size_t n, struct tf_buf *out);
/* Reads text, official or without its parentheses, into tok ((n + 1) / 2 elements are enough). Returns the
 * number of tokens; -1 (TF_BAD, no file named): unknown word or unbalanced parentheses. The expression itself
 * is not checked. */
long tf_listops_parse(const char *text, size_t n, uint16_t *tok, struct tf_err *e);
#endif
