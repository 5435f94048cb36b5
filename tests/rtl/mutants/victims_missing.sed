# file: xb_hol_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: of two packets for an output that wait, the second is no victim
# caught-by: flags
# assertion: none
s/<= !left\[j\] || \(queued_q\[j\*Width +: Width\] != Width'(1)\);/<= !left[j] || (!MUTANT \& (\1));/
