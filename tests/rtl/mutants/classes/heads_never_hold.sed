# file: xb_class_matcher.sv
# SPDX-License-Identifier: Apache-2.0
# why: a high head that waits never holds its input
# caught-by: lockstep
# assertion: none
s/if (!class_heads_i \&\& /if (!class_heads_i \&\& !MUTANT \&\& /
