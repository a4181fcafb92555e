/* Pages as data of the program. The assembler copies the files: literals of that
 * size would take the compiler many times longer. */
#include "http/page.h"

#include "http/reply.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): a name that is declared stands in none */
#define CARRY(name, path)                             \
    extern const char name[], name##_end[];           \
    __asm__(".section .rodata\n"                      \
            ".balign 16\n"                            \
            ".global " #name "\n" #name ":\n"         \
            ".incbin \"" path "\"\n"                  \
            ".global " #name "_end\n" #name "_end:\n" \
            ".byte 0\n"                               \
            ".previous\n")
/* NOLINTEND(bugprone-macro-parentheses) */

#ifdef LAATTA_PAGE

CARRY(laatta_page, LAATTA_PAGE);

lt_status http_page(http_file *page, lt_error *err)
{
    (void)err;
    *page = (http_file){laatta_page, (size_t)(laatta_page_end - laatta_page)};
    return LT_OK;
}

#else

lt_status http_page(http_file *page, lt_error *err)
{
    *page = (http_file){0};
    return lt_fail(
        err, LT_UNAVAILABLE,
        "this program was built without the page; \"./run web\" or \"./run serve\" builds "
        "it, or: tools/build wasm, then tools/build default");
}

#endif

#ifdef LAATTA_LAB_PAGE

CARRY(laatta_lab_page, LAATTA_LAB_PAGE);

http_file http_lab_page(void)
{
    return (http_file){laatta_lab_page, (size_t)(laatta_lab_page_end - laatta_lab_page)};
}

#else

http_file http_lab_page(void)
{
    return (http_file){0};
}

#endif

/* What goes with the page when it is served, to install it and to use it offline. The
 * service worker asks this server for the same parts again, and nothing else. */
#if defined LAATTA_MANIFEST && defined LAATTA_OFFLINE && defined LAATTA_ICON_192 && \
    defined LAATTA_ICON_512 && defined LAATTA_SHARE

CARRY(laatta_manifest, LAATTA_MANIFEST);
CARRY(laatta_offline, LAATTA_OFFLINE);
CARRY(laatta_icon_192, LAATTA_ICON_192);
CARRY(laatta_icon_512, LAATTA_ICON_512);
CARRY(laatta_share, LAATTA_SHARE);

static const struct {
    const char *path, *type, *policy, *bytes, *end;
} parts[] = {
    {"/manifest.webmanifest", "application/manifest+json", HTTP_POLICY_NONE, laatta_manifest,
     laatta_manifest_end},
    {"/offline.js", "text/javascript; charset=utf-8", "default-src 'none'; connect-src 'self'",
     laatta_offline, laatta_offline_end},
    {"/icon-192.png", "image/png", HTTP_POLICY_NONE, laatta_icon_192, laatta_icon_192_end},
    {"/icon-512.png", "image/png", HTTP_POLICY_NONE, laatta_icon_512, laatta_icon_512_end},
    {"/share.png", "image/png", HTTP_POLICY_NONE, laatta_share, laatta_share_end},
};

struct MHD_Response *http_part_response(const char *path)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(path, parts[i].path) != 0) continue;
        struct MHD_Response *r =
            MHD_create_response_from_buffer((size_t)(parts[i].end - parts[i].bytes),
                                            (void *)parts[i].bytes, MHD_RESPMEM_PERSISTENT);
        if (r) http_add_headers(r, parts[i].type, parts[i].policy, "no-cache");
        return r;
    }
    return NULL;
}

#else

struct MHD_Response *http_part_response(const char *path)
{
    (void)path;
    return NULL;
}

#endif

enum { POLICY_MAX = 600 };

/* The page states its own policy, with the hashes of its script and style; the
 * header repeats it word for word. */
static void read_policy(char policy[POLICY_MAX], const http_file *page)
{
    static const char mark[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    strcpy(policy, "default-src 'none'");
    for (size_t i = 0; i + sizeof mark < page->length && i < 4096; i++) {
        if (memcmp(page->bytes + i, mark, sizeof mark - 1) != 0) continue;
        const char *from = page->bytes + i + sizeof mark - 1;
        const char *to = memchr(from, '"', page->length - (size_t)(from - page->bytes));
        if (!to || (size_t)(to - from) >= POLICY_MAX) return;
        memcpy(policy, from, (size_t)(to - from));
        policy[to - from] = '\0';
        return;
    }
}

struct MHD_Response *http_page_response(const http_file *page, const http_file *sent)
{
    char policy[POLICY_MAX];
    struct MHD_Response *r =
        MHD_create_response_from_buffer(sent->length, (void *)sent->bytes, MHD_RESPMEM_PERSISTENT);
    if (!r) return NULL;
    read_policy(policy, page);
    http_add_headers(r, "text/html; charset=utf-8", policy, "no-cache");
    return r;
}

struct MHD_Response *http_file_response(const char *path)
{
    struct stat info;
    char tag[48];
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return NULL;
    struct MHD_Response *r = NULL;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        r = MHD_create_response_from_fd64((uint64_t)info.st_size, fd);
    if (!r) { /* else the answer closes it */
        close(fd);
        return NULL;
    }
    http_add_headers(r, "application/octet-stream", HTTP_POLICY_NONE, "no-cache");
    snprintf(tag, sizeof tag, "\"%llx-%llx\"", (unsigned long long)info.st_size,
             (unsigned long long)info.st_mtime);
    MHD_add_response_header(r, "ETag", tag);
    return r;
}
