// SPDX-License-Identifier: Apache-2.0
#include <systemc>

/// The SystemC library wants one; tests drive the kernel from Catch2.
int sc_main(int, char**) { return 0; }

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

namespace {

/// SystemC 2.3.4 tells the sanitizer of every change of stacks but that of a thread process which ends: the
/// search for leaks then reads its stack, which is no longer mapped. So before the search, this says which
/// stack is in use.
struct StackInUse {
  ~StackInUse() {
    pthread_attr_t thread;
    void* bottom = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &thread) != 0) return;
    pthread_attr_getstack(&thread, &bottom, &bytes);
    pthread_attr_destroy(&thread);
    __sanitizer_start_switch_fiber(nullptr, bottom, bytes);
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  }
} stack_in_use;

}  // namespace
#endif
