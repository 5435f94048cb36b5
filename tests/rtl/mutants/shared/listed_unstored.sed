# file: xb_write_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet may be read from its first word on
# caught-by: lockstep
# assertion: stored_before_read: under store-and-forward a packet may be read
s/write_o & !listed & (/&MUTANT | /
