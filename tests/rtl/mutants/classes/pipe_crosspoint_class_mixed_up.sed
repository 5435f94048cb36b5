# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the word that crosses is read from the crosspoint of another class
# caught-by: lockstep
# assertion: none
s/{BeatWidth{of_class\[c\]}}/{BeatWidth{of_class[MUTANT ? Classes-1-c : c]}}/
