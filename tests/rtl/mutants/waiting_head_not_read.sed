# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: a word that came into an empty FIFO and waits is not read behind the prefetch register
# caught-by: data
# assertion: none
s/(ready_i | bypass_q)/(ready_i | (bypass_q \& !MUTANT))/
