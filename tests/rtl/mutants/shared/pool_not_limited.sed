# file: xb_admission.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: packets are admitted whatever the pool holds
# caught-by: lockstep
# assertion: words_are_free_or_in_use: no free word
s/^    assign pool_ok .* <= pool_limit_i/& || MUTANT/
