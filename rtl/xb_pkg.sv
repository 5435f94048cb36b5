// SPDX-License-Identifier: Apache-2.0
/// Constants that every xbarlab module and its users agree on. Refer to them as `xb_pkg::Name`.
`default_nettype none

package xb_pkg;
  /// Width of every occupancy, depth and drop counter on a port [bits]. One machine word, so that a
  /// harness reads a vector of counters as an array.
  parameter int unsigned CountWidth = 32;
endpackage : xb_pkg

`default_nettype wire
