# file: xb_arbiter.sv
# flags: --arbiter oldest
# SPDX-License-Identifier: Apache-2.0
# why: the packet that has waited least goes first
# caught-by: fairness
# assertion: none
s/^    best   = '0;/    best   = '1;/
s/ >= best)/ <= best)/
