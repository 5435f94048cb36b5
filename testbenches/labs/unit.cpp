// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/process/captured.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostUnits = 999;
constexpr double kShaSeconds = 60;
constexpr std::size_t kShaDigits = 64;

/// Reads the entries of unit.toml, or the criteria alone of a file of hidden ones.
void read_unit_file(LabUnit& unit, const fs::path& file, bool hidden) {
  const std::string text = read_text_file(file.string(), "unit", "a file of a unit");
  TableReader reader(file.string(), text);
  unit.text += text;
  const auto read_digest = [&](const TomlValue& value) {
    unit.hidden = value.text();
    if (unit.hidden.size() != kShaDigits ||
        unit.hidden.find_first_not_of("0123456789abcdef") != std::string::npos)
      value.refuse();
  };
  const auto read_one = [&](const TomlValue& value) {
    CriterionTable table(value, unit.skeleton, unit.folder);
    auto criterion = read_criterion(table, hidden);
    if (criterion == nullptr) return;
    const std::string id = criterion->head().id;
    for (const auto& other : unit.criteria) {
      if (other->head().id == id) throw table.refusal("id", id, "an id that no other criterion has");
    }
    unit.criteria.push_back(std::move(criterion));
  };
  std::uint64_t megabytes = unit.limits.memory_bytes >> 20U;
  TomlKeys keys{{"criterion", tables_of(read_one), kNeeded}};
  const std::string digest =
      fmt::format("what sha256sum says of the instructor's file, {} digits", kShaDigits);
  if (!hidden)
    keys.insert(keys.begin(), {{"title", text_to(unit.title), kNeeded},
                               {"minutes", whole_to(unit.minutes, 1, 10000)},
                               {"cpu-seconds", whole_to(unit.limits.cpu_seconds, 1, 100000)},
                               {"memory-mb", whole_to(megabytes, 256, 1 << 20U)},
                               {"hidden", {digest, read_digest}}});
  reader.read(keys);
  reader.throw_if_any();
  unit.limits.memory_bytes = megabytes << 20U;
}

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
  read_unit_file(unit, folder / "unit.toml", false);
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
  read_unit_file(unit, file, true);
}

std::string sha256_of(const fs::path& file) {
  const Captured captured = capture({"sha256sum", "--", file.string()}, kShaSeconds);
  const std::size_t begin = captured.out.rfind('\\', 0) == 0 ? 1 : 0;  // of a name with odd characters
  if (captured.status != 0 || captured.out.size() < begin + kShaDigits)
    throw RunError(fmt::format("sha256sum {}: {}", file.string(), captured.errors));
  return captured.out.substr(begin, kShaDigits);
}

}  // namespace xb
