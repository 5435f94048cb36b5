# file: xb_admission.sv
# switch: voq
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: a packet's own output is blamed for the pool if it holds most
# caught-by: lockstep
# assertion: none
s/if (QueueWidth'(j) != dest_i\(.*\) && count_q/if ((MUTANT || QueueWidth'(j) != dest_i\1) \&\& count_q/
