/* A queue may be filled by others: without this, anyone who can write to the database could
 * run any command on every machine that works for it. */
#include "lab/permission.h"

#include "base/spec.h"

#include <string.h>

bool lab_spec_outside(const char *spec)
{
    size_t length = lt_spec_name(spec);
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        if (strlen(info->name) == length && memcmp(info->name, spec, length) == 0)
            return info->outside;
    }
    return false;
}

static bool allows(const lab_commands *allowed, const char *command)
{
    for (size_t i = 0; allowed && i < allowed->count; i++)
        if (strcmp(allowed->command[i], command) == 0) return true;
    return false;
}

lt_status lab_player_new(t48_player **player, const char *spec, const t48_rules *rules,
                         const lab_commands *allowed, lt_error *err)
{
    *player = NULL;
    lt_status status = LT_OK;
    if (lab_spec_outside(spec)) {
        lt_text command;
        lt_text_init(&command);
        bool named = lt_spec_get(spec, "cmd", &command);
        if (command.failed) {
            status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
        } else if (named && !allows(allowed, lt_text_str(&command))) {
            char shown[120];
            lt_quote(shown, sizeof shown, lt_text_str(&command), command.length);
            status = lt_fail(err, LT_UNAVAILABLE,
                             "a player would run the command %s here, which this machine has not "
                             "allowed: laatta lab work --allow-command '%s'",
                             shown, shown);
        }
        lt_text_release(&command);
    }
    return status == LT_OK ? t48_player_new(player, spec, rules, err) : status;
}
