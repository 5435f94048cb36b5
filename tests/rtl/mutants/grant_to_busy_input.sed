# file: xb_voq_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output grants an input that is matched already, or busy with a packet
# caught-by: lockstep
# assertion: none
s/^          asking = requests_q\[j\] & in_free;/          asking = requests_q[j] \& (in_free | {NumPorts{MUTANT}});/
