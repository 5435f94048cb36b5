# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: the second of two beats that leave a queue one after the other is the first again
# caught-by: data
# assertion: buffer_contract_holds: push when full 0, count wrong 0, a beat in no queue 0, addresses lost or doubled 0, beat wrong 1
s/^  assign head  .*= chased/& \& !MUTANT/
