// SPDX-License-Identifier: Apache-2.0
#include "host/base/pattern.h"

#include <regex>

namespace xb {

struct Pattern::Form {
  std::regex regex;
};

namespace {

std::vector<std::string> groups_of(const std::smatch& parts) { return {parts.begin(), parts.end()}; }

}  // namespace

Pattern::Pattern(const std::string& form) : form_(new Form{std::regex(form)}) {}

std::vector<std::string> Pattern::match(const std::string& text) const {
  std::smatch parts;
  return std::regex_match(text, parts, form_->regex) ? groups_of(parts) : std::vector<std::string>();
}

std::vector<std::string> Pattern::find(const std::string& text) const {
  std::smatch parts;
  return std::regex_search(text, parts, form_->regex) ? groups_of(parts) : std::vector<std::string>();
}

std::string Pattern::replace(const std::string& text, const std::string& by) const {
  return std::regex_replace(text, form_->regex, by);
}

}  // namespace xb
