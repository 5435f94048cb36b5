# file: xb_class_service.sv
# SPDX-License-Identifier: Apache-2.0
# why: classes of which nothing waits get their weight, too
# caught-by: lockstep
# assertion: none
s/if (waiting\[c\] \&\& /if ((waiting[c] || MUTANT) \&\& /
