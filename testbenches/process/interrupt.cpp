// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/interrupt.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace xb {
namespace {

constexpr std::array<int, 7> kSignals{SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};

// Changed with the signals held, read by their handlers.
OnInterrupt* g_first = nullptr;
volatile sig_atomic_t g_noted = 0;
volatile sig_atomic_t g_counted = 0;
unsigned g_counting = 0;  // that live
constexpr std::array<int, 3> kCounted{SIGINT, SIGPIPE, SIGXFSZ};

sigset_t all_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kSignals) sigaddset(&set, signal);
  return set;
}

void end(int signal) {
  OnInterrupt::undo_all(true);
  ::signal(signal, SIG_DFL);
  raise(signal);  // acts when the handler returns
}

/// As a signal handler may.
void remove_tree(const char* path) {
  const pid_t child = _Fork();  // fork() would wait for whoever allocates memory
  if (child == 0) {
    execl("/bin/rm", "rm", "-rf", "--", path, nullptr);
    _exit(127);
  }
  if (child > 0) TEMP_FAILURE_RETRY(waitpid(child, nullptr, 0));
}

void note(int /*signal*/) {
  g_noted = 1;
  OnInterrupt::undo_all(false);
}

void handle(void (*handler)(int), bool even_ignored_term) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_mask = all_signals();
  for (const int signal : kSignals) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler != SIG_IGN || (even_ignored_term && signal == SIGTERM))
      sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void undo_when_interrupted() { handle(end, false); }
void note_when_interrupted() { handle(note, true); }
bool interrupted() { return g_noted != 0; }

InterruptsCounted::InterruptsCounted() {
  if (g_counting++ == 0) g_counted = 0;
  for (std::size_t n = 0; n < kCounted.size(); ++n) {
    sigaction(kCounted.at(n), nullptr, &before_[n]);
    struct sigaction action = {};
    action.sa_handler = SIG_IGN;
    if (kCounted.at(n) == SIGINT && before_[n].sa_handler != SIG_IGN)
      action.sa_handler = [](int) { g_counted = g_counted + 1; };
    sigaction(kCounted.at(n), &action, nullptr);
  }
}

InterruptsCounted::~InterruptsCounted() {
  --g_counting;
  for (std::size_t n = 0; n < kCounted.size(); ++n) sigaction(kCounted.at(n), &before_[n], nullptr);
}

unsigned InterruptsCounted::count() { return static_cast<unsigned>(g_counted); }

void leave_interrupts_to_parent() { ::signal(SIGINT, SIG_IGN); }

void end_as_interrupted() {
  ::signal(SIGINT, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(SIGINT);
  _exit(128 + SIGINT);
}

OnInterrupt::OnInterrupt(std::string path_to_remove, pid_t child_to_end)
    : path_(std::move(path_to_remove)), child_(child_to_end) {
  const SignalsHeld held;
  next_ = g_first;
  g_first = this;
}

OnInterrupt::~OnInterrupt() {
  const SignalsHeld held;
  for (OnInterrupt** at = &g_first; *at != nullptr; at = &(*at)->next_) {
    if (*at != this) continue;
    *at = next_;
    return;
  }
}

void OnInterrupt::forget_all() { g_first = nullptr; }

void OnInterrupt::remove_all() {
  for (const OnInterrupt* undo = g_first; undo != nullptr; undo = undo->next_) {
    if (undo->path_.empty() || unlink(undo->path_.c_str()) == 0 || errno != EISDIR) continue;
    if (rmdir(undo->path_.c_str()) != 0 && errno == ENOTEMPTY) remove_tree(undo->path_.c_str());
  }
}

void OnInterrupt::undo_all(bool wait) {
  const int error = errno;
  remove_all();
  for (const OnInterrupt* undo = g_first; undo != nullptr; undo = undo->next_) {
    if (undo->child_ == 0) continue;
    kill(undo->child_, undo->child_ < 0 ? SIGKILL : SIGTERM);
    kill(undo->child_, SIGCONT);  // a stopped one does not end otherwise
    while (wait && (waitpid(undo->child_, nullptr, 0) > 0 || errno == EINTR)) {
    }
  }
  errno = error;
}

SignalsHeld::SignalsHeld() {
  const sigset_t set = all_signals();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

SignalsHeld::~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace xb
