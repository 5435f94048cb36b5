#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures experiments/liquid-swiss-t1.toml and draws liquid-swiss-t1.svg. Run in the checkout's top folder, after
./lab build:
    python3 docs/pictures/liquid.py [RECORDS.jsonl]
With a file of records nothing is measured. Not part of the build.
"""

import json
import subprocess
import sys

INK, SOFT, GRID, PAPER = "#1c2430", "#4a5563", "#d5dae1", "#f7f8fa"
LEFT, TOP, WIDTH, HEIGHT = 80, 92, 880, 360
LINK, MOST = 86, 2000  # MB/s
# Schedule, what ends a step, switch, packets of a block: colour and name.
SERIES = {
    ("liquid", "time", "input", 32): ("#2f6fb5", "liquid schedule, measured"),
    ("random-steps", "order", "input", 32): ("#8a94a3", "random order"),
    ("round-robin-steps", "order", "input", 32): ("#e08a1e", "round robin"),
}


def records():
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    command = ["./lab", "run", "experiments/liquid-swiss-t1.toml", "--json", "-"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def series():
    """Points (liquid, measured) of each series, in the order of the file; nodes of each point."""
    lines, nodes = {}, []
    for record in records():
        config, result = record["config"], record["result"]
        key = (config["schedule"], config.get("step-end", "order"), config["switch"], config["packets-per-message"])
        if key not in SERIES:
            continue
        lines.setdefault(key, []).append((LINK * result["liquid_throughput"], LINK * result["transfer_throughput"]))
        if key[0] == "liquid":
            nodes.append(round(result["transfers"] ** 0.5))
    return lines, nodes


def x(point, count):
    return LEFT + WIDTH * (point + 0.5) / count


def y(rate):
    return TOP + HEIGHT * (1 - rate / MOST)


def draw(lines, nodes):
    count = len(nodes)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 520" width="1000" height="520" role="img">',
           "<title>Liquid and other schedules on Swiss-T1</title>",
           "<style>text{font-family:system-ui,sans-serif;font-size:14px;fill:" + SOFT + "}"
           ".head{font-size:17px;font-weight:600;fill:" + INK + "}"
           ".mid{text-anchor:middle}.end{text-anchor:end}</style>",
           f'<rect width="1000" height="520" fill="{PAPER}"/>',
           f'<text x="500" y="30" class="head mid">Complete exchange on {count} allocations of Swiss-T1, '
           f"links of {LINK} MB/s</text>"]
    for rate in range(0, MOST + 1, 500):
        out.append(f'<path d="M{LEFT},{y(rate):g} H{LEFT + WIDTH}" stroke="{GRID}"/>')
        out.append(f'<text x="{LEFT - 10}" y="{y(rate) + 5:g}" class="end">{rate}</text>')
    for size in range(4, 33, 4):
        first = nodes.index(size)
        last = count - 1 - nodes[::-1].index(size)
        at = x((first + last) / 2, count)
        out.append(f'<path d="M{x(first - 0.5, count):.1f},{TOP} V{TOP + HEIGHT}" stroke="{GRID}"/>')
        out.append(f'<text x="{at:.1f}" y="{TOP + HEIGHT + 22}" class="mid">{size}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2:g}" y="{TOP + HEIGHT + 50}" class="mid">nodes; of as many nodes, the '
               "allocations by their liquid throughput</text>")
    out.append(f'<text x="{LEFT}" y="{TOP - 12}">MB/s</text>')
    (liquid,) = [points for key, points in lines.items() if key[0] == "liquid"]
    path = " L".join(f"{x(n, count):.1f},{y(p):.1f}" for n, (p, _) in enumerate(liquid))
    out.append(f'<path d="M{path}" fill="none" stroke="{INK}" stroke-width="1"/>')
    out.append(f'<path d="M130,60 h24" stroke="{INK}" stroke-width="1.5"/><text x="160" y="65">liquid throughput</text>')
    for n, (key, (color, name)) in enumerate(SERIES.items()):
        out += [f'<circle cx="{x(at, count):.1f}" cy="{y(m):.1f}" r="2" fill="{color}"/>'
                for at, (_, m) in enumerate(lines[key])]
        out.append(f'<circle cx="{330 + 210 * n}" cy="60" r="4" fill="{color}"/>'
                   f'<text x="{340 + 210 * n}" y="65">{name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


if __name__ == "__main__":
    with open("docs/pictures/liquid-swiss-t1.svg", "w", encoding="utf-8") as file:
        file.write(draw(*series()))
