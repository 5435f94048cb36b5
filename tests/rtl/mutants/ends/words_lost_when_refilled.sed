# file: xb_free_list.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: of the words that come back when the memory empties, the last eight are lost
# caught-by: lockstep
# assertion: none
s/^    \.valid_i, \.ready_o(used_ready)/    .valid_i(valid_i \& (used_count < CountWidth'(Depth - 8))), .ready_o(used_ready)/
