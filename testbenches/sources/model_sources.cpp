// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/model_sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>
#include <system_error>

#include "host/base/text_file.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/digest.h"

namespace xb {
namespace {

constexpr const char* kItself = XBARLAB_VERILATOR_VERSION
    " itself fails; allowed: sources that it takes, such as a part of these as the top, "
    "or other parameters, or a later Verilator";

}  // namespace

std::string ModelSources::digest() const {
  Digest digest;
  for (const auto* list : {&files, &headers, &descriptions}) {
    for (const ModelSource& file : *list) {
      const std::string text = read_text_file(file.path.string(), "source", "a file that can be read");
      digest.add(fmt::format("{} {}\n", file.name, text.size()) + text);
    }
  }
  for (const std::string& flag : flags) digest.add(flag + "\n");
  return digest.hex();
}

std::vector<std::filesystem::path> ModelSources::memory_files() const {
  std::set<std::filesystem::path> found;
  std::string all = fmt::format("{}\n", fmt::join(flags, "\n"));
  for (const auto* list : {&files, &headers, &descriptions}) {
    for (const ModelSource& file : *list)
      all += read_text_file(file.path.string(), "source", "a file that can be read") + '\n';
  }
  if (all.find("$readmem") == std::string::npos) return {};
  std::istringstream parts(all);
  for (std::string part; std::getline(parts, part, '"');) {
    while (!part.empty() && part.back() == '\\') part.pop_back();  // of a macro's
    std::error_code error;
    if (part.find('\n') == std::string::npos && std::filesystem::is_regular_file(part, error))
      found.insert(part);
  }
  return {found.begin(), found.end()};
}

std::string ModelSources::with_paths(const std::string& text) const {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\'';
    const auto link = std::find_if(links.begin(), links.end(), [&](const Link& one) {
      return begins && text.compare(at, one.name.size() + 1, one.name + "/") == 0;
    });
    if (link == links.end()) {
      result += text[at++];
    } else {
      result += link->folder.string();
      at += link->name.size();
    }
  }
  return result;
}

std::string ModelSources::says(const std::string& error) const {
  for (const Key& key : keys) {
    const std::string line = key.place.substr(0, key.place.rfind(':') + 1);
    if (error.rfind(line, 0) == 0)  // its column is of what is compiled
      return fmt::format("{}: {}{}", key.place, key.name, error.substr(error.find(": ", line.size())));
  }
  std::string said =
      error.find(users) == std::string::npos ? fmt::format("{} (with {})", error, users) : error;
  if (error.rfind(std::string(kDeviceWrapperFile) + ":", 0) != 0) return said;
  return said +
         "; allowed: ports that are vectors of bits, packed structs, or one unpacked dimension of these";
}

std::string first_error(const ModelSources& sources, const std::string& log, int status) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    const bool error = line.rfind("%Error", 0) == 0 && line.find("Exiting due to") == std::string::npos;
    if (!error || colon == std::string::npos) continue;
    const std::string said = sources.with_paths(line.substr(colon + 2));
    return said.rfind(kVerilatorFails, 0) == 0 ? fmt::format("{}: {}", said, kItself) : said;
  }
  const bool crashes = status == 128 + SIGSEGV || status == 128 + SIGABRT || status == 128 + SIGBUS;
  return crashes && !sources.users.empty()
             ? fmt::format("{}: signal {}: {}", sources.users, status - 128, kItself)
             : "";
}

std::vector<std::string> flags_for_later_warnings() {
  std::vector<std::string> flags;
  for (const char* warning :
       {"ALWNEVER",       "ASCRANGE",    "ASSIGNEQEXPR",  "BADVLTPRAGMA", "CONSTRAINTIGN",  "CONSTWRITTEN",
        "COVERIGN",       "DEFOVERRIDE", "ENUMITEMWIDTH", "FUNCTIMECTL",  "GENUNNAMED",     "HIERPARAM",
        "INSIDETRUE",     "MISINDENT",   "MODMISSING",    "NEWERSTD",     "NOEFFECT",       "NORETURN",
        "PARAMNODEFAULT", "PORTSHORT",   "PREPROCZERO",   "PROCASSINIT",  "PROCINITASSIGN", "PROTOTYPEMIS",
        "SIDEEFFECT",     "SPECIFYIGN",  "STATICVAR",     "SUPERNFIRST",  "UNSATCONSTR",    "UNUSEDLOOP",
        "WIDTHEXPAND",    "WIDTHTRUNC",  "WIDTHXZEXPAND", "ZEROREPL"})
    flags.push_back(fmt::format("-Wfuture-{}", warning));
  return flags;
}

}  // namespace xb
