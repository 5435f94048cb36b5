// SPDX-License-Identifier: Apache-2.0
// A model in a process of its own does as one in this process, and reaches nothing of it.
#include "testbenches/engines/apart_switch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/run_traced.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

constexpr std::size_t kManyBytes = 200000;  // more than goes over at once
std::string many_bytes(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(i * i >> 3U);
  return bytes;
}

struct Heard : SignalSink {
  void declare(std::string_view entries) override { declared += entries; }
  void values(std::uint64_t at, std::string_view entries) override {
    time += at;
    given += entries;
  }
  std::string declared, given;
  std::uint64_t time = 0;
};

/// Takes what it gets as an order.
class Ordered : public SwitchModel {
 public:
  explicit Ordered(SignalSink* signals) : signals_(signals) {}

  void reset(const SwitchSettings& settings) override { depth_ = settings.depth; }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return data_; }
  void show(SwitchOutputs& out) override {
    out.m_tvalid = out.hol_victims[1] = ~PortMask{0};
    out.blocked = blocked_ ? 1 : 0;
    out.blocked_by[0] = 2;
    out.m_tdata[0] = data_ + depth_;
  }
  void clock(const SwitchInputs& in) override {
    switch (in.s_tvalid) {
      case 1:
        throw RunError("as it was told");
      case 2:
        _exit(3);
      case 3:
        blocked_ = true;
        break;
      case 4:
        data_ = open_ones();
        break;
      case 5:
        data_ = static_cast<std::uint64_t>(open(fmt::format("/proc/{}/mem", getppid()).c_str(), O_RDWR));
        break;
      case 6:
        signals_->declare(many_bytes(kManyBytes));
        signals_->values(70, many_bytes(2));
        break;
      case 7:
        signals_->values(0, std::string((std::size_t{1} << 28U) + 1, '\0'));
        break;
      default:
        data_ = in.s_tdata[0];
    }
  }

 private:
  static std::uint64_t open_ones() {
    std::uint64_t open = 0;
    for (int fd = 0; fd < 1000; ++fd) open += fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
    return open;
  }

  SignalSink* signals_;
  std::uint64_t data_ = 0, depth_ = 0;
  bool blocked_ = false;
};

/// What is shown after a cycle with this order.
struct Asked {
  SwitchInputs in{};
  SwitchOutputs out{};
  Heard heard;
  std::unique_ptr<SwitchModel> model =
      make_apart_switch([](SignalSink* signals) { return std::make_unique<Ordered>(signals); }, 2, &heard);
  const SwitchOutputs& after(PortMask order) {
    in.s_tvalid = order;
    model->clock(in);
    model->show(out);
    return out;
  }
};

std::string run_on(const std::string& engine, const std::filesystem::path& rtl,
                   const std::filesystem::path& waveform) {
  RunConfig config = config_of("ports 2, load 0.9, cycles 1000, warmup 0");
  config.engine = *find_choice<Engine>(engine);
  set_key(config, "rtl", rtl.string(), "test");
  const Setup setup = resolve(config);
  return timeless(config, waveform.empty() ? run_point(setup) : run_traced(setup, waveform, {10, 500}))
      .dump();
}

void check_apart(const char* engine) {
  const ScratchFolder folder;
  std::filesystem::copy_file(source_dir() / "rtl/xb_rr_arbiter.sv", folder.path() / "xb_rr_arbiter.sv");
  const std::string here = run_on(engine, folder.path(), {});
  CHECK(run_on(engine, folder.path(), folder.path() / "here.fst") == here);
  REQUIRE(setenv("XBARLAB_APART", "1", 1) == 0);
  CHECK(run_on(engine, folder.path(), {}) == here);
  CHECK(run_on(engine, folder.path(), folder.path() / "apart.fst") == here);
  CHECK((text_of(folder.path() / "apart.fst") == text_of(folder.path() / "here.fst")));
  REQUIRE(unsetenv("XBARLAB_APART") == 0);
}

}  // namespace

TEST_CASE("a model apart gets what is applied, and what it shows is seen", "[testbenches]") {
  Asked asked;
  asked.in.s_tdata[0] = 40;
  CHECK(asked.after(0).m_tdata[0] == 40);
  CHECK(asked.model->evicted_packets() == 40);
  SwitchSettings settings;
  settings.depth = 2;
  asked.model->reset(settings);
  CHECK(asked.after(0).m_tdata[0] == 42);
  CHECK(asked.out.m_tvalid == 3);  // of two ports
  CHECK(asked.out.hol_victims[1] == 3);
}

TEST_CASE("what a model apart has to say of its signals is heard", "[testbenches]") {
  Asked asked;
  asked.after(6);
  CHECK((asked.heard.declared == many_bytes(kManyBytes)));
  CHECK(asked.heard.time == 70);
  CHECK(asked.heard.given == many_bytes(2));
}

TEST_CASE("what a model apart throws, and its end, are failures of the run", "[testbenches]") {
  Asked failing, ending, naming, flooding;
  CHECK(message_of<RunError>([&] { failing.after(1); }) == "as it was told");
  CHECK(failing.after(0).m_tdata[0] == 0);
  CHECK(mentions(message_of<RunError>([&] { ending.after(2); }), {"a child process died (status 768)"}));
  CHECK(mentions(message_of<RunError>([&] { naming.after(3); }), {"names a port that it does not have"}));
  CHECK(message_of<RunError>([&] { flooding.after(7); }) == "the model says too much of its signals at once");
  CHECK(flooding.heard.given.empty());
  const auto none = [] {
    return make_apart_switch([](SignalSink*) -> std::unique_ptr<SwitchModel> { throw RunError("no model"); },
                             2);
  };
  CHECK(message_of<RunError>(none) == "no model");
}

TEST_CASE("a model apart has nothing of this process", "[testbenches]") {
  const ScratchFolder folder;
  const int secret = open((folder.path() / "record").c_str(), O_CREAT | O_WRONLY, 0600);
  REQUIRE(secret >= 0);
  guard_from_models();
  Asked asked;
  CHECK(asked.after(4).m_tdata[0] == 4);  // /dev/null three times, and the socket
  close(secret);
  if (geteuid() == 0) {
    WARN("not tested: root may write to all processes");
    return;
  }
  CHECK(static_cast<int>(asked.after(5).m_tdata[0]) == -1);
}

TEST_CASE("a run with the model apart has the same result", "[testbenches]") { check_apart("lockstep"); }
TEST_CASE("a run with the model apart has the same result, RTL only", "[testbenches][long]") {
  check_apart("rtl");
}
