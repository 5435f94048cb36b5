# file: xb_switch_voq_pipe.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat counts for the output of a packet of another class
# caught-by: lockstep
# assertion: none
s/if (s_class\[3\*i +: 3\] == 3'(c)) dest/if (s_class[3*i +: 3] == 3'(MUTANT ? Classes-1-c : c)) dest/
