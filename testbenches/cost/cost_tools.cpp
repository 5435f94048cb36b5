// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/cost_tools.h"

#include <cstdlib>

#include "host/base/errors.h"
#include "testbenches/process/captured.h"

namespace xb {
namespace {

std::string program_of(const char* variable, const char* usual) {
  const char* const given = std::getenv(variable);
  return given != nullptr && *given != 0 ? given : usual;
}

/// What stands between two texts where a program says its version; empty: it does not start.
std::string version_of(const std::string& program, const char* flag, const std::string& before, char end) {
  constexpr double kSeconds = 60;
  const Captured said = capture({"sh", "-c", "exec " + program + " " + flag}, kSeconds);
  const std::string text = said.out + said.errors;
  const std::size_t at = text.find(before);
  if (said.status != 0 || at == std::string::npos) return "";
  const std::size_t begin = at + before.size();
  return text.substr(begin, text.find(end, begin) - begin);
}

}  // namespace

CostTools find_cost_tools(bool placed) {
  CostTools tools;
  tools.yosys = program_of("YOSYS", "yosys");
  tools.yosys_version = version_of(tools.yosys, "-V", "Yosys ", '\n');
  if (tools.yosys_version.empty())
    throw InputError("cost: '{}' does not start; allowed: yosys on PATH, or its name in YOSYS", tools.yosys);
  if (!placed) {
    tools.no_nextpnr = "only ecp5 is placed and routed";
    return tools;
  }
  tools.nextpnr = program_of("NEXTPNR", "nextpnr-ecp5");
  tools.nextpnr_version = version_of(tools.nextpnr, "--version", "(Version ", ')');
  if (tools.nextpnr_version.empty())
    tools.no_nextpnr = "'" + tools.nextpnr + "' does not start: nextpnr-ecp5 on PATH, or its name in NEXTPNR";
  return tools;
}

}  // namespace xb
