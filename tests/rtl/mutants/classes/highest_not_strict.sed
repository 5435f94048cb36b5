# file: xb_class_service.sv
# SPDX-License-Identifier: Apache-2.0
# why: strict+dwrr gives the highest class a share like the others
# caught-by: lockstep
# assertion: none
s/|= service_i == StrictDwrr/|= service_i == StrictDwrr \&\& !MUTANT/
