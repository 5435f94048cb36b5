#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws searches.svg from the table of annex B in docs/liquid-schedules.md, whose numbers are those of
experiments/liquid-annex-b.toml with a minute each. Run in the checkout's top folder: python3 docs/pictures/searches.py
Not part of the build.
"""

INK, SOFT, GRID, PAPER = "#1c2430", "#4a5563", "#d5dae1", "#f7f8fa"
COLORS = ["#e08a1e", "#b04a8a", "#8a94a3", "#6a7f3a", "#5a4fb0", "#2f9fb5", "#2f6fb5", "#c62828"]
LEFT, TOP, WIDTH, HEIGHT = 80, 60, 560, 330
TRAFFICS = 362


def table():
    """Column heads and rows (name, numbers) of the table."""
    with open("docs/liquid-schedules.md", encoding="utf-8") as file:
        lines = file.read().split("**Annex B asks**")[1].split("\n\n")[1].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    head, rows = cells[0], cells[2:]
    times = [name for name in head if name.endswith("s") and name[0].isdigit()]
    return times, [(row[0], [int(cell) for cell in row[1:1 + len(times)] if cell]) for row in rows]


def x(step, steps):
    return LEFT + WIDTH * step / (steps - 1)


def y(solved):
    return TOP + HEIGHT * (1 - solved / TRAFFICS)


def draw(times, rows):
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 470" width="960" height="470" role="img">',
           "<title>Searches for liquid schedules</title>",
           "<style>text{font-family:system-ui,sans-serif;font-size:14px;fill:" + SOFT + "}"
           ".head{font-size:17px;font-weight:600;fill:" + INK + "}"
           ".mid{text-anchor:middle}.end{text-anchor:end}</style>",
           f'<rect width="960" height="470" fill="{PAPER}"/>',
           f'<text x="480" y="32" class="head mid">Liquid schedules found, of {TRAFFICS} traffics of Swiss-T1</text>']
    for step, time in enumerate(times):
        at = x(step, len(times))
        out.append(f'<path d="M{at:g},{TOP} V{TOP + HEIGHT}" stroke="{GRID}"/>')
        out.append(f'<text x="{at:g}" y="{TOP + HEIGHT + 22}" class="mid">{time}</text>')
    for solved in (0, 100, 200, 300, TRAFFICS):
        out.append(f'<path d="M{LEFT},{y(solved):g} H{LEFT + WIDTH}" stroke="{GRID}"/>')
        out.append(f'<text x="{LEFT - 10}" y="{y(solved) + 5:g}" class="end">{solved}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2:g}" y="{TOP + HEIGHT + 52}" class="mid">CPU time for each traffic</text>')
    for n, ((name, solved), color) in enumerate(zip(rows, COLORS)):
        path = " L".join(f"{x(step, len(times)):.1f},{y(count):.1f}" for step, count in enumerate(solved))
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2.2"/>')
        out += [f'<circle cx="{x(step, len(times)):.1f}" cy="{y(count):.1f}" r="3.2" fill="{color}"/>'
                for step, count in enumerate(solved)]
        at = TOP + 20 + 30 * n
        out.append(f'<path d="M664,{at - 5} h22" stroke="{color}" stroke-width="3"/>'
                   f'<text x="694" y="{at}">{name.split("(")[0].split(", scarcest")[0]}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


if __name__ == "__main__":
    with open("docs/pictures/searches.svg", "w", encoding="utf-8") as file:
        file.write(draw(*table()))
