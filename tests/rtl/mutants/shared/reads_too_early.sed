# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: outputs read a word at every turn, whatever their stage holds
# caught-by: lockstep
# assertion: no_pair_lost: m_axis port
s/assign read     = r_valid\[r_class\] & (/&MUTANT | /
