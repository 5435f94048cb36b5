# file: xb_ingress.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: a misrouted packet counts once a beat
# caught-by: lockstep
# assertion: none
s/if (misrouted && s_tlast_i)/if (misrouted)/
