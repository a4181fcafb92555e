/* The number of the format that lab_export writes and lab_import reads. */
#ifndef LAB_EXPORT_H
#define LAB_EXPORT_H

enum { LAB_EXPORT_FORMAT = 1 };

#endif
