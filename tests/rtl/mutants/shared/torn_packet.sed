# file: xb_write_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet that was refused at its first word is admitted at a later one
# caught-by: lockstep
# assertion: packets_have_one_fate: packet torn 1
# assertion: stored_before_read: under store-and-forward a packet may be read
s/^  assign discarding = .*word_first_i/& \& !(MUTANT \& ok_i)/
