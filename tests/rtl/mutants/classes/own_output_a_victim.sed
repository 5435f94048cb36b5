# file: xb_fifo_flags.sv
# SPDX-License-Identifier: Apache-2.0
# why: a head that waits for another class of its input, and whose own output is idle, counts as that output's victim
# caught-by: flags
# assertion: none
s/assign own = Several ?/assign own = Several \&\& !MUTANT ?/
