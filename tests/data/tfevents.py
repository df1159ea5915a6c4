"""Reads an event file of TensorBoard without any library, checks every checksum, and compares its scalars with metrics.csv. Usage: EVENTS METRICS"""
import csv
import struct
import sys

TABLE = []
for i in range(256):
    for _ in range(8):
        i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
    TABLE.append(i)


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(key & 7)
            if size is None:
                assert key & 7 == 2, "wire type"
                size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size, "cut off"
        yield key >> 3, value


def scalars(path):
    with open(path, "rb") as file:
        data = file.read()
    at, times = 0, []
    while at < len(data):
        (size,) = struct.unpack_from("<Q", data, at)
        assert struct.unpack_from("<I", data, at + 8)[0] == masked(data[at:at + 8]), "checksum of a length"
        event = data[at + 12:at + 12 + size]
        assert struct.unpack_from("<I", data, at + 12 + size)[0] == masked(event), "checksum of a record"
        step = 0
        for number, value in fields(event):
            if number == 1:
                times += struct.unpack("<d", value)
            elif number == 2:
                step = value
            elif number == 3:
                assert at == 0 and value == b"brain.Event:2", "version"
            elif number == 5:
                for _, scalar in fields(value):
                    tag, simple = (v for _, v in fields(scalar))
                    yield step, tag.decode(), simple
        at += 16 + size
    assert times == sorted(times) and times[0] > 1e9, "times"


def expected(path):
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            for name in "loss_nats", "acc_pct", "lr", "grad_norm", "aux_loss", "recall_pct", "recall_q10_pct", "oracle_pct", "kept_pct", "window_pct", "lift", "efficiency":
                if row.get(name) and not row.get("layer"):
                    yield int(row["step"]), row["split"] + "/" + name, struct.pack("<f", float(row[name]))


found, wanted = list(scalars(sys.argv[1])), list(expected(sys.argv[2]))
assert found == wanted, "%d scalars, not %d; the first other one: %s" % (
    len(found), len(wanted), [(a, b) for a, b in zip(found, wanted) if a != b][:1])
print(len(found), *sorted({tag for _, tag, _ in found}))
