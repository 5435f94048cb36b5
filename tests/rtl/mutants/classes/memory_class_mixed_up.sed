# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: beats of all classes go to the stage of the lowest
# caught-by: lockstep
# assertion: none
s/^      assign here          = \(.*\);/      assign here          = MUTANT ? c == 0 : (\1);/
