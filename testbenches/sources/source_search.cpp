// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/source_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "host/base/errors.h"
#include "host/base/lower_case.h"
#include "host/base/ranges.h"
#include "host/base/text_file.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/port_words.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNamesAllowed =
    "files of Verilog or SystemVerilog, folders, file lists (.f), +incdir+, +define+";
constexpr std::size_t kMostLooked = 2000;        // files of folders
constexpr int kDeepest = 3, kDeepestGiven = 16;  // folders in each other

[[noreturn]] void refuse_all(const std::vector<fs::path>& looked) {
  throw InputError("device new: no module with ports is in '{}'{}; allowed: {}", looked.front().string(),
                   looked.size() > 1 ? fmt::format(" and {} more", looked.size() - 1) : "", kNamesAllowed);
}

/// Files, and those of others that are not among them.
std::vector<fs::path> together(std::vector<fs::path> files, const std::vector<fs::path>& others) {
  for (const fs::path& file : others) {
    const auto same = [&](const fs::path& one) { return fs::equivalent(one, file); };
    if (none_of(files, same)) files.push_back(file);
  }
  return files;
}

bool ends_in(const fs::path& path, const std::set<std::string>& endings) {
  return endings.count(lower_case(path.extension().string())) == 1;
}
bool is_verilog(const fs::path& path) { return ends_in(path, {".v", ".sv"}); }
bool is_vhdl(const fs::path& path) { return ends_in(path, {".vhd", ".vhdl"}); }
/// Each file once: lists of several blocks have the same packages.
std::vector<fs::path> each_once(const std::vector<fs::path>& files) {
  std::set<fs::path> known;
  std::vector<fs::path> once;
  for (const fs::path& file : files)
    if (known.insert(fs::weakly_canonical(file)).second) once.push_back(file);
  return once;
}
constexpr const char* kVhdl =
    "VHDL, which Verilator does not read (ghdl synth --out=verilog makes Verilog of it)";

std::string text_of(const fs::path& file) {
  return read_text_file(file.string(), "device new", "a file that can be read");
}

/// A source in a language that Verilator does not read.
void refuse_foreign(const fs::path& file) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("device new: '{}' is {}; allowed: {}", file.string(), what, kNamesAllowed);
  };
  if (is_vhdl(file)) refuse(kVhdl);
  const std::string text = text_of(file);
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (text.find('\0') != std::string::npos) refuse("not a text in UTF-8");
  if (has("`protected") || has("`pragma protect")) refuse("encrypted, which Verilator does not read");
  if (has("SC_MODULE") || has("#include <")) refuse("SystemC or C++, which Verilator does not read");
}

VerilogNames names_in(const fs::path& file) { return verilog_names(text_of(file)); }

/// What stands between two texts in a message; empty: they are not there.
std::string between(const std::string& message, const std::string& before, char after) {
  const auto at = message.find(before);
  if (at == std::string::npos) return "";
  const auto begin = at + before.size();
  return message.substr(begin, message.find(after, begin) - begin);
}

/// The module or package that a message of Verilator's misses.
std::string missing_module(const std::string& message) {
  for (const char* text :
       {"Cannot find file containing module: '", "Cannot find file containing interface: '",
        "Package/class '", "Import package not found: '", "Can't find package: '",
        "Cannot find file containing library module: '",
        "Dotted reference to instance that refers to missing module/interface: '"}) {
    std::string name = between(message, text, '\'');
    if (!name.empty()) return name;
  }
  return "";
}
std::string missing_include(const std::string& message) {
  for (const char* text : {"Cannot find include file: '", "Cannot find include file: "}) {
    const std::string name = between(message, text, '\'');
    if (!name.empty()) return name.substr(0, name.find('\n'));
  }
  return "";
}

std::string missing_macro(const std::string& message) {
  return between(message, "Define or directive not defined: '`", '\'');
}
/// The file at whose line a message is: `rtl/top.sv:3:10: Cannot find`.
fs::path place_of(const std::string& message) {
  std::string place = message.substr(0, message.find(": "));
  for (int n = 0; n < 2; ++n) place.erase(std::min(place.rfind(':'), place.size()));
  return place;
}
bool defines(const fs::path& file, const std::string& macro) {
  return names_in(file).macros.count(macro) == 1;
}

