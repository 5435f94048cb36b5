#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws labs/3-shared-buffers/idea.svg. Run in the checkout's top folder:
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


def main():
    with open("labs/3-shared-buffers/idea.svg", "w", encoding="utf-8") as file:
        file.write("\n".join(shared_buffers()) + "\n")


main()
