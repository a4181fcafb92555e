/* What a configuration is besides its spec: the files that its player reads, and
 * how it plays. Two fingerprints that differ never share a result.
 *
 * The fingerprint joins a checksum of the player's files with the first moves of
 * its family: the same player with every number at its default. Configurations of
 * a sweep differ in numbers alone, so thousands of them need one short game; what
 * numbers do to a player is told apart by the spec itself and, between programs,
 * by lab_behaviour. */
#ifndef LAB_FINGERPRINT_H
#define LAB_FINGERPRINT_H

#include "laatta/lab.h"

/* Keeps what was found out, by family and content. Several threads may use one. */
typedef struct lab_fingerprints lab_fingerprints;
lt_status lab_fingerprints_new(lab_fingerprints **prints, lt_error *err);
void lab_fingerprints_free(lab_fingerprints *prints);

/* The fingerprint of a spec in 16 hexadecimal digits. `player` is one of that spec
 * that was made already, whose files count; NULL: the files are looked at now,
 * unless a spec of the same family was asked for before. */
lt_status lab_fingerprint(lab_fingerprints *prints, const char *spec, const t48_rules *rules,
                          const t48_player *player, char text[17], lt_error *err);

#endif
