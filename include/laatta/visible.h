/* What the shared libraries show to other programs: the functions marked LT_API, and
 * nothing else. */
#ifndef LAATTA_VISIBLE_H
#define LAATTA_VISIBLE_H

#if defined(__GNUC__) && !defined(__wasm__)
#define LT_API __attribute__((visibility("default")))
#else
#define LT_API
#endif

#endif
