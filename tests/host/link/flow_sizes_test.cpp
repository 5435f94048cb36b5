// SPDX-License-Identifier: Apache-2.0
#include "host/link/flow_sizes.h"

#include <cmath>
#include <fstream>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

double bytes(unsigned one) { return one; }

FlowSizes table_of(const ScratchFolder& folder, const std::string& text) {
  const auto path = folder.path() / "sizes.txt";
  std::ofstream(path) << text;
  return read_flow_sizes(path.string());
}

}  // namespace

TEST_CASE("flows have the shares of their table", "[host]") {
  const ScratchFolder folder;
  const FlowSizes sizes = table_of(folder, "# bytes share\n100 0.25\n200 0.75\n\n1000 1\n");
  RandomStream stream(1, StreamPurpose::Test, 0);
  constexpr unsigned kDraws = 400000;
  unsigned first = 0, second = 0, lowest = 0;
  double sum = 0;
  for (unsigned n = 0; n < kDraws; ++n) {
    const std::uint64_t size = sizes.draw(stream);
    REQUIRE((size == 100 || (size > 100 && size <= 1000)));
    first += size == 100 ? 1 : 0;
    second += size > 100 && size <= 200 ? 1 : 0;
    lowest += size > 100 && size <= 150 ? 1 : 0;
    sum += static_cast<double>(size);
  }
  const auto near = [&](unsigned count, double share) {
    return std::abs(count - share * kDraws) < 5 * std::sqrt(share * (1 - share) * kDraws);
  };
  CHECK(near(first, 0.25));
  CHECK(near(second, 0.5));
  CHECK(near(lowest, 0.25));
  const double mean = 0.25 * 100 + 0.5 * 150.5 + 0.25 * 600.5;
  CHECK(sizes.mean(1, 1, bytes) == Approx(mean));
  CHECK(std::abs(sum / kDraws - mean) < 5 * 300 / std::sqrt(kDraws));
}

TEST_CASE("the mean of packets is that of all sizes one by one", "[host]") {
  const ScratchFolder folder;
  const FlowSizes sizes = table_of(folder, "0 0\n70 0.5\n333 1\n");
  for (const unsigned shortest : {1U, 8U, 20U}) {
    for (const unsigned longest : {20U, 64U, 1000U}) {
      double mean = 0;
      for (unsigned size = 1; size <= 333; ++size) {
        double line = 0;
        for (unsigned left = size; left > 0; left -= std::min(left, longest))
          line += 20 + std::max(shortest, std::min(left, longest));
        mean += line * (size <= 70 ? 0.5 / 69 * (size > 1 ? 1 : 0) : 0.5 / 263);
      }
      CAPTURE(shortest, longest);
      CHECK(sizes.mean(shortest, longest, [](unsigned one) { return 20 + one; }) == Approx(mean));
    }
  }
}

TEST_CASE("the tables of the literature are there by name", "[host]") {
  CHECK(names(named_flow_sizes()) == std::vector<std::string>{"web-search", "data-mining"});
  CHECK(parse_flow_sizes("web-search")->mean(1, 1, bytes) == Approx(1711250.575).epsilon(1e-6));
  CHECK(parse_flow_sizes("data-mining")->mean(1, 1, bytes) == Approx(12658199.15).epsilon(1e-6));
}

TEST_CASE("what is wrong with a table is said with its line", "[host]") {
  const ScratchFolder folder;
  const auto message = [&](const std::string& text) {
    return message_of<InputError>([&] { table_of(folder, text); });
  };
  CHECK(mentions(message("100 0.5\n100 1\n"),
                 {"sizes.txt:2: flow-sizes: '100 1' is not allowed", "both rising"}));
  CHECK(mentions(message("100 0.5\n200 0.4\n"), {"sizes.txt:2:"}));
  CHECK(mentions(message("100 0.5 7\n"), {"sizes.txt:1:"}));
  CHECK(mentions(message("100\n"), {"sizes.txt:1:"}));
  CHECK(mentions(message("-1 1\n"), {"sizes.txt:1:"}));
  CHECK(mentions(message("100 0.5\n"), {"ends with a share of 0.5"}));
  CHECK(mentions(message("# nothing\n"), {"ends with a share of 0"}));
  CHECK(mentions(message_of<InputError>([&] { read_flow_sizes((folder.path() / "gone.txt").string()); }),
                 {"flow-sizes", "gone.txt"}));
}
