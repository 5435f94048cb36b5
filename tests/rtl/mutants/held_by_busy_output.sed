# file: xb_pool_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: an input that is held off counts as blocked by the pool though its output serves another
# caught-by: lockstep
# assertion: none
s/== DestWidth'(Input)/!= DestWidth'(Input)/
