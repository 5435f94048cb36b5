# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet waits for room in its class's stage that is there
# caught-by: lockstep
# assertion: none
s/<= HeldWidth'(Pairs) - HeldWidth'(packet_pairs_i)/<= HeldWidth'(MUTANT ? Pairs - NumPorts : Pairs) - HeldWidth'(packet_pairs_i)/
