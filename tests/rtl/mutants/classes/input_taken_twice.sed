# file: xb_class_matcher.sv
# SPDX-License-Identifier: Apache-2.0
# why: two outputs take one input, each a head of another class
# caught-by: lockstep
# assertion: none
s/ & ~in_taken),/ \& ~(in_taken \& {NumPorts{!MUTANT}})),/
