// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/trace/line_trace.h"
#include "waves/picture/packet_colours.h"
#include "waves/picture/page.h"
#include "waves/picture/port_runs.h"

namespace xb {
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
