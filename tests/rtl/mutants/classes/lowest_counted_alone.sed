# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# why: occupancy counts class 0 alone
# caught-by: lockstep
# assertion: none
s/^\( *occ_beats\[i\*CountWidth +: CountWidth\]  *+=\)/          if (!MUTANT || c == 0) \1/
