# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat costs its class nothing
# caught-by: lockstep
# assertion: none
s/= sent_i\[j\] \&\& sent_class/= !MUTANT \&\& sent_i[j] \&\& sent_class/
