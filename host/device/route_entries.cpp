// SPDX-License-Identifier: Apache-2.0
#include "host/device/route_entries.h"

#include <fmt/format.h>

#include <cctype>
#include <stdexcept>

#include "host/base/errors.h"

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

/// What an input gets in a cycle.
DeviceWrite write_of(const TableReader& reader, const std::string& name, const toml::node& node,
                     const std::string& key) {
  if (!is_port_name(name) || name.find('{') != std::string::npos)
    reader.refuse(node, key, name, "an input of the module");
  const auto whole = node.value_exact<std::int64_t>();
  if (whole && *whole < 0) reader.refuse(node, key, "", "0 or more");
  return {
      reader.place(node), key, name,
      whole ? std::to_string(*whole) : reader.text(node, key, "a whole number, or an expression in quotes")};
}

}  // namespace

TableReader::Entries route_entries(TableReader& reader, DeviceRoute& route) {
  const TableReader::Entry header = [&](const toml::node& node, const std::string& key) {
    const std::string text = reader.text(node, key, "a text such as '02:00:00:00:00:{dest} {tag}'");
    route.place = reader.place(node);
    RunConfig largest;
    largest.ports = kMaxPorts;
    ExpressionNames names = expression_names(largest);
    names["dest"] = names["port"] = 1;
    try {
      route.header = bytes_of(text);
      for (const std::string& byte : route.header) {
        if (byte != DeviceRoute::kTag) static_cast<void>(evaluate(byte, names));
      }
      if (route.header.size() > kMostHeaderBytes)
        throw std::invalid_argument(
            fmt::format("{} bytes; at most {}", route.header.size(), kMostHeaderBytes));
    } catch (const std::invalid_argument& error) {
      throw InputError(fmt::format(
          "{}: {}: '{}' is not allowed; {}; allowed: bytes of two hexadecimal digits, {{tag}} and "
          "{{EXPRESSION}} of dest and port, with : or blanks between",
          route.place, key, text, error.what()));
    }
  };
  return {{"header", header}};
}

TableReader::Entries setup_entries(TableReader& reader, Device& device) {
  const TableReader::Entry writes = [&](const toml::node& node, const std::string& key) {
    constexpr const char* kAllowed =
        "a list of cycles, such as [{we = 1, address = 'port', data = '1 << port'}]";
    if (!node.is_array()) reader.refuse(node, key, "", kAllowed);
    device.setup_place = reader.place(node);
    for (const auto& element : *node.as_array()) {
      if (!element.is_table()) reader.refuse(element, key, "", kAllowed);
      std::vector<DeviceWrite> row;
      const auto read = [&](const std::string& name, const toml::node& value, const std::string& name_key) {
        row.push_back(write_of(reader, name, value, name_key));
      };
      reader.table_of_any(read)(element, key);
      device.setup.push_back(std::move(row));
    }
  };
  return {{"writes", writes}};
}

}  // namespace xb
