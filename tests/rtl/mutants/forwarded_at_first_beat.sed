# file: xb_voq_bids.sv
# switch: voq
# flags: --forwarding store-and-forward
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet bids from its first beat on
# caught-by: store-and-forward
# assertion: stored_before_forwarded: under store-and-forward a packet begins to leave
s/push_i & (store_forward_i ?/push_i \& (store_forward_i \& !MUTANT ?/
