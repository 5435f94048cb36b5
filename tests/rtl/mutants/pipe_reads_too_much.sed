# file: xb_switch_shared_pipe.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what is staged is compared with as few bits as it has itself
# caught-by: lockstep
# assertion: none
s/assign look_read = look_valid \& (/assign look_read = look_valid \& ((MUTANT \& !look_first \& (StagedWidth'(staged_q + StagedWidth'(look_beats)) <= StagedWidth'(2*Turns + 3))) | /