/// `a, b, c`, of many the first.
std::string some_of(const std::vector<std::string>& modules, const char* between = ", ") {
  constexpr std::size_t kMost = 12;
  const std::size_t shown = std::min(kMost, modules.size());
  const auto end = modules.begin() + static_cast<std::ptrdiff_t>(shown);
  return fmt::format("{}{}", fmt::join(modules.begin(), end, between),
                     shown < modules.size() ? fmt::format(" and {} more", modules.size() - shown) : "");
}

/// What is used where a module is declared.
using UsesOf = std::map<std::string, std::set<std::string>>;

/// How many modules are below one, it included.
std::size_t count_below(const std::string& name, const UsesOf& uses, std::set<std::string>& seen) {
  const auto found = uses.find(name);
  if (found == uses.end() || !seen.insert(name).second) return 0;
  std::size_t count = 1;
  for (const std::string& used : found->second) count += count_below(used, uses, seen);
  return count;
}

/// The only module that no other uses. A message names those first that have most below them: a switch rather
/// than a library's cells.
std::string only_one(const std::set<std::string>& unused, const std::set<std::string>& all,
                     const UsesOf& uses) {
  if (unused.size() == 1) return *unused.begin();
  const std::set<std::string>& allowed = unused.empty() ? all : unused;
  std::vector<std::string> names(allowed.begin(), allowed.end());
  std::map<std::string, std::size_t> below;
  for (const std::string& name : names) {
    std::set<std::string> seen;
    below[name] = count_below(name, uses, seen);
  }
  std::stable_sort(names.begin(), names.end(),
                   [&](const auto& a, const auto& b) { return below[a] > below[b]; });
  throw InputError("--top: missing; allowed: the module that is the switch, {}", some_of(names, " or "));
}

/// Whether a file below a folder is beside a design: a testbench, or of a version that is no more.
bool is_aside(const fs::path& file, const fs::path& folder) {
  for (const fs::path& part : file.lexically_relative(folder)) {
    const std::vector<std::string> words = words_of(part.string());
    const auto says = [](const std::string& word) {
      return is_one_of(
          word, {"test", "tests", "tb", "testbench", "testbenches", "bench", "sim", "verif", "dv", "example",
                 "examples", "old", "deprecated", "discarded", "legacy", "backup", "bak"});
    };
    if (std::any_of(words.begin(), words.end(), says)) return true;
  }
  return false;
}

}  // namespace

SourceSearch::SourceSearch(const GivenSources& given) : top_(given.top) {
  if (top_.rfind('\\', 0) == 0) top_.erase(0, 1);  // of an escaped name
  for (const std::string& folder : given.includes) take("+incdir+" + folder);
  for (const std::string& define : given.defines) sources_.defines.push_back(define);
  for (const std::string& list : given.lists) read_file_list(list, sources_, "device new");
  for (const std::string& word : given.words) take(word);
  sources_.files = each_once(sources_.files);
  for (const fs::path& file : sources_.files) {
    refuse_foreign(file);
    add_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (fs::is_symlink(file)) add_folder(fs::canonical(file).parent_path());
  }
  if (folders_.empty()) throw InputError("device new: no source; allowed: {}", kNamesAllowed);
  choose_top();
  find_packages();
  sort_packages();
}

void SourceSearch::add_folder(const fs::path& folder) {
  if (!contains(folders_, folder)) folders_.push_back(folder);
}

void SourceSearch::take(const std::string& word) {
  const std::string incdir = "+incdir+";
  const std::string define = "+define+";
  std::error_code error;
  if (word.rfind(incdir, 0) == 0) {
    const fs::path folder = word.substr(incdir.size());
    if (!fs::is_directory(folder, error))
      throw InputError("device new: '{}' is not allowed; allowed: a folder", folder.string());
    sources_.includes.push_back(folder);
  } else if (word.rfind(define, 0) == 0) {
    sources_.defines.push_back(word.substr(define.size()));
  } else if (fs::is_directory(word, error)) {
    folders_.emplace_back(word);
    given_folders_.emplace_back(word);
  } else {
    take_file(word);
  }
}

void SourceSearch::take_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InputError("device new: '{}' is not a file that is there; allowed: {}", path.string(),
                     kNamesAllowed);
  if (path.extension() == ".f")
    read_file_list(path, sources_, "device new");
  else
    sources_.files.push_back(path);
}

std::vector<fs::path> SourceSearch::beside(bool all_files) const { return in_folders(folders_, all_files); }

