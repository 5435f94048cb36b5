# file: xb_input_queue.sv
# flags: --forwarding store-and-forward
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet starts as soon as three beats are there
# caught-by: timing
# assertion: stored_before_forwarded: under store-and-forward a packet begins to leave
s/(!store_forward_i | has_complete | !in_ready)/(!store_forward_i | has_complete | (occ_beats_o >= 3))/
