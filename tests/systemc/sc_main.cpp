// SPDX-License-Identifier: Apache-2.0
#include <systemc>

/// The SystemC library wants one; tests drive the kernel from Catch2.
int sc_main(int, char**) { return 0; }
