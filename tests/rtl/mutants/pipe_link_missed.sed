# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a word that was written while its output decided is not seen, and the output waits for ever
# caught-by: lockstep
# assertion: none
s/(turn_q == look_source_q\[c\]) \&\& (class_q/(turn_q == look_source_q[c]) \&\& !MUTANT \&\& (class_q/
