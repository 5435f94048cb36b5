// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/point_figures.h"
#include "tests/catch.h"

using namespace xb;
using Json = nlohmann::ordered_json;

namespace {

StudyResults results_of(const std::vector<Json>& rows) {
  StudyResults results{StudyFolder("nowhere"), "", "", {}, {}, {}, 0, {}};
  for (const Json& row : rows) {
    Json whole{{"seed", 1}};
    whole.update(row);
    results.points.push_back({results.points.size() + 1, whole, {}});
  }
  return results;
}

std::vector<std::size_t> numbers(const std::vector<const ResultPoint*>& points) {
  std::vector<std::size_t> numbers;
  for (const ResultPoint* point : points) numbers.push_back(point->number);
  return numbers;
}

bool any_point(const ResultPoint& /*point*/) { return true; }

}  // namespace

TEST_CASE("of many points the last of each line, then those before, or those asked for", "[testbenches]") {
  std::vector<Json> rows;
  for (const char* name : {"input", "voq"}) {
    for (const double load : {0.9, 0.1, 0.5}) rows.push_back({{"switch", name}, {"load", load}});
  }
  const StudyResults results = results_of(rows);
  using Numbers = std::vector<std::size_t>;
  const ChosenPoints few(results, {});
  CHECK(numbers(few.of(2, any_point)) == Numbers{1, 4});
  CHECK(numbers(few.of(3, any_point)) == Numbers{1, 3, 4});
  CHECK(numbers(few.of(6, any_point)) == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(numbers(few.of(1, [](const auto& p) { return p.number > 4; })) == Numbers{6});
  CHECK(few.note(6, any_point).empty());
  CHECK(few.note(2, any_point) == "2 of 6 points are shown; --points 3,7 chooses others.");
  CHECK(few.name_of(results.points[4]) == "point 5: voq, load 0.1");
  CHECK(numbers(ChosenPoints(results, {2, 5, 6}).of(2, any_point)) == Numbers{2, 5, 6});
}
