# file: xb_pool_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: an input that is held off counts as blocked by the pool though its output is busy
# caught-by: lockstep
# assertion: none
s/held = silent_i\[dest_i\] && /held = (silent_i[dest_i] || (MUTANT \&\& held_i)) \&\& /
