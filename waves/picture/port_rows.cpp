// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/trace/line_trace.h"
#include "waves/picture/packet_colours.h"
#include "waves/picture/page.h"
#include "waves/picture/port_runs.h"
#include "waves/picture/queue_contents.h"

namespace xb {
namespace {

/// Where the input's head is drawn: the strip of its queue, or what the input is offered.
Box head_box(const Page& page, const HoldRun& run) {
  const PictureLayout& at = page.layout;
  const bool strip = at.strips && run.hold != Hold::Pool;
  const double top =
      strip ? at.lanes[run.input].bottom + 1.5 : at.in_row(run.input) + PictureLayout::kOverBar - 1;
  return page.box(run.cycles, top, strip ? PictureLayout::kStrip - 2 : PictureLayout::kBar + 2);
}

std::string attributes(const HoldRun& run) {
  std::string text = fmt::format("data-input=\"{}\" data-output=\"{}\"", run.input, run.output);
  if (run.head) text += " " + packet_attribute(*run.head);
  return text;
}

std::string hint(const HoldRun& run) {
  if (run.hold == Hold::Pool)
    return fmt::format("input {} is kept out: the memory is full, most of it for output {}", run.input,
                       run.output);
  if (run.hold == Hold::HigherClass)
    return fmt::format("a higher class holds a packet of input {}", run.input);
  std::string text = fmt::format("input {}'s head waits for output {}", run.input, run.output);
  if (run.blocker) text += ", which shows " + LineTrace::packet_text(*run.blocker);
  if (run.hold == Hold::HeadOfLine) text += "; packets for idle outputs are behind it";
  return text;
}

void outline(Page& page, const HoldRun& run) {
  const Box box = head_box(page, run);
  const char* what = run.hold == Hold::HeadOfLine ? "hol" : run.hold == Hold::Pool ? "pool" : "blocked";
  page.svg.box(what, {box.x + 1, box.y, box.width - 2, box.height}, attributes(run), hint(run));
}

/// Packets that an idle output could have had.
void could_go(Page& page, const HoldRun& run, const std::vector<Band>& all) {
  const PictureLayout& at = page.layout;
  for (const PacketId& packet : run.could_go) {
    for (const Band& band : all) {
      if (band.packet != packet || band.cycles.last < run.cycles.first || band.cycles.first > run.cycles.last)
        continue;
      const Span both{std::max(band.cycles.first, run.cycles.first),
                      std::min(band.cycles.last, run.cycles.last)};
      const double beat = at.beat_height();
      const Box box =
          page.box(both, at.lanes[band.queue].bottom - (band.below + band.beats) * beat, band.beats * beat);
      page.svg.box("could-go", {box.x + 1, box.y + 0.8, box.width - 2, box.height - 1.6},
                   packet_attribute(packet));
    }
  }
}

/// From the head to the packet that the output shows, each input in a part of the cycle of its own.
void arrow(Page& page, const HoldRun& run, bool first) {
  const PictureLayout& at = page.layout;
  const Box head = head_box(page, run);
  const double x = at.x(run.cycles.first) + at.cycle_width * (run.input + 0.5) / at.ports;
  const bool up = at.strips;
  const double from = up ? head.y : head.y + head.height;
  const double bar = at.out_row(run.output) + PictureLayout::kOverBar;
  const double to = up ? bar + PictureLayout::kBar : bar;
  const std::string line = fmt::format("M{0},{1}V{2}", Svg::number(x), Svg::number(from), Svg::number(to));
  std::string more = attributes(run);
  if (run.blocker) more += " " + packet_attribute(*run.blocker, "data-blocker");
  page.svg.path("arrow-ground", line);
  page.svg.path(first ? "arrow first" : "arrow", line, more);
}

bool same_but_behind(const HoldRun& run, const HoldRun& next) {
  return run.input == next.input && run.hold == next.hold && run.output == next.output &&
         run.head == next.head && run.blocker == next.blocker && run.cycles.last + 1 == next.cycles.first;
}

}  // namespace

void draw_holds(Page& page) {
  const std::vector<Band> all = bands(page.window, page.contents, page.layout.most_beats);
  std::vector<HoldRun> runs;  // whatever is behind the head
  for (const HoldRun& run : page.holds) {
    could_go(page, run, all);
    if (!runs.empty() && same_but_behind(runs.back(), run))
      runs.back().cycles.last = run.cycles.last;
    else
      runs.push_back(run);
  }
  for (const HoldRun& run : runs) outline(page, run);
  bool shown = false;  // the one that the sentence at the top speaks of
  for (const HoldRun& run : runs) {
    if (run.hold != Hold::HeadOfLine || run.output >= page.layout.ports) continue;
    const bool first = !shown && page.look &&
                       page.window.cycles[run.cycles.first].cycle <= page.look->cycle &&
                       page.look->cycle <= page.window.cycles[run.cycles.last].cycle;
    shown |= first;
    arrow(page, run, first);
  }
}

void draw_drops(Page& page) {
  const PictureLayout& at = page.layout;
  for (const DropMark& mark : drop_marks(page.window)) {
    const double x = at.x(mark.cycle) + at.cycle_width / 2;
    const double y =
        mark.input ? at.in_row(*mark.input) + 4.5 : at.lanes[mark.queue].bottom - at.lane_height - 2;
    const double half = std::min(4.5, at.cycle_width / 2);
    const std::string cross =
        fmt::format("M{0},{1}L{2},{3}M{0},{3}L{2},{1}", Svg::number(x - half), Svg::number(y - half),
                    Svg::number(x + half), Svg::number(y + half));
    page.svg.path("drop-ground", cross);
    page.svg.path("drop", cross, mark.packet ? packet_attribute(*mark.packet) : "");
  }
}

namespace {

constexpr double kOverBar = PictureLayout::kOverBar;
constexpr double kNotReady = 3.5;  // height of the line

void draw_run(Page& page, const PortRun& run, Side side, bool with_label) {
  const bool in = side == Side::In;
  const double row = in ? page.layout.in_row(run.port) : page.layout.out_row(run.port);
  const Box box = page.box(run.cycles, row + kOverBar, PictureLayout::kBar);
  const bool lost = in && page.contents.is_discarded(run.packet);
  const unsigned destination = run.packet.destination;
  page.svg.box(
      fmt::format("beat {}{}{} {}", in ? "in" : "out", run.moved ? "" : " stalled", lost ? " lost" : "",
                  colour_class(!run.moved ? 's'
                               : lost     ? 'l'
                                          : 'd',
                               destination)),
      {box.x + 0.5, box.y, box.width - 1, box.height}, packet_attribute(run.packet),
      page.hint(run.packet, run.cycles));
  if (!with_label) return;
  const std::string full = LineTrace::packet_text(run.packet);
  const std::string brief =
      in ? fmt::format("#{}", run.packet.number) : fmt::format("{}#{}", run.packet.source, run.packet.number);
  page.label(run.moved && !lost ? ink_class(destination) : "label halo", box, {full, brief});
}

/// Runs of one packet that touch have one label, in the longest of those in which its beats move.
void draw_runs(Page& page, const std::vector<PortRun>& runs, Side side) {
  const auto cycles = [](const PortRun& run) { return run.cycles.last - run.cycles.first + 1; };
  for (std::size_t first = 0; first < runs.size();) {
    std::size_t end = first + 1;
    std::size_t best = first;
    while (end < runs.size() && runs[end].port == runs[first].port &&
           runs[end].packet == runs[first].packet &&
           runs[end].cycles.first == runs[end - 1].cycles.last + 1) {
      const bool better =
          runs[end].moved == runs[best].moved ? cycles(runs[end]) > cycles(runs[best]) : runs[end].moved;
      if (better) best = end;
      ++end;
    }
    for (std::size_t r = first; r < end; ++r) draw_run(page, runs[r], side, r == best);
    first = end;
  }
}

void row_names(Page& page) {
  const PictureLayout& at = page.layout;
  page.labels.text("caption", PictureLayout::kMargin, at.in_top - 8, "inputs: beats that move in");
  page.labels.text("caption", PictureLayout::kMargin, at.out_top - 8, "outputs: beats that move out");
  for (unsigned port = 0; port < at.ports; ++port) {
    for (const double top : {at.in_row(port), at.out_row(port)}) {
      const double middle = top + kOverBar + PictureLayout::kBar / 2;
      page.svg.path("row", fmt::format("M{},{}H{}", Svg::number(at.left()), Svg::number(middle),
                                       Svg::number(at.right())));
      page.svg.text("name", at.left() - 8, middle + 4.5,
                    fmt::format("{} {}", top == at.in_row(port) ? "in" : "out", port));
    }
  }
}

void not_ready(Page& page, unsigned port) {
  const auto found = spans(page.window.cycles.size(), [&](std::size_t c) {
    const PortCycle& cycle = page.window.cycles[c];
    return cycle.inputs_known && (cycle.m_tready & bit(port)) == 0;
  });
  for (const Span& one : found)
    page.svg.box("not-ready", page.box(one, page.layout.out_row(port) + 2, kNotReady));
}

void idle_with_work(Page& page, unsigned port) {
  const auto found = spans(page.window.cycles.size() - 1, [&](std::size_t c) {
    return (page.window.cycles[c + 1].idle_with_work & bit(port)) != 0;
  });
  for (const Span& one : found) {
    const Box box = page.box(one, page.layout.out_row(port) + kOverBar + 1, PictureLayout::kBar - 2);
    page.svg.box("idle-work " + colour_class('e', port), {box.x + 1.5, box.y, box.width - 3, box.height});
    page.label("label halo", box, {"idle"});
  }
}

}  // namespace

void draw_port_rows(Page& page) {
  row_names(page);
  const std::size_t end = page.window.cycles.size() - 1;
  for (unsigned port = 0; port < page.layout.ports; ++port) {
    if (!page.window.cycles.back().inputs_known) {  // the run ended there
      for (const double top : {page.layout.in_row(port), page.layout.out_row(port)})
        page.svg.box("unknown", page.box({end, end}, top + kOverBar, PictureLayout::kBar));
    }
    idle_with_work(page, port);
  }
  draw_runs(page, port_runs(page.window, Side::In), Side::In);
  draw_runs(page, port_runs(page.window, Side::Out), Side::Out);
  for (unsigned port = 0; port < page.layout.ports; ++port) not_ready(page, port);
}

}  // namespace xb
