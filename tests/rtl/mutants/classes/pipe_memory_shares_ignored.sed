# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: classes that have used up their share are served as the others
# caught-by: lockstep
# assertion: none
s/choice \& eligible_q;/choice \& (eligible_q | {Classes{MUTANT}});/
