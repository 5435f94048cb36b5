# file: xb_crosspoint_inputs.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: the inputs serve their queues by round robin, however long they are
# caught-by: lockstep
# assertion: longest_goes_first: s_axis port
s/\.kind_i(Longest)/.kind_i(MUTANT ? 2'd0 : Longest)/
