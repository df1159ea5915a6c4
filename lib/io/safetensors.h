/* What the two safetensors files share; not for others. */
#ifndef TF_SAFETENSORS_H
#define TF_SAFETENSORS_H
#include "io/io.h"

/* How the header of our own files begins; 8 hexadecimal digits follow: the CRC32C of everything before the
 * data, taken with those digits as zeros. */
#define TF_ST_PREFIX "{\"__metadata__\":{\"crc32c\":\""
/* n: bytes before the data, at least the prefix and its digits */
uint32_t tf_st_header_crc(const char *file, size_t n);
const char *tf_dtype_name(enum tf_dtype d);
#endif
