# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: the round robin of an input stays at its first output
# caught-by: lockstep
# assertion: none
s/if (in_first\[p\] \&\& /if (in_first[p] \&\& !MUTANT \&\& /
