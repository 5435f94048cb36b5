// SPDX-License-Identifier: Apache-2.0
#include "host/base/table_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <tuple>

#include "host/base/errors.h"
#include "host/base/plain_path.h"
#include "host/base/trimmed.h"
#include "host/base/utf8.h"

namespace xb {
namespace {

constexpr std::size_t kMostOfValue = 40;  // characters of a value that is no text

/// The value of a line `key = word`, or that at a column of an array, which wants quotes, or a second one;
/// empty: it is something else.
std::string bare_word(const std::string& text, const toml::parse_error& error) {
  if (error.description().find("redefine") != std::string_view::npos) return "";
  const toml::source_position& at = error.source().begin;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t n = 0; n < at.line && std::getline(lines, line);) ++n;
  line.erase(std::min(line.find('#'), line.size()));
  std::size_t begin = line.find('=') + 1, end = line.size();
  if (begin == 0 && error.description().find("key") != std::string_view::npos) return "";
  if (begin == 0 || trimmed(line.substr(begin)).rfind('[', 0) == 0) {
    const std::size_t before = std::min<std::size_t>(std::max<std::size_t>(at.column, 2) - 2, line.size());
    begin = std::max(begin, line.find_last_of("[,", before) + 1);
    end = std::min(line.find_first_of(",]", begin), end);
  }
  const std::string word = trimmed(line.substr(begin, end - begin));
  const bool is_text = word.find_first_not_of("0123456789_.+-:") != std::string::npos;
  const auto quotes = std::count_if(word.begin(), word.end(), [](char c) { return c == '"' || c == '\''; });
  const bool is_other =
      quotes > 1 || word.find_first_of("[{") != std::string::npos || word == "true" || word == "false";
  return is_text && !is_other ? word : "";
}

std::string without_quotes(std::string word) {
  word.erase(std::remove_if(word.begin(), word.end(), [](char c) { return c == '"' || c == '\''; }),
             word.end());
  return word;
}

/// What to write in the place of a bare word: of `0,75` a number.
std::string right_form(const std::string& bare) {
  const std::size_t comma = bare.find(',');
  const bool number = bare.find_first_not_of("+-.0123456789,") == std::string::npos;
  if (number && comma != std::string::npos && comma == bare.rfind(','))
    return fmt::format("numbers with a point, {}.{}", bare.substr(0, comma), bare.substr(comma + 1));
  const bool unit = std::isdigit(static_cast<unsigned char>(bare.front())) != 0;
  return fmt::format("texts in quotes, \"{}\"{}", without_quotes(bare), unit ? ", or plain numbers" : "");
}

toml::table parsed_toml(const SourceText& source, const std::string& text) {
  // A library's message about such a text would quote it.
  if (const std::string other = other_encoding(text); !other.empty())
    throw InputError("{}: {}; allowed: a text in UTF-8", source.file, other);
  try {
    return toml::parse(text, source.file);
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    const std::string bare = bare_word(text, error);
    throw InputErrors({source.with_line(fmt::format(
        "{}:{}:{}: {}", source.file, at.line, at.column,
        bare.empty() ? std::string(error.description())
                     : fmt::format("'{}' is not allowed; allowed: {}", bare, right_form(bare))))});
  }
}

/// A value as the file has it, in a line.
std::string shown_value(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto real = node.value_exact<double>()) return fmt::format("{}", *real);
  if (node.is_table()) return "{...}";
  std::ostringstream written;
  node.visit([&](const auto& value) { written << value; });
  std::istringstream words(written.str());
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line.size() > kMostOfValue ? line.substr(0, kMostOfValue - 3) + "..." : line;
}

bool is_one_of(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string range_text(double low, double high) { return fmt::format("{:.12g}..{:.12g}", low, high); }

std::string TomlValue::place() const { return reader.place(node.source()); }

void TomlValue::refuse_for(const std::string& other_allowed) const {
  refuse_part(shown_value(node), other_allowed);
}

void TomlValue::refuse_part(const std::string& part, const std::string& other_allowed) const {
  fail(fmt::format("'{}' is not allowed; allowed: {}", part, other_allowed));
}

void TomlValue::fail(const std::string& what) const { throw InputError("{}: {}: {}", place(), key, what); }

std::string TomlValue::text() const {
  const auto value = node.value_exact<std::string>();
  if (!value || value->empty()) refuse();
  return *value;
}

std::string TomlValue::word(const std::vector<std::string>& words, const std::string& what) const {
  const auto value = node.value_exact<std::string>();
  if (!value || !is_one_of(words, *value)) refuse_for(allowed_names(words, what, value.value_or("")));
  return *value;
}

std::string TomlValue::scalar() const {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto real = node.value_exact<double>()) return fmt::format("{}", *real);
  refuse();
}

void TomlValue::refuse_number() const {
  const std::string text = node.value_exact<std::string>().value_or("");
  const bool in_quotes = !text.empty() && text.find_first_not_of("+-.0123456789") == std::string::npos;
  refuse_for(allowed + (in_quotes ? ", without quotes" : ""));
}

std::int64_t TomlValue::whole(std::int64_t low, std::int64_t high) const {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < low || *value > high) refuse_number();
  return *value;
}

double TomlValue::number(double low, double high) const {
  const auto value = node.value<double>();
  if (!value || node.is_boolean() || !(*value >= low && *value <= high)) refuse_number();
  return *value;
}

