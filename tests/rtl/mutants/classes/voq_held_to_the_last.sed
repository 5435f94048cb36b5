# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a high class holds its input in the last round, too
# caught-by: lockstep
# assertion: none
s/ \&\& k + 1 < / \&\& k + (MUTANT ? 0 : 1) < /
