# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the lowest class is always first to complete a word
# caught-by: lockstep
# assertion: none
s/if (after_q == DestWidth'(Turns-1)) class_q/if (!MUTANT \&\& after_q == DestWidth'(Turns-1)) class_q/
