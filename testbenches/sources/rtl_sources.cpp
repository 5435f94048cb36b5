// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/rtl_sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/text_file.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLab = "rtl";
constexpr const char* kUser = "user";
constexpr const char* kPackage = "xb_pkg";

struct NamedSource : ModelSource {
  VerilogNames names;
};

/// The files in a folder with one of these endings, in order of name.
std::vector<NamedSource> sources_in(const fs::path& folder, const std::string& link,
                                    const std::set<std::string>& endings) {
  std::vector<NamedSource> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (endings.count(entry.path().extension().string()) == 0) continue;
    NamedSource source;
    source.name = link + "/" + entry.path().filename().string();
    source.path = entry.path();
    found.push_back(std::move(source));
  }
  std::sort(found.begin(), found.end(),
            [](const NamedSource& a, const NamedSource& b) { return a.name < b.name; });
  return found;
}

void read_names(std::vector<NamedSource>& sources) {
  for (NamedSource& source : sources) {
    source.names = verilog_names(read_text_file(source.path.string(), "rtl", "a file that can be read"));
  }
}

/// The user's files; each has a module, which no other of them has.
std::vector<NamedSource> user_sources(const fs::path& overlay) {
  const std::set<std::string> endings{".sv", ".v"};
  std::error_code error;
  if (!fs::is_directory(overlay, error))
    throw InputError("rtl: '{}' is not allowed; allowed: a folder with .sv or .v files", overlay.string());
  auto sources = sources_in(overlay, kUser, endings);
  if (sources.empty())
    throw InputError(
        "rtl: '{}' is not allowed (it has no .sv or .v file); allowed: a folder "
        "with files that each have a module",
        overlay.string());
  read_names(sources);
  std::map<std::string, fs::path> known;
  for (const NamedSource& source : sources) {
    if (source.name.find(' ') != std::string::npos)
      throw InputError("{}: rtl: not allowed; allowed: names of files without spaces", source.path.string());
    if (source.names.modules.empty())
      throw InputError("{}: rtl: no module is in this file; allowed: files that each have a module",
                       source.path.string());
    for (const std::string& module : source.names.modules) {
      const auto [other, is_new] = known.emplace(module, source.path);
      if (!is_new)
        throw InputError("{}: rtl: module '{}' is in {} as well; allowed: each module once",
                         source.path.string(), module, other->second.filename().string());
    }
  }
  return sources;
}

/// Modules that `top` and what it has below mention.
std::set<std::string> modules_below(const std::string& top, const std::vector<NamedSource>& sources) {
  std::map<std::string, const NamedSource*> has;
  for (const NamedSource& source : sources) {
    for (const std::string& module : source.names.modules) has[module] = &source;
  }
  std::set<std::string> used;
  std::vector<std::string> open{top};
  while (!open.empty()) {
    const std::string module = open.back();
    open.pop_back();
    const auto source = has.find(module);
    if (source == has.end() || !used.insert(module).second) continue;
    for (const std::string& name : source->second->names.mentioned) open.push_back(name);
  }
  return used;
}

void check_used(const RtlRequest& request, const std::vector<NamedSource>& user,
                const std::vector<NamedSource>& all) {
  const std::set<std::string> used = modules_below(request.top, all);
  for (const NamedSource& source : user) {
    for (const std::string& module : source.names.modules) {
      if (used.count(module) == 1) continue;
      throw InputError("{}: rtl: {} does not use module '{}'; allowed: {}", source.path.string(), request.top,
                       module, fmt::join(used, " "));
    }
  }
}

/// Packages come before what uses them.
void order(std::vector<NamedSource>& sources) {
  std::stable_partition(sources.begin(), sources.end(),
                        [](const NamedSource& source) { return !source.names.packages.empty(); });
  std::stable_partition(sources.begin(), sources.end(),
                        [](const NamedSource& source) { return contains(source.names.packages, kPackage); });
}

