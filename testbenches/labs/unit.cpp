// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "host/base/toml_place.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/process/captured.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostUnits = 999;
constexpr double kShaSeconds = 60;
constexpr std::size_t kShaDigits = 64;

/// Reads the entries of unit.toml, or the criteria alone of a file of hidden ones.
class UnitReader {
 public:
  UnitReader(LabUnit& unit, const fs::path& file, bool hidden)
      : unit_(unit), file_(file.string()), hidden_(hidden) {
    for (const auto& criterion : unit.criteria) ids_.insert(criterion->head().id);
  }

  void read() {
    const std::string text = read_text_file(file_, "unit", "a file of a unit");
    const SourceText source(file_, text);
    unit_.text += text;
    const toml::table table = parse_toml(source, text);
    for (const auto& [key, node] : table) {
      const auto read_one = [&, &name = key, &value = node] { entry(name, value); };
      errors_.collect(read_one);
    }
    if (!hidden_ && unit_.title.empty()) errors_.add(file_ + ":1:1: no 'title'; allowed: with it");
    if (table.get("criterion") == nullptr)
      errors_.add(file_ + ":1:1: no [[criterion]]; allowed: one or more");
    errors_.throw_if_any(source);
  }

 private:
  void entry(const toml::key& name, const toml::node& node) {
    const std::string key(name.str());
    if (key == "criterion") return criteria(node);
    if (hidden_) return refuse(toml_place(file_, name), key, {"criterion"});
    if (key == "title")
      unit_.title = node.value_exact<std::string>().value_or("");
    else if (key == "minutes")
      unit_.minutes = whole(key, node, 1, 10000);
    else if (key == "cpu-seconds")
      unit_.limits.cpu_seconds = whole(key, node, 1, 100000);
    else if (key == "memory-mb")
      unit_.limits.memory_bytes = std::uint64_t{whole(key, node, 256, 1 << 20U)} << 20U;
    else if (key == "hidden")
      digest(node);
    else
      refuse(toml_place(file_, name), key,
             {"title", "minutes", "cpu-seconds", "memory-mb", "hidden", "criterion"});
  }

  [[noreturn]] static void refuse(const std::string& place, const std::string& key,
                                  const std::vector<std::string>& known) {
    const std::string nearest = nearest_word(key, known);
    std::string all;
    for (const std::string& word : known) all += " " + word;
    throw InputError(fmt::format("{}: unknown key '{}'; allowed:{}{}", place, key,
                                 nearest.empty() ? "" : fmt::format(" '{}', the nearest; of", nearest), all));
  }

  unsigned whole(const std::string& key, const toml::node& node, unsigned low, unsigned high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (value && *value >= low && *value <= high) return static_cast<unsigned>(*value);
    throw InputError(
        fmt::format("{}: {}: not allowed; allowed: {}..{}", toml_place(file_, node), key, low, high));
  }

  void digest(const toml::node& node) {
    unit_.hidden = node.value_exact<std::string>().value_or("");
    const bool fits = unit_.hidden.size() == kShaDigits &&
                      unit_.hidden.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!fits)
      throw InputError(
          fmt::format("{}: hidden: '{}' is not allowed; allowed: what sha256sum says of the "
                      "instructor's file, {} digits",
                      toml_place(file_, node), unit_.hidden, kShaDigits));
  }

  void criteria(const toml::node& node) {
    const auto* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      throw InputError(fmt::format("{}: criterion: not allowed; allowed: [[criterion]], once or more",
                                   toml_place(file_, node)));
    for (const auto& element : *list) {
      const auto read_one = [&, &table = *element.as_table()] {
        CriterionTable keys(table, file_, unit_.skeleton, unit_.folder);
        unit_.criteria.push_back(read_criterion(keys, hidden_));
        const std::string& id = unit_.criteria.back()->head().id;
        if (!ids_.insert(id).second)
          throw InputError(
              fmt::format("{}: criterion.id: '{}' is not allowed twice; allowed: one of the unit",
                          toml_place(file_, table), id));
      };
      errors_.collect(read_one);
    }
  }

  LabUnit& unit_;
  std::string file_;
  bool hidden_;
  std::set<std::string> ids_;
  ErrorList errors_;
};

/// The number that a folder's name begins with.
unsigned number_in(const std::string& name) {
  unsigned number = 0;
  const std::size_t dash = name.find('-');
  if (dash == std::string::npos || !parse_number(name.substr(0, dash), 1, kMostUnits, number))
    throw InputError(fmt::format("unit: '{}' is not allowed; allowed: folders named NUMBER-NAME", name));
  return number;
}

}  // namespace

double LabUnit::points() const {
  double sum = 0;
  for (const auto& criterion : criteria) sum += criterion->head().points;
  return sum;
}

bool LabUnit::runs_code() const {
  return std::any_of(criteria.begin(), criteria.end(), [](const auto& one) { return one->runs_code(); });
}

LabUnit read_unit(const fs::path& folder) {
  LabUnit unit;
  unit.folder = folder;
  unit.name = folder.filename().string();
  unit.number = number_in(unit.name);
  const std::string answers = (folder / "skeleton" / "answers.toml").string();
  unit.skeleton = Answers(answers, read_text_file(answers, "skeleton", "a file of answers"));
  UnitReader(unit, folder / "unit.toml", false).read();
  return unit;
}

void add_hidden_criteria(LabUnit& unit, const fs::path& instructor) {
  const fs::path file = instructor / (unit.name + ".toml");
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    throw InputError(fmt::format("--instructor: '{}' is not allowed; allowed: a folder with {}.toml",
                                 instructor.string(), unit.name));
  const std::string digest = sha256_of(file);
  if (digest != unit.hidden)
    throw InputError(fmt::format(
        "--instructor: '{}' is not allowed, its SHA-256 is {}; allowed: the file of which {} says hidden = "
        "\"{}\"",
        file.string(), digest, (unit.folder / "unit.toml").string(), unit.hidden));
  UnitReader(unit, file, true).read();
}

std::string sha256_of(const fs::path& file) {
  const Captured captured = capture({"sha256sum", "--", file.string()}, kShaSeconds);
  const std::size_t begin = captured.out.rfind('\\', 0) == 0 ? 1 : 0;  // of a name with odd characters
  if (captured.status != 0 || captured.out.size() < begin + kShaDigits)
    throw RunError(fmt::format("sha256sum {}: {}", file.string(), captured.errors));
  return captured.out.substr(begin, kShaDigits);
}

}  // namespace xb
