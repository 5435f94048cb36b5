# file: xb_packet_lists.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: packets of all classes are appended to the queue of one
# caught-by: lockstep
# assertion: none
s/^  assign to     = queue(write_class, /  assign to     = queue(MUTANT ? ClassBits'(0) : write_class, /
