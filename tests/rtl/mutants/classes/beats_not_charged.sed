# file: xb_class_service.sv
# SPDX-License-Identifier: Apache-2.0
# why: what a class sends costs it nothing
# caught-by: lockstep
# assertion: none
s/if (sent_i \&\& /if (sent_i \&\& !MUTANT \&\& /
