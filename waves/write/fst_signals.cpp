// SPDX-License-Identifier: Apache-2.0
#include "waves/write/fst_signals.h"

#include <fstapi.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "host/base/errors.h"

namespace xb {
namespace {

/// Bits of all signals, and characters of a table's values: GTKWave's writer counts both in 32 bits.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 28U;

}  // namespace

/// Entries of SignalSink::declare(), word by word.
class SignalWords {
 public:
  explicit SignalWords(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool done() const { return bytes_.empty(); }
  char byte() { return *take(1); }
  std::uint32_t number() {
    std::uint32_t number = 0;
    std::memcpy(&number, take(sizeof number), sizeof number);
    return number;
  }
  const char* text() { return take(std::min(bytes_.find('\0'), bytes_.size()) + 1); }

 private:
  const char* take(std::size_t count) {
    if (count > bytes_.size()) throw RunError("the signals of a model end within a word");
    const char* const at = bytes_.data();
    bytes_.remove_prefix(count);
    return at;
  }

  std::string_view bytes_;
};

void FstSignals::declare(std::string_view entries) {
  void* const names = file_.names();
  const std::uint32_t first = file_.signals();
  for (SignalWords words(entries); !words.done();) {
    switch (static_cast<SignalEntry>(words.byte())) {
      case SignalEntry::Scope: {
        const auto kind = static_cast<fstScopeType>(words.number());
        const char* const name = words.text();
        fstWriterSetScope(names, kind, name, words.text());
        break;
      }
      case SignalEntry::ScopeEnd:
        fstWriterSetUpscope(names);
        break;
      case SignalEntry::Signal: {
        const std::uint32_t kind = words.number(), direction = words.number(), bits = words.number(),
                            alias = words.number();
        bits_ += bits;
        if (bits_ > kMostCounted) throw RunError("the signals of a model have too many bits");
        file_.add_signal(kind, direction, bits, words.text(), alias == 0 ? 0 : first + alias);
        break;
      }
      case SignalEntry::Table:
        add_table(words);
        break;
      case SignalEntry::TableUse:
        use_table(words.number());
        break;
    }
  }
  log_ = &file_.add_log(first);
}

void FstSignals::add_table(SignalWords& words) {
  const char* const name = words.text();
  const std::uint32_t least_bits = words.number(), count = words.number();
  if (std::uint64_t{count} * std::max(least_bits, 1U) > kMostCounted)
    throw RunError("the signals of a model have a table that is too long");
  std::vector<const char*> texts;
  for (std::uint32_t i = 0; i < 2 * count; ++i) texts.push_back(words.text());
  tables_.push_back(
      fstWriterCreateEnumTable(file_.names(), name, count, least_bits, texts.data(), texts.data() + count));
}

void FstSignals::use_table(std::uint32_t number) {
  if (number == 0 || number > tables_.size())
    throw RunError("the signals of a model name a table that they do not have");
  fstWriterEmitEnumTableRef(file_.names(), tables_[number - 1]);
}

void FstSignals::values(std::uint64_t time, std::string_view entries) {
  if (log_ == nullptr) throw RunError("a model has values and no signals");
  file_.at(*log_, time);
  log_->add(entries);
}

}  // namespace xb
