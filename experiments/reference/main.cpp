// SPDX-License-Identifier: Apache-2.0
// slot_simulator: one model, or all values of values.csv. README.md says how.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "experiments/reference/choking.h"
#include "experiments/reference/simulation.h"
#include "experiments/reference/table.h"

namespace {

constexpr const char* kUsage =
    "usage: slot_simulator MODEL [key=value ...]\n"
    "       slot_simulator choking [key=value ...]\n"
    "       slot_simulator table FILE [share=1] [place=NAME]\n"
    "MODEL: fifo voq crosspoint output shared; FILE: values.csv; experiments/reference/README.md\n";

void print(const char* name, const slots::Estimate& estimate) {
  std::printf("%-10s %s\n", name, slots::shown(estimate).c_str());
}

void run_model(const std::string& model, const std::vector<std::string>& parameters) {
  const slots::Result result = slots::simulate(model, slots::Parameters(parameters));
  print("wait", result.wait);
  print("throughput", result.throughput);
  print("loss", result.loss);
}

void run_choking(const std::vector<std::string>& words) {
  slots::Parameters parameters(words);
  const slots::Choking choking = slots::Choking::read(parameters);
  parameters.refuse_unknown();
  const slots::Choked choked = slots::choke(choking);
  std::printf("held       %.4f\nlost       %.6f\n", choked.held,
              static_cast<double>(choked.lost) / static_cast<double>(choking.burst));
}

/// Makes all values of a file again, or those of one place; whether all agree.
bool run_table(const std::vector<std::string>& words) {
  if (words.empty()) throw std::invalid_argument("no file; allowed: table FILE [share=1] [place=NAME]");
  slots::Parameters parameters({words.begin() + 1, words.end()});
  const double share = parameters.number("share", 1, 1e-6, 1000);
  const std::string place = parameters.text("place", "");
  parameters.refuse_unknown();
  auto values = slots::read_values(words[0]);
  if (!place.empty()) {
    const auto other = [&](const slots::Value& value) { return value.place != place; };
    values.erase(std::remove_if(values.begin(), values.end(), other), values.end());
    if (values.empty()) throw std::invalid_argument("place: '" + place + "' is in no line of " + words[0]);
  }
  return slots::write_table(stdout, values, share);
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::vector<std::string> all(words + 1, words + count);
    if (all.empty() || all[0] == "--help" || all[0] == "help") {
      std::fputs(kUsage, all.empty() ? stderr : stdout);
      return all.empty() ? 2 : 0;
    }
    const std::vector<std::string> rest(all.begin() + 1, all.end());
    if (all[0] == "table") return run_table(rest) ? 0 : 1;
    if (all[0] == "choking")
      run_choking(rest);
    else
      run_model(all[0], rest);
    return 0;
  } catch (const std::invalid_argument& wrong) {
    std::fprintf(stderr, "slot_simulator: %s\n", wrong.what());
    return 2;
  }
}
