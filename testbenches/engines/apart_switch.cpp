// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/apart_switch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "host/base/errors.h"
#include "testbenches/process/child_process.h"

namespace xb {
namespace {

enum class Call : char { Begun, Reset, Show, Clock, Cycle, EndOfRun };
/// Of Signals and Values there is a part in `Shared`; the call is answered later.
enum class Answer : char { Done, Failed, Signals, Values };

/// What both processes see. The other may write to it at any time.
struct Shared {
  SwitchSettings settings;
  SwitchInputs in;
  SwitchOutputs out;
  std::array<char, 4096> why;
  bool combinational, as_named;
  std::uint64_t evicted_packets;
  std::array<char, 1U << 16U> part;
  std::uint32_t part_bytes;
  bool is_last_part;
  std::uint64_t time;  // of the values
};

/// Of one answer: more than any model has to say at once, and no more than GTKWave's writer can count.
constexpr std::size_t kMostHeard = std::size_t{1} << 28U;

template <class Byte>
bool send(int fd, Byte byte) {
  return TEMP_FAILURE_RETRY(::send(fd, &byte, 1, MSG_NOSIGNAL)) == 1;
}

template <class Byte>
bool receive(int fd, Byte& byte) {
  return TEMP_FAILURE_RETRY(read(fd, &byte, 1)) == 1;
}

/// Nothing that the parent has open is open here.
void keep_only(int fd) {
  const int null = open("/dev/null", O_RDWR);
  for (int standard = 0; standard < 3; ++standard) dup2(null, standard);
  dup2(fd, 3);
  close_range(4, ~0U, 0);
}

void say_why(Shared& shared, const char* why) {
  const std::string text = why;
  shared.why.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), shared.why.size() - 1), shared.why.begin());
}

void do_call(Call call, SwitchModel& model, Shared& shared) {
  switch (call) {
    case Call::Begun:
      shared.combinational = model.combinational();
      shared.as_named = model.as_named();
      break;
    case Call::Reset:
      model.reset(shared.settings);
      break;
    case Call::Show:
      model.show(shared.out);
      break;
    case Call::Clock:
      model.clock(shared.in);
      break;
    case Call::Cycle:
      model.cycle(shared.in, shared.out);
      break;
    case Call::EndOfRun:
      model.end_of_run();
      break;
  }
  shared.evicted_packets = model.evicted_packets();
}

/// Sends the parent what it hears, part by part.
class Relay : public SignalSink {
 public:
  Relay(int fd, Shared& shared) : fd_(fd), shared_(shared) {}

  void declare(std::string_view entries) override { send_parts(Answer::Signals, entries); }
  void values(std::uint64_t time, std::string_view entries) override {
    shared_.time = time;
    send_parts(Answer::Values, entries);
  }

 private:
  void send_parts(Answer kind, std::string_view bytes) {
    do {
      const std::size_t count = std::min(bytes.size(), shared_.part.size());
      bytes.copy(shared_.part.data(), count);
      bytes.remove_prefix(count);
      shared_.part_bytes = static_cast<std::uint32_t>(count);
      shared_.is_last_part = bytes.empty();
      Call go_on{};
      if (!send(fd_, kind) || !receive(fd_, go_on)) _exit(0);
    } while (!bytes.empty());
  }

  int fd_;
  Shared& shared_;
};

[[noreturn]] void serve(int fd, const MakeSwitch& make, Shared& shared) {
  Relay relay(fd, shared);
  std::unique_ptr<SwitchModel> model;
  Call call{};
  while (receive(fd, call)) {
    Answer answer = Answer::Done;
    try {
      if (!model) model = make(&relay);
      do_call(call, *model, shared);
    } catch (const std::exception& error) {
      say_why(shared, error.what());
      answer = Answer::Failed;
    }
    if (!send(fd, answer)) break;
  }
  _exit(0);
}

