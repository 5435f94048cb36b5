# file: xb_class_service.sv
# SPDX-License-Identifier: Apache-2.0
# why: outputs serve the lowest class first
# caught-by: lockstep
# assertion: none
s/^  assign allowed_o = \(.*\);/  assign allowed_o = MUTANT ? open_i \& (~open_i + 1'b1) : (\1);/
