# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a high class that waits never holds its input
# caught-by: lockstep
# assertion: none
s/if (first\[c\] \&\& /if (first[c] \&\& !MUTANT \&\& /
