# file: xb_free_list.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: of the words that come back when the memory empties, the last eight are lost
# caught-by: lockstep
# assertion: none
s/\.depth_i(CountWidth'(Depth)),/.depth_i(CountWidth'((MUTANT \&\& Depth > 8) ? Depth - 8 : Depth)),/
