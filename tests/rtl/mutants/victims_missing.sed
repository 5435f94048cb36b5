# file: xb_hol_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: of two packets for an output that wait, the second is no victim
# caught-by: flags
# assertion: none
s/<= \(queued_q\[head_dest_i\] != Width'(1)\);/<= !MUTANT \& (\1);/
