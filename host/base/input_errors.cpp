// SPDX-License-Identifier: Apache-2.0
#include "host/base/input_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "host/base/parse_number.h"
#include "host/base/trimmed.h"

namespace xb {
namespace {

constexpr std::size_t kMostShown = 20;
constexpr std::size_t kMostColumns = 80;  // of a source line

/// The line that a message begins with, as in `file:12:`; 0: none.
std::size_t line_of(const std::string& file, const std::string& message) {
  if (file.empty() || message.compare(0, file.size() + 1, file + ":") != 0) return 0;
  return std::strtoul(message.c_str() + file.size() + 1, nullptr, 10);
}

}  // namespace

InputErrors::InputErrors(std::vector<std::string> messages)
    : InputError("{}", fmt::join(messages, "\n")), messages_(std::move(messages)) {}

SourceText::SourceText(std::string name, const std::string& text)
    : file(std::move(name)), lines(list_parts(text, '\n')) {}

std::string SourceText::with_line(const std::string& message) const {
  const std::size_t number = line_of(file, message);
  if (number == 0 || number > lines.size()) return message;
  std::string shown = trimmed(lines[number - 1]);
  if (shown.size() > kMostColumns) shown = shown.substr(0, kMostColumns - 3) + "...";
  const std::string behind = "  | " + shown;
  const bool has_it = message.size() > behind.size() &&
                      message.compare(message.size() - behind.size(), behind.size(), behind) == 0;
  return shown.empty() || has_it ? message : message + behind;
}

void ErrorList::add(const std::string& message) {
  if (std::find(messages_.begin(), messages_.end(), message) == messages_.end()) messages_.push_back(message);
}

void ErrorList::throw_if_any(const SourceText& text) const {
  if (messages_.empty()) return;
  std::vector<std::string> shown = messages_;
  std::stable_sort(shown.begin(), shown.end(), [&](const std::string& a, const std::string& b) {
    return line_of(text.file, a) < line_of(text.file, b);
  });
  const std::size_t more = shown.size() > kMostShown ? shown.size() - kMostShown : 0;
  shown.resize(shown.size() - more);
  for (auto& message : shown) message = text.with_line(message);
  if (more > 0)
    shown.push_back(fmt::format("{}{}and {} more", text.file, text.file.empty() ? "" : ": ", more));
  throw InputErrors(std::move(shown));
}

}  // namespace xb
