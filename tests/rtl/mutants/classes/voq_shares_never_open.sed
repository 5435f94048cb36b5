# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output that serves a class of which no free input has a packet waits for it
# caught-by: lockstep
# assertion: none
s/(requests\[c\*NumPorts + p\] \& in_free_i) != '0/(requests[c*NumPorts + p] \& (in_free_i | {NumPorts{MUTANT}})) != '0/
