/* The table of drivers, made from file names, and the words of the dialects. */
#include "store/driver.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

#include "drivers.inc"

const store_driver *const *const store_drivers = drivers;
const size_t store_driver_count = drivers_count;

static const char *meaning(const store_words *words, const char *word, size_t length)
{
    const struct {
        const char *word, *meaning;
    } table[] = {{"NOW", words->now},       {"LOCK", words->lock},   {"HOLD", words->hold},
                 {"PACKED", words->packed}, {"TABLE", words->table}, {"PARTS", words->parts},
                 {"BYTES", words->bytes},   {"NOTE", words->note},   {"SMALL", words->small},
                 {"NODES", words->nodes},   {"HAS", words->has},     {"ORPHANS", words->orphans},
                 {"PARTED", words->parted}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strlen(table[i].word) == length && memcmp(table[i].word, word, length) == 0)
            return table[i].meaning;
    return NULL;
}

char *store_translate(const store_driver *driver, const char *text, bool numbered)
{
    lt_text out;
    lt_text_init(&out);
    unsigned parameter = 0;
    while (*text) {
        size_t plain = strcspn(text, numbered ? "@?" : "@");
        lt_text_add(&out, text, plain);
        text += plain;
        if (*text == '?') {
            lt_text_printf(&out, "$%u", ++parameter);
            text++;
        } else if (*text == '@') {
            size_t length = 0;
            while (isupper((unsigned char)text[1 + length])) length++;
            const char *word = meaning(&driver->words, text + 1, length);
            lt_text_puts(&out, word ? word : "");
            text += 1 + length;
        }
    }
    if (out.failed) {
        lt_text_release(&out);
        return NULL;
    }
    return out.data ? out.data : strdup("");
}
