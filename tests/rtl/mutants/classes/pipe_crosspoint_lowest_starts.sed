# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input sends the lowest class that can go
# caught-by: lockstep
# assertion: none
s/? asks_here\[c\] : goes_on\[c\]) may/? asks_here[c] \&\& !(MUTANT \&\& may[i*Classes +: Classes] != '0) : goes_on[c]) may/
