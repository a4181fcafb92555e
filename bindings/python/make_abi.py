#!/usr/bin/python3
"""make_abi.py INCLUDE OUT [CC]: writes OUT, the Python file by which cffi knows the
functions and structs of the library, from the public headers themselves. It is made when
laatta is built; to use it neither a compiler nor the headers are needed."""
import pathlib
import re
import subprocess
import sys
import tempfile

import cffi

SYSTEM_HEADERS = ["stdarg.h", "stdbool.h", "stddef.h", "stdint.h"]  # cffi knows their types
PUBLIC_HEADERS = ["laatta.h"]


def preprocessed(include: str, compiler: str) -> str:
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM_HEADERS:
            pathlib.Path(empty, name).touch()
        text = "".join(f'#include "laatta/{name}"\n' for name in PUBLIC_HEADERS)
        return subprocess.run(
            [compiler, "-E", "-P", "-nostdinc", "-I", empty, "-I", include,
             "-D__attribute__(x)=", "-"],
            input=text, capture_output=True, text=True, check=True).stdout


def declarations(text: str) -> str:
    """Without the bodies of inline functions, which no library exports, and without the
    lab, which is a library of its own."""
    out, at = [], 0
    for match in re.finditer(r"static inline [^;{]*\{", text):
        out.append(text[at:match.start()])
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        at = end
    out.append(text[at:])
    return re.sub(r"(?ms)^[^\n;{}]*\blab_\w+\([^;{}]*\);", "", "".join(out))


def main() -> None:
    include, out = sys.argv[1:3]
    compiler = sys.argv[3] if len(sys.argv) > 3 else "cc"
    ffi = cffi.FFI()
    ffi.set_source("laatta._abi", None)
    ffi.cdef(declarations(preprocessed(include, compiler)))
    ffi.emit_python_code(out)


if __name__ == "__main__":
    main()
