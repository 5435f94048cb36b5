// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <string>
#include <utility>

#include "waves/read/edge_sampler.h"
#include "waves/read/trace_source.h"
#include "waves/read/vcd_header.h"

namespace xb {
namespace {

enum class Begins : std::uint8_t { Nothing, Blank, Bit, Bits, Time, Keyword, Real, Text };

/// What a value change or another word begins with.
constexpr std::array<Begins, 256> begins_table() {
  std::array<Begins, 256> table{};
  for (unsigned c = 1; c <= ' '; ++c) table[c] = Begins::Blank;
  for (const char c : {'0', '1', 'x', 'X', 'z', 'Z', 'u', 'U', 'w', 'W', 'l', 'L', 'h', 'H', '-'})
    table[static_cast<unsigned char>(c)] = Begins::Bit;
  table['b'] = table['B'] = Begins::Bits;
  table['r'] = table['R'] = Begins::Real;
  table['s'] = table['S'] = Begins::Text;
  table['#'] = Begins::Time;
  table['$'] = Begins::Keyword;
  return table;
}
constexpr std::array<Begins, 256> kBegins = begins_table();

/// The first blank from `p` on; up to 7 bytes behind it are read.
const char* next_blank(const char* p) {
  for (;; p += 8) {
    std::uint64_t text = 0;
    std::memcpy(&text, p, 8);
    // A byte below 0x21 borrows from its highest bit; the lowest of those that are found is one.
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const std::uint64_t found = (text - 0x21 * kOnes) & ~text & 0x80 * kOnes;
    if (found != 0) return p + __builtin_ctzll(found) / 8;
  }
}

class VcdSource : public TraceSource {
 public:
  explicit VcdSource(std::unique_ptr<BlockReader> file) : file_(std::move(file)) {
    read_vcd_header(*file_, header_, ids_);
  }

  [[nodiscard]] const TraceHeader& header() const override { return header_; }

  void run(std::uint32_t clock, SampleSink& sink) override {
    EdgeSampler sampler(header_.slots, clock, sink);
    sampler_ = &sampler;
    for (;;) {
      const std::string_view rest = file_->rest();
      const std::size_t lines = rest.rfind('\n') + 1;  // 0 where there is none
      const std::size_t done = lines == 0 ? 0 : changes(rest.data(), rest.data() + lines);
      file_->take(done);
      sampler.bound();
      sink.reached(file_->offset());
      if (file_->more()) continue;
      const std::string_view left = file_->rest();
      for (const char c : left) {
        if (!is_blank(c)) file_->refuse("the file ends within a line; allowed: whole lines", left.size());
      }
      break;
    }
    if (comment_) file_->refuse("the file ends in a $comment");
    sampler.finish();
  }

 private:
  /// Takes the changes from `p` to `end`, which is behind a line's end; returns the bytes that are done. What
  /// is begun and not complete is left.
  std::size_t changes(const char* const begin, const char* const end) {
    begin_ = begin;
    const char* p = begin;
    while (p != end) {
      const char* const start = p;
      switch (comment_ ? Begins::Keyword : kBegins[static_cast<unsigned char>(*p)]) {
        case Begins::Blank:
          ++p;
          break;
        case Begins::Bit:
          p = take_bit(start);
          break;
        case Begins::Bits:
        case Begins::Real:
        case Begins::Text:
          p = take_value(start, end);
          if (p == nullptr) return static_cast<std::size_t>(start - begin);
          break;
        case Begins::Time:
          p = take_time(p + 1);
          break;
        case Begins::Keyword:
          while (!is_blank(*p)) ++p;
          keyword(start, {start, static_cast<std::size_t>(p - start)});
          while (p != end && is_blank(*p)) ++p;
          break;
        case Begins::Nothing:
          refuse(p, *p > ' ' && *p <= '~' ? fmt::format("'{}' begins no value, time or keyword", *p)
                                          : fmt::format("a byte 0x{:02x} begins no value, time or keyword",
                                                        static_cast<unsigned char>(*p)));
      }
    }
    return static_cast<std::size_t>(p - begin);
  }

  /// `1ID`; returns what is behind it, as the next one does.
  const char* take_bit(const char* start) {
    const char* const id = start + 1;
    const char* const id_end = next_blank(id);
    const char digit = static_cast<char>(*start | 0x20);
    const bool one = *start == '1' || digit == 'h';
    const bool known = one || *start == '0' || digit == 'l';
    const std::uint32_t slot = slot_of(start, id, id_end);
    if (header_.slots[slot].width == 1)
      sampler_->bit(slot, one || digit == 'z', known);
    else
      take_bits(start, slot, start, id);
    return id_end;
  }

