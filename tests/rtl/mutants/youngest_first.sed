# file: xb_arbiter.sv
# flags: --arbiter oldest
# SPDX-License-Identifier: Apache-2.0
# why: the packet that has waited least goes first
# caught-by: fairness
# assertion: none
s/^    best   = '0;/    best   = {AgeWidth{MUTANT}};/
s/ && (\(age_i\[.*\]\) >= best))/ \&\& (MUTANT ? \1 <= best : \1 >= best))/
