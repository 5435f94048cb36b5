# file: xb_keep.sv
# SPDX-License-Identifier: Apache-2.0
# flags: --packet 1B..70B
# why: outputs show all bytes of a packet's last beat, however many it has
# caught-by: tkeep
# assertion: none
s/= word_i\[i\*WordWidth + DataWidth +: KeepWidth\];/= word_i[i*WordWidth + DataWidth +: KeepWidth] | {KeepWidth{MUTANT}};/
