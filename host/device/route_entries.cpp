// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <stdexcept>

#include "host/device/port_entries.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

constexpr std::size_t kMostHeaderBytes = 64;

/// The bytes of a header, `02:00:{tag} {dest + 1}`, as expressions. Throws std::invalid_argument.
std::vector<std::string> bytes_of(const std::string& text) {
  std::vector<std::string> bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == ':') {
      ++at;
      continue;
    }
    const bool is_expression = text[at] == '{';
    const auto end = is_expression ? text.find('}', at) : text.find_first_of(" :", at);
    const std::string word = text.substr(at, end - at);
    if (is_expression) {
      if (end == std::string::npos) throw std::invalid_argument("'}' is missing");
      bytes.push_back(word.substr(1));
    } else {
      const bool hex = word.size() == 2 && std::isxdigit(static_cast<unsigned char>(word[0])) != 0 &&
                       std::isxdigit(static_cast<unsigned char>(word[1])) != 0;
      if (!hex) throw std::invalid_argument(fmt::format("'{}' is no byte of two digits", word));
      bytes.push_back("0x" + word);
    }
    at = end == std::string::npos ? text.size() : end + (is_expression ? 1 : 0);
  }
  return bytes;
}

}  // namespace

TomlKeys route_entries(DeviceRoute& route) {
  const auto read = [&](const TomlValue& value) {
    RunConfig largest;
    largest.ports = kMaxPorts;
    ExpressionNames names = expression_names(largest);
    names["dest"] = names["port"] = 1;
    const std::string text = value.text();
    try {
      route.header = bytes_of(text);
      for (const std::string& byte : route.header) {
        if (byte != DeviceRoute::kTag) static_cast<void>(evaluate(byte, names));
      }
      if (route.header.size() > kMostHeaderBytes)
        throw std::invalid_argument(
            fmt::format("{} bytes; at most {}", route.header.size(), kMostHeaderBytes));
    } catch (const std::invalid_argument& error) {
      value.fail(fmt::format("'{}' is not allowed; {}; allowed: {}", text, error.what(), value.allowed));
    }
  };
  const TomlKind header{
      "bytes of two hexadecimal digits, {tag} and {EXPRESSION} of dest and port, with : or blanks between, "
      "such "
      "as '02:00:00:00:00:{dest} {tag}'",
      read};
  return {{"header", with_place(route.place, header)}};
}

TomlKeys setup_entries(Device& device) {
  const auto read_write = [&device](const TomlValue& value) {
    if (!is_port_name(value.name) || value.name.find('{') != std::string::npos)
      value.refuse_part(value.name, "an input of the module");
    device.setup.back().push_back({value.place(), value.key, value.name, driver_text(value)});
  };
  const OtherKeys inputs{{"a whole number from 0 on, or an expression in quotes", read_write}};
  const auto read = [&device, inputs](const TomlValue& value) {
    if (!value.node.is_array()) value.refuse();
    value.each([&](const TomlValue& row) {
      if (!row.node.is_table()) row.refuse();
      device.setup.emplace_back();
      row.read_table({}, &inputs);
    });
  };
  const TomlKind writes{"a list of cycles, such as [{we = 1, address = 'port', data = '1 << port'}]", read};
  return {{"writes", with_place(device.setup_place, writes)}};
}

}  // namespace xb
