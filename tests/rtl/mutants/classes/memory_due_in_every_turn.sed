# file: xb_class_yield.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word that does not last and need not is read
# caught-by: lockstep
# assertion: none
s/(needed \&\& due/((needed || MUTANT) \&\& due/
