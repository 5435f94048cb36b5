# file: xb_starvation_guard.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a class that has been served is still due
# caught-by: lockstep
# assertion: none
s/if (serve_i)/if (serve_i \&\& !MUTANT)/
