// SPDX-License-Identifier: Apache-2.0
// xb_head_drop beside its twin: the same queues are picked, and the same words go, in every cycle.
#include "systemc/head_drop.h"

#include <optional>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

/// What the block and its twin share: counts that change by a word, and packets of one word to four.
class BothDrops {
 public:
  explicit BothDrops(const SwitchSettings& settings) : settings_(settings) {
    auto& top = bench_.top();
    top.drop_enable_i = 1;
    top.drop_pool_limit_i = kPoolWords;
    top.drop_cfg_drop_bandwidth_i = settings.drop_bandwidth;
    top.drop_cfg_class_alphas_i = settings.class_alphas;
  }

  void cycle(unsigned now) {
    auto& top = bench_.top();
    for (unsigned q = 0; now > 1 && q < kQueues; ++q) move_count(q);
    const unsigned pool = bench_.below(kPoolWords + 2), free = pool < kPoolWords ? kPoolWords - pool : 0;
    const bool idle = bench_.percent(70);
    const unsigned whole = bench_.percent(80) ? 1 + bench_.below(4) : 0;
    top.drop_pool_i = pool;
    top.drop_turn_i = now % Bench::kPorts;
    top.drop_idle_i = idle;
    top.drop_taken_i = whole != 0;
    top.drop_taken_word_i = description(next_, whole == 1);
    top.drop_next_word_i = description(word_, left_ == 1);
    bench_.look();
    std::optional<unsigned> picked, gone;
    twin_.clock(
        now % Bench::kPorts, idle, free, [&](unsigned q) { return counts_[q]; },
        [&](unsigned q) {
          picked = q;
          return whole;
        },
        [&](unsigned q) { gone = q; });
    CAPTURE(now, settings_.class_alphas, settings_.drop_bandwidth);
    REQUIRE(top.drop_pick_o == picked.has_value());
    if (picked) REQUIRE(top.drop_pick_class_o * Bench::kPorts + top.drop_pick_port_o == *picked);
    REQUIRE(top.drop_free_o == gone.has_value());
    if (gone) {
      REQUIRE(top.drop_free_class_o * Bench::kPorts + top.drop_free_port_o == *gone);
      REQUIRE(top.drop_free_addr_o == word_ % 20);
      REQUIRE(top.drop_free_beats_o == word_ % 11);
      REQUIRE(top.drop_free_packets_o == word_ % 7);
      ++word_;
      --left_;
      ++words;
    }
    if (picked && whole != 0) {
      word_ = next_;
      left_ = whole;
      next_ += whole;
    }
    bench_.clock();
    if (now == 0) twin_.set(settings_);
  }

  unsigned words = 0;  // that went

 private:
  static constexpr unsigned kClasses = 3, kQueues = Bench::kPorts * kClasses, kCountBits = 6, kPoolWords = 14;

  [[nodiscard]] static unsigned description(unsigned word, bool last) {
    return ((word % 7) << 9U | word % 20 << 4U | word % 11) << 1U | (last ? 1U : 0U);
  }
  void move_count(unsigned queue) {
    if (bench_.percent(60)) return;
    unsigned& count = counts_[queue];
    count = bench_.percent(50) ? std::min(count + 1, 20U) : count - (count == 0 ? 0 : 1);
    for (unsigned b = 0; b < kCountBits; ++b) {
      const unsigned at = queue * kCountBits + b;
      auto& word = bench_.top().drop_count_i[at / 32];
      word = (word & ~(1U << at % 32)) | (count >> b & 1U) << at % 32;
    }
  }

  Bench bench_;
  SwitchSettings settings_;
  twin::HeadDrop twin_{Bench::kPorts, kClasses};
  unsigned counts_[kQueues] = {};
  unsigned next_ = 1, word_ = 0, left_ = 0;  // the words are numbered
};

}  // namespace

TEST_CASE("xb_head_drop picks the queues of its twin, and their words go in the same cycles", "[rtl]") {
  for (const std::uint32_t bandwidth : {0U, 1U, kDropWord / 3, kDropWord - 1, kDropWord}) {
    for (const std::uint32_t alphas : {0U, 0x310U, 0x026U, 0x666U}) {
      SwitchSettings settings;
      settings.sharing = Sharing::Dynamic;
      settings.class_alphas = alphas;
      settings.drop_bandwidth = bandwidth;
      BothDrops both(settings);
      for (unsigned now = 0; now < 1500; ++now) both.cycle(now);
      if (bandwidth < kDropWord / 3) {
        CHECK(both.words == 0);
      } else if (alphas < 0x666) {
        CHECK(both.words > 200);
      }
    }
  }
}
