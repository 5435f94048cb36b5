# file: xb_class_matcher.sv
# SPDX-License-Identifier: Apache-2.0
# why: an input offers another head while its packet is on its way
# caught-by: lockstep
# assertion: none
s/if (locked_q\[j\]) busy/if (locked_q[j] \&\& !MUTANT) busy/
