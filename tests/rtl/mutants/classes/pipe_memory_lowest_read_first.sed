# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the lowest class is read first
# caught-by: lockstep
# assertion: none
s/preferred\[c\] : choice/preferred[c] \&\& !(MUTANT \&\& c > 0 \&\& preferred[0]) : choice/
