# Copyright 2026 The filterblock authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a database without filters with plyvel, and lists what plyvel reads back from it; see make.sh."""
import hashlib
import os
import shutil
import sys
import time

import plyvel

ROUNDS = 8
KEYS = 700


def key(i):
    """A number of six digits; behind it, for two of three, one or two bytes of 0x80 and above."""
    return b"%06d" % i + bytes([0x80 + i % 0x80]) * (i % 3)


def value(i, round):
    """Half of it does not compress."""
    noise = hashlib.sha256(b"%d/%d" % (i, round)).digest()
    return noise[: 1 + i % 32] + b"value " * (i % 7)


def fill(db, round):
    """Every key is written in two rounds, and one of eleven is deleted in its second."""
    for i in range(KEYS):
        if i % ROUNDS == round:
            db.put(key(i), value(i, round))
        elif (i + 1) % ROUNDS == round:
            if i % 11 == 0:
                db.delete(key(i))
            else:
                db.put(key(i), value(i, round))


def main(target, expected):
    shutil.rmtree(target, ignore_errors=True)
    for round in range(ROUNDS):
        # To open a database with a log that is not empty makes a table of it.
        db = plyvel.DB(target, create_if_missing=True, bloom_filter_bits=0)
        fill(db, round)
        time.sleep(0.5)  # four tables of level 0 become one of level 1
        if round == ROUNDS - 1:
            lines = [f"{k.hex()} {hashlib.sha256(v).hexdigest()[:16]}\n" for k, v in db]
            with open(expected, "w", newline="\n") as out:
                out.writelines(lines)
        db.close()
    for name in ("LOG", "LOG.old", "LOCK"):
        path = os.path.join(target, name)
        if os.path.exists(path):
            os.remove(path)


main(sys.argv[1], sys.argv[2])
