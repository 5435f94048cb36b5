// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/latency_columns.h"

namespace xb {
namespace {

void add_one(nlohmann::ordered_json& row, const std::string& name, const TrialLatency& latency) {
  row[name + "_min"] = latency.min;
  row[name + "_mean"] = latency.mean;
  row[name + "_max"] = latency.max;
}

}  // namespace

std::string latency_method() {
  return "Latency in cycles: FIFO from the first bit in to the first bit out, the RFCs' convention for "
         "cut-through; LIFO from the last bit in to the first bit out, theirs for store-and-forward, below 0 "
         "where a frame leaves before all of it is in; FILO from the first bit in to the last bit out.";
}

std::vector<BenchColumn> latency_columns() {
  std::vector<BenchColumn> columns;
  for (const char* name : {"fifo", "lifo", "filo"}) {
    std::string head = name;
    for (char& c : head) c = static_cast<char>(c - 'a' + 'A');
    columns.push_back({std::string(name) + "_min", head + " min", BenchFormat::Whole});
    columns.push_back({std::string(name) + "_mean", "mean", BenchFormat::Decimal});
    columns.push_back({std::string(name) + "_max", "max", BenchFormat::Whole});
  }
  return columns;
}

void add_latency(nlohmann::ordered_json& row, const TrialResult& result) {
  add_one(row, "fifo", result.fifo);
  add_one(row, "lifo", result.lifo);
  add_one(row, "filo", result.filo);
}

}  // namespace xb
