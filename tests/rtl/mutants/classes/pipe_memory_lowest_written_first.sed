# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the lowest class has the turn of an input
# caught-by: lockstep
# assertion: none
s/if (heads\[c\] \&\& !refused_i\[c\]) /if (heads[c] \&\& !refused_i[c] \&\& !(MUTANT \&\& c > 0 \&\& heads[0])) /
