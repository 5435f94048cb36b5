# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a higher class is read before a packet that is under way
# caught-by: lockstep
# assertion: none
s/if (started != '0 ?/if (!MUTANT \&\& started != '0 ?/
