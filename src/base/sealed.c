/* Sealed files: written through lt_writer, read through mmap. */
#define XXH_INLINE_ALL
#include "base/sealed.h"

#include "base/byteorder.h"
#include "base/files.h"
#include "base/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

typedef struct header {
    char magic[8];
    uint32_t version;
    uint32_t size;
    uint64_t length;
    uint64_t checksum;
    uint8_t extra[LT_SEAL_EXTRA];
    uint64_t header_checksum;
} header;

_Static_assert(sizeof(header) == LT_SEAL_SIZE, "the header has the documented size");

/* Between the header of a file and that of this machine. */
static void turn(header *h)
{
    lt_order(&h->version, 1, "4488");
    lt_order(&h->header_checksum, 1, "8");
}

struct lt_sealer {
    lt_writer *writer;
    XXH3_state_t *hash;
    header header;
};

lt_status lt_sealer_open(lt_sealer **sealer, const char *path, const lt_seal *seal, lt_error *err)
{
    *sealer = NULL;
    lt_sealer *s = calloc(1, sizeof *s);
    if (!s || !(s->hash = XXH3_createState())) {
        free(s);
        return lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path);
    }
    XXH3_64bits_reset(s->hash);
    memcpy(s->header.magic, seal->magic, sizeof s->header.magic);
    memcpy(s->header.extra, seal->extra, sizeof s->header.extra);
    s->header.version = seal->version;
    s->header.size = LT_SEAL_SIZE;
    lt_status status = lt_writer_open(&s->writer, path, err);
    /* A header of zeros keeps the place; it is written last, so that an
     * unfinished temporary file can never pass for a whole one. */
    header blank = {.version = 0};
    if (status == LT_OK) status = lt_writer_write(s->writer, &blank, sizeof blank, err);
    if (status != LT_OK) {
        lt_sealer_abandon(s);
        return status;
    }
    *sealer = s;
    return LT_OK;
}

lt_status lt_sealer_write(lt_sealer *sealer, const void *bytes, size_t length, lt_error *err)
{
    XXH3_64bits_update(sealer->hash, bytes, length);
    sealer->header.length += length;
    return lt_writer_write(sealer->writer, bytes, length, err);
}

lt_status lt_sealer_put(lt_sealer *sealer, const void *records, size_t count, const char *widths,
                        lt_error *err)
{
    const uint8_t *from = records;
    size_t size = lt_order_size(widths);
    if (!lt_order_is_foreign()) return lt_sealer_write(sealer, from, count * size, err);
    uint8_t turned[1 << 12];
    while (count > 0) {
        size_t some = count < sizeof turned / size ? count : sizeof turned / size;
        memcpy(turned, from, some * size);
        lt_order(turned, some, widths);
        LT_TRY(lt_sealer_write(sealer, turned, some * size, err));
        from += some * size;
        count -= some;
    }
    return LT_OK;
}

void lt_sealer_abandon(lt_sealer *sealer)
{
    if (!sealer) return;
    lt_writer_abandon(sealer->writer);
    XXH3_freeState(sealer->hash);
    free(sealer);
}

lt_status lt_sealer_commit(lt_sealer *sealer, lt_error *err)
{
    header *h = &sealer->header;
    h->checksum = XXH3_64bits_digest(sealer->hash);
    turn(h);
    uint64_t sum = XXH3_64bits(h, offsetof(header, header_checksum));
    lt_order(&sum, 1, "8");
    h->header_checksum = sum;
    lt_status status = lt_writer_patch(sealer->writer, 0, h, sizeof *h, err);
    if (status == LT_OK) {
        status = lt_writer_commit(sealer->writer, err);
        sealer->writer = NULL;
    }
    lt_sealer_abandon(sealer);
    return status;
}

