// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace xb {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< within it, but for that of elements in it

  /// Whether it has all of these classes, given with blanks between them.
  [[nodiscard]] bool has(const std::string& classes) const {
    const auto mine = attributes.find("class");
    if (mine == attributes.end()) return false;
    const auto words = [](const std::string& all) {
      std::istringstream stream(all);
      std::set<std::string> found;
      for (std::string word; stream >> word;) found.insert(word);
      return found;
    };
    const auto have = words(mine->second);
    const auto want = words(classes);
    return std::includes(have.begin(), have.end(), want.begin(), want.end());
  }
  [[nodiscard]] std::string get(const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? "" : found->second;
  }
  [[nodiscard]] double number(const std::string& attribute) const { return std::stod(get(attribute)); }
};

/// Those that have all of these classes, and this name if there is one.
inline std::vector<XmlElement> with_classes(const std::vector<XmlElement>& all, const std::string& classes,
                                            const std::string& name = "") {
  std::vector<XmlElement> found;
  for (const XmlElement& one : all) {
    if (one.has(classes) && (name.empty() || one.name == name)) found.push_back(one);
  }
  return found;
}

/// The elements of a text in XML, in the order of their start tags, texts and attributes unescaped. Throws
/// std::runtime_error for what is not well-formed; knows neither sections nor entities of one's own, and
/// comments before the root only.
class XmlReader {
 public:
  static constexpr const char* kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  static std::vector<XmlElement> elements(const std::string& text) {
    XmlReader reader(text);
    reader.read();
    return reader.found_;
  }

 private:
  explicit XmlReader(const std::string& text) : text_(text) {}

  void require(bool what, const std::string& problem) const {
    if (!what) throw std::runtime_error(problem + " at character " + std::to_string(at_));
  }
  bool take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  std::string until(const std::string& ends) {
    const auto end = text_.find_first_of(ends, at_);
    require(end != std::string::npos, "the text ends");
    const std::string taken = text_.substr(at_, end - at_);
    at_ = end;
    return taken;
  }
  std::string unescaped(const std::string& raw) const {
    std::string plain;
    for (std::size_t c = 0; c < raw.size(); ++c) {
      require(raw[c] != '<' && (static_cast<unsigned char>(raw[c]) >= ' ' || raw[c] == '\n'), "a character");
      if (raw[c] != '&') {
        plain += raw[c];
        continue;
      }
      static const std::map<std::string, char> kKnown{
          {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
      const auto known = kKnown.find(raw.substr(c, raw.find(';', c) - c + 1));
      require(known != kKnown.end(), "an entity");
      plain += known->second;
      c += known->first.size() - 1;
    }
    return plain;
  }
  void read() {
    require(take(kHead), "no declaration");
    if (take("<!--")) at_ = std::min(text_.find("-->\n", at_), text_.size() - 4) + 4;
    std::vector<std::size_t> open;
    do {
      require(take("<"), "no element");
      if (take("/")) {
        require(!open.empty() && until(">") == found_[open.back()].name, "an end tag");
        open.pop_back();
      } else if (!start_tag()) {
        open.push_back(found_.size() - 1);
      }
      require(take(">"), "a tag");
      if (open.empty()) break;
      found_[open.back()].text += unescaped(until("<"));
    } while (true);
    require(text_.find_first_not_of('\n', at_) == std::string::npos, "something behind the root");
  }
  /// Whether the element ends with it.
  bool start_tag() {
    XmlElement element;
    element.name = until(" />");
    require(!element.name.empty(), "a name");
    while (take(" ")) {
      const std::string name = until("=<>\"");
      require(take("=\"") && !name.empty(), "an attribute");
      require(element.attributes.emplace(name, unescaped(until("\""))).second, "an attribute twice");
      take("\"");
    }
    found_.push_back(element);
    return take("/");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<XmlElement> found_;
};

}  // namespace xb
