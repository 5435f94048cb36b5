#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws labs/3-shared-buffers/idea.svg and labs/4-exchange/idea.svg. Run in the checkout's top folder:
    python3 docs/pictures/labs.py
Not part of the build.
"""

INK, SOFT, PAPER = "#1c2430", "#4a5563", "#f7f8fa"
QUEUE, FREE, GOOD, BAD = "#e08a1e", "#cfe0f1", "#2e7d4f", "#b3382c"


def page(width, height, title):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img">',
            f"<title>{title}</title>",
            "<style>text{font-family:system-ui,sans-serif;font-size:15px;fill:#1c2430}"
            ".small{font-size:13px;fill:#4a5563}.head{font-size:19px;font-weight:600}</style>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>']


def box(x, y, width, height, fill):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def text(x, y, words, anchor="middle", kind="", fill=INK):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}" style="fill:{fill}">{words}</text>'


def line(x1, x2, y, colour):
    return f'<path d="M{x1} {y:.1f}H{x2}" stroke="{colour}" stroke-width="2" stroke-dasharray="7 4" fill="none"/>'


def shared_buffers():
    memory, incast, bystanders = 128, 56, 35
    left, top, height, step, width = 60, 70, 256, 84, 60
    out = page(900, 430, "One threshold between two losses")
    title = "One overloaded queue takes alpha B / (1 + alpha) and leaves B / (1 + alpha)"
    out.append(text(450, 34, title, kind="head"))
    right = left + 7 * step
    for n, (name, alpha) in enumerate([("1/8", 1 / 8), ("1/4", 1 / 4), ("1/2", 1 / 2), ("1", 1), ("2", 2), ("4", 4),
                                       ("8", 8)]):
        x = left + n * step + (step - width) / 2
        queue = memory * alpha / (1 + alpha)
        cut = top + height * (1 - queue / memory)
        out += [box(x, top, width, cut - top, FREE), box(x, cut, width, top + height - cut, QUEUE)]
        out.append(text(x + width / 2, top + height + 22, f"alpha {name}"))
        fits, fair = queue >= incast, memory - queue >= bystanders
        verdict = "passes" if fits and fair else "burst lost" if fair else "starves"
        out.append(text(x + width / 2, top + height + 44, verdict, fill=GOOD if fits and fair else BAD))
    burst, room = top + height * (1 - incast / memory), top + height * bystanders / memory
    out += [line(left, right, burst, INK), line(left, right, room, INK)]
    for y, words, more in ((burst, "a burst needs a queue", "of 56: orange reaches it"),
                           (room, "the others need", "35: blue reaches it")):
        out += [text(right + 8, y - 2, words, "start"), text(right + 8, y + 16, more, "start", "small", SOFT)]
    out.append(text(left, top + height + 78, "Memory of 128 packets: orange, the queue of one overloaded output; blue, "
                    "what is free for all others.", "start", "small", SOFT))
    return out + ["</svg>"]


def exchange():
    """Completion [cycles] of each order, measured: together, and the longest of seeds 1 to 10 with start-skew 0.2."""
    measured = (("shift", 1799, 2738), ("pairwise", 1799, 3685), ("shuffle", 1793, 2436))
    left, top, scale = 130, 70, 0.19
    out = page(900, 330, "Three orders, together and apart")
    out.append(text(450, 34, "Three orders of a complete exchange: alike together, not alike under skew", kind="head"))
    for n, (name, together, apart) in enumerate(measured):
        y = top + 70 * n
        out.append(text(left - 12, y + 32, name, "end"))
        for row, (cycles, colour) in enumerate(((together, FREE), (apart, QUEUE))):
            out.append(box(left, y + 26 * row, cycles * scale, 22, colour))
            out.append(text(left + cycles * scale + 6, y + 26 * row + 16, f"{cycles}", "start", "small", SOFT))
    x, bottom = left + 2380 * scale, top + 3 * 70 - 10
    out.append(f'<path d="M{x:.1f} {top - 12}V{bottom}" stroke="{GOOD}" stroke-width="2" stroke-dasharray="7 4"/>')
    out.append(text(x, bottom + 18, "asked of your own order: 2380", fill=GOOD))
    out.append(text(30, bottom + 44, "Cycles. Blue: all ranks start together. Orange: within a fifth of the time, the "
                    "longest of ten runs.", "start", "small", SOFT))
    return out + ["</svg>"]


def main():
    for name, picture in (("3-shared-buffers", shared_buffers()), ("4-exchange", exchange())):
        with open(f"labs/{name}/idea.svg", "w", encoding="utf-8") as file:
            file.write("\n".join(picture) + "\n")


main()
