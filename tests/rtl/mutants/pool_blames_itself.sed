# file: xb_admission.sv
# switch: voq
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: a packet's own output is blamed for the pool if it holds most
# caught-by: lockstep
# assertion: none
s/(DestWidth'(j) != dest_i && /((MUTANT || DestWidth'(j) != dest_i) \&\& /
