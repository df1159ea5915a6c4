/* A paper's tables: what table_paper.c writes and paper_lines.c fills. */
#ifndef TF_REPORT_PAPER_LINES_H
#define TF_REPORT_PAPER_LINES_H
#include "report/join.h"
#include "results/column.h"
#include "results/paper.h"

enum { PAPER_COLUMNS_MAX = (REPORT_COLS - 2) / 2, PAPER_TASKS_MAX = 16, PAPER_OURS = 64, PAPER_WHY = 400 };
struct paper_column {
    const char *name, *head, *value, *of, *where, *paper, *needs;
};
struct paper_table {
    const char *name, *title;
    struct paper_column column[PAPER_COLUMNS_MAX];
    int n;
    bool of_tasks;      // its lines are tasks
    bool keyed;         // its rows have keys
    struct tf_csv rows; // the paper's file
    const struct tf_csv *settings;
    const struct report_all *all;
};
/* A column of a line, and a line of the CSV. text: ours, where it is no number; bad: how the runs of its only
 * task ended, none of them well; why: nothing is there, or not all runs are in it. */
struct paper_cell {
    const char *table, *protocol, *row, *attention, *setting, *column, *bad;
    char text[PAPER_OURS], why[PAPER_WHY];
    int seeds;
    struct tf_interval ours, over_seeds;
    double theirs, diff;
    enum report_paper paper;
    unsigned other; // why the paper's value is OTHER: report_other_why
    int within;
};
/* row: of the paper's file, -1: ours alone; joined: the line has all settings of a row with keys; first: a
 * group that the line is about, NULL: there is none of ours; place: report_place. */
struct paper_line {
    int row, place;
    bool joined;
    const struct report_group *first;
    const char *title, *setting;
    struct paper_cell cell[PAPER_COLUMNS_MAX];
};

/* The file's own text, no number of ours. */
bool paper_is_text(const struct paper_column *c);
/* Of layers alone, without runs. */
bool paper_is_cost(const struct paper_table *t);
/* A number of the paper's file; NaN: none. */
double paper_row_number(const struct paper_table *t, int row, const char *column);
/* Are runs of the task in the column? */
bool paper_of_task(const struct paper_column *c, const char *task);
/* The rank that the row is of, "128"; NULL: of any. */
const char *paper_row_rank(const struct paper_table *t, int row);
/* Fills the lines of one protocol, at most the paper's rows and our groups together; returns how many. */
int paper_lines(const struct paper_table *t, const char *protocol, struct paper_line *line);
#endif
