// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "host/trace/line_trace.h"
#include "waves/picture/packet_colours.h"
#include "waves/picture/page.h"
#include "waves/picture/queue_contents.h"

namespace xb {
namespace {

void lane_names(Page& page) {
  const PictureLayout& at = page.layout;
  const QueuePlace place = page.window.shape.queues;
  const char* what = place == QueuePlace::Input    ? "queues of the inputs"
                     : place == QueuePlace::Output ? "queues of the outputs"
                                                   : "queues of each input, one per output";
  page.labels.text("caption", PictureLayout::kMargin, at.queues_top - 16,
                   fmt::format("{}: packets by destination, the head at the bottom; a lane is {} beat{} high",
                               what, at.most_beats, at.most_beats == 1 ? "" : "s"));
  for (const Lane& lane : at.lanes) {
    const double top = lane.bottom - at.lane_height;
    page.svg.box("lane", {at.left(), top, at.right() - at.left(), at.lane_height});
    if (place == QueuePlace::Pair) {
      const unsigned output = lane.queue % at.ports;
      page.svg.text("scale", at.left() - 8, lane.bottom - at.lane_height / 2 + 3.5,
                    fmt::format(">{}", output));
      if (output == 0)
        page.svg.text("group", PictureLayout::kMargin, top + 11, fmt::format("in {}", lane.queue / at.ports));
      continue;
    }
    page.svg.text("scale", at.left() - 8, top + 8, std::to_string(at.most_beats));
    page.svg.text("scale", at.left() - 8, lane.bottom, "0");
    page.svg.text("name", at.left() - 8, lane.bottom - at.lane_height / 2 + 5,
                  fmt::format("queue {}", lane.queue));
    if (at.strips) page.svg.text("scale", at.left() - 8, lane.bottom + PictureLayout::kStrip - 4, "head");
  }
}

Box box_of(const Page& page, const Band& band) {
  const double beat = page.layout.beat_height();
  return page.box(band.cycles, page.layout.lanes[band.queue].bottom - (band.below + band.beats) * beat,
                  band.beats * beat);
}

void name_band(Page& page, const Band& band) {
  const Box box = box_of(page, band);
  if (box.height < page.layout.label_size + 1) return;
  page.label(ink_class(band.packet.destination), box,
             {LineTrace::packet_text(band.packet),
              page.layout.strips ? fmt::format("#{}", band.packet.number)
                                 : fmt::format("{}#{}", band.packet.source, band.packet.number)});
}

/// Each packet is named once, at the level where it is longest; where strips name the heads, those are not.
void draw_bands(Page& page) {
  const auto longer = [](const Band* one, const Band& other) {
    return one->cycles.last - one->cycles.first >= other.cycles.last - other.cycles.first;
  };
  std::map<std::pair<unsigned, std::uint64_t>, const Band*> longest;  // by queue and packet
  const std::vector<Band> all = bands(page.window, page.contents, page.layout.most_beats);
  for (const Band& band : all) {
    page.svg.box(fmt::format("queued {}", colour_class('d', band.packet.destination)), box_of(page, band),
                 packet_attribute(band.packet), page.hint(band.packet, band.cycles));
    if (band.below == 0 && page.layout.strips) continue;
    const std::uint64_t packet = std::uint64_t{band.packet.source} << 40U |
                                 std::uint64_t{band.packet.destination} << 32U | band.packet.number;
    const Band*& best = longest[{band.queue, packet}];
    if (best == nullptr || !longer(best, band)) best = &band;
  }
  for (const auto& [packet, band] : longest) name_band(page, *band);
}

/// The beats that the switch shows, as a line; where they are more than a lane's, their number.
void occupancy(Page& page, const Lane& lane) {
  const PictureLayout& at = page.layout;
  std::string path;
  const bool pairs = page.window.shape.queues == QueuePlace::Pair;  // lanes that touch
  double label_end = 0;
  for (std::size_t c = 0; c < at.cycles; ++c) {
    const std::uint32_t beats = page.window.cycles[c].occ_beats[lane.queue];
    const double y = lane.bottom - std::min(beats, at.most_beats) * at.beat_height();
    path += fmt::format("{}{},{}H{}", c == 0 ? "M" : "L", Svg::number(at.x(c)), Svg::number(y),
                        Svg::number(at.x(c + 1)));
    if (beats <= at.most_beats || at.x(c) < label_end) continue;
    const std::string text = std::to_string(beats);
    const double end = at.x(c) + 2 + text_width(text.size() + 1, 9);
    if (end > at.right()) continue;
    page.labels.text("more", at.x(c) + 2, pairs ? y + 9 : y - 2, text);
    label_end = std::max(end, at.x(std::min(c + 5, at.cycles)));
  }
  page.svg.path("occupancy", path, fmt::format("data-queue=\"{}\"", lane.queue));
}

void strip(Page& page, const Lane& lane) {
  const auto head = [&](std::size_t c) -> const PacketId* {
    const auto& queue = page.contents.queue(c, lane.queue);
    return queue.empty() ? nullptr : &queue.front().packet;
  };
  for (std::size_t first = 0; first < page.layout.cycles;) {
    const PacketId* const packet = head(first);
    std::size_t last = first;
    while (packet != nullptr && last + 1 < page.layout.cycles && head(last + 1) != nullptr &&
           *head(last + 1) == *packet)
      ++last;
    if (packet != nullptr) {
      const Box box = page.box({first, last}, lane.bottom + 2, PictureLayout::kStrip - 3);
      page.svg.box("head " + colour_class('d', packet->destination),
                   {box.x + 0.5, box.y, box.width - 1, box.height}, packet_attribute(*packet),
                   page.hint(*packet, {first, last}));
      page.label(ink_class(packet->destination), box,
                 {LineTrace::packet_text(*packet), fmt::format("#{}", packet->number)});
    }
    first = last + 1;
  }
}

}  // namespace

void draw_queues(Page& page) {
  lane_names(page);
  draw_bands(page);
  for (const Lane& lane : page.layout.lanes) {
    if (page.layout.strips) strip(page, lane);
    occupancy(page, lane);
  }
}

}  // namespace xb
