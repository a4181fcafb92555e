/* The page as data of the program. The assembler copies the file: a literal of
 * that size would take the compiler many times longer. */
#include "http/page.h"

#ifdef LAATTA_PAGE

extern const char laatta_page[], laatta_page_end[];
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".global laatta_page\n"
        "laatta_page:\n"
        ".incbin \"" LAATTA_PAGE "\"\n"
        ".global laatta_page_end\n"
        "laatta_page_end:\n"
        ".byte 0\n"
        ".previous\n");

lt_status http_page(const char **bytes, size_t *length, lt_error *err)
{
    (void)err;
    *bytes = laatta_page;
    *length = (size_t)(laatta_page_end - laatta_page);
    return LT_OK;
}

#else

lt_status http_page(const char **bytes, size_t *length, lt_error *err)
{
    *bytes = NULL;
    *length = 0;
    return lt_fail(
        err, LT_UNAVAILABLE,
        "this program was built without the page; \"./run web\" or \"./run serve\" builds "
        "it, or: tools/build wasm, then tools/build default");
}

#endif
