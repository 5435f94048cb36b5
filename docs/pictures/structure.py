#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws switch-*.svg: what each switch consists of, in the style of lab.svg. Run in the checkout's top folder:
    python3 docs/pictures/structure.py
Not part of the build.
"""

INK, SOFT, WIRE, EDGE, GRID, PAPER, INSIDE = "#1c2430", "#4a5563", "#5b6675", "#8a95a3", "#d5dae1", "#f7f8fa", "#eef2f7"
PORT = ["#2f6fb5", "#2f8f5b", "#e08a1e", "#7a57b0"]  # a packet has the colour of its output
WIDTH = 900


class Picture:
    def __init__(self, name, title, description, height):
        self.name, self.title, self.description, self.height, self.body = name, title, description, height, []
        self.text(450, 30, title, "head mid")

    def add(self, *what):
        self.body += what

    def text(self, x, y, what, kind="", color=""):
        style = f' style="fill:{color}"' if color else ""
        self.add(f'<text x="{x:g}" y="{y:g}" class="{kind}"{style}>{what}</text>')

    def box(self, x, y, w, h, fill="#ffffff", stroke=EDGE, rx=5, extra=""):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{rx}" fill="{fill}" stroke="{stroke}" '
                 f'stroke-width="1.2" {extra}/>')

    def line(self, path, color=WIRE, width=1.4, arrow=True, extra=""):
        end = ' marker-end="url(#arrow)"' if arrow and color == WIRE else ""
        self.add(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"{end} {extra}/>')

    def packet(self, x, y, output, w=20, h=24):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{w}" height="{h}" rx="2" fill="{PORT[output]}"/>')
        if h >= 16:
            self.text(x + w / 2, y + h / 2 + 4.5, output, "num", INK if output == 2 else "#ffffff")

    def fifo(self, x, y, packets, places=5):
        """Packets from the head, which is at the right end."""
        self.box(x, y, 24 * places, 28, stroke=WIRE, rx=0)
        for n, output in enumerate(packets):
            self.packet(x + 24 * places - 22 - 24 * n, y + 2, output)

    def voqs(self, x, y, fill):
        """A queue per output in one memory; fill: packets in each."""
        self.box(x, y, 84, 52, stroke=WIRE, rx=0)
        for output, count in enumerate(fill):
            for n in range(count):
                self.packet(x + 84 - 14 - 13 * n, y + 3 + 12 * output, output, 11, 10)

    def inputs(self, ys, to, label="input"):
        for n, y in enumerate(ys):
            self.text(30, y + 4.5, f"{label} {n}")
            self.line(f"M84,{y} H{to - 2}")

    def outputs(self, ys, begin):
        for n, y in enumerate(ys):
            self.line(f"M{begin},{y} H812")
            self.text(820, y + 4.5, f"output {n}")

    def frame(self, y, h):
        self.add(f'<rect x="112" y="{y}" width="672" height="{h}" rx="8" fill="{INSIDE}" stroke="{WIRE}" stroke-width="1.4"/>')

    def facts(self, *lines):
        for n, what in enumerate(lines):
            self.text(450, self.height - 18 * (len(lines) - n) + 4, what, "small mid")

    def write(self):
        head = f'''<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Made by docs/pictures/structure.py -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" height="{self.height}" \
font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" role="img" aria-labelledby="title desc">
<title id="title">{self.title}</title>
<desc id="desc">{self.description}</desc>
<defs>
<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path \
d="M0,0.6 L7.4,4 L0,7.4 z" fill="{WIRE}"/></marker>
<style>
text {{ fill: {INK}; font-size: 13px; }}
.small {{ font-size: 12px; fill: {SOFT}; }}
.head {{ font-size: 14px; font-weight: bold; }}
.num {{ font-size: 13px; font-weight: bold; text-anchor: middle; }}
.mid {{ text-anchor: middle; }}
.red {{ fill: #b32626; }}
</style>
</defs>
<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{self.height - 1}" rx="10" fill="{PAPER}" stroke="{GRID}"/>
'''
        with open(f"docs/pictures/switch-{self.name}.svg", "w", encoding="utf-8") as out:
            out.write(head + "\n".join(self.body) + "\n</svg>\n")


def crossing(p, x0, x1, ys, pairs):
    """Lines of a crossbar between x0 and x1: (input, output)."""
    for i, j in pairs:
        p.line(f"M{x0 - 58},{ys[i]} H{x0} L{x1},{ys[j]} H{x1 + 34}", PORT[j], 3)


def input_switch():
    p = Picture("input", "input: one FIFO per input",
                "Four FIFOs, a crossbar and an arbiter per output. The head of FIFO 0 waits for output 0, which serves input 1; "
                "the packet behind it, for the idle output 2, cannot pass: head-of-line blocking.", 420)
    ys = [116, 172, 228, 284]
    p.frame(54, 288)
    p.inputs(ys, 162)
    p.box(400, 90, 130, 220)
    for y, packets in zip(ys, [[0, 2, 1], [0, 3], [1, 3, 0], [3]]):
        p.fifo(162, y - 14, packets, 6)
    p.line("M306,116 H390", "#c62f2f", 3, extra='stroke-dasharray="6 4"')
    p.line("M394,107 V125", "#c62f2f", 4)
    crossing(p, 400, 530, ys, [(1, 0), (2, 1), (3, 3)])
    p.line(f"M530,{ys[2]} H564", EDGE, 1.6, extra='stroke-dasharray="4 4"')
    for n, y in enumerate(ys):
        p.line(f"M306,{y} H342", PORT[[0, 0, 1, 3][n]] if n else "#c62f2f", 3, extra='stroke-dasharray="6 4"' if n == 0 else "")
        p.box(564, y - 18, 130, 36)
        p.text(629, y + 4.5, f"arbiter {n}", "mid")
    p.outputs(ys, 694)
    p.text(162, 82, "blocked head: output 0 serves input 1; the 2 behind it cannot pass", "red")
    p.text(748, ys[2] - 8, "idle", "mid red")
    for x, what in ((234, "FIFOs (xb_input_queue)"), (465, "crossbar"), (629, "xb_packet_arbiter")):
        p.text(x, 331, what, "small mid")
    p.facts("latency 1 cycle (cut-through); capacity: depth beats per input, nothing elsewhere",
            "an output's arbiter grants whole packets: round robin, random, oldest or by weight")
    p.write()


def window_switch():
    p = Picture("window", "input with a window: the first w packets of a FIFO may bid",
                "Four FIFOs of which the first three packets may bid, a matcher, a crossbar and a short queue per output.", 480)
    ys = [112, 168, 224, 280]
    p.frame(54, 348)
    p.inputs(ys, 162)
    p.box(420, 86, 110, 220)
    for y, packets in zip(ys, [[0, 2, 1, 1], [0, 3], [1, 3, 0, 2, 2], [3]]):
        p.fifo(162, y - 14, packets, 6)
        p.box(162 + 72, y - 17, 73, 34, "none", "#c62f2f", 2, 'stroke-dasharray="4 3"')
    p.text(270, 84, "window, w = 3", "mid red")
    for (i, j) in [(0, 2), (1, 0), (2, 1), (3, 3)]:
        p.line(f"M308,{ys[i]} H420 L530,{ys[j]} H574", PORT[j], 3)
    for n, y in enumerate(ys):
        p.box(574, y - 14, 72, 28, stroke=WIRE, rx=0)
        p.packet(622, y - 12, n)
    p.outputs(ys, 646)
    p.box(162, 336, 484, 36)
    p.text(404, 358.5, "xb_window_matcher: w rounds of bids and picks, in one cycle", "mid")
    p.line("M250,298 V334", extra='stroke-dasharray="5 4"')
    p.line("M475,336 V308", extra='stroke-dasharray="5 4"')
    p.text(258, 322, "bids", "small")
    p.text(483, 326, "match", "small")
    p.text(610, 326, "3 beats each", "small mid")
    p.text(234, 390, "xb_voq_input, xb_order_window", "small mid")
    p.text(540, 390, "xb_voq_transfer", "small mid")
    p.facts("latency 3 cycles (cut-through); capacity: depth beats per input, 3 beats per output for what is on its way",
            "input 0 sends its second packet, since output 0 serves input 1: a larger window, less head-of-line blocking")
    p.write()


def voq_switch():
    p = Picture("voq", "voq: a queue per input and output",
                "Each input keeps a queue per output in one memory. A matcher pairs inputs with outputs each cycle; a crossbar "
                "carries the beats to a queue per output.", 520)
    ys = [112, 176, 240, 304]
    p.frame(54, 388)
    p.inputs(ys, 176)
    p.box(400, 82, 130, 250)
    for y, fill in zip(ys, [(2, 0, 3, 1), (1, 2, 0, 0), (0, 3, 0, 2), (2, 0, 1, 4)]):
        p.voqs(176, y - 26, fill)
    for (i, j) in [(0, 2), (1, 0), (2, 1), (3, 3)]:
        p.line(f"M260,{ys[i]} H400 L530,{ys[j]} H574", PORT[j], 3)
    for n, y in enumerate(ys):
        p.box(574, y - 14, 96, 28, stroke=WIRE, rx=0)
        p.packet(646, y - 12, n)
    p.outputs(ys, 670)
    p.box(176, 364, 494, 40)
    p.text(423, 388.5, "xb_voq_matcher: iSLIP, PIM or RRM, 1 to 4 rounds, in one cycle", "mid")
    p.line("M218,330 V362", extra='stroke-dasharray="5 4"')
    p.line("M465,364 V334", extra='stroke-dasharray="5 4"')
    p.text(226, 352, "requests", "small")
    p.text(473, 352, "match", "small")
    p.text(622, 336, "output queues", "small mid")
    p.text(218, 430, "xb_voq_input", "small mid")
    p.text(465, 430, "xb_crossbar", "small mid")
    p.text(622, 430, "xb_voq_transfer", "small mid")
    p.facts("latency 3 cycles (cut-through): matched and popped, through the crossbar, offered",
            "capacity: depth beats per input for all of its queues together, and a queue per output",
            "no head-of-line blocking; what is lost is what the matching misses")
    p.write()


def crosspoint_switch():
    p = Picture("crosspoint", "crosspoint: virtual output queues, and a small buffer at every crosspoint",
                "Each input sends from its queues to the crosspoints of its row, each output takes from the crosspoints of its "
                "column; both decide by themselves.", 560)
    ys, xs = [110, 174, 238, 302], [424, 504, 584, 664]
    p.frame(50, 400)
    p.inputs(ys, 148)
    held = [[1, 0, 0, 1], [0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]
    for i, (y, fill) in enumerate(zip(ys, [(2, 0, 3, 1), (1, 2, 0, 0), (0, 3, 0, 2), (2, 0, 1, 4)])):
        p.voqs(148, y - 26, fill)
        p.line(f"M232,{y} H268")
        p.box(270, y - 18, 96, 36)
        p.text(318, y + 4.5, f"input {i}: RR", "mid")
        p.line(f"M366,{y} H{xs[3]}", arrow=False)
    for j, x in enumerate(xs):
        p.line(f"M{x + 20},{ys[0]} V372")
        for i, y in enumerate(ys):
            p.line(f"M{x - 4},{y} H{x - 2}", arrow=False)
            p.box(x - 2, y - 14, 44, 28, stroke=WIRE, rx=2)
            if held[i][j]:
                p.packet(x + 10, y - 12, j)
        p.box(x - 16, 374, 72, 36)
        p.text(x + 20, 396.5, f"RR {j}", "mid")
        p.line(f"M{x + 20},410 V466")
        p.text(x + 20, 484, f"output {j}", "mid")
    p.text(190, 350, "xb_voq_input", "small mid")
    p.text(318, 350, "xb_crosspoint_inputs", "small mid")
    p.text(340, 396.5, "xb_packet_arbiter", "small mid")
    p.text(554, 78, "xb_crosspoints: N x N buffers of a few packets", "small mid")
    p.facts("latency 2 cycles (cut-through); capacity: depth beats per input, crosspoint-depth packets per crosspoint",
            "inputs and outputs decide by themselves, each by a round robin (RR), without a central matching")
    p.write()


def memory_switch(name, title, description, own):
    p = Picture(name, title, description, 570)
    ys = [112, 164, 216, 268]
    p.frame(50, 434)
    p.inputs(ys, 134)
    p.box(258, 82, 62, 218)
    p.box(580, 82, 62, 218)
    for x in (289, 611):
        p.text(x, 196, "rotate", "mid")
    for n, y in enumerate(ys):
        p.box(134, y - 18, 88, 36)
        p.text(178, y + 4.5, f"stage {n}", "mid")
        p.line(f"M222,{y} H256")
        p.line(f"M642,{y} H676")
        p.box(678, y - 18, 88, 36)
        p.text(722, y + 4.5, f"stage {n}", "mid")
        p.line(f"M766,{y} H812")
        p.text(820, y + 4.5, f"output {n}")
        x = 352 + 50 * n
        p.box(x, 88, 46, 206, stroke=WIRE, rx=0)
        p.text(x + 23, 312, f"bank {n}", "small mid")
    p.line("M320,190 H348")
    p.line("M550,190 H578")
    for row, (output, width) in enumerate([(1, 4), (0, 4), (1, 2), (3, 4), (0, 3), (1, 4), (2, 1)]):
        for n in range(width):
            p.packet(355 + 50 * n, 93 + 28 * row, output, 40, 22)
    p.text(178, 312, "input turns", "small mid")
    p.text(722, 312, "output turns", "small mid")
    p.text(450, 74, "xb_wave_memory: a row is a word, a bank a RAM with one write and one read a cycle", "small mid")
    counts = [2, 3, 1, 1]
    if own:
        for n, count in enumerate(counts):
            x = 164 + 146 * n
            p.box(x, 354, 134, 32, stroke=WIRE, rx=0)
            for k in range(count):
                p.packet(x + 108 - 26 * k, 358, n, 22)
            p.text(x + 67, 346, f"queue of output {n}", "small mid")
            p.text(x + 67, 404, "depth beats of its own", "small mid")
    else:
        p.box(164, 334, 572, 76, "none", "#c62f2f", 6, 'stroke-dasharray="5 4"')
        for n, count in enumerate(counts):
            x = 178 + 140 * n
            p.box(x, 358, 124, 32, stroke=WIRE, rx=0)
            for k in range(count):
                p.packet(x + 98 - 26 * k, 362, n, 22)
            p.text(x + 62, 351, f"queue of output {n}", "small mid")
        p.text(450, 405, "depth beats for all together: complete sharing, partition or dynamic threshold", "mid red")
    p.box(164, 428, 572, 38)
    p.text(450, 451.5, "xb_admission: who gets a word; xb_packet_lists: packets and queues", "mid")
    p.facts("cut-through by words of 2N beats: latency min(L, 2N) + wait for the input's turn + wait for the output's turn + 2",
            "in cycle c, input and output c modulo N have their turn; a wave moves a word, bank after bank",
            "packets wait at their output: as long as there is memory, nothing blocks")
    p.write()


input_switch()
window_switch()
voq_switch()
crosspoint_switch()
memory_switch("output", "output: a queue per output, each with memory of its own",
              "A pipelined memory of four banks that ports visit in turn; a queue per output with a share of its own.", True)
memory_switch("shared", "shared: a queue per output, all in one memory",
              "A pipelined memory of four banks that ports visit in turn; the queues of all outputs share it.", False)
