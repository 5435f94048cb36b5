// SPDX-License-Identifier: Apache-2.0
/// AXI4-Stream rules on every port of one side of a switch: an offered beat stays, unchanged, until it is taken.
///
/// Part of xb_ports_checker, which is bound from outside. Looks at ports alone, so that it fits any switch. As in all checkers here, properties read registers only, which makes them independent of the moment
/// in which a harness moves its inputs, and cheap: a violation in cycle t is reported at the clock edge that
/// ends cycle t+1. The message names the side and, of several ports at fault, the lowest.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_axis_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Name of the side, for messages.
  parameter Side = "s_axis",
  /// tdest also holds from a packet's first beat to its last (outputs; at inputs only the first one counts).
  parameter bit HoldsDest = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  /// The side's ports, port i in bit i or at [i*width +: width].
  input logic [NumPorts-1:0]           tvalid_i,
  input logic [NumPorts-1:0]           tready_i,
  input logic [NumPorts*DataWidth-1:0] tdata_i,
  input logic [NumPorts-1:0]           tlast_i,
  input logic [NumPorts*DestWidth-1:0] tdest_i,
  input logic [NumPorts-1:0]           tuser_i
);
  // The last cycle: its payload, the ports that stalled in it, and those whose tdest is bound since.
  logic [NumPorts-1:0]           stalled_q, dest_bound_q, tlast_q, tuser_q;
  logic [NumPorts*DataWidth-1:0] tdata_q;
  logic [NumPorts*DestWidth-1:0] tdest_q;
  // Ports that offer a beat which they offered in the last cycle already.
  logic [NumPorts-1:0]           held;
  // What the last cycle did wrong, per port.
  logic [NumPorts-1:0]           withdrawn_q, data_moved_q, last_moved_q, dest_moved_q, user_moved_q;
  // Nothing is wrong before the first reset.
  initial {withdrawn_q, data_moved_q, last_moved_q, dest_moved_q, user_moved_q} = '0;

  assign held = stalled_q & tvalid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q    <= '0;
      dest_bound_q <= '0;
      tdata_q      <= '0;
      tlast_q      <= '0;
      tdest_q      <= '0;
      tuser_q      <= '0;
      withdrawn_q  <= '0;
      data_moved_q <= '0;
      last_moved_q <= '0;
      dest_moved_q <= '0;
      user_moved_q <= '0;
    end else begin
      stalled_q    <= tvalid_i & ~tready_i;
      tlast_q      <= tlast_i;
      tuser_q      <= tuser_i;
      withdrawn_q  <= stalled_q & ~tvalid_i;
      last_moved_q <= held & (tlast_q ^ tlast_i);
      user_moved_q <= held & (tuser_q ^ tuser_i);
      tdata_q      <= tdata_i;
      data_moved_q <= '0;
      dest_moved_q <= '0;
      for (int i = 0; i < NumPorts; i++) begin
        if (held[i] && (tdata_q[i*DataWidth +: DataWidth] != tdata_i[i*DataWidth +: DataWidth])) begin
          data_moved_q[i] <= 1'b1;
        end
        if (tvalid_i[i] && dest_bound_q[i]
            && (tdest_q[i*DestWidth +: DestWidth] != tdest_i[i*DestWidth +: DestWidth])) begin
          dest_moved_q[i] <= 1'b1;
        end
        if (tvalid_i[i]) tdest_q[i*DestWidth +: DestWidth] <= tdest_i[i*DestWidth +: DestWidth];
      end
      // Bound by a stall, and on a side with HoldsDest by every beat but a packet's last.
      dest_bound_q <= tvalid_i & ~(tready_i & (HoldsDest ? tlast_i : '1))
                      | (HoldsDest ? dest_bound_q & ~tvalid_i : '0);
    end
  end

  // $clog2(x & -x) is the lowest set bit's number.
  tvalid_holds: assert property (@(posedge clk_i) withdrawn_q == '0)
    else $error("%s port %0d: tvalid withdrawn before the beat was taken",
                Side, $clog2(withdrawn_q & -withdrawn_q));
  tdata_holds: assert property (@(posedge clk_i) data_moved_q == '0)
    else $error("%s port %0d: tdata changed before the beat was taken",
                Side, $clog2(data_moved_q & -data_moved_q));
  tlast_holds: assert property (@(posedge clk_i) last_moved_q == '0)
    else $error("%s port %0d: tlast changed before the beat was taken",
                Side, $clog2(last_moved_q & -last_moved_q));
  tuser_holds: assert property (@(posedge clk_i) user_moved_q == '0)
    else $error("%s port %0d: tuser changed before the beat was taken",
                Side, $clog2(user_moved_q & -user_moved_q));
  tdest_holds: assert property (@(posedge clk_i) dest_moved_q == '0)
    else $error("%s port %0d: tdest changed %s", Side, $clog2(dest_moved_q & -dest_moved_q),
                HoldsDest ? "within a packet" : "before the beat was taken");
endmodule : xb_axis_checker

/* verilator tracing_on */
`default_nettype wire
