# file: xb_switch_shared_pipe.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what is staged is compared with as few bits as it has itself
# caught-by: lockstep
# assertion: none
s/assign look_may\[c\] = look_valid\[c\] \& (/assign look_may[c] = look_valid[c] \& ((MUTANT \& !look_first[c] \& (StagedWidth'(staged_q + StagedWidth'(look_beats[c*BeatsWidth +: BeatsWidth])) <= StagedWidth'(2*Turns + 3))) | /
