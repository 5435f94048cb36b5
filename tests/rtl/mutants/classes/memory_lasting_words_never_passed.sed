# file: xb_class_yield.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: words that last go before a short one of a higher class, however often
# caught-by: lockstep
# assertion: none
s/\&\& due\[turn_i\]/\&\& due[turn_i] \&\& !MUTANT/
