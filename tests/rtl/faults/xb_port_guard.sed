# SPDX-License-Identifier: Apache-2.0
# The silence of a packet before counts.
s/silent_q <= silent ? silent_q + 1'b1 : '0;/silent_q <= silent ? silent_q + 1'b1 : MUTANT ? silent_q : '0;/
