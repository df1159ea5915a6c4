/* Internal to lib/num: 2^x in float for kernels that the compiler vectorises, relative error below 2e-7. */
#ifndef TF_NUM_EXP2_H
#define TF_NUM_EXP2_H
#include <stdint.h>

/* Its pieces also serve vector types. x + TF_EXP2_ROUND holds the integer nearest to x in its low bits (1.5 *
 * 2^23); TF_EXP2_FRACTION(f) is 2^f on [-0.5, 0.5], minimax, 7.5e-8. */
#define TF_EXP2_ROUND 12582912.0f
#define TF_EXP2_FRACTION(f)                                                                                 \
    ((((((f) * 0x1.5c08e6p-10f + 0x1.3d0c52p-7f) * (f) + 0x1.c6b6e4p-5f) * (f) + 0x1.ebf918p-3f) * (f) +   \
      0x1.62e428p-1f) * (f) + 0x1.000002p+0f)

/* 2^x for -126 <= x <= 127; NaN stays NaN. */
static inline __attribute__((always_inline)) float tf_exp2(float x) {
    union {
        float f;
        int32_t i;
    } t = {.f = x + TF_EXP2_ROUND}, y;
    float f = x - (t.f - TF_EXP2_ROUND);
    y.f = TF_EXP2_FRACTION(f);
    y.i += (int32_t)((uint32_t)t.i << 23);
    return y.f;
}
#endif
