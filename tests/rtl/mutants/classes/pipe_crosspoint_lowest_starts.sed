# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input starts a packet of the lowest class that it can
# caught-by: lockstep
# assertion: none
s/if (asks\[i\*Classes + c\]) may/if (asks[i*Classes + c] \&\& !(MUTANT \&\& may[i*Classes +: Classes] != '0)) may/
