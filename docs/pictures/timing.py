#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws timing-*.svg: one packet of four beats through an empty switch of four ports, from input 0 to output 1.

Every value is from a trace of the RTL, by the command in the picture. Run in the checkout's top folder after ./lab build:
    python3 docs/pictures/timing.py
Needs fst2vcd (Debian: gtkwave). Not part of the build.
"""
import os
import subprocess
import tempfile

GOAL = "docs/pictures/one-packet.goal"
PROGRAM = "build/dev/xbarlab"
LEFT, STEP, ROW, TOP = 232, 52, 32, 64  # pixels
# The palette of lab.svg.
INK, SOFT, LINE, GRID, PAPER = "#1c2430", "#4a5563", "#5b6675", "#d5dae1", "#f7f8fa"
BEATS = ["#2f6fb5", "#2f8f5b", "#7a57b0", "#e08a1e"]

# A row: label, what is drawn (bit, number, beat), signal below TOP, and the bit or field of it.
S, M = "s_axis_%s", "m_axis_%s"
IN = [("bit", "tvalid", "s_axis_tvalid_i", 0), ("bit", "tready", "s_axis_tready_o", 0), ("beat", "beat", "s_axis_tdata_i", 0)]
OUT = [("bit", "tvalid", "m_axis_tvalid_o", 1), ("bit", "tready", "m_axis_tready_i", 1), ("beat", "beat", "m_axis_tdata_o", 1)]
MEMORY = [
    ("number", "whose turn it is", "u_switch.turn", (0, 2)),
    ("bit", "a word's write wave starts", "u_switch.write", 0),
    ("bit", "its read wave starts", "u_switch.read", 0),
    ("number", "beats in output stage 1", "u_switch.staged", (1, 4)),
]
PICTURES = {
    "input": ("", 8, [
        ("bit", "head of FIFO 0 bids", "bid", 0),
        ("bit", "output 1 grants", "gen_one_class.gen_output[1].u_arbiter.valid_o", 0),
        ("bit", "beat leaves FIFO 0", "pop", 0)]),
    "window": ("--window 4 ", 10, [
        ("bit", "matched", "match", 0),
        ("bit", "beat leaves the memory", "pop", 0),
        ("bit", "beat is in the crossbar", "u_transfer.moving_q", 1)]),
    "voq": ("", 10, [
        ("bit", "matched (iSLIP)", "match", 0),
        ("bit", "beat leaves the VOQ", "pop", 0),
        ("bit", "beat is in the crossbar", "u_transfer.moving_q", 1)]),
    "crosspoint": ("", 9, [
        ("bit", "input 0 sends from its VOQ", "popped", 0),
        ("bit", "beat at crosspoint (0, 1)", "arriving_q", 0),
        ("bit", "output 1 serves it", "gen_one_class.gen_output[1].u_arbiter.valid_o", 0)]),
    "output": ("", 14, MEMORY),
    "shared": ("", 14, MEMORY),
}


def load(path):
    """Names below TOP -> a list of (time, value) each."""
    text = subprocess.run(["fst2vcd", "-f", path], capture_output=True, text=True, check=True).stdout
    scope, ids, changes, now = [], {}, {}, 0
    for line in map(str.strip, text.splitlines()):
        word = line.split()
        if line.startswith("$scope"):
            scope.append(word[2])
        elif line.startswith("$upscope"):
            scope.pop()
        elif line.startswith("$var"):
            ids[".".join(scope[1:] + [word[4]])] = word[3]
        elif line.startswith("#"):
            now = int(line[1:])
        elif line.startswith("b"):
            changes.setdefault(word[1], []).append((now, int(word[0][1:], 2)))
        elif line[:1] in ("0", "1"):
            changes.setdefault(line[1:], []).append((now, int(line[0])))
    return {name: changes.get(i, []) for name, i in ids.items()}


class Trace:
    def __init__(self, path, module):
        self.signals, self.module = load(path), module

    def at(self, name, cycle):
        """The value that stands settled in a cycle (10 time units each, the rising edge at 5)."""
        history = self.signals.get(name, self.signals.get(f"{self.module}.{name}"))
        if history is None:
            raise SystemExit(f"{self.module}: no signal {name} in the trace")
        value = 0
        for time, new in history:
            if time > 10 * cycle + 4:
                break
            value = new
        return value

    def field(self, name, cycle, number, width):
        return self.at(name, cycle) >> (number * width) & ((1 << width) - 1)


def held(trace, cycle):
    """Beats in the switch: the sum of all queues' occupancies."""
    value, total = trace.at("occ_beats_o", cycle), 0
    while value:
        total, value = total + (value & 0xffffffff), value >> 32
    return total


def text(x, y, what, extra=""):
    return f'<text x="{x:g}" y="{y:g}" {extra}>{what}</text>'


def wave(values, y):
    """A line that is high where the value is 1; filled below, so that it is seen at a glance."""
    high, low, out, path = y - 18, y, [], ""
    for cycle, value in enumerate(values):
        x, level = LEFT + cycle * STEP, high if value else low
        if value:
            out.append(f'<rect x="{x}" y="{high}" width="{STEP}" height="{low - high}" fill="#c9dcf0"/>')
        path += f'{"L" if path else "M"}{x},{level} L{x + STEP},{level} '
    return out + [f'<path d="{path.strip()}" fill="none" stroke="{INK}" stroke-width="1.6"/>']


