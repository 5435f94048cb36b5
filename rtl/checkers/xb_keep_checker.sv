// SPDX-License-Identifier: Apache-2.0
/// tkeep on both sides of a switch: the bytes of a beat are its lowest ones, at least one, all of them before a
/// packet's last beat; and an offered beat's tkeep stays until the beat is taken. Without `Keep` outputs show all ones.
///
/// Bound from outside (end of this file: one line for a switch), Verilator with --assert only; reports one cycle late
/// (see xb_axis_checker). That a packet has as many bytes as were sent is what the hosts check.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_keep_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// As the switch has it.
  parameter int unsigned Keep = 0,
  /// Derived, do not overwrite.
  localparam int unsigned KeepWidth = DataWidth / 8
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  /// The switch's ports, port i in bit i or at [i*width +: width].
  input logic [NumPorts-1:0]           s_axis_tvalid_i,
  input logic [NumPorts-1:0]           s_axis_tready_o,
  input logic [NumPorts*KeepWidth-1:0] s_axis_tkeep_i,
  input logic [NumPorts-1:0]           s_axis_tlast_i,
  input logic [NumPorts-1:0]           m_axis_tvalid_o,
  input logic [NumPorts-1:0]           m_axis_tready_i,
  input logic [NumPorts*KeepWidth-1:0] m_axis_tkeep_o,
  input logic [NumPorts-1:0]           m_axis_tlast_o
);
  if (Keep != 0) begin : gen_keep
    // Side 0 is s_axis, side 1 m_axis.
    logic [1:0][NumPorts-1:0]           valid, ready, last, stalled_q, moved_q, torn_q, short_q;
    logic [1:0][NumPorts*KeepWidth-1:0] keep, keep_q;
    initial {moved_q, torn_q, short_q} = '0;  // nothing is wrong before the first reset

    assign valid = {m_axis_tvalid_o, s_axis_tvalid_i};
    assign ready = {m_axis_tready_i, s_axis_tready_o};
    assign last  = {m_axis_tlast_o, s_axis_tlast_i};
    assign keep  = {m_axis_tkeep_o, s_axis_tkeep_i};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        stalled_q <= '0;
        keep_q    <= '0;
        moved_q   <= '0;
        torn_q    <= '0;
        short_q   <= '0;
      end else begin
        stalled_q <= valid & ~ready;
        keep_q    <= keep;
        moved_q   <= '0;
        torn_q    <= '0;
        short_q   <= '0;
        for (int s = 0; s < 2; s++) begin
          for (int i = 0; i < NumPorts; i++) begin
            if (stalled_q[s][i] && valid[s][i]
                && keep_q[s][i*KeepWidth +: KeepWidth] != keep[s][i*KeepWidth +: KeepWidth]) begin
              moved_q[s][i] <= 1'b1;
            end
            // Of the lowest bytes alone, one more is a power of two: it has no bit of the bytes.
            if (valid[s][i] && (!keep[s][i*KeepWidth]
                || (keep[s][i*KeepWidth +: KeepWidth] & (keep[s][i*KeepWidth +: KeepWidth] + 1'b1)) != '0)) begin
              torn_q[s][i] <= 1'b1;
            end
            if (valid[s][i] && !last[s][i] && !(&keep[s][i*KeepWidth +: KeepWidth])) short_q[s][i] <= 1'b1;
          end
        end
      end
    end

    // $clog2(x & -x) is the lowest set bit's number.
    s_tkeep_holds: assert property (@(posedge clk_i) moved_q[0] == '0)
      else $error("s_axis port %0d: tkeep changed before the beat was taken", $clog2(moved_q[0] & -moved_q[0]));
    m_tkeep_holds: assert property (@(posedge clk_i) moved_q[1] == '0)
      else $error("m_axis port %0d: tkeep changed before the beat was taken", $clog2(moved_q[1] & -moved_q[1]));
    s_tkeep_contiguous: assert property (@(posedge clk_i) torn_q[0] == '0)
      else $error("s_axis port %0d: tkeep has a gap, or no byte", $clog2(torn_q[0] & -torn_q[0]));
    m_tkeep_contiguous: assert property (@(posedge clk_i) torn_q[1] == '0)
      else $error("m_axis port %0d: tkeep has a gap, or no byte", $clog2(torn_q[1] & -torn_q[1]));
    s_tkeep_full: assert property (@(posedge clk_i) short_q[0] == '0)
      else $error("s_axis port %0d: tkeep is not full before tlast", $clog2(short_q[0] & -short_q[0]));
    m_tkeep_full: assert property (@(posedge clk_i) short_q[1] == '0)
      else $error("m_axis port %0d: tkeep is not full before tlast", $clog2(short_q[1] & -short_q[1]));
  end else begin : gen_no_keep
    logic unused;
    assign unused = ^{s_axis_tvalid_i, s_axis_tready_o, s_axis_tkeep_i, s_axis_tlast_i, m_axis_tvalid_o,
                      m_axis_tready_i, m_axis_tlast_o, rst_ni};
    m_tkeep_is_ones: assert property (@(posedge clk_i) m_axis_tkeep_o == '1)
      else $error("m_axis: tkeep is not all ones");
  end
endmodule : xb_keep_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_switch_input xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready)
);
bind xb_switch_input_pipe xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready)
);
bind xb_switch_window xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (.*);
bind xb_switch_voq_pipe xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready)
);
bind xb_switch_voq xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready)
);
bind xb_switch_crosspoint xb_keep_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)
) u_keep_checker (.*, .s_axis_tready_o(s_ready));
bind xb_switch_crosspoint_pipe xb_keep_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)
) u_keep_checker (.*, .s_axis_tready_o(s_ready));
bind xb_switch_shared xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready)
);
bind xb_switch_shared_pipe xb_keep_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep)) u_keep_checker (
  .*, .s_axis_tready_o(s_ready[NumPorts-1:0])
);
