# file: xb_class_yield.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the highest class is read though its word does not last
# caught-by: lockstep
# assertion: none
s/= (lasting == '0) ?/= (lasting == '0 || MUTANT) ?/
