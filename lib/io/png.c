/* PNG images, by libpng. See io.h. */
#include <png.h>

#include "io/io.h"

int tf_png_grey(const char *path, int height, int width, uint8_t *pix, struct tf_err *e) {
    struct tf_buf file = {0};
    if (tf_file_read_most(path, 64 << 20, &file, e)) {
        tf_buf_free(&file);
        return -1;
    }
    png_image image = {.version = PNG_IMAGE_VERSION};
    int rc = 0;
    if (!png_image_begin_read_from_memory(&image, file.s, file.len))
        rc = tf_fail(e, TF_BAD, "%s: not a PNG image: %s", path, image.message);
    else if (image.height != (unsigned)height || image.width != (unsigned)width)
        rc = tf_fail(e, TF_BAD, "%s: %u x %u pixels, expected %d x %d", path, image.width, image.height, width, height);
    else if (image.format != PNG_FORMAT_GRAY) rc = tf_fail(e, TF_BAD, "%s: expected grey pixels of at most 8 bits", path);
    else if (!png_image_finish_read(&image, NULL, pix, width, NULL))
        rc = tf_fail(e, TF_BAD, "%s: a damaged PNG image: %s", path, image.message);
    png_image_free(&image);
    tf_buf_free(&file);
    return rc;
}
