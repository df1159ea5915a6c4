/* While the libraries are loaded, before main. OpenBLAS (0.3.29, not 0.3.21) maps a buffer of 128 MiB there and tries
 * for ever, at 100 % of a core, where it gets none. Whether it will cannot be told, so with little address space a
 * second of CPU is all that loading may take. */
#include "base/base.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)
enum { NEEDED = 160 << 20, SECONDS = 1 };
static volatile sig_atomic_t waiting; // volatile: or clang runs the constructor below, and leaves it out

static void give_up(int sig) {
    static const char text[] = "treeformer: out of memory: OpenBLAS needs 128 MiB of address space to load; raise the limit (ulimit -v)\n";
    (void)sig;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(TF_SYSTEM);
}

__attribute__((no_sanitize("address"), no_sanitize("thread"), no_sanitize("undefined"))) static void watch(void) {
    void *room = mmap(NULL, NEEDED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) {
        munmap(room, NEEDED);
        return;
    }
    waiting = 1;
    signal(SIGPROF, give_up);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = watch;

__attribute__((constructor)) static void loaded(void) { // after the libraries' constructors
    if (!waiting) return;
    setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    signal(SIGPROF, SIG_DFL);
}
#endif
