# file: xb_packet_lists.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: an output follows the link of a word that has no next one yet
# caught-by: lockstep
# assertion: words_are_free_or_in_use: no free word 0, word in use written 0, free word read 1
s/^  assign at_tail .* == addr/& \&\& !MUTANT/
