# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: classes of which nothing waits at the crosspoints get shares
# caught-by: lockstep
# assertion: none
s/waiting\[c\] = want/waiting[c] = MUTANT || want/
