/* Internal to lib/train: messages between ranks. The one form is MPI's, the other that of a single rank. */
#ifndef TF_TRAIN_LINK_H
#define TF_TRAIN_LINK_H
#include "train/ranks.h"

/* Fills *r. launched: copies that a launcher started, as its environment says. */
int link_open(struct tf_ranks *r, int launched, struct tf_err *e);
void link_close(void);
/* Ends every rank at once. */
void link_abort(int code);
const char *link_about(void);
/* Start to send, or to receive, at most 1 GiB; p stays as it is until it was waited for. Messages between two
 * ranks come in the order in which they were sent. What is to be received has a ticket to wait for. */
void link_send(const void *p, size_t bytes, int to);
int link_recv(void *p, size_t bytes, int from);
void link_wait(int ticket);
/* For everything that was started; its tickets end here. */
void link_wait_all(void);
/* Signs for the end of the job, which overtake everything above: numbers below LINK_SIGNS. Sends one; takes
 * one, from any rank where *from is -1. false: none is there yet, after a short sleep. */
enum { LINK_SIGNS = 512 };
void link_sign(int sign, int to);
bool link_take_sign(int *sign, int *from);
#endif
