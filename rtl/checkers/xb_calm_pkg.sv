// SPDX-License-Identifier: Apache-2.0
/// How long the switch has been empty, for checkers of what is in it. Nothing is known where there are several.
`default_nettype none

package xb_calm_pkg;
  /// From so many cycles on nothing is on its way any more.
  parameter int unsigned Calm = 16;
  /// Switches; cycles in which one held nothing and was offered nothing, counted up to Calm.
  int unsigned switches = 0;
  /* verilator lint_off MULTIDRIVEN */  // by each of several switches
  int unsigned cycles = 0;
  /* verilator lint_on MULTIDRIVEN */
endpackage : xb_calm_pkg

`default_nettype wire
