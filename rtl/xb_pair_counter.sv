// SPDX-License-Identifier: Apache-2.0
/// N x N counters, one per pair of an input and an output. In a cycle each input adds to one of its counters at most,
/// and each output takes from one of its; only those are touched.
///
/// All outputs are registers: the counts, and two bits per pair that follow from them.
`default_nettype none

module xb_pair_counter #(
  /// Number of inputs and of outputs N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a counter [bits].
  parameter int unsigned Width = 32,
  /// What a counter begins with; full_o and filled_o are of counters that begin with 0.
  parameter logic [Width-1:0] Start = '0,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumPorts),
  localparam int unsigned PairWidth = 2 * IdxWidth
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  /// Per input: add one to its counter for output `up_dest_i`.
  input  logic [NumPorts-1:0]                up_i,
  input  logic [NumPorts*IdxWidth-1:0]       up_dest_i,
  /// Per output: take one from its counter for input `down_source_i`, which is not 0.
  input  logic [NumPorts-1:0]                down_i,
  input  logic [NumPorts*IdxWidth-1:0]       down_source_i,
  /// From this count on a pair is full, >= 1; constant while a count is not 0.
  input  logic [Width-1:0]                   limit_i,
  /// Count of input i and output j at [(i*NumPorts+j)*Width +: Width].
  output logic [NumPorts*NumPorts*Width-1:0] count_o,
  /// Per input, outputs whose pair is full: [i*NumPorts+j]. Per output, inputs whose count is not 0: [j*NumPorts+i].
  output logic [NumPorts*NumPorts-1:0]       full_o,
  output logic [NumPorts*NumPorts-1:0]       filled_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

  // The counts are one register: Verilator would concatenate an array of them word by word.
  logic [NumPorts*NumPorts*Width-1:0] count_q;
  // Rows per input, but per output in filled_q.
  logic [NumPorts*NumPorts-1:0] full_q, filled_q;
  logic [IdxWidth-1:0]       dest [NumPorts];
  logic [IdxWidth-1:0]       source [NumPorts];
  logic [PairWidth-1:0]      up_pair [NumPorts];
  logic [PairWidth-1:0]      down_pair [NumPorts];
  logic [Width-1:0]          higher [NumPorts];
  logic [Width-1:0]          lower [NumPorts];
  // What is not made up for in the same cycle.
  logic [NumPorts-1:0]       up, down;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign dest[p]   = up_dest_i[p*IdxWidth +: IdxWidth];
    assign source[p] = down_source_i[p*IdxWidth +: IdxWidth];
    assign up_pair[p]   = PairWidth'(p*NumPorts) + PairWidth'(dest[p]);
    assign down_pair[p] = PairWidth'(source[p]*PairWidth'(NumPorts)) + PairWidth'(p);
    assign higher[p]    = count_q[up_pair[p]*Width +: Width] + 1'b1;
    assign lower[p]     = count_q[down_pair[p]*Width +: Width] - 1'b1;
  end

  assign count_o  = count_q;
  assign full_o   = full_q;
  assign filled_o = filled_q;

  always_comb begin
    up   = up_i;
    down = down_i;
    for (int j = 0; j < NumPorts; j++) begin
      if (down_i[j] && up_i[source[j]] && dest[source[j]] == IdxWidth'(j)) begin
        up[source[j]] = 1'b0;
        down[j]       = 1'b0;
      end
    end
  end

  // A count has its place in the register: variable shifts of writes to it would be most of the circuit. A row a process, as
  // loops over all pairs are too long for tools at 64 ports.
  for (genvar i = 0; i < NumPorts; i++) begin : gen_row
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q[i*NumPorts*Width +: NumPorts*Width] <= {NumPorts{Start}};
        full_q[i*NumPorts +: NumPorts]              <= '0;
        for (int j = 0; j < NumPorts; j++) filled_q[j*NumPorts + i] <= 1'b0;
      end else begin
        if (up[i]) begin
          for (int j = 0; j < NumPorts; j++) begin
            if (dest[i] == IdxWidth'(j)) begin
              count_q[(i*NumPorts + j)*Width +: Width] <= higher[i];
              full_q[i*NumPorts + j]                   <= higher[i] >= limit_i;
              filled_q[j*NumPorts + i]                 <= 1'b1;
            end
          end
        end
        for (int j = 0; j < NumPorts; j++) begin
          if (down[j] && source[j] == IdxWidth'(i)) begin
            count_q[(i*NumPorts + j)*Width +: Width] <= lower[j];
            full_q[i*NumPorts + j]                   <= lower[j] >= limit_i;
            filled_q[j*NumPorts + i]                 <= lower[j] != '0;
          end
        end
      end
    end
  end
endmodule : xb_pair_counter

`default_nettype wire