def draw(name, trace, cycles, rows, command):
    sent = [trace.field("s_axis_tdata_i", c, 0, 64) for c in range(cycles)
            if trace.at("s_axis_tvalid_i", c) & trace.at("s_axis_tready_o", c) & 1]
    assert len(sent) == 4 and len(set(sent)) == 4, (name, sent)
    groups = [("input 0", IN), ("in the switch", rows + [("held", "beats held", "", 0)]), ("output 1", OUT)]
    body, y, first, last = [], TOP, None, None
    for title, lines in groups:
        body.append(text(16, y + 14, title, 'class="head"'))
        y += 22
        for kind, label, signal, where in lines:
            y += ROW
            body.append(text(28, y - 3, label))
            if kind == "bit":
                body += wave([trace.at(signal, c) >> where & 1 for c in range(cycles)], y)
                continue
            for cycle in range(cycles):
                x, fill, shown = LEFT + cycle * STEP, None, None
                if kind == "beat":
                    side, port = (("s", 0) if signal.startswith("s") else ("m", 1))
                    moves = (trace.at(f"{side}_axis_tvalid_{'i' if side == 's' else 'o'}", cycle) &
                             trace.at(f"{side}_axis_tready_{'o' if side == 's' else 'i'}", cycle)) >> port & 1
                    if moves:
                        number = sent.index(trace.field(signal, cycle, port, 64))
                        fill, shown = BEATS[number], str(number)
                        if side == "s" and number == 0:
                            first = cycle
                        if side == "m" and number == 0:
                            last = cycle
                elif kind == "held":
                    shown = str(held(trace, cycle))
                else:
                    shown = str(trace.field(signal, cycle, *where))
                if fill:
                    body.append(f'<rect x="{x + 2}" y="{y - 20}" width="{STEP - 4}" height="22" rx="3" fill="{fill}"/>')
                if shown is not None:
                    style = f'style="fill:{INK if fill == BEATS[3] or not fill else "#ffffff"}"'
                    body.append(text(x + STEP / 2, y - 4, shown, f'class="num" {style}' if fill else 'class="mid"'))
        y += 14
    bottom = y
    right = LEFT + cycles * STEP
    width, height = right + 16, bottom + 74
    # The arrow: cycles from the first beat in to the first beat out.
    y = bottom + 14
    x0, x1 = LEFT + (first + .5) * STEP, LEFT + (last + .5) * STEP
    body.append(f'<path d="M{x0},{y - 6} V{y + 6} M{x0},{y} H{x1 - 1} M{x1},{y - 6} V{y + 6}" stroke="#c62f2f" '
                'stroke-width="1.6" fill="none"/>')
    latency = f'{last - first} cycle{"" if last - first == 1 else "s"} from first beat in to first beat out'
    body.append(text(x1 + 10, y + 4.5, latency, 'class="red"'))
    body.append(text(16, bottom + 44, "Traced from the RTL:", 'class="small"'))
    body.append(text(16, bottom + 62, command, 'class="code"'))
    width = max(width, round(16 + 6.7 * len(command)) + 16, round(x1 + 10 + 6.8 * len(latency)) + 16)
    grid = "".join(f'<path d="M{LEFT + c * STEP},{TOP - 8} V{bottom - 4}" stroke="{GRID}" stroke-width="1"/>' +
                   (text(LEFT + c * STEP + STEP / 2, TOP - 14, c, 'class="small mid"') if c < cycles else "")
                   for c in range(cycles + 1))
    title = f"The switch {name}: one packet of four beats, cut-through"
    return f'''<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Made by docs/pictures/timing.py -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" \
font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" role="img" aria-labelledby="title desc">
<title id="title">{title}</title>
<desc id="desc">A packet of four beats from input 0 to output 1 of an empty switch with four ports. {latency}.</desc>
<defs>
<style>
text {{ fill: {INK}; font-size: 13px; }}
.small {{ font-size: 12px; fill: {SOFT}; }}
.head {{ font-size: 14px; font-weight: bold; }}
.num {{ font-weight: bold; text-anchor: middle; }}
.mid {{ text-anchor: middle; }}
.red {{ fill: #b32626; }}
.code {{ font-family: 'DejaVu Sans Mono', 'Liberation Mono', monospace; font-size: 11px; fill: {SOFT}; }}
</style>
</defs>
<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10" fill="{PAPER}" stroke="{GRID}"/>
{text(16, 28, title, 'class="head"')}
{text(LEFT - 12, TOP - 14, "cycle", 'class="small" text-anchor="end"')}
{grid}
''' + "\n".join(body) + "\n</svg>\n"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        for name, (flags, cycles, rows) in PICTURES.items():
            switch = "input" if name == "window" else name
            what = f"run --switch {switch} {flags}--ports 4 --packet 4 --schedule {GOAL} --trace {name}.fst"
            path = os.path.join(scratch, name + ".fst")
            subprocess.run([PROGRAM] + what.replace(f"{name}.fst", path).split(), check=True, stdout=subprocess.DEVNULL)
            picture = draw(name, Trace(path, "xb_switch_" + name), cycles, rows, "./lab " + what)
            with open(f"docs/pictures/timing-{name}.svg", "w", encoding="utf-8") as out:
                out.write(picture)


if __name__ == "__main__":
    main()
