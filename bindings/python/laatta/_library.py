"""The shared library: where it is, how its errors become exceptions, and how long work is
waited for so that Ctrl-C is heard."""
from __future__ import annotations

import glob
import os
import platform
import threading
from typing import Any, Callable, Optional

from ._abi import ffi

Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do (0: not known)."""

_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
_V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


def _levels() -> list[str]:
    """The loader's directories for this processor, best first (ld.so(8), glibc-hwcaps)."""
    if platform.machine() != "x86_64":
        return []
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = set(next((line for line in file if line.startswith("flags")), "").split())
    except OSError:
        return []
    levels = []
    if _V3 <= flags:
        levels = ["glibc-hwcaps/x86-64-v3/"]
        if _V4 <= flags:
            levels.insert(0, "glibc-hwcaps/x86-64-v4/")
    return levels


def _candidates() -> list[str]:
    named = os.environ.get("LAATTA_LIBRARY")
    if named:
        return [named]
    # PREFIX/lib/python3/dist-packages/laatta and PREFIX/lib/ARCHITECTURE/liblaatta.so.1; a
    # path does not make the loader choose a level, so that is done here.
    lib = os.path.normpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
    found = [
        path
        for level in _levels() + [""]
        for place in (lib, os.path.join(lib, "*"))
        for path in glob.glob(os.path.join(place, level + "liblaatta.so.1"))
    ]
    # Where the loader looks anyway it knows best.
    known = lib in ("/lib", "/usr/lib")
    return ["liblaatta.so.1"] + found if known else found + ["liblaatta.so.1"]


def _open() -> tuple[Any, str]:
    failures = []
    for path in _candidates():
        try:
            return ffi.dlopen(path), path
        except OSError as failure:
            failures.append(str(failure))
    raise ImportError("the library laatta is not there; LAATTA_LIBRARY may name it: "
                      + "; ".join(failures))


lib, library_path = _open()


class LaattaError(Exception):
    """What laatta refused or failed at, in one sentence; `status` is its lt_status."""

    status: int = 0


class BadInput(LaattaError, ValueError):
    """The input is not what is allowed."""


class Unsupported(LaattaError, ValueError):
    """The combination is not supported, such as a network for boards of another size."""


class Damaged(LaattaError, ValueError):
    """A file is damaged or of another kind."""


class NoMemory(LaattaError, MemoryError):
    """There is not enough memory."""


class Failed(LaattaError, OSError):
    """Reading or writing failed, or something that is needed is not there."""


class LimitReached(LaattaError):
    """A limit was reached before the work was done."""


class Unsolvable(LaattaError, ValueError):
    """The puzzle has no solution."""


_KINDS = {
    lib.LT_BAD_INPUT: BadInput,
    lib.LT_DAMAGED: Damaged,
    lib.LT_UNSUPPORTED: Unsupported,
    lib.LT_NO_MEMORY: NoMemory,
    lib.LT_IO: Failed,
    lib.LT_LIMIT: LimitReached,
    lib.LT_UNSOLVABLE: Unsolvable,
    lib.LT_BUSY: Failed,
    lib.LT_UNAVAILABLE: Failed,
}


def check(status: int, err: Any) -> None:
    """Raises what a call of the library reports."""
    if status == lib.LT_OK:
        return
    failure = _KINDS.get(status, LaattaError)(ffi.string(err.text).decode("utf-8", "replace"))
    failure.status = status
    raise failure


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last argument is an lt_error."""
    err = ffi.new("lt_error *")
    check(function(*arguments, err), err)


def encoded(text: Any, what: str) -> bytes:
    """Text for the library."""
    if isinstance(text, os.PathLike):
        text = os.fspath(text)
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"{what} is text, not {type(text).__name__}")
    data = text if isinstance(text, bytes) else text.encode()
    if b"\0" in data:
        raise BadInput(f"{what} holds a zero byte")
    return data


class Control:
    """An lt_control: Ctrl-C as a request to stop, and a callback for progress."""

    def __init__(self, progress: Optional[Progress] = None) -> None:
        self.flag = ffi.new("int *")
        self.struct = ffi.new("lt_control *")
        self.struct.ctx = self.flag
        self.struct.cancelled = ffi.addressof(lib, "lt_flagged")
        self.failure: Optional[BaseException] = None
        self.keep: tuple[Any, ...] = ()
        """What the structs that the library is given point to."""
        if progress is not None:
            def report(_ctx: Any, state: Any) -> None:
                progress(state.done, state.total)

            self._report = ffi.callback("void(void *, const lt_progress *)", report,
                                        onerror=self._failed)
            self.struct.progress = self._report

    def _failed(self, _kind: Any, failure: BaseException, _traceback: Any) -> None:
        self.failure = failure
        self.stop()

    def stop(self) -> None:
        """Asks the work to end soon."""
        self.flag[0] = 1

    def _wait(self, thread: threading.Thread, finished: threading.Event) -> None:
        interrupted: Optional[BaseException] = None
        try:
            thread.start()
        except BaseException as failure:  # also what a signal handler raises
            self.stop()
            if thread.ident is None:
                raise
            interrupted = failure
        while True:
            try:
                while not finished.wait(0.05):
                    pass
                break
            except BaseException as failure:
                self.stop()
                interrupted = interrupted or failure
        if interrupted is not None:
            raise interrupted

    def run(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls a long function whose last argument is an lt_error. The interpreter is free
        meanwhile. Ctrl-C ends the work and raises KeyboardInterrupt; what a callback raised
        is raised here."""
        err = ffi.new("lt_error *")
        status = [lib.LT_OK]
        finished = threading.Event()

        def work() -> None:
            # It holds all that the library points to, so that nothing is lost under a call
            # that somebody stopped waiting for.
            try:
                status[0] = function(*arguments, err)
                self.keep = ()
            finally:
                finished.set()

        if threading.current_thread() is threading.main_thread():
            # Signals are heard by the main thread only while it runs Python.
            self._wait(threading.Thread(target=work, name="laatta"), finished)
        else:
            work()
        if self.failure is not None:
            raise self.failure
        check(status[0], err)


class Handle:
    """Something of the library's that is freed with its Python object, or by close()."""

    _what = "object"

    def __init__(self, pointer: Any, free: Callable[[Any], None]) -> None:
        self._pointer = ffi.gc(pointer, free)

    @property
    def _c(self) -> Any:
        pointer = getattr(self, "_pointer", None)
        if pointer is None:
            raise BadInput(f"this {self._what} was closed")
        return pointer

    def close(self) -> None:
        """Frees it now. Using it after that is an error."""
        pointer = getattr(self, "_pointer", None)
        self._pointer = None
        if pointer is not None:
            ffi.release(pointer)

    def __enter__(self):  # type: ignore[no-untyped-def]
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def text(pointer: Any) -> str:
    """A C string."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""
