# file: xb_ingress.sv
# SPDX-License-Identifier: Apache-2.0
# why: packets of one beat for a destination that does not exist are discarded without being counted
# caught-by: lockstep
# assertion: drops_are_misrouted_packets: s_axis port
s/if (misrouted && /&(in_packet_q || !MUTANT) \&\& /