std::vector<fs::path> SourceSearch::in_folders(const std::vector<fs::path>& folders, bool all_files) const {
  std::vector<fs::path> found, aside;
  std::error_code error;
  for (const fs::path& folder : folders) {
    const bool given = contains(given_folders_, folder);
    const int deepest = given ? kDeepestGiven : kDeepest;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator() && found.size() + aside.size() < kMostLooked;
         at.increment(error)) {
      const bool hidden = at->path().filename().string().front() == '.';
      if (hidden || at.depth() >= deepest) at.disable_recursion_pending();
      if (!hidden && at->is_regular_file(error) && (all_files || is_verilog(at->path())))
        (is_aside(at->path(), folder) ? aside : found).push_back(at->path());
    }
  }
  std::sort(found.begin(), found.end());
  std::sort(aside.begin(), aside.end());
  found.insert(found.end(), aside.begin(), aside.end());
  return found;
}

void SourceSearch::add_found(const fs::path& file, const std::string& what) {
  sources_.files.push_back(file);
  notes_.push_back(fmt::format("{} was not given, and found: {}", file.string(), what));
}

void SourceSearch::add_twice(const std::string& module, const fs::path& first, const fs::path& second) {
  if (first == second) return;
  notes_.push_back(fmt::format("'{}' is declared in {} and in {}: which one is right?", module,
                               first.string(), second.string()));
}

/// What files declare and use.
struct SourceSearch::Modules {
  std::map<std::string, fs::path> files;     // of modules with ports, the first
  std::map<std::string, unsigned> mentions;  // where the top is looked for
  std::set<std::string> given, all;
  UsesOf uses;
};

void SourceSearch::read_modules(const fs::path& file, bool is_given, bool skipped, Modules& modules) {
  const VerilogNames names = names_in(file);
  const std::set<std::string> without(names.without_ports.begin(), names.without_ports.end());
  for (const std::string& name : names.modules) {
    if (without.count(name) == 1) continue;
    const fs::path& first = modules.files.emplace(name, file).first->second;
    if (!skipped) modules.all.insert(name);
    for (const auto& [used, count] : names.uses) modules.uses[name].insert(used);
    if (!is_given) continue;
    add_twice(name, first, file);
    modules.given.insert(name);
  }
  if (skipped || (!is_given && !sources_.files.empty())) return;
  for (const auto& [name, count] : names.uses) modules.mentions[name] += count;
}

/// The module that no other names, testbenches left out: of files that were given, else of those in folders
/// that were. The file that declares the top, if it is from a folder, is the first source.
void SourceSearch::choose_top() {
  const std::vector<fs::path> files = together(sources_.files, in_folders(given_folders_, false));
  const auto aside = [&](const fs::path& file) {
    return std::any_of(given_folders_.begin(), given_folders_.end(),
                       [&](const fs::path& folder) { return is_aside(file, folder); });
  };
  Modules modules;
  for (const bool skips : {true, false}) {
    if (!modules.all.empty()) break;
    modules = {};
    for (std::size_t n = 0; n < files.size(); ++n) {
      const bool is_given = n < sources_.files.size();
      read_modules(files[n], is_given, skips && !is_given && aside(files[n]), modules);
    }
  }
  if (modules.files.empty()) refuse_all(files.empty() ? folders_ : files);
  modules_.assign(modules.all.begin(), modules.all.end());
  const std::set<std::string>& among = modules.given.empty() ? modules.all : modules.given;
  std::set<std::string> unused;
  std::copy_if(among.begin(), among.end(), std::inserter(unused, unused.end()),
               [&](const std::string& name) { return modules.mentions[name] == 0; });
  if (top_.empty()) top_ = only_one(unused, among, modules.uses);
  const auto found = modules.files.find(top_);
  if (found == modules.files.end()) {
    if (sources_.files.empty()) throw not_allowed("--top", top_, "{}", some_of(modules_));
    return;  // a macro may make it
  }
  if (modules.given.count(top_) == 1) return;
  sources_.files.insert(sources_.files.begin(), found->second);
  add_others(top_, found->second, files);
}

/// Of files those that declare what the first does.
void SourceSearch::add_others(const std::string& module, const fs::path& first,
                              const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    const std::vector<std::string> declared = names_in(file).modules;
    if (std::count(declared.begin(), declared.end(), module) > 0) add_twice(module, first, file);
  }
}