/// The lab's files but for those whose module the user has, and the user's.
std::vector<NamedSource> with_overlay(std::vector<NamedSource> lab, const RtlRequest& request) {
  const std::vector<NamedSource> user = user_sources(request.overlay);
  read_names(lab);
  std::vector<NamedSource> all;
  for (NamedSource& source : lab) {
    const auto replaced = [&](const NamedSource& other) {
      return contains(other.names.modules, source.names.modules.front());
    };
    if (none_of(user, replaced)) all.push_back(std::move(source));
  }
  all.insert(all.end(), user.begin(), user.end());
  check_used(request, user, all);
  order(all);
  return all;
}

void put_package_first(std::vector<NamedSource>& sources) {
  std::stable_partition(sources.begin(), sources.end(),
                        [](const NamedSource& source) { return source.path.stem() == kPackage; });
}

bool starts_with(const std::string& text, const std::string& begin) { return text.rfind(begin, 0) == 0; }

/// A port's or parameter's line in two: what comes before its name, and that.
struct Declaration {
  std::string before, name;

  explicit Declaration(const std::string& line) {
    const std::size_t equals = line.find(" =");
    const std::size_t end = line.find_last_not_of(" ,", equals == std::string::npos ? equals : equals - 1);
    const std::size_t begin = line.rfind(' ', end) + 1;
    before = line.substr(0, begin);
    name = line.substr(begin, end + 1 - begin);
  }
};

}  // namespace

ModelSources rtl_sources(const RtlRequest& request) {
  ModelSources sources;
  sources.links.push_back({kLab, fs::absolute(request.folder)});
  auto files = sources_in(request.folder, kLab, {".sv"});
  if (request.overlay.empty()) {
    put_package_first(files);
  } else {
    files = with_overlay(std::move(files), request);
    sources.links.push_back({kUser, fs::absolute(request.overlay)});
    sources.users = request.overlay.string();
    sources.flags = flags_for_later_warnings();
    sources.flags.push_back(fmt::format("-I{}", kUser));
    for (auto& header : sources_in(request.overlay, kUser, {".svh", ".vh"}))
      sources.headers.push_back(std::move(header));
  }
  if (request.checkers) {
    for (auto& checker : sources_in(request.folder / "checkers", std::string(kLab) + "/checkers", {".sv"}))
      files.push_back(std::move(checker));
  }
  for (NamedSource& file : files) sources.files.push_back({std::move(file.name), std::move(file.path)});
  return sources;
}

std::string overlay_digest(const fs::path& overlay) {
  Digest digest;
  for (const NamedSource& file : sources_in(overlay, kUser, {".sv", ".v", ".svh", ".vh"})) {
    const std::string text = read_text_file(file.path.string(), "rtl", "a file that can be read");
    digest.add(fmt::format("{} {}\n", file.name, text.size()) + text);
  }
  return digest.hex();
}

std::string registered_inputs(const std::string& source) {
  const std::size_t begin = source.find("\nmodule ") + 1;
  std::istringstream lines(source.substr(begin, source.find("\n);\n", begin) - begin));
  std::string head, module, parameters, registers, pins;
  for (std::string line; std::getline(lines, line);) {
    if (starts_with(line, "module ")) {
      module = line.substr(7, line.find(' ', 7) - 7);
      line = fmt::format("module {} #(", kRegisteredInputs);
    }
    head += line + "\n";
    if (line == ") (") head += "  input logic in_clk_i,\n";
    const Declaration one(line);
    if (starts_with(line, "  parameter ")) {
      parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", one.name, one.name);
    } else if (starts_with(line, "  output ") || one.name == "clk_i" || one.name == "rst_ni") {
      pins += fmt::format("{}.{}", pins.empty() ? "" : ", ", one.name);
    } else if (starts_with(line, "  input ")) {
      registers += fmt::format("  {}{}_q;\n  always_ff @(posedge in_clk_i) {}_q <= {};\n",
                               one.before.substr(one.before.find("logic")), one.name, one.name, one.name);
      pins += fmt::format(", .{}({}_q)", one.name, one.name);
    }
  }
  return fmt::format("{});\n{}  {} #({}) u_switch ({});\nendmodule\n", head, registers, module, parameters,
                     pins);
}

}  // namespace xb
