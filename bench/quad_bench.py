# SPDX-License-Identifier: Apache-2.0
"""quad_bench.v in Python, on a Verilated model (quad_pins.cpp). Usage: quad_bench.py LIBRARY CYCLES"""

import ctypes
import random
import sys

PORTS = range(4)


class Pins(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_uint64 * 4) for name in ("s_tdata", "m_tdata")),
        *((name, ctypes.c_uint8 * 4) for name in ("s_tdest", "s_tvalid", "s_tready", "m_tvalid")),
        ("rst", ctypes.c_uint8),
    ]


def bench(cycle, cycles):
    pins = Pins(rst=1)
    pointer = ctypes.byref(pins)
    for _ in range(4):
        cycle(pointer)
    pins.rst = 0
    sent = [[0] * 4 for _ in PORTS]  # input x output
    received = [[0] * 4 for _ in PORTS]
    draw = random.Random(1).randrange
    total = 0
    for now in range(cycles):
        for i in PORTS:
            if pins.s_tready[i] or not pins.s_tvalid[i]:
                dest = draw(4)
                pins.s_tvalid[i] = 1
                pins.s_tdest[i] = dest
                pins.s_tdata[i] = i << 34 | dest << 32 | sent[i][dest]
                sent[i][dest] += 1
        cycle(pointer)
        for o in PORTS:
            if pins.m_tvalid[o]:
                beat = pins.m_tdata[o]
                source = beat >> 34
                if beat >> 32 & 3 != o or beat & 0xFFFFFFFF != received[source][o]:
                    sys.exit(f"output {o}, cycle {now}: {beat:x}")
                received[source][o] += 1
                total += 1
    return total


print(bench(ctypes.CDLL(sys.argv[1]).cycle, int(sys.argv[2])), "packets")
