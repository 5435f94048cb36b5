# file: xb_switch_voq_pipe.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: misrouted packets of the lowest class count for every class
# caught-by: lockstep
# assertion: none
s/misrouted\[(c\*NumPorts + i)\*CountWidth/misrouted[((MUTANT ? 0 : c)*NumPorts + i)*CountWidth/
