/* A report as one HTML file without scripts: tables and drawings. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/text.h"
#include "lab/report.h"

/* `level`: the tile that the reach chart is about; `best` may be NULL. */
void report_html(lt_text *out, const lab_report *report, const char *ordered_by, unsigned level,
                 const lab_best_of *best);

#endif
