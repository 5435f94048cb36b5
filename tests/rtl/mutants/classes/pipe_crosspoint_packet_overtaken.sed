# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a higher class starts while a packet is under way
# caught-by: lockstep
# assertion: none
s/if (begun\[i\*Classes +: Classes\] != /if (!MUTANT \&\& begun[i*Classes +: Classes] != /
