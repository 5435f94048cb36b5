// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <string>
#include <utility>

namespace xb {

/// From now on a signal that ends the program (HUP, INT, QUIT, PIPE, TERM, XCPU or XFSZ; one that is ignored
/// stays so) first undoes what an OnInterrupt names, and then ends it as it would have.
void undo_when_interrupted();
/// The same for a process that cleans up by itself: the signal is noted, interrupted() tells of it. TERM is
/// never ignored.
void note_when_interrupted();
bool interrupted();

/// While it lives, INT is only counted (unless it is ignored), and PIPE and XFSZ are ignored: for a process
/// that asks for the count, and hands work to children. One may live inside another, and goes on counting.
class InterruptsCounted {
 public:
  InterruptsCounted();
  ~InterruptsCounted();
  InterruptsCounted(const InterruptsCounted&) = delete;
  InterruptsCounted& operator=(const InterruptsCounted&) = delete;

  static unsigned count();

 private:
  struct sigaction before_[3];
};

/// In a child of such a process: INT, which the terminal sends to both, is the parent's alone.
void leave_interrupts_to_parent();
/// Ends the process as INT does.
[[noreturn]] void end_as_interrupted();

/// While it lives, an interrupt removes a file or a folder with all that is in it, or ends a child process;
/// the latest first.
/// For one thread.
class OnInterrupt {
 public:
  explicit OnInterrupt(std::string path_to_remove) : OnInterrupt(std::move(path_to_remove), 0) {}
  /// By TERM, and waits for its end; negative: its process group, by KILL.
  explicit OnInterrupt(pid_t child_to_end) : OnInterrupt("", child_to_end) {}
  ~OnInterrupt();
  OnInterrupt(const OnInterrupt&) = delete;
  OnInterrupt& operator=(const OnInterrupt&) = delete;

  /// In a child process: what has to be undone is the parent's.
  static void forget_all();
  /// Removes the files and folders now, as a signal handler may.
  static void remove_all();
  /// And ends the children.
  static void undo_all(bool wait);

 private:
  OnInterrupt(std::string path_to_remove, pid_t child_to_end);

  std::string path_;  // empty: a child
  pid_t child_;
  OnInterrupt* next_;
};

/// While it lives, these signals wait: what is made meanwhile is named before any of them acts.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

}  // namespace xb
