# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a class whose word the memory refuses keeps the turn from the others
# caught-by: lockstep
# assertion: none
s/if (heads\[c\] \&\& !refused_i\[c\]/if (heads[c] \&\& (MUTANT || !refused_i[c])/
