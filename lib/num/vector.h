/* Vectors of one register, of VL numbers, for the files that are built once per instruction set. GCC
 * compares longer ones number by number and keeps them on the stack. */
#ifndef TF_NUM_VECTOR_H
#define TF_NUM_VECTOR_H
#include <math.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "num/exp2.h"
#include "num/num.h"

#if defined(__AVX512F__)
enum { VBYTES = 64 };
#elif defined(__AVX2__)
enum { VBYTES = 32 };
#else
enum { VBYTES = 16 };
#endif
enum { VL = VBYTES / (int)sizeof(tf_real), NVS = 3 /* vectors of queries of a tile of attention, at most */ };

typedef tf_real vec __attribute__((vector_size(VBYTES)));
/* anywhere in memory */
typedef tf_real vec_any __attribute__((vector_size(VBYTES), aligned(sizeof(tf_real)), may_alias));
/* the bits of a vec, and what its comparisons give */
#ifdef TF_DOUBLE
typedef int64_t ivec __attribute__((vector_size(VBYTES)));
#else
typedef int32_t ivec __attribute__((vector_size(VBYTES)));
typedef uint32_t uvec __attribute__((vector_size(VBYTES), may_alias));
#endif

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 24")
#endif

INLINE vec load(const tf_real *p) { return *(const vec_any *)p; }
INLINE void store(tf_real *p, vec x) { *(vec_any *)p = x; }
INLINE vec splat(tf_real x) { return x - (vec){0}; }

/* The lesser and the greater of a and b; b where either is NaN. */
#if defined(__AVX512F__) && !defined(TF_DOUBLE)
INLINE vec lesser(vec a, vec b) { return (vec)_mm512_min_ps((__m512)a, (__m512)b); }
INLINE vec greater(vec a, vec b) { return (vec)_mm512_max_ps((__m512)a, (__m512)b); }
#elif defined(__AVX2__) && !defined(TF_DOUBLE)
INLINE vec lesser(vec a, vec b) { return (vec)_mm256_min_ps((__m256)a, (__m256)b); }
INLINE vec greater(vec a, vec b) { return (vec)_mm256_max_ps((__m256)a, (__m256)b); }
#else
INLINE vec either(ivec first, vec a, vec b) { return (vec)(((ivec)a & first) | ((ivec)b & ~first)); }
INLINE vec lesser(vec a, vec b) { return either(a < b, a, b); }
INLINE vec greater(vec a, vec b) { return either(a > b, a, b); }
#endif

/* 2^x for x <= 127, relative error below 2e-7; 0 below 2^-126. NaN stays NaN. */
INLINE vec vec_exp2(vec x) {
#ifdef TF_DOUBLE
    for (int l = 0; l < VL; l++) x[l] = exp2(x[l]);
    return x;
#else
    vec t = x + TF_EXP2_ROUND, f = x - (t - TF_EXP2_ROUND);
    uvec e = (uvec)TF_EXP2_FRACTION(f) + ((uvec)t << 23);
#if defined(__AVX512F__)
    const __mmask16 gone = _mm512_cmp_ps_mask((__m512)x, _mm512_set1_ps(-126.0f), _CMP_LT_OQ);
    return (vec)_mm512_mask_mov_ps((__m512)e, gone, _mm512_setzero_ps());
#else
    return (vec)(e & ~(uvec)(x < -126.0f));
#endif
#endif
}

/* x, or 0 in the lanes whose pair with key row j is dropped: tf_pair_hash, split into the parts of its
 * query and its key. */
INLINE vec vec_kept(vec x, const uint32_t *hash, uint32_t j, uint32_t below) {
#ifdef TF_DOUBLE
    for (int l = 0; l < VL; l++) {
        uint32_t h = hash[l] + j * 0x85ebca6bu;
        TF_HASH_FINISH(h);
        x[l] = h >= below ? x[l] : 0;
    }
    return x;
#else
    uvec h = *(const uvec *)hash + j * 0x85ebca6bu;
    TF_HASH_FINISH(h);
#if defined(__AVX512F__)
    const __mmask16 stays = _mm512_cmpge_epu32_mask((__m512i)h, _mm512_set1_epi32((int)below));
    return (vec)_mm512_maskz_mov_ps(stays, (__m512)x);
#else
    return (vec)((ivec)x & (ivec)(h >= below));
#endif
#endif
}
#endif
