// SPDX-License-Identifier: Apache-2.0
#include "waves/read/trace_source.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace xb {
namespace {

/// What an FST begins with: type of block and 7 bytes of its length; or a whole file that is compressed.
constexpr std::string_view kFstStart{"\0\0\0\0\0\0\0\1\x49", 9};
constexpr char kFstCompressed = '\xfe';

/// What compressed files begin with, and what unpacks them.
const std::pair<std::string_view, std::string> kCompressions[] = {{"\x1f\x8b", "gunzip"},
                                                                  {"\xfd"
                                                                   "7zXZ",
                                                                   "unxz"},
                                                                  {"BZh", "bunzip2"},
                                                                  {"\x28\xb5\x2f\xfd", "unzstd"}};

/// What other waveforms begin with, their names, and what makes a VCD or FST in their place.
struct OtherWaves {
  std::string_view magic;
  const char *name, *how;
};
constexpr OtherWaves kOtherWaves[] = {
    {"GHDLwave", "a GHW of GHDL's", "as ghdl --vcd=FILE or --fst=FILE makes it"},
    {"\x01\x38", "an LXT", "as lxt2vcd, or the simulator with another format, makes it"},
    {"\x13\x80", "an LXT2", "as lxt2vcd makes it"},
    {"VZ", "a VZT", "as vzt2vcd makes it"}};

bool fst_start(std::string_view text) {
  return !text.empty() && (text.front() == kFstCompressed || text.substr(0, 9) == kFstStart ||
                           (text.size() < 9 && text == kFstStart.substr(0, text.size())));
}

}  // namespace

std::unique_ptr<TraceSource> open_source(const std::string& path) {
  auto file = std::make_unique<BlockReader>(path);
  while (file->rest().size() < std::string_view(kLineTraceStart).size() && file->more()) {
  }
  constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
  if (file->rest().substr(0, kUtf8Mark.size()) == kUtf8Mark) file->take(kUtf8Mark.size());
  const std::string_view start = file->rest();
  if (start.empty()) file->refuse("the file is empty; allowed: a line trace, VCD or FST");
  if (fst_start(start)) return open_fst(path);
  constexpr std::string_view kAnyLineTrace = "# xbarlab line trace ";
  if (start.substr(0, kAnyLineTrace.size()) == kAnyLineTrace) return open_line_trace(std::move(file));
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  for (const auto& [magic, how] : kCompressions) {
    if (start.substr(0, magic.size()) == magic)
      file->refuse("a file that is compressed; allowed: a line trace, VCD or FST, as " + how + " makes it");
  }
  for (const OtherWaves& other : kOtherWaves) {
    if (start.substr(0, other.magic.size()) == other.magic)
      file->refuse(fmt::format("{}; allowed: a line trace, VCD or FST, {}", other.name, other.how));
  }
  if (first == std::string_view::npos || start[first] != '$')
    file->refuse("neither a line trace, nor VCD, nor FST");
  return open_vcd(std::move(file));
}

}  // namespace xb
