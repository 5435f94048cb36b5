// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_record.h"

#include <fmt/format.h>

#include "host/base/errors.h"
#include "testbenches/sources/digest.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDigits = 32;  // of a digest

/// What follows the record's last member but one.
std::string check_of(const std::string& text) {
  Digest digest;
  digest.add(text);
  return fmt::format(",\"check\":\"{}\"}}\n", digest.hex());
}

const std::size_t kCheckLength = check_of("").size();

std::string beginning(const std::string& hash) {
  return fmt::format("{{\"schema\":1,\"point\":\"{}\",", hash);
}

}  // namespace

std::string record_text(const PointIdentity& point, const RunConfig& config, const RunResult& result,
                        const Json& versions) {
  return record_text(point, to_json(config, result, versions));
}

std::string record_text(const PointIdentity& point, Json whole) {
  Json record{{"schema", whole["schema"]}, {"point", point.hash}, {"config", point.config}};
  if (!point.files.empty()) record["files"] = point.files;
  for (const auto& [name, value] : whole.items()) {
    if (!record.contains(name)) record[name] = std::move(value);
  }
  record["result"].erase("cpu_seconds");
  record["result"].erase("cycles_per_cpu_second");
  std::string text = record.dump();
  text.pop_back();  // the brace
  return text + check_of(text);
}

bool is_whole_record(const std::string& text, const std::string& hash) {
  if (text.size() < kCheckLength + kDigits || text.rfind(beginning(hash), 0) != 0) return false;
  const std::size_t end = text.size() - kCheckLength;
  return text.compare(end, kCheckLength, check_of(text.substr(0, end))) == 0;
}

RunResult result_in(const Json& record) {
  try {
    Json result = record.at("result");
    result["cpu_seconds"] = 0;
    for (const char* name : kBesideResult) {
      if (record.contains(name)) result[name] = record[name];
    }
    return result_from_json(result);
  } catch (const Json::exception& error) {
    throw RunError("a record that cannot be read: {}", error.what());
  }
}

}  // namespace xb
