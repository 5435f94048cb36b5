// SPDX-License-Identifier: Apache-2.0
/// Pool probe of one input with a memory of its own: its packet is held off or discarded because that memory is full of
/// packets for other outputs, although its own output could send it.
///
/// The flags are registers: in cycle t+1 they describe cycle t. A packet that is *held off* counts in the cycles in which
/// the memory holds no beat for its output, and this is free for it. A packet that is *discarded* counts in each cycle in
/// which a beat of it is, if it would have been admitted had the memory held packets for its own output alone; that, and
/// who is to blame, is decided with its first beat.
`default_nettype none

module xb_pool_probe #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of this input.
  parameter int unsigned Input = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The beat on offer, of a packet to output `dest_i`, which exists: the memory is full, it stays; it is taken and
  /// discarded for want of room; it is its packet's first.
  input  logic                          held_i,
  input  logic                          refused_i,
  input  logic                          first_i,
  input  logic [DestWidth-1:0]          dest_i,
  /// Per output: it is ready and shows no beat; it is in the middle of a packet, of input `owner_i`.
  input  logic [NumPorts-1:0]           silent_i,
  input  logic [NumPorts-1:0]           locked_i,
  input  logic [NumPorts*DestWidth-1:0] owner_i,
  /// Of the memory (xb_admission): it holds no beat for the output; the packet would be admitted if it held nothing for
  /// others; the other output of which it holds most, asked for by `blame_o`.
  input  logic                          none_i,
  input  logic                          alone_i,
  output logic                          blame_o,
  input  logic [DestWidth-1:0]          most_i,
  /// Flags of the last cycle.
  output logic                          pool_o,
  output logic [DestWidth-1:0]          pool_by_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Input >= NumPorts) begin : gen_illegal_input
    $error("Input must be below NumPorts");
  end

  logic                 held, cause, cause_q, pool;
  logic [DestWidth-1:0] most, most_q;

  always_comb begin
    held = 1'b0;
    if (held_i && none_i)
      held = silent_i[dest_i] && (!locked_i[dest_i] || owner_i[dest_i*DestWidth +: DestWidth] == DestWidth'(Input));
  end
  assign blame_o = held | (refused_i & first_i);
  assign cause   = first_i ? alone_i : cause_q;
  assign most    = blame_o ? most_i : most_q;
  assign pool    = held | (refused_i & cause);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cause_q   <= 1'b0;
      most_q    <= '0;
      pool_o    <= 1'b0;
      pool_by_o <= '0;
    end else begin
      if (refused_i) begin
        cause_q <= cause;
        most_q  <= most;
      end
      pool_o    <= pool;
      pool_by_o <= pool ? most : '0;
    end
  end
endmodule : xb_pool_probe

`default_nettype wire