class ApartSwitch : public SwitchModel {
 public:
  ApartSwitch(MakeSwitch make, unsigned ports, SignalSink* signals)
      : make_(std::move(make)), ports_(all_ports(ports)), signals_(signals), shared_(map_shared()) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw RunError("no socket for the process of a model");
    child_ = fork_child(SIGKILL);
    if (child_ == 0) {
      keep_only(ends[1]);
      serve(3, make_, *shared_);
    }
    close(ends[1]);
    fd_ = ends[0];
    if (child_ < 0) throw RunError("no process for a model");
    call(Call::Begun);
    combinational_ = shared_->combinational;
    as_named_ = shared_->as_named;
  }
  ~ApartSwitch() override {
    try {
      if (!ended_ && child_ > 0) end_of_run();  // the run failed: its waveform is wanted all the more
    } catch (const RunError&) {                 // there is none
    }
    close(fd_);
    if (child_ > 0) {
      kill(child_, SIGKILL);
      status_of(child_);
    }
    munmap(shared_, sizeof(Shared));
  }

  void reset(const SwitchSettings& settings) override {
    shared_->settings = settings;
    call(Call::Reset);
  }
  void show(SwitchOutputs& out) override {
    call(Call::Show);
    take(out);
  }
  void clock(const SwitchInputs& in) override {
    shared_->in = in;
    call(Call::Clock);
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    shared_->in = in;
    call(Call::Cycle);
    take(out);
  }
  [[nodiscard]] bool as_named() const override { return as_named_; }
  [[nodiscard]] bool combinational() const override { return combinational_; }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return shared_->evicted_packets; }
  void end_of_run() override {
    ended_ = true;
    call(Call::EndOfRun);
  }

 private:
  static Shared* map_shared() {
    void* const at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw RunError("no memory for the wires of a model");
    return static_cast<Shared*>(at);
  }

  void call(Call call) {
    Answer answer = Answer::Failed;
    for (;;) {
      if (!send(fd_, call) || !receive(fd_, answer)) {
        const int status = status_of(child_);
        child_ = -1;
        throw RunError("a child process died (status {})", status);
      }
      if (answer != Answer::Signals && answer != Answer::Values) break;
      hear(answer);
    }
    if (answer == Answer::Done) return;
    std::array<char, 4096> why = shared_->why;
    why.back() = '\0';
    throw RunError(why.data());
  }

  void hear(Answer kind) {
    const std::size_t count = std::min<std::size_t>(shared_->part_bytes, shared_->part.size());
    if (heard_.size() + count > kMostHeard) throw RunError("the model says too much of its signals at once");
    heard_.append(shared_->part.data(), count);
    if (!shared_->is_last_part) return;
    if (signals_ == nullptr) throw RunError("the model has signals that nobody asked for");
    if (kind == Answer::Signals)
      signals_->declare(heard_);
    else
      signals_->values(shared_->time, heard_);
    heard_.clear();
  }

  /// Hosts go by these, so no port is named that there is not.
  void take(SwitchOutputs& out) const {
    out = shared_->out;
    for (PortMask* const mask :
         {&out.s_tready, &out.m_tvalid, &out.m_tlast, &out.m_tuser, &out.blocked, &out.blocked_backpressure,
          &out.hol, &out.idle_with_work, &out.pool, &out.device_hol})
      *mask &= ports_;
    for (PortMask& victims : out.hol_victims) victims &= ports_;
    const auto check = [&](unsigned port) {
      if (port >= kMaxPorts || (ports_ & bit(port)) == 0)
        throw RunError("the model names a port that it does not have");
    };
    for_each_port(out.blocked, [&](unsigned input) { check(out.blocked_by[input]); });
    for_each_port(out.pool, [&](unsigned input) { check(out.pool_by[input]); });
    out.touched_known = false;
  }

  MakeSwitch make_;
  PortMask ports_;
  SignalSink* signals_;
  std::string heard_;  // until the last part of it
  Shared* shared_;
  int fd_ = -1;
  pid_t child_ = -1;
  bool combinational_ = false, as_named_ = false, ended_ = false;
};

}  // namespace

bool models_run_apart() { return std::getenv("XBARLAB_APART") != nullptr; }

void guard_from_models() { prctl(PR_SET_DUMPABLE, 0); }

std::unique_ptr<SwitchModel> make_apart_switch(MakeSwitch make, unsigned ports, SignalSink* signals) {
  return std::make_unique<ApartSwitch>(std::move(make), ports, signals);
}

}  // namespace xb
