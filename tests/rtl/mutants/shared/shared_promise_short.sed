# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet that shares its first word is promised no more words than one that does not
# caught-by: lockstep
# assertion: none
s/WordsWidth'(w_first\[c\] /&\&\& !MUTANT /
