/* Any text is the URL of a database or is refused, without quoting a password. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "store/database_url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    database_url url;
    lt_error err;
    if (database_url_parse(&url, text, &err) == LT_OK) {
        if (url.option_count < 0 || url.option_count > DATABASE_URL_OPTIONS) abort();
        if (url.host_count < 1 || url.host_count > DATABASE_URL_HOSTS) abort();
        for (int i = 0; url.host_count > 1 && i < url.host_count; i++)
            if (!url.hosts[i].name || !*url.hosts[i].name) abort();
        for (int i = 0; i < url.option_count; i++)
            if (!database_url_option(&url, url.options[i].key)) abort();
        database_url_release(&url);
    }
    free(text);
    return 0;
}