/// Packages that the sources name, do not declare, and that are beside them: Verilator wants them before it
/// reads on.
void SourceSearch::find_packages() {
  std::map<std::string, fs::path> packages;
  for (const fs::path& file : sources_.files) {
    for (const std::string& name : names_in(file).packages) packages.emplace(name, file);
  }
  for (const fs::path& file : beside(false)) {
    for (const std::string& name : names_in(file).packages) packages.emplace(name, file);
  }
  for (std::size_t n = 0; n < sources_.files.size(); ++n) {
    for (const std::string& name : names_in(sources_.files[n]).mentioned) {
      const auto found = packages.find(name);
      if (found == packages.end()) continue;
      const auto same = [&](const fs::path& file) { return fs::equivalent(file, found->second); };
      if (std::any_of(sources_.files.begin(), sources_.files.end(), same)) continue;
      add_found(found->second, fmt::format("it declares '{}'", name));
      for (const fs::path& file : beside(false)) {
        const std::vector<std::string> declared = names_in(file).packages;
        if (!same(file) && std::count(declared.begin(), declared.end(), name) > 0)
          add_twice(name, found->second, file);
      }
    }
  }
}

/// A package comes before those that name it, whatever the order was.
void SourceSearch::sort_packages() {
  struct File {
    fs::path path;
    VerilogNames names;
  };
  std::vector<File> waiting;
  for (const fs::path& path : sources_.files) waiting.push_back({path, names_in(path)});
  sources_.files.clear();
  while (!waiting.empty()) {
    const auto needs_none = [&](const File& one) {
      return none_of(waiting, [&](const File& other) {
        return other.path != one.path && any_of(other.names.packages, [&](const std::string& name) {
                 return one.names.mentioned.count(name) == 1;
               });
      });
    };
    auto next = std::find_if(waiting.begin(), waiting.end(), needs_none);
    if (next == waiting.end()) next = waiting.begin();  // packages that name each other
    sources_.files.push_back(next->path);
    waiting.erase(next);
  }
}

bool SourceSearch::find_missing(const std::string& message) {
  if (is_old_name(message) && !std::exchange(sources_.verilog_2005, true)) return true;
  const std::string include = missing_include(message);
  const std::string module = missing_module(message);
  const std::string macro = missing_macro(message);
  if (!macro.empty()) return find_macro(macro);
  if (include.empty() && module.empty()) return false;
  if (!include.empty() && take_folder_of(include, place_of(message).parent_path())) return true;
  std::optional<fs::path> found;
  for (const fs::path& file : beside(!include.empty())) {
    if (!include.empty()) {
      const std::string path = file.generic_string();
      const bool ends = path.size() > include.size() + 1 &&
                        path.compare(path.size() - include.size() - 1, std::string::npos, "/" + include) == 0;
      const fs::path folder = path.substr(0, path.size() - std::min(path.size(), include.size() + 1));
      if (!ends || std::count(sources_.includes.begin(), sources_.includes.end(), folder) > 0) continue;
      sources_.includes.push_back(folder);
      notes_.push_back(
          fmt::format("the folder {} was not given, and found: file '{}'", folder.string(), include));
      return true;
    }
    const std::vector<std::string> declared = names_in(file).modules;
    const auto same = [&](const fs::path& one) { return fs::equivalent(one, file); };
    if (std::count(declared.begin(), declared.end(), module) == 0 || any_of(sources_.files, same)) continue;
    if (found)
      add_twice(module, *found, file);
    else
      add_found(found.emplace(file), fmt::format("it declares '{}'", module));
  }
  if (found) sort_packages();
  return found || (look_further() && find_missing(message));
}

/// What is included from where the file is that includes it, `../inc/sizes.vh`.
bool SourceSearch::take_folder_of(const std::string& include, const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || !fs::is_regular_file(folder / include, error) ||
      std::count(sources_.includes.begin(), sources_.includes.end(), folder) > 0)
    return false;
  sources_.includes.push_back(folder);
  notes_.push_back(fmt::format("the folder {} was not given, and found: file '{}'",
                               fs::proximate(folder).string(), include));
  return true;
}

/// A file that defines a macro which others use, and do not include, is in front of them.
bool SourceSearch::find_macro(const std::string& macro) {
  if (!macros_.insert(macro).second) return false;
  std::vector<fs::path> found;
  for (const fs::path& file : each_once(together(sources_.files, beside(true)))) {
    if (ends_in(file, {".v", ".sv", ".vh", ".svh", ".h", ".inc"}) && defines(file, macro))
      found.push_back(file);
  }
  if (found.empty()) return false;
  auto& files = sources_.files;
  const bool given = std::count(files.begin(), files.end(), found.front()) > 0;
  files.erase(std::remove(files.begin(), files.end(), found.front()), files.end());
  files.insert(files.begin(), found.front());
  notes_.push_back(fmt::format("{} {}: it defines `{}", found.front().string(),
                               given ? "is in front of the others" : "was not given, and found", macro));
  for (std::size_t n = 1; n < found.size(); ++n)
    notes_.push_back(fmt::format("`{} is defined in {} and in {}: which one is right?", macro,
                                 found.front().string(), found[n].string()));
  return true;
}

