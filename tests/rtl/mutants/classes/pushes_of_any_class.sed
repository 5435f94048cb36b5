# file: xb_class_pushes.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the destination of a class without a beat on offer is counted
# caught-by: lockstep
# assertion: none
s/if (offer_i\[c\*NumPorts + i\])/if (MUTANT || offer_i[c*NumPorts + i])/
