# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: outputs grant the lowest class asked of them
# caught-by: lockstep
# assertion: none
s/asking = requests\[c\*NumPorts + j\] /asking = requests[(MUTANT ? Classes-1-c : c)*NumPorts + j] /
