# SPDX-License-Identifier: Apache-2.0
"""quad_bench.v in cocotb, at falling edges, where every simulator shows what the next rising edge takes."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

PORTS = range(4)


@cocotb.test()
async def beats_come_in_order(dut):
    s = [{name: getattr(dut, f"s{i}_axis_{name}") for name in ("tdata", "tvalid", "tready", "tdest")} for i in PORTS]
    m = [{name: getattr(dut, f"m{o}_axis_{name}") for name in ("tdata", "tvalid")} for o in PORTS]
    for i in PORTS:
        s[i]["tvalid"].value = 0
        getattr(dut, f"s{i}_axis_tkeep").value = 0xFF
        getattr(dut, f"s{i}_axis_tlast").value = 1
        getattr(dut, f"m{i}_axis_tready").value = 1
    dut.rst.value = 1
    cocotb.start_soon(Clock(dut.clk, 10, "step").start())
    edge = FallingEdge(dut.clk)
    for _ in range(4):
        await edge
    dut.rst.value = 0
    sent = [[0] * 4 for _ in PORTS]  # input x output
    received = [[0] * 4 for _ in PORTS]
    draw = random.Random(1).randrange
    free = [True] * 4
    total = 0
    for now in range(int(os.environ["CYCLES"])):
        await edge
        for o in PORTS:
            if m[o]["tvalid"].value:
                beat = int(m[o]["tdata"].value)
                source = beat >> 34
                assert beat >> 32 & 3 == o and beat & 0xFFFFFFFF == received[source][o], f"{o}, cycle {now}: {beat:x}"
                received[source][o] += 1
                total += 1
        for i in PORTS:
            if free[i]:
                dest = draw(4)
                s[i]["tvalid"].value = 1
                s[i]["tdest"].value = dest
                s[i]["tdata"].value = i << 34 | dest << 32 | sent[i][dest]
                sent[i][dest] += 1
            free[i] = bool(s[i]["tready"].value)
    print(total, "packets")