/* What lies at `bytes`, a header and the payload of `sealed`, and whether it is whole. */
static lt_status check(lt_sealed *sealed, const uint8_t *bytes, const char *path,
                       const char magic[8], uint32_t version, bool verify, lt_error *err)
{
    header h;
    memcpy(&h, bytes, sizeof h);
    turn(&h);
    sealed->payload = bytes + LT_SEAL_SIZE;
    sealed->length = sealed->map_size - LT_SEAL_SIZE;
    memcpy(sealed->seal.magic, h.magic, sizeof sealed->seal.magic);
    memcpy(sealed->seal.extra, h.extra, sizeof sealed->seal.extra);
    sealed->seal.version = h.version;
    sealed->checksum = h.checksum;
    if (memcmp(h.magic, magic, 8) != 0)
        return lt_fail(err, LT_DAMAGED, "%s is not a file of this kind (magic %.8s expected)", path,
                       magic);
    if (h.header_checksum != XXH3_64bits(bytes, offsetof(header, header_checksum)))
        return lt_fail(err, LT_DAMAGED, "%s is damaged: the checksum of its header is wrong", path);
    if (h.version != version)
        return lt_fail(err, LT_DAMAGED, "%s has version %u; this program reads version %u", path,
                       h.version, version);
    if (h.size != LT_SEAL_SIZE || h.length != sealed->length)
        return lt_fail(err, LT_DAMAGED, "%s is damaged: %zu bytes long, %llu expected", path,
                       sealed->map_size, (unsigned long long)h.length + LT_SEAL_SIZE);
    if (verify && h.checksum != XXH3_64bits(sealed->payload, sealed->length))
        return lt_fail(err, LT_DAMAGED, "%s is damaged: the checksum of its content is wrong",
                       path);
    return LT_OK;
}

lt_status lt_sealed_open(lt_sealed *sealed, const char *path, const char magic[8], uint32_t version,
                         bool verify, lt_error *err)
{
    *sealed = (lt_sealed){.map = NULL};
    int fd = lt_file_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return lt_fail(err, LT_UNAVAILABLE, "cannot open %s: %s", path, strerror(errno));
    struct stat info;
    if (fstat(fd, &info) != 0) {
        int reason = errno;
        close(fd);
        return lt_fail(err, LT_IO, "cannot read %s: %s", path, strerror(reason));
    }
    if (!S_ISREG(info.st_mode)) {
        close(fd);
        return lt_fail(err, LT_DAMAGED, "%s is %s", path,
                       S_ISDIR(info.st_mode) ? "a directory" : "not a regular file");
    }
    if (info.st_size < LT_SEAL_SIZE) {
        close(fd);
        return lt_fail(err, LT_DAMAGED, "%s is damaged: shorter than its header", path);
    }
    sealed->map_size = (size_t)info.st_size;
    bool turned = lt_order_is_foreign();
    sealed->map = mmap(NULL, sealed->map_size, PROT_READ | (turned ? PROT_WRITE : 0),
                       turned ? MAP_PRIVATE : MAP_SHARED, fd, 0);
    int reason = errno;
    close(fd);
    if (sealed->map == MAP_FAILED) {
        sealed->map = NULL;
        return lt_fail(err, LT_IO, "cannot map %s: %s", path, strerror(reason));
    }
    lt_status status = check(sealed, sealed->map, path, magic, version, verify, err);
    /* Having been read through is no reason to stay: what is used comes back by itself. */
#if defined(__unix__)
    if (status == LT_OK && verify) madvise(sealed->map, sealed->map_size, MADV_DONTNEED);
#endif
    if (status != LT_OK) lt_sealed_close(sealed);
    return status;
}

lt_status lt_sealed_view(lt_sealed *sealed, const uint8_t *bytes, size_t length, const char *name,
                         const char magic[8], uint32_t version, lt_error *err)
{
    *sealed = (lt_sealed){.map_size = length};
    if (length < LT_SEAL_SIZE)
        return lt_fail(err, LT_DAMAGED, "%s is damaged: shorter than its header", name);
    return check(sealed, bytes, name, magic, version, true, err);
}

void lt_sealed_numbers(lt_sealed *sealed, uint64_t offset, size_t count, const char *widths)
{
    lt_order((uint8_t *)sealed->map + LT_SEAL_SIZE + offset, count, widths);
}

void lt_sealed_close(lt_sealed *sealed)
{
    if (sealed->map) munmap(sealed->map, sealed->map_size);
    *sealed = (lt_sealed){.map = NULL};
}
