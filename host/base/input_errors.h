// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/base/errors.h"

namespace xb {

/// All that is wrong with a file, a line each. The message of the exception is these lines.
class InputErrors : public InputError {
 public:
  explicit InputErrors(std::vector<std::string> messages);
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

/// The lines of a file, for messages about it.
struct SourceText {
  std::string file;  ///< as messages name it
  std::vector<std::string> lines;

  SourceText() = default;
  SourceText(std::string name, const std::string& text);
  /// A message that begins with `file:LINE:`, and that line behind it, if it is not there; others as they
  /// are.
  [[nodiscard]] std::string with_line(const std::string& message) const;
};

/// Collects what is wrong, each message once.
class ErrorList {
 public:
  void add(const std::string& message);
  /// Does it; an InputError is added. Whether there was none.
  template <class Work>
  bool collect(Work&& work) {
    try {
      work();
      return true;
    } catch (const InputErrors& errors) {
      for (const auto& message : errors.messages()) add(message);
    } catch (const InputError& error) {
      add(error.what());
    }
    return false;
  }
  [[nodiscard]] bool empty() const { return messages_.empty(); }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  /// Throws InputErrors if there is anything: the first 20, in the order of the file's lines as far as they
  /// name one, and how many more there are.
  void throw_if_any(const SourceText& text) const;

 private:
  std::vector<std::string> messages_;
};

}  // namespace xb
