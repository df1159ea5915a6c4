/* Vectors of one register, of VL numbers, for the files that are built once per instruction set. Longer ones
 * GCC compares number by number and keeps on the stack. */
#ifndef TF_NUM_VECTOR_H
#define TF_NUM_VECTOR_H
#include "base/base.h"

#if defined(__AVX512F__)
enum { VBYTES = 64 };
#elif defined(__AVX2__)
enum { VBYTES = 32 };
#else
enum { VBYTES = 16 };
#endif
enum { VL = VBYTES / (int)sizeof(tf_real) };

typedef tf_real vec __attribute__((vector_size(VBYTES)));
/* anywhere in memory */
typedef tf_real vec_any __attribute__((vector_size(VBYTES), aligned(sizeof(tf_real)), may_alias));
#endif