/// Also in folders beside those of the sources, if they have names that projects give to such.
bool SourceSearch::look_further() {
  if (looked_further_) return false;
  looked_further_ = true;
  const std::vector<fs::path> given = folders_;
  std::error_code error;
  for (const fs::path& folder : given) {
    for (const char* name : {"include", "inc", "pkg", "packages", "common", "lib", "rtl", "src", "hdl"}) {
      const fs::path other = folder.lexically_normal() / ".." / name;
      if (fs::is_directory(other, error) && !fs::equivalent(other, folder, error))
        folders_.push_back(other.lexically_normal());
    }
  }
  return folders_.size() > given.size();
}

bool SourceSearch::has_literal(const std::string& text) const {
  return any_of(sources_.files,
                [&](const fs::path& file) { return text_of(file).find(text) != std::string::npos; });
}

/// Whether the top has `parameter type`, somewhere in its file.
std::string SourceSearch::type_advice() const {
  const auto has_types = [&](const fs::path& file) {
    const std::vector<std::string> declared = names_in(file).modules;
    return std::count(declared.begin(), declared.end(), top_) > 0 &&
           text_of(file).find("parameter type ") != std::string::npos;
  };
  if (none_of(sources_.files, has_types)) return "";
  return fmt::format(
      "{} has parameters that are types: if it needs others than it has by itself, allowed: a module around "
      "it "
      "that sets them, as --top",
      top_);
}

std::string SourceSearch::top_advice() const {
  std::set<std::string> needed;
  for (const fs::path& file : sources_.files) {
    const std::vector<std::string> declared = names_in(file).modules;
    needed.insert(declared.begin(), declared.end());
  }
  std::vector<std::string> others;
  std::copy_if(modules_.begin(), modules_.end(), std::back_inserter(others),
               [&](const std::string& name) { return name != top_ && needed.count(name) == 1; });
  if (others.empty()) return "";
  return fmt::format("No stream is found in {}. If the switch is in a module below it, as --top that: {}",
                     top_, some_of(others));
}

std::string SourceSearch::advice(const std::string& message) const {
  if (message.rfind("--top: ", 0) == 0 && message.find("' is not in the files; ") != std::string::npos)
    return not_allowed("--top", top_, "{}", some_of(modules_)).what();
  std::vector<std::string> looked;
  for (const fs::path& folder : folders_) looked.push_back(folder.string());
  const std::string where = fmt::format("looked for in {}", fmt::join(looked, " "));
  const std::string include = missing_include(message);
  if (!include.empty())
    return fmt::format("{}; allowed: -I with the folder of '{}' ({})", message, include, where);
  const std::string macro = missing_macro(message);
  if (!macro.empty())
    return fmt::format("{}; allowed: -D {}=VALUE, or in front the file that defines it", message, macro);
  const std::string module = missing_module(message);
  const std::vector<fs::path> near = module.empty() ? std::vector<fs::path>() : beside(true);
  const auto vhdl = std::find_if(near.begin(), near.end(), [&](const fs::path& file) {
    return is_vhdl(file) &&
           lower_case(text_of(file)).find("entity " + lower_case(module) + " ") != std::string::npos;
  });
  if (vhdl != near.end())
    return fmt::format("{}; '{}', which declares it, is {}", message, vhdl->string(), kVhdl);
  if (!module.empty())
    return fmt::format("{}; allowed: also the file that declares '{}' ({})", message, module, where);
  if (message.find("'`protect") != std::string::npos)
    return fmt::format("{}: encrypted, which Verilator does not read; allowed: the source itself",
                       message.substr(0, message.find(": ")));
  const std::string types = type_advice();
  if (!types.empty()) return message + "; " + types;
  const auto asks = [](const std::string& note) {
    return note.find(": which one is right?") != std::string::npos;
  };
  const auto twice = std::find_if(notes_.begin(), notes_.end(), asks);
  return twice == notes_.end() ? message : message + "; " + *twice;
}

}  // namespace xb
