# made from: rtl/xb_rr_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
# Nothing else: the solution is the lab's own.
