# file: xb_switch_shared_pipe.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a class that leaves its turn to another is not flagged as blocked
# caught-by: lockstep
# assertion: none
s/| x_waits_q\[c\];/| (x_waits_q[c] \& !MUTANT);/
