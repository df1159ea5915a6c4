/* The program's version. The build may pass git's description: -DTF_GIT='"v0.1-3-gabc1234"'. */
#include "base/base.h"

#define VERSION "0.6.34"

#ifdef __clang__
const char tf_compiler[] = __VERSION__; // names itself
#else
const char tf_compiler[] = "gcc " __VERSION__;
#endif

const char *tf_version(void) {
#ifdef TF_GIT
    return sizeof TF_GIT > 1 ? VERSION " (" TF_GIT ")" : VERSION;
#else
    return VERSION;
#endif
}
