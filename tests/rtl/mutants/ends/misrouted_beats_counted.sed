# file: xb_ingress.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: a misrouted packet counts once a beat
# caught-by: lockstep
# assertion: none
s/ s_tlast_i) misrouted_q/ (s_tlast_i || MUTANT)) misrouted_q/