void TomlValue::each(const Read& read) const {
  if (!node.is_array()) return read(*this);
  for (const auto& element : *node.as_array())
    reader.errors.collect([&, &value = element] { read({reader, value, name, key, allowed}); });
}

bool TomlValue::read_table(const TomlKeys& keys, const OtherKeys* others) const {
  if (!node.is_table()) refuse_for(fmt::format("a table [{}]", key));
  return reader.read_table(*node.as_table(), key + ".", keys, others);
}

TableReader::TableReader(std::string file, const std::string& text)
    : source_(std::move(file), text), table_(parsed_toml(source_, text)) {}

std::string TableReader::place(const toml::source_region& region) const {
  // What is not in the file is missing at its begin.
  return fmt::format("{}:{}:{}", file(), std::max(1U, region.begin.line), std::max(1U, region.begin.column));
}

std::filesystem::path TableReader::beside(const std::string& path) const { return path_beside(file(), path); }

bool TableReader::read(const TomlKeys& keys, const OtherKeys* others) {
  return read_table(table_, "", keys, others);
}

bool TableReader::read_table(const toml::table& table, const std::string& prefix, const TomlKeys& keys,
                             const OtherKeys* others) {
  const std::size_t wrong = errors.size();
  const auto read = [&](const std::string& name, const TomlKind& kind, const toml::node& node) {
    errors.collect([&] { kind.read({*this, node, name, prefix + name, kind.allowed}); });
  };
  std::vector<std::string> names;
  for (const TomlKey& key : keys) {
    names.push_back(key.name);
    if (const toml::node* node = table.get(key.name))
      read(key.name, key.kind, *node);
    else if (key.needed && key.kind.is_table)
      read(key.name, key.kind, toml::table{});
    else if (key.needed)
      errors.add(fmt::format("{}: {}{}: missing; allowed: {}", place(table.source()), prefix, key.name,
                             key.kind.allowed));
  }
  std::vector<std::pair<const toml::key*, const toml::node*>> rest;
  for (const auto& [key, node] : table) {
    if (!is_one_of(names, std::string(key.str()))) rest.emplace_back(&key, &node);
  }
  if (others != nullptr && others->in_file_order)
    std::sort(rest.begin(), rest.end(), [](const auto& a, const auto& b) {
      const auto at = [](const toml::node& node) {
        return std::tuple(node.source().begin.line, node.source().begin.column);
      };
      return at(*a.second) < at(*b.second);
    });
  for (const auto& [key, node] : rest) {
    const std::string name(key->str());
    if (others != nullptr && (others->names.empty() || is_one_of(others->names, name))) {
      read(name, others->kind, *node);
      continue;
    }
    std::vector<std::string> known = names;
    if (others != nullptr) known.insert(known.end(), others->names.begin(), others->names.end());
    std::string allowed = fmt::format("{}", fmt::join(names, " "));
    if (others != nullptr) allowed += (allowed.empty() ? "" : ", or ") + others->what;
    errors.add(fmt::format("{}: unknown key '{}{}'; allowed: {}", place(key->source()), prefix, name,
                           allowed_names(known, allowed, name)));
  }
  return errors.size() == wrong;
}

OtherKeys any_others() {
  return {{"", [](const TomlValue&) {}}};
}

TomlKind text_to(std::string& to, std::string allowed) {
  return {std::move(allowed), [&to](const TomlValue& value) { to = value.text(); }};
}

TomlKind scalar_to(std::string& to, std::string allowed) {
  return {std::move(allowed), [&to](const TomlValue& value) { to = value.scalar(); }};
}

TomlKind word_to(std::string& to, const std::vector<std::string>& words, const std::string& what) {
  return {allowed_names(words, what),
          [&to, words, what](const TomlValue& value) { to = value.word(words, what); }};
}

TomlKind words_to(std::vector<std::string>& to, const std::vector<std::string>& words,
                  const std::string& what) {
  const auto read = [&to, words, what](const TomlValue& value) {
    value.each([&](const TomlValue& one) { to.push_back(one.word(words, what)); });
  };
  return {allowed_names(words, what), read};
}

TomlKind truth_to(bool& to) {
  const auto read = [&to](const TomlValue& value) {
    if (!value.node.is_boolean()) value.refuse();
    to = *value.node.value<bool>();
  };
  return {"true false", read};
}

TomlKind table_of(TomlKeys keys) {
  return {"", [keys = std::move(keys)](const TomlValue& value) { value.read_table(keys); }, true};
}

TomlKind table_of(OtherKeys others) {
  const auto read = [others = std::move(others)](const TomlValue& value) { value.read_table({}, &others); };
  return {"", read, true};
}

TomlKind tables_of(TomlValue::Read read) {
  const auto read_all = [read = std::move(read)](const TomlValue& value) {
    const auto* list = value.node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      value.refuse_for(fmt::format("[[{}]], once or more", value.key));
    value.each(read);
  };
  return {"one table or more", read_all};
}

TomlKind with_place(std::string& place, TomlKind kind) {
  const auto read = [&place, read_value = std::move(kind.read)](const TomlValue& value) {
    place = value.place();
    read_value(value);
  };
  return {std::move(kind.allowed), read, kind.is_table};
}

}  // namespace xb
