# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a higher class goes before a packet that is under way
# caught-by: lockstep
# assertion: none
s/if (goes_on == '0 ?/if (MUTANT || goes_on == '0 ?/
