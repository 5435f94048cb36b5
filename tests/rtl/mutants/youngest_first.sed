# file: xb_arbiter.sv
# flags: --arbiter oldest
# SPDX-License-Identifier: Apache-2.0
# why: the packet that has waited least goes first
# caught-by: fairness
# assertion: none
s/^    best   = '0;/    best   = {xb_pkg::CountWidth{MUTANT}};/
s/ && (\(age_i\[.*\]\) >= best))/ \&\& (MUTANT ? \1 <= best : \1 >= best))/
