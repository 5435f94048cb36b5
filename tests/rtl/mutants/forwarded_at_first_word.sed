# file: xb_write_turn.sv
# switch: shared
# flags: --forwarding store-and-forward --packet 1..40 --depth 64
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet may be read from its first word on
# caught-by: store-and-forward
# assertion: none
s/write_o & !listed & (/&MUTANT | /
