# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: at an input's turn the lowest class writes
# caught-by: lockstep
# assertion: none
s/^        if (can_write_i\[c\] || can_discard_i\[c\]) write_class_o = /        if ((can_write_i[c] || can_discard_i[c]) \&\& !(MUTANT \&\& c > 0 \&\& (can_write_i[0] || can_discard_i[0]))) write_class_o = /
