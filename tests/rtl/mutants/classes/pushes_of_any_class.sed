# file: xb_class_pushes.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a packet begins with any beat, for a class without one on offer
# caught-by: lockstep
# assertion: none
s/\& offer_i\[c\*NumPorts +: NumPorts\];/\& (offer_i[c*NumPorts +: NumPorts] | {NumPorts{MUTANT}});/
