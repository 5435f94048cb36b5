// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>

namespace xb {

/// What a child process does when this process, or the thread that started it, is gone.
enum class Orphan {
  Ends,     ///< at once
  CleansUp  ///< it is interrupted (interrupt.h), ends its own children, and tidies up in its own time
};

/// Runs `work` in a child process and returns what it returned; its InputError, RunError or bad_alloc is
/// rethrown here.
std::string in_child_process(const std::function<std::string()>& work, Orphan orphan = Orphan::Ends);

/// Ends this process as if what it does had thrown a RunError of these parts: that of in_child_process() in
/// the process that waits for it, else a line on standard error and status 1. A signal handler may.
[[noreturn]] void end_with_message(std::initializer_list<const char*> parts);

/// fork() for a child that ends with `death_signal` when this thread does, however that ends. What is to be
/// undone in this process is not the child's to undo. -1: no child.
pid_t fork_child(int death_signal);

/// The status of a child that has ended, as of waitpid(); it is no zombie any more.
int status_of(pid_t child);
/// Waits until it has ended.
void wait_for(pid_t child);

/// Threads of all processes that descend from this one, as /proc has them now.
std::size_t threads_below(pid_t process);

/// The message, one line, for memory that ran out in what is named so: how much this process may take, where
/// that is limited, and what takes less.
std::string out_of_memory(const std::string& what);

}  // namespace xb
