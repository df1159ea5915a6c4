/* What the two safetensors files share; not for others. */
#ifndef TF_SAFETENSORS_H
#define TF_SAFETENSORS_H
#include "io/io.h"

/* How the header of our own files begins; 8 hexadecimal digits follow: the CRC32C of everything before the
 * data, taken with those digits as zeros. */
#define TF_ST_PREFIX "{\"__metadata__\":{\"crc32c\":\""
uint32_t tf_st_header_crc(const char *file, size_t n); /* n: bytes before the data, the prefix and digits */
const char *tf_dtype_name(enum tf_dtype d);
#endif
