#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the captures of unit 3, and others like them. Arguments: which, packets of a sender, the seed of the senders'
times, the file.
    python3 labs/3-shared-buffers/traffic.py incast 4 1 labs/3-shared-buffers/incast.pcap
    python3 labs/3-shared-buffers/traffic.py bystanders 4 1 labs/3-shared-buffers/bystanders.pcap
Not part of the build.
"""

import random
import struct
import sys

CYCLE_NS = 6.4  # 156.25 MHz
BYTES = 256     # of a frame: 32 beats of 8 bytes
SLOT = 32       # cycles of a frame
PORTS = 16
ROUNDS = 4


def answers(frames, draw, start, senders, output, packets):
    """Each sender has so many packets for an output, back to back, from a time within a slot of `start` on."""
    for sender in senders:
        first = start + draw.randrange(SLOT)
        frames += [(first + k * SLOT, sender, output) for k in range(packets)]


def incast(draw, packets):
    """All but one host answer one, at once."""
    frames = []
    for n in range(ROUNDS):
        answers(frames, draw, n * 100 * SLOT, range(1, PORTS), 0, packets)
    return frames


def bystanders(draw, packets):
    """Host 15 sends on and on to host 1. Meanwhile five hosts get answers, of three hosts each."""
    end = (150 + ROUNDS * 40) * SLOT
    frames = [(k * SLOT, 15, 1) for k in range(130)]
    frames += [(at, 15, 1) for at in range(132 * SLOT, end, 4 * SLOT)]
    for n in range(ROUNDS):
        for group in range(5):
            answers(frames, draw, (150 + n * 40) * SLOT, range(3 * group, 3 * group + 3), 2 + group, packets)
    return frames


def address(host):
    return bytes([0x02, 0x78, 0x62, 0x00, host >> 8, host & 255])  # docs/captures.md


def pcap(frames):
    text = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    for at, source, output in sorted(frames):
        header = address(output) + address(source) + b"\x88\xb5"
        text += struct.pack("<IIII", 0, round(at * CYCLE_NS), len(header), BYTES) + header
    return text


def main():
    kind, packets, seed, name = sys.argv[1:]
    makers = {"incast": incast, "bystanders": bystanders}
    with open(name, "wb") as file:
        file.write(pcap(makers[kind](random.Random(int(seed)), int(packets))))


main()
