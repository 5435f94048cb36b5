// SPDX-License-Identifier: Apache-2.0
#include "waves/write/save_lines.h"

#include <fmt/format.h>

namespace xb {
namespace {

// Bits of a line's flags, as GTKWave's analyzer.h has them.
constexpr std::uint64_t kHex = 0x2, kDecimal = 0x4, kBinary = 0x8, kRight = 0x20, kBlank = 0x200,
                        kAscii = 0x800, kCollapsed = 0x1000, kAnalogStep = 0x8000, kAnalogStretch = 0x20000,
                        kClosed = 0x400000, kGroupBegin = 0x800000, kGroupEnd = 0x1000000,
                        kNames = 0x100000000;
constexpr unsigned kLevelLines = 2;  // besides its own

std::uint64_t flags_of(Look look) {
  switch (look) {
    case Look::Hex:
      return kHex;
    case Look::Decimal:
      return kDecimal;
    case Look::Level:
      return kDecimal | kAnalogStep;
    case Look::Names:
      return kBinary | kNames;
    case Look::Text:
      return kAscii;
    default:
      return kBinary;
  }
}

}  // namespace

void SaveLines::open_group(const std::string& name, bool open) {
  groups_.push_back({name, open});
  text_ += fmt::format("@{:x}\n-{}\n", kGroupBegin | kBlank | (open ? 0 : kClosed), name);
}

void SaveLines::close_group() {
  text_ += fmt::format("@{:x}\n-{}\n", kGroupEnd | kBlank | (groups_.back().open ? 0 : kClosed | kCollapsed),
                       groups_.back().name);
  groups_.pop_back();
}

void SaveLines::add(const SaveLine& line) {
  SaveLine named = line;
  if (named.name.empty()) named.name = line.signal.substr(line.signal.rfind('.') + 1);
  for (const std::string& model : models_) {
    SaveLine of_model = named;
    if (models_.size() > 1) of_model.name = model.substr(0, model.find('.')) + " " + named.name;
    add_single(model + "." + line.signal, of_model);
  }
}

void SaveLines::add_single(const std::string& path, const SaveLine& line) {
  text_ += fmt::format("@{:x}\n", flags_of(line.look) | kRight);
  if (line.colour != Colour::Usual) text_ += fmt::format("[color] {}\n", static_cast<int>(line.colour));
  const std::string range = line.bits > 1 ? fmt::format("[{}:0]", line.bits - 1) : "";
  text_ += fmt::format("+{{{}}} {}{}\n", line.name, path, range);
  for (unsigned n = 0; line.look == Look::Level && n < kLevelLines; ++n)
    text_ += fmt::format("@{:x}\n-\n", kAnalogStretch);
}

}  // namespace xb
