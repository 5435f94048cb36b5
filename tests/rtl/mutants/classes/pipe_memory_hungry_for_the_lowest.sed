# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: every class looks at the queues of the lowest
# caught-by: lockstep
# assertion: none
s/hungry_i\[c\*Turns +: Turns\]/hungry_i[(MUTANT ? 0 : c)*Turns +: Turns]/
