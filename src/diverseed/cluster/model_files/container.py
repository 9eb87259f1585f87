"""One .npz file: a JSON document, ``model.json``, and arrays. Whatever a file claims is checked before it is read."""

import io
import json
import math
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from ...errors import InputError
from ...files.plain_json import plain

DOCUMENT = "model.json"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,60}\.npy")
# Far more than any model has: a level or an expert is one array.
_MOST_MEMBERS = 1000
_MOST_DOCUMENT = 1 << 24
MOST_BYTES = 1 << 30
_LARGEST_INTEGER = 1 << 1000  # floats go a little further; seeds may have 128 bits
# An early date, the same for all: equal models are equal files.
_DATE = (1980, 1, 1, 0, 0, 0)
# What damage leads to in ``zipfile``; RuntimeError where it looks like a version or a password.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError, RuntimeError)


def container(document: Mapping[str, Any], arrays: Mapping[str, Any]) -> bytes:
    """The contents of a file that holds a document and arrays."""
    text = json.dumps(plain(document, lambda number: {"float": str(number)}), allow_nan=False, indent=1)
    members = {DOCUMENT: text.encode("ascii")}
    for name, array in arrays.items():
        buffer = io.BytesIO()
        npy.write_array(buffer, np.asarray(array), allow_pickle=False)
        members[f"{name}.npy"] = buffer.getvalue()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return packed.getvalue()


def read_container(path: str | Path, *, max_bytes: int = MOST_BYTES) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document and the arrays of a file, which may take up to ``max_bytes`` in memory."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = _checked(archive.infolist(), max_bytes)
            data = {member.filename: archive.read(member) for member in members}
    except _DAMAGED as error:
        raise InputError(f"it is not a model file, or is damaged ({error}). Save the model again.") from error
    if DOCUMENT not in data:
        raise InputError(f"it has no {DOCUMENT}. Give a file written by save().")
    document = _document(data.pop(DOCUMENT))
    return document, {name.removesuffix(".npy"): _array(content, name) for name, content in data.items()}


def _checked(members: list[zipfile.ZipInfo], max_bytes: int) -> list[zipfile.ZipInfo]:
    """Refuse what no model has, before anything is unpacked."""
    names = [member.filename for member in members]
    if len(names) > _MOST_MEMBERS or len(set(names)) < len(names):
        raise InputError(f"it has {len(names)} members: too many, or some are duplicates.")
    for member in members:
        if member.filename != DOCUMENT and not _NAME.fullmatch(member.filename):
            raise InputError(f"it contains {member.filename[:80]!r}, which is not part of a model.")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or member.flag_bits & 1:
            raise InputError(f"{member.filename} is encrypted, or compressed by an unsupported method.")
        if member.filename == DOCUMENT and member.file_size > _MOST_DOCUMENT:
            raise InputError(f"{DOCUMENT} has {member.file_size:,} bytes, too many for a model.")
    total = sum(member.file_size for member in members)
    if total > max_bytes:
        raise InputError(
            f"it would take {total:,} bytes of memory; the limit is {max_bytes:,}. If you trust it, pass a larger "
            "max_bytes."
        )
    return members


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data.decode("utf-8"), object_hook=_number, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{DOCUMENT} is not JSON ({error}).") from error
    if not isinstance(document, dict):
        raise InputError(f"{DOCUMENT} is not an object.")
    return document


def _array(content: bytes, name: str) -> Any:
    """The numbers of a member; its header must describe exactly the bytes that follow."""
    stream = io.BytesIO(content)
    try:
        version = npy.read_magic(stream)
        read_header = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
        shape, fortran, dtype = read_header(stream)
    except (ValueError, KeyError, EOFError, SyntaxError, MemoryError, RecursionError) as error:
        raise InputError(f"{name} is not an array ({error!s:.200}).") from error
    if dtype.kind not in "fiub" or dtype.itemsize > 8 or dtype.names is not None:
        raise InputError(f"{name} holds {dtype}, not plain numbers.")
    if math.prod(shape) * dtype.itemsize != len(content) - stream.tell() or len(shape) > 3:
        raise InputError(f"{name} declares the shape {shape}, which does not match its size.")
    flat = np.frombuffer(content, dtype=dtype, offset=stream.tell())
    array = flat.reshape(shape, order="F" if fortran else "C")
    return np.array(array, dtype=dtype.newbyteorder("="), order="C")  # writable, and in the machine's byte order


def _integer(text: str) -> int:
    value = int(text)
    if abs(value) >= _LARGEST_INTEGER:
        raise ValueError(f"the number {text[:20]}... is too large")
    return value


def _number(item: dict[str, Any]) -> Any:
    if item.keys() == {"float"} and item["float"] in ("inf", "-inf", "nan"):
        return float(item["float"])
    return item
