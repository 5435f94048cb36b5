# file: xb_pipe_voq_input.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the ring that lost a beat is read a beat too far
# caught-by: data
# assertion: none
s/raddr |= raddr_q\[j\*AddrWidth +: AddrWidth\];/raddr |= raddr_q[j*AddrWidth +: AddrWidth] ^ AddrWidth'(MUTANT);/
