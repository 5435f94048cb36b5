#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures experiments/cicq-lqf.toml and draws unbalanced.svg. Run in the checkout's top folder, after ./lab build:
    python3 docs/pictures/unbalanced.py
Not part of the build.
"""

import json
import subprocess

INK, SOFT, GRID, PAPER = "#1c2430", "#4a5563", "#d5dae1", "#f7f8fa"
COLOR = {"crosspoint": "#e08a1e", "cicq-lqf": "#2f6fb5"}
NOTE = {"crosspoint": "crosspoint: inputs serve their queues in turn", "cicq-lqf": "cicq-lqf: the longest queue first"}
LEFT, TOP, WIDTH, HEIGHT = 90, 60, 700, 260
LOW = 0.8  # throughput at the bottom


def measure():
    """Points (w, throughput) of each switch."""
    command = ["./lab", "run", "experiments/cicq-lqf.toml", "--json", "-"]
    records = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = {}
    for record in map(json.loads, records.splitlines()):
        config = record["config"]
        lines.setdefault(config["switch"], []).append((config["unbalance"], record["result"]["throughput"]))
    return {switch: sorted(points) for switch, points in lines.items()}


def x(w):
    return LEFT + WIDTH * w


def y(throughput):
    return TOP + HEIGHT * (1 - (throughput - LOW) / (1 - LOW))


def draw(lines):
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 400" width="900" height="400" role="img">',
           "<title>Throughput under unbalanced traffic</title>",
           "<style>text{font-family:system-ui,sans-serif;font-size:14px;fill:" + SOFT + "}"
           ".head{font-size:17px;font-weight:600;fill:" + INK + "}"
           ".mid{text-anchor:middle}.end{text-anchor:end}</style>",
           f'<rect width="900" height="400" fill="{PAPER}"/>',
           '<text x="450" y="32" class="head mid">Throughput under unbalanced traffic, load 1, 16 ports</text>']
    for tenth in range(11):
        at = x(tenth / 10)
        out.append(f'<path d="M{at:g},{TOP} V{TOP + HEIGHT}" stroke="{GRID}"/>')
        out.append(f'<text x="{at:g}" y="{TOP + HEIGHT + 22}" class="mid">{tenth / 10:g}</text>')
    for percent in range(80, 101, 5):
        at = y(percent / 100)
        out.append(f'<path d="M{LEFT},{at:g} H{LEFT + WIDTH}" stroke="{GRID}"/>')
        out.append(f'<text x="{LEFT - 10}" y="{at + 5:g}" class="end">{percent} %</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2:g}" y="{TOP + HEIGHT + 52}" class="mid">'
               "w: the share of an input's packets that goes to its own output; the rest goes to all alike</text>")
    for switch, points in sorted(lines.items()):
        path = " L".join(f"{x(w):.1f},{y(t):.1f}" for w, t in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{COLOR[switch]}" stroke-width="2.2"/>')
        out += [f'<circle cx="{x(w):.1f}" cy="{y(t):.1f}" r="3.4" fill="{COLOR[switch]}"/>' for w, t in points]
        w, low = min(points, key=lambda point: point[1])
        out.append(f'<text x="{x(0.5):g}" y="{y(low) + 26:.1f}" class="mid" style="fill:{INK}">'
                   f"{NOTE[switch]}; least {low:.4f}, at w = {w:g}</text>")
    return "\n".join(out + ["</svg>"]) + "\n"


if __name__ == "__main__":
    with open("docs/pictures/unbalanced.svg", "w", encoding="utf-8") as file:
        file.write(draw(measure()))
