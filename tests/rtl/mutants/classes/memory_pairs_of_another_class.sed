# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the pairs of a word are those of the class that left before
# caught-by: lockstep
# assertion: none
s/== DestWidth'(i)) leaving\[/== DestWidth'(i) \&\& !MUTANT) leaving[/
