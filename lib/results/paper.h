/* The papers' own numbers, from experiments/paper/. */
#ifndef TF_RESULTS_PAPER_H
#define TF_RESULTS_PAPER_H
#include "results/row.h"

/* OTHER: of another protocol, not comparable. */
enum report_paper { REPORT_PAPER_NONE, REPORT_PAPER_OTHER, REPORT_PAPER_SAME };

/* Path of a table in experiments/paper (tf_experiment_find); false: it is not there. */
bool report_paper_path(struct tf_buf *out, const char *table);
/* Of tests alone: the papers' tables are in dir and nowhere else; NULL: where they are. */
void tf_paper_dir(const char *dir);
/* TF_BAD: a file of the papers lacks one of n columns; the message names file and column. */
int report_paper_heads(const struct tf_csv *c, const char *const *heads, size_t n, struct tf_err *e);
/* Warns when it is not there. */
void report_paper_seek(const char *table);
/* What a protocol allows: NONE for quick, SAME for paper, OTHER. */
enum report_paper report_paper_mode(const char *protocol);
/* The same for one row: never SAME where the trees' height is not the paper's (Tables 6 and 8), its mechanism
 * is not in all layers (LRA), its weights learned something before (LRA), its trees are frozen and the
 * paper's number is not of frozen ones, or on other data of the same kind; NONE on stand-in data. */
enum report_paper report_paper_row(const struct tf_row *row, enum report_paper most, bool frozen);
/* Why a row of protocol paper is OTHER, one bit per reason; and the bits as text: "the paper's value <at
 * another tree height>". */
unsigned report_other_why(const struct tf_row *row, bool frozen);
enum { REPORT_WHY = 560, REPORT_WHY_NEEDS = 1024 }; /* its spec lacks what the column needs */
char *report_other_text(char out[REPORT_WHY], unsigned why);
/* The table with the papers' scores of a task (NULL: there is none); its column there and in
 * table11_flops.csv. */
const char *report_paper_table(const char *task);
const char *report_paper_column(const char *task);
/* A mechanism's number in a paper's table, in the unit of its column; NAN when there is none, with a warning
 * where the table is broken. layers: of a mechanism in this many layers only (0: in all). */
double tf_paper_value(const char *table, const char *attention, const char *column);
double report_paper_layers(const char *table, const char *attention, const char *column, int layers);
/* The same; TF_BAD: the table is not there, or not a table. */
int report_paper_cell(const char *table, const char *row, const char *column,
                      int layers, double *out, struct tf_err *e);
/* Work of a layer, mean over all, in percent of full attention's; NAN: none. */
double report_paper_flops(const struct tf_row *row);
/* Tasks whose results belong together: LRA's, pretraining's, fine-tuning's. command: of their tasks; NULL:
 * "lra". */
struct report_kind { const char *command; };
/* Kinds are of one array, in the order of their tables; unknown tasks: LRA's. */
const struct report_kind *report_kind(const char *task);
#endif
