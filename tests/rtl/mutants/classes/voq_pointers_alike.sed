# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output's grant moves the pointers of all classes
# caught-by: lockstep
# assertion: none
s/ \&\& granted_class\[p\] == / \&\& (MUTANT ? ClassBits'(c) : granted_class[p]) == /
