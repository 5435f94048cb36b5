# file: xb_ingress_stage.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: the first pair of a word that comes to an empty stage is not read
# caught-by: data
# assertion: none
s/\.re_i(/&!(MUTANT \& !word_valid_o) \& /
