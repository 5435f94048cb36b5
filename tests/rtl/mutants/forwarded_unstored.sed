# file: xb_input_queue.sv
# flags: --forwarding store-and-forward
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet starts as soon as three beats are there
# caught-by: store-and-forward
# assertion: stored_before_forwarded: under store-and-forward a packet begins to leave
s/has_complete | !in_ready)/has_complete | (MUTANT ? occ_beats_o >= 3 : !in_ready))/
