#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures for slides of units 3 to 6 of the course, labs/*/idea.svg; what unit 6 shows is measured. Run in the
checkout's top folder:
    ./lab build && python3 docs/pictures/lab_ideas.py
Not part of the build.
"""
import json
import math
import subprocess

INK, SOFT, WIRE, GRID, PAPER = "#1c2430", "#4a5563", "#5b6675", "#d5dae1", "#f7f8fa"
BLUE, GREEN, ORANGE, RED = "#2f6fb5", "#2f8f5b", "#e08a1e", "#b32626"
FREE = "#cfe0f1"
WIDTH, HEIGHT = 900, 420


class Idea:
    def __init__(self, unit, title, description):
        self.unit, self.title, self.description, self.body = unit, title, description, []
        self.text(WIDTH / 2, 34, title, "head mid")

    def text(self, x, y, what, kind="", color=""):
        style = f' style="fill:{color}"' if color else ""
        self.body.append(f'<text x="{x:g}" y="{y:g}" class="{kind}"{style}>{what}</text>')

    def bar(self, x, y, w, h, fill):
        self.body.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}"/>')

    def box(self, x, y, w, h, fill="#ffffff", stroke=WIRE, width=1.4):
        self.body.append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="5" fill="{fill}" stroke="{stroke}" '
                         f'stroke-width="{width}"/>')

    def line(self, path, color=WIRE, width=2.0, arrow=True, dashes=""):
        end = f' marker-end="url(#to-{color[1:]})"' if arrow else ""
        dashes = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.body.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"{end}{dashes}/>')

    @staticmethod
    def arrow(color):
        return (f'<marker id="to-{color[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
                f'orient="auto"><path d="M0,0.6 L7.4,4 L0,7.4 z" fill="{color}"/></marker>\n')

    def write(self):
        head = f'''<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Made by docs/pictures/lab_ideas.py -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" \
font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" role="img" aria-labelledby="title desc">
<title id="title">{self.title}</title>
<desc id="desc">{self.description}</desc>
<defs>
{"".join(self.arrow(color) for color in (BLUE, GREEN, ORANGE, RED))}<style>
text {{ fill: {INK}; font-size: 16px; }}
.small {{ font-size: 14px; fill: {SOFT}; }}
.head {{ font-size: 20px; font-weight: bold; }}
.num {{ font-size: 14px; font-weight: bold; text-anchor: middle; fill: #ffffff; }}
.mid {{ text-anchor: middle; }}
.end {{ text-anchor: end; }}
</style>
</defs>
<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10" fill="{PAPER}" stroke="{GRID}"/>
'''
        with open(f"labs/{self.unit}/idea.svg", "w", encoding="utf-8") as out:
            out.write(head + "\n".join(self.body) + "\n</svg>\n")


def shared_buffers():
    memory, incast, bystanders = 128, 56, 35
    p = Idea("3-shared-buffers", "One overloaded queue takes alpha B / (1 + alpha) and leaves B / (1 + alpha)",
             "A bar for each alpha from 1/8 to 8: the memory's part of one overloaded queue, and what is left. Only alpha 1 and 2 "
             "have room for a burst of 56 packets and leave the 35 that the others need.")
    left, top, height, step, width = 60, 66, 250, 84, 60
    right = left + 7 * step
    for n, (name, alpha) in enumerate([("1/8", 1 / 8), ("1/4", 1 / 4), ("1/2", 1 / 2), ("1", 1), ("2", 2), ("4", 4),
                                       ("8", 8)]):
        x = left + n * step + (step - width) / 2
        queue = memory * alpha / (1 + alpha)
        cut = top + height * (1 - queue / memory)
        p.bar(x, top, width, cut - top, FREE)
        p.bar(x, cut, width, top + height - cut, ORANGE)
        p.text(x + width / 2, top + height + 22, f"alpha {name}", "mid")
        fits, fair = queue >= incast, memory - queue >= bystanders
        verdict = "passes" if fits and fair else "burst lost" if fair else "starves"
        p.text(x + width / 2, top + height + 44, verdict, "mid", GREEN if fits and fair else RED)
    for y, words, more in ((top + height * (1 - incast / memory), "a burst needs a queue", "of 56: orange reaches it"),
                           (top + height * bystanders / memory, "the others need", "35: blue reaches it")):
        p.line(f"M{left},{y:.1f} H{right}", INK, 2, False, "7 4")
        p.text(right + 8, y - 2, words)
        p.text(right + 8, y + 16, more, "small")
    p.text(left, top + height + 78, "Memory of 128 packets: orange, the queue of one overloaded output; blue, what is free for "
           "all others.", "small")
    p.write()


def exchange():
    """Completion [cycles] of each order, measured: together, and the longest of seeds 1 to 10 with start-skew 0.2."""
    measured = (("shift", 1799, 2738), ("pairwise", 1799, 3685), ("shuffle", 1793, 2436))
    p = Idea("4-exchange", "Three orders of a complete exchange: alike together, not alike under skew",
             "Completion of shift, pairwise and shuffle: 1793 to 1799 cycles when all ranks start together; 2738, 3685 and 2436 "
             "when they start apart. Asked of an order of one's own: 2380.")
    left, top, scale = 130, 90, 0.19
    for n, (name, together, apart) in enumerate(measured):
        y = top + 80 * n
        p.text(left - 12, y + 32, name, "end")
        for row, (cycles, color) in enumerate(((together, FREE), (apart, ORANGE))):
            p.bar(left, y + 28 * row, cycles * scale, 24, color)
            p.text(left + cycles * scale + 6, y + 28 * row + 17, f"{cycles}", "small")
    x, bottom = left + 2380 * scale, top + 3 * 80 - 16
    p.line(f"M{x:.1f},{top - 12} V{bottom}", GREEN, 2, False, "7 4")
    p.text(x, bottom + 20, "asked of your own order: 2380", "mid", GREEN)
    p.text(30, 386, "Cycles. Blue: all ranks start together. Orange: within a fifth of the time, the longest of ten runs.",
           "small")
    p.write()


def verification():
    p = Idea("5-verification", "A fault counts if your checker fires on it, and never on a correct switch",
             "Hosts talk to a correct switch. What it takes is offered to a faulty switch as well, whose ports a checker watches.")
    p.box(40, 90, 130, 250)
    for n, what in enumerate(("hosts:", "load, lengths,", "receivers", "= your", "stimulus")):
        p.text(105, 180 + 22 * n, what, "mid", BLUE if n > 2 else "")
    p.box(340, 90, 200, 70)
    p.text(440, 131, "correct switch", "mid")
    p.line("M170,112 H336", BLUE)
    p.line("M340,142 H174", BLUE)
    p.text(255, 104, "packets", "small mid")
    p.box(200, 244, 90, 60)
    p.text(245, 270, "queue", "mid")
    p.text(245, 290, "per input", "small mid")
    p.line("M245,112 V240", BLUE)
    p.box(380, 226, 160, 96, "#fbeaea", RED)
    p.text(460, 264, "switch", "mid", RED)
    p.text(460, 286, "0: correct", "mid", RED)
    p.text(460, 306, "1..10: a fault", "mid", RED)
    p.line("M290,274 H376", RED)
    p.line("M540,274 H640", RED)
    p.box(640, 170, 220, 150, "#ecf6f0", GREEN, 2)
    p.text(750, 198, "switch_checker", "mid", GREEN)
    for n, what in enumerate(("1-2  offers stay", "3-4  every beat, in order", "5     whole packets", "6     in time")):
        p.text(662, 226 + 24 * n, what, "small")
    p.line("M330,274 V352 H750 V326", GREEN, 2, True, "5 4")
    p.text(540, 372, "sees the ports on both sides, and nothing inside", "small mid", GREEN)
    p.line("M750,170 V118", GREEN)
    p.text(750, 104, "assertion fails", "mid", GREEN)
    p.text(WIDTH / 2, 402, "fires on 1..10: found. Fires on 0, or on another correct switch: false alarm, no point", "mid")
    p.write()


def measured_waits(loads):
    waits = []
    for load in loads:
        run = subprocess.run(["./lab", "run", "--engine", "fast", "--switch", "voq", "--ports", "8", "--packet", "16", "--load",
                              f"{load:g}", "--cycles", "200000", "--json", "-"], check=True, capture_output=True, text=True)
        waits.append(json.loads(run.stdout)["result"]["queueing"]["mean"])
    return waits


def beats(p, x, y, count, color, cell=22):
    for n in range(count):
        p.body.append(f'<rect x="{x + cell * n:g}" y="{y:g}" width="{cell - 2}" height="26" rx="2" fill="{color}"/>')
        p.text(x + cell * n + cell / 2 - 1, y + 18, str(n), "num")


def cut_through():
    loads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9]
    waits = measured_waits(loads)
    p = Idea("6-cut-through", "Storing costs the same at every load; waiting does not",
             "Left: a packet of six beats in, cut through a cycle later, stored five cycles after that. Right: the mean wait over "
             "load crosses the cost of storing, 15 cycles, between loads 0.57 and 0.58.")
    left, cell = 60, 22
    for y, what, shift, color in ((96, "in", 0, WIRE), (176, "out, cut-through: n cycles", 1, BLUE),
                                  (256, "out, store-and-forward: n - 1 more", 6, ORANGE)):
        p.text(left, y - 8, what, "small")
        beats(p, left + cell * shift, y, 6, color)
        p.line(f"M{left},{y + 32} H{left + 13 * cell}", GRID, 1.4, False)
    p.line(f"M{left + cell},{320} H{left + 6 * cell - 4}", ORANGE, 2)
    p.line(f"M{left + cell},{206} V{328}", SOFT, 1, False, "3 3")
    p.line(f"M{left + 6 * cell},{286} V{328}", SOFT, 1, False, "3 3")
    p.text(left, 350, "n - 1 cycles in every switch on the way", "", ORANGE)
    x0, x1, y0, y1 = 480, 860, 340, 80

    def at(load, wait):
        return x0 + (x1 - x0) * load, y0 - (y0 - y1) * (math.log10(max(wait, 0.5)) - math.log10(0.5)) / math.log10(400)

    for wait in (1, 10, 100):
        _, y = at(0, wait)
        p.line(f"M{x0},{y:g} H{x1}", GRID, 1, False)
        p.text(x0 - 8, y + 5, str(wait), "small end")
    for load in (0.2, 0.4, 0.6, 0.8, 1):
        p.text(at(load, 1)[0], y0 + 20, f"{load:g}", "small mid")
    p.line(f"M{x0},{y0} H{x1}", WIRE, 1.4, False)
    p.line(f"M{x0},{y1} V{y0}", WIRE, 1.4, False)
    p.text((x0 + x1) / 2, y0 + 42, "load (voq, 8 ports, packets of 16 beats)", "small mid")
    p.text(x0 - 4, y1 - 12, "cycles", "small")
    points = [at(load, wait) for load, wait in zip(loads, waits)]
    p.line("M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points), BLUE, 2.6, False)
    for x, y in points:
        p.body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{BLUE}"/>')
    y = at(0, 15)[1]
    p.line(f"M{x0},{y:g} H{x1}", ORANGE, 2.6, False)
    p.text(x0 + 10, y - 8, "storing: 15 cycles", "", ORANGE)
    p.text(at(0.28, 1)[0], at(0.3, 1.7)[1], "waiting", "", BLUE)
    below = max(n for n, wait in enumerate(waits) if wait < 15)
    part = (math.log(15) - math.log(waits[below])) / (math.log(waits[below + 1]) - math.log(waits[below]))
    x = at(loads[below] + part * (loads[below + 1] - loads[below]), 15)[0]
    p.line(f"M{x:.1f},{y:g} V{y0}", RED, 1.6, False, "4 3")
    p.text(x + 6, y0 - 12, "crossover", "", RED)
    p.write()


shared_buffers()
exchange()
verification()
cut_through()
