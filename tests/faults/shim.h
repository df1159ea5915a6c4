/* What the two files of the preloaded library share. */
#ifndef SHIM_H
#define SHIM_H
#include <stdbool.h>

/* What is to fail, as SHIM says it (shim.c); NULL: nothing. Calls are counted, and fail, while
 * shim_active. */
void shim_set(const char *how);
extern bool shim_active;
/* Every look at a clock finds it a millisecond on, and nothing else moves it. */
extern bool shim_ticks;
/* Allocations and calls since shim_active was set, of this process. */
void shim_counted(long *allocations, long *calls);

typedef int shim_main(int argc, char **argv, char **env);
/* The fork server (serve.c): every fault in a process that is forked here, where the libraries are loaded.
 * Returns the exit code. */
int shim_serve(shim_main *run, int argc, char **argv, char **env);
#endif
