// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/window_picture.h"

#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/base/xml_text.h"
#include "waves/picture/packet_colours.h"
#include "waves/picture/page.h"

namespace xb {
namespace {

void check_limits(const TracedWindow& window, const PictureOptions& options) {
  if (window.cycles.empty())
    throw InputError("{}: the window has no cycles; allowed: 1 to {}", options.asked_by, kMostPictureCycles);
  if (window.cycles.size() > kMostPictureCycles)
    throw InputError("{}: a picture of {} cycles is not allowed; allowed: 1 to {}", options.asked_by,
                     window.cycles.size(), kMostPictureCycles);
  if (window.shape.ports > kMostPicturePorts)
    throw InputError("{}: a picture of {} ports is not allowed; allowed: up to {}", options.asked_by,
                     window.shape.ports, kMostPicturePorts);
}

std::string heading_of(const TracedWindow& window) {
  return fmt::format("switch {}, {} ports: cycles {} to {}", window.shape.name, window.shape.ports,
                     window.cycles.front().cycle, window.cycles.back().cycle);
}

std::string style(const PictureLayout& layout) {
  return fmt::format(
             "text{{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif;"
             "font-size:13px;fill:#1c2430}}\n"
             ".title{{font-size:20px;font-weight:600}}.look{{font-size:15px;fill:#8c1d18;font-weight:600}}\n"
             ".point,.label,.scale,.more,.tick{{font-family:ui-monospace,Consolas,Menlo,'DejaVu Sans "
             "Mono','Liberation Mono',monospace}}\n"
             ".point{{font-size:12px;fill:#4a5563}}.tick{{font-size:11px;fill:#4a5563;text-anchor:middle}}\n"
             ".caption{{font-weight:600}}.name{{text-anchor:end}}.group{{font-size:12px}}\n"
             ".scale{{font-size:10px;fill:#4a5563;text-anchor:end}}"
             ".more{{font-size:9px}}\n"
             ".label{{font-size:{}px;text-anchor:middle}}.light{{fill:#fff}}\n",
             layout.label_size) +
         ".label,.more,.caption{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}.halo,.more,."
         "caption{stroke:#fff}\n"
         ".grid{stroke:#eef0f3;fill:none}.grid.named{stroke:#d5dae1}.row{stroke:#d5dae1;fill:none}\n"
         ".beat,.head{stroke:#1c2430;stroke-width:.7}.beat.stalled,.beat.lost{stroke-width:1.2}"
         ".beat.lost{stroke-dasharray:3 2}\n"
         ".lane{fill:#f4f5f7}.queued{stroke:#1c2430;stroke-opacity:.4;stroke-width:.7}.occupancy{fill:none;"
         "stroke:#1c2430}\n"
         ".not-ready{fill:#4a5563}.unknown{fill:#d5dae1}\n"
         ".idle-work{fill:#fdecea;stroke-width:1.6;stroke-dasharray:4 2}\n"
         ".blocked,.hol,.pool,.could-go{fill:none;stroke:#1c2430}.blocked{stroke-width:1.6;"
         "stroke-dasharray:2 2}.hol{stroke-width:3.2}\n"
         ".pool{stroke-width:2.4;stroke-dasharray:7 3}.could-go{stroke-width:1.4;stroke-dasharray:3 2}\n"
         ".arrow,.arrow-ground{fill:none;stroke:#1c2430;stroke-width:1.5}"
         ".arrow{marker-end:url(#xb-tip);marker-start:url(#xb-tail)}"
         ".arrow.first{stroke:#8c1d18;stroke-width:2.6;marker-end:url(#xb-first-tip)}"
         ".arrow-ground{stroke:#fff;stroke-width:3.5;stroke-opacity:.7}\n"
         ".drop,.drop-ground{fill:none;stroke:#1c2430;stroke-width:2.6}.drop-ground{stroke:#fff;stroke-width:"
         "5}"
         "\n"
         ".look-band{fill:#fdf3d0}.look-line{stroke:#8c1d18;stroke-width:1.4;stroke-dasharray:5 "
         "4;fill:none}\n" +
         colour_style(layout.ports);
}

/// What arrows end and begin with.
std::string arrow_ends() {
  const auto tip = [](const char* id, const char* colour) {
    return fmt::format(
        "<marker id=\"{}\" markerWidth=\"9\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\" "
        "markerUnits=\"userSpaceOnUse\"><path d=\"M0,0.5L8,4L0,7.5z\" fill=\"{}\"/></marker>\n",
        id, colour);
  };
  return tip("xb-tip", "#1c2430") + tip("xb-first-tip", "#8c1d18") +
         "<marker id=\"xb-tail\" markerWidth=\"6\" markerHeight=\"6\" refX=\"3\" refY=\"3\" "
         "markerUnits=\"userSpaceOnUse\"><circle cx=\"3\" cy=\"3\" r=\"2.4\" fill=\"#1c2430\"/></marker>\n";
}

}  // namespace

std::string window_picture(const TracedWindow& window, const PictureOptions& options) {
  check_limits(window, options);
  const std::string heading = options.heading.empty() ? heading_of(window) : options.heading;
  const auto look = options.look ? options.look : first_look(window);
  const std::string sentence = look ? fmt::format("cycle {}: {}.", look->cycle, look->text) : "";
  const PictureLayout layout(window, heading, sentence);
  const QueueContents contents(window, layout.most_beats);
  const std::vector<HoldRun> holds = hold_runs(window, contents);

  Page page{window, layout, contents, holds, look};
  draw_head(page);
  draw_port_rows(page);
  draw_queues(page);
  draw_first_look(page);
  draw_holds(page);
  draw_drops(page);
  const double height = draw_legend(page) + PictureLayout::kMargin;
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
             Svg::number(layout.width), Svg::number(height), xml_text(heading), xml_text(sentence)) +
         "<defs>\n<style>\n" + style(layout) + "</style>\n" + arrow_ends() + colour_patterns(layout.ports) +
         "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + page.svg.elements() +
         page.labels.elements() + "</svg>\n";
}

}  // namespace xb
