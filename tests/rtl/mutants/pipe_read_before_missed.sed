# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output that reads the last word written, in the cycle before the next is written, waits for ever
# caught-by: lockstep
# assertion: none
s/|| (goes_on_q\[to\] \&\& at_tail_q/|| (goes_on_q[to] \&\& !MUTANT \&\& at_tail_q/
