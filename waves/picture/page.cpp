// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/page.h"

#include <fmt/format.h>

#include "host/base/xml_text.h"
#include "host/trace/line_trace.h"

namespace xb {

void Page::label(const std::string& classes, const Box& box, const std::vector<std::string>& texts) {
  constexpr double kAround = 3;
  for (const std::string& text : texts) {
    if (text_width(text.size(), layout.label_size) + kAround > box.width) continue;
    labels.text(classes, box.x + box.width / 2, box.y + box.height / 2 + 0.35 * layout.label_size, text);
    return;
  }
}

std::string Page::hint(const PacketId& packet, const Span& cycles) const {
  const std::uint64_t first = window.cycles[cycles.first].cycle;
  const std::uint64_t last = window.cycles[cycles.last].cycle;
  const std::string name = LineTrace::packet_text(packet);
  return first == last ? fmt::format("{} in cycle {}", name, first)
                       : fmt::format("{} in cycles {} to {}", name, first, last);
}

std::string packet_attribute(const PacketId& packet, const std::string& name) {
  return name + "=\"" + xml_text(LineTrace::packet_text(packet)) + '"';
}

}  // namespace xb
