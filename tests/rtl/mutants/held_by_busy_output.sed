# file: xb_pool_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: an input that is held off counts as blocked by the pool though its output serves another
# caught-by: lockstep
# assertion: none
s/assign held    = held_i & free_i & none_i/assign held    = held_i \& (free_i | held_i) \& none_i/
