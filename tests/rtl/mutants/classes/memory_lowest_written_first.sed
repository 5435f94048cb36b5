# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: at an input's turn the lowest class writes
# caught-by: lockstep
# assertion: none
s/^        if (can_write\[c\] || can_discard\[c\]) w_class = /        if ((can_write[c] || can_discard[c]) \&\& !(MUTANT \&\& c > 0 \&\& (can_write[0] || can_discard[0]))) w_class = /
