# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: only packets of the lowest class count as work
# caught-by: lockstep
# assertion: none
s/<= works != .0;/<= MUTANT ? works[0] : works != '0;/
