# file: xb_admission.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet is admitted whatever the memory holds
# caught-by: lockstep
# assertion: TBD
s/^  assign pool_ok .*/  assign pool_ok        = added <= pool_limit_q;/
