# made from: examples/quad-switch/quad_switch.v
# SPDX-License-Identifier: Apache-2.0
/^\/\/ A small AXI4/,/^\/\/ and stays/c\
// The correct switch, of examples/quad-switch. Hosts talk to it, so that the lab's own checks stay silent.