  /// `b1010 ID` and the like; null: not all of it is there.
  const char* take_value(const char* start, const char* end) {
    const char* const value_end = next_blank(start);
    const char* id = value_end;
    while (id != end && is_blank(*id)) ++id;
    if (id == end) return nullptr;
    const char* const id_end = next_blank(id);
    take_long(start, value_end, slot_of(start, id, id_end));
    return id_end;
  }

  std::uint32_t slot_of(const char* start, const char* id, const char* id_end) const {
    const std::uint32_t slot = ids_.find(id, static_cast<std::size_t>(id_end - id));
    if (slot == VcdIds::kNone)
      refuse(start, fmt::format("a value of '{}', which no $var declares",
                                std::string_view(id, static_cast<std::size_t>(id_end - id)).substr(0, 40)));
    return slot;
  }

  void take_bits(const char* start, std::uint32_t slot, const char* digits, const char* end) {
    const ValueSlot& kept = header_.slots[slot];
    auto count = static_cast<std::size_t>(end - digits);
    if (kept.kind == ValueKind::Event) return take_event(slot, digits, count);
    if (kept.kind != ValueKind::Bits) refuse(start, "bits for a signal that has none");
    for (; count > kept.width && *digits == '0'; --count) ++digits;
    if (count == 0 || count > kept.width)
      refuse(start, fmt::format("{} bits for a signal of {}", count, kept.width));
    if (!sampler_->bits(slot, digits, count)) refuse(start, "a digit that is none; allowed: 0 1 x z");
  }

  /// Whatever value is written, the event fires; but not where a dump says what all signals are, as Icarus
  /// has all events there, or x.
  void take_event(std::uint32_t slot, const char* digits, std::size_t count) {
    const bool known = count == 1 && (*digits == '0' || *digits == '1');
    if (known && !all_again_) sampler_->fires(slot);
  }

  void take_long(const char* start, const char* end, std::uint32_t slot) {
    const Begins begins = kBegins[static_cast<unsigned char>(*start)];
    if (begins == Begins::Bits) return take_bits(start, slot, start + 1, end);
    const ValueKind kind = header_.slots[slot].kind;
    if (begins == Begins::Text) {
      if (kind != ValueKind::Text) refuse(start, "a text for a signal that has none");
      const std::string text = unescaped({start + 1, static_cast<std::size_t>(end - start - 1)});
      return sampler_->text(slot, text.data(), text.size());
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(start + 1, end, number);
    if (kind != ValueKind::Real) refuse(start, "a real number for a signal that has none");
    if (error != std::errc{} || stop != end) refuse(start, "a real number that is none");
    sampler_->real(slot, number);
  }

  const char* take_time(const char* p) {
    constexpr std::uint64_t kLast = std::uint64_t{1} << 62U;
    const char* const start = p;
    std::uint64_t time = 0;
    for (; *p >= '0' && *p <= '9' && time <= kLast / 10; ++p)
      time = 10 * time + static_cast<std::uint64_t>(*p - '0');
    if (p == start || !is_blank(*p))
      refuse(start - 1, "a time that is none; allowed: # and a number up to 2^62");
    if (time < time_) refuse(start - 1, fmt::format("time {} after {}", time, time_));
    if (time != time_) sampler_->at(time);
    time_ = time;
    return p;
  }

  void keyword(const char* start, std::string_view word) {
    if (comment_) {
      comment_ = word != "$end";
    } else if (word == "$comment") {
      comment_ = true;
    } else if (word == "$end" || word.substr(0, 5) == "$dump") {
      all_again_ = word != "$end";
    } else {
      refuse(start, fmt::format("'{}'; allowed: $dumpvars $dumpall $dumpon $dumpoff $comment $end",
                                word.substr(0, 40)));
    }
  }

  [[noreturn]] void refuse(const char* at, const std::string& why) const {
    file_->refuse(why, static_cast<std::size_t>(at - begin_));
  }

  std::unique_ptr<BlockReader> file_;
  TraceHeader header_;
  VcdIds ids_;
  EdgeSampler* sampler_ = nullptr;
  const char* begin_ = nullptr;  // of the block
  std::uint64_t time_ = 0;
  bool comment_ = false;
  bool all_again_ = false;  // in a $dumpvars or the like, until its $end
};

}  // namespace

std::unique_ptr<TraceSource> open_vcd(std::unique_ptr<BlockReader> file) {
  return std::make_unique<VcdSource>(std::move(file));
}

}  // namespace xb
