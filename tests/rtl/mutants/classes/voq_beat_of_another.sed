# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: what crosses the switch is a beat of another class
# caught-by: lockstep
# assertion: none
s/if (shown_class_q\[i\*ClassBits +: ClassBits\] == ClassBits'(c)) begin/if (shown_class_q[i*ClassBits +: ClassBits] == ClassBits'(MUTANT ? 0 : c)) begin/
