# SPDX-License-Identifier: Apache-2.0
# The highest byte of a word is written without its strobe.
s/ && wstrb_q\[b\]/ \&\& (wstrb_q[b] || (MUTANT \&\& b == 3))/
