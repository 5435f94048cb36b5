#!/usr/bin/env python3
"""Writes order.goal, a complete exchange of 8 ranks: python3 order.py > order.goal"""

RANKS = 8
BLOCK = 16 * 128  # bytes: 16 packets of 16 beats of 8 bytes
PARTS = 16        # messages of a block, a packet each

print("num_ranks", RANKS)
for me in range(RANKS):
    print(f"rank {me} {{")
    size, n = BLOCK // PARTS, 0
    for part in range(PARTS):
        for k in range(1, RANKS):
            print(f"r{n}: recv {size}b from {(me - k) % RANKS}")
            print(f"s{n}: send {size}b to {(me + k) % RANKS}")
            if n > 0:
                print(f"s{n} requires s{n - 1}")
                print(f"s{n} requires r{n - 1}")
            n += 1
    print("}")
