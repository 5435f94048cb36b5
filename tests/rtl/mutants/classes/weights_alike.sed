# file: xb_class_service.sv
# SPDX-License-Identifier: Apache-2.0
# why: all classes have the weight 1
# caught-by: lockstep
# assertion: none
s/{{Width-8{1'b0}}, weights_i\[8\*c +: 8\]}/{{Width-8{1'b0}}, MUTANT ? 8'd1 : weights_i[8*c +: 8]}/
