#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures experiments/ai-fabric.toml and ai-fabric-spines.toml and draws ai-fabric-memory.svg, ai-fabric-spines.svg. Run
in the checkout's top folder, after ./lab build:
    python3 docs/pictures/ai_fabric.py
Not part of the build.
"""

import json
import math
import subprocess

INK, SOFT, GRID, PAPER = "#1c2430", "#4a5563", "#d5dae1", "#f7f8fa"
COLORS = ("#c0392b", "#2f6fb5", "#e08a1e", "#6b4fa0", "#8a6d3b", "#2e8b57")
LEFT, TOP, WIDTH, HEIGHT = 80, 60, 620, 280


def measure(experiment, key):
    """Points (number that `key` gives, completion over the ideal) by line, for points whose key gives a line."""
    command = ["./lab", "run", f"experiments/{experiment}.toml", "--json", "-"]
    lines = {}
    for record in map(json.loads, subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()):
        line, x = key(record["config"])
        if line:
            lines.setdefault(line, []).append((x, record["result"]["completion_over_ideal"]))
    return {line: sorted(points) for line, points in lines.items()}


def draw(file, title, note, lines, ticks, low, step, high):
    """Lines over a logarithmic x, with these ticks; y from `low` to `high`."""
    def x(value):
        return LEFT + WIDTH * math.log(value / ticks[0]) / math.log(ticks[-1] / ticks[0])

    def y(value):
        return TOP + HEIGHT * (high - value) / (high - low)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 420" width="900" height="420" role="img">',
           f"<title>{title}</title>",
           "<style>text{font-family:system-ui,sans-serif;font-size:14px;fill:" + SOFT + "}"
           ".head{font-size:17px;font-weight:600;fill:" + INK + "}"
           ".mid{text-anchor:middle}.end{text-anchor:end}</style>",
           f'<rect width="900" height="420" fill="{PAPER}"/>',
           f'<text x="450" y="32" class="head mid">{title}</text>']
    for tick in ticks:
        out.append(f'<path d="M{x(tick):.1f},{TOP} V{TOP + HEIGHT}" stroke="{GRID}"/>')
        out.append(f'<text x="{x(tick):.1f}" y="{TOP + HEIGHT + 22}" class="mid">{tick:g}</text>')
    for n in range(round((high - low) / step) + 1):
        at = y(low + n * step)
        out.append(f'<path d="M{LEFT},{at:.1f} H{LEFT + WIDTH}" stroke="{GRID}"/>')
        out.append(f'<text x="{LEFT - 10}" y="{at + 5:.1f}" class="end">{low + n * step:g}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2:g}" y="{TOP + HEIGHT + 52}" class="mid">{note}</text>')
    names = TOP - 18.0  # of the last line's name: none is written over another
    for (line, points), color in sorted(zip(lines.items(), COLORS), key=lambda one: -one[0][1][-1][1]):
        path = " L".join(f"{x(at):.1f},{y(value):.1f}" for at, value in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2.2"/>')
        out += [f'<circle cx="{x(at):.1f}" cy="{y(value):.1f}" r="3.4" fill="{color}"/>' for at, value in points]
        names = max(names + 18, y(points[-1][1]) + 5)
        out.append(f'<text x="{LEFT + WIDTH + 14}" y="{names:.1f}" style="fill:{color}">{line}</text>')
    with open(f"docs/pictures/{file}.svg", "w", encoding="utf-8") as svg:
        svg.write("\n".join(out + ["</svg>"]) + "\n")


def of_memory(config):
    size, unit = config["buffer"][:-3], config["buffer"][-3:]
    return config["switch"] if config["schedule"] == "linear" else None, float(size) / (1024 if unit == "KiB" else 1)


def of_spines(config):
    name, numbers = config["topology"].rstrip(")").split("(")
    return config["schedule"] if name == "leaf-spine" else None, int(numbers.split(",")[1])


if __name__ == "__main__":
    draw("ai-fabric-memory", "A step of experts among 64 GPUs on one switch, over the least time",
         "memory of the switch [MiB]", measure("ai-fabric", of_memory), (1, 2, 4, 8, 16, 32, 64), 1, 0.05, 1.3)
    draw("ai-fabric-spines", "AlltoAll among 64 GPUs of eight servers, over the least time",
         "spines of the leaf-spine network; 8 have the cables that it needs at least",
         measure("ai-fabric-spines", of_spines), (2, 4, 6, 8, 12, 16), 1, 1, 6)
