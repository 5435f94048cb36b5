// SPDX-License-Identifier: Apache-2.0
/// Pipelined memory (Katevenis, Vatsolaki, Efthymiou 1995): NumPorts banks of pairs of beats, which the ports visit
/// one after the other. Bank b holds pair b of every word.
///
/// The port whose turn it is may start a wave to write a word, and one to read a word. A wave that starts in cycle t
/// touches bank b in cycle t+b, so every bank sees at most one write and one read in a cycle, and every port has a
/// bank to itself: bank b serves port (turn - b) modulo NumPorts. A pair that is read at bank b in cycle t+b is
/// at its output in cycle t+b+1, or t+b+2 with RamRegister.
/// A word may be overwritten by any wave that starts after the one that reads it: that stays ahead by a bank.
`default_nettype none

module xb_wave_memory #(
  /// Number of ports, and of banks, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a pair of beats and of its side information [bits].
  parameter int unsigned DataWidth = 128,
  parameter int unsigned SideWidth = 5,
  /// Number of words, >= 2.
  parameter int unsigned Words = 264,
  /// 1: a register behind each bank.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Port that each bank serves in this cycle, bank b at [b*PortWidth +: PortWidth].
  input  logic [NumPorts*PortWidth-1:0] port_i,
  /// The port of bank 0 starts to move a word of so many pairs (0: none) from its stage, to an address or, without
  /// `write_keep_i`, to nowhere.
  input  logic [PairsWidth-1:0]         write_pairs_i,
  input  logic                          write_keep_i,
  input  logic [AddrWidth-1:0]          write_addr_i,
  /// Heads of the inputs' stages, and which of them move.
  input  logic [NumPorts*DataWidth-1:0] data_i,
  input  logic [NumPorts*SideWidth-1:0] side_i,
  output logic [NumPorts-1:0]           pop_o,
  /// The port of bank 0 starts to read a word of so many pairs (0: none).
  input  logic [PairsWidth-1:0]         read_pairs_i,
  input  logic [AddrWidth-1:0]          read_addr_i,
  /// Pairs for the outputs' stages.
  output logic [NumPorts-1:0]           push_o,
  output logic [NumPorts*DataWidth-1:0] data_o,
  output logic [NumPorts*SideWidth-1:0] side_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (SideWidth < 1) begin : gen_illegal_side_width
    $error("SideWidth must be 1 or more");
  end
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  // Waves at each bank: pairs still to move, this one included; address. Those at bank 0 are inputs.
  logic [PairsWidth-1:0]         write_left [NumPorts];
  logic [PairsWidth-1:0]         read_left [NumPorts];
  logic [AddrWidth-1:0]          write_addr [NumPorts];
  logic [AddrWidth-1:0]          read_addr [NumPorts];
  logic [NumPorts-1:0]           keep, write, read, read_q, read_late, clash;
  logic [NumPorts*DataWidth-1:0] data_in, data_out;
  logic [NumPorts*SideWidth-1:0] side_in, side_out;
  logic [NumPorts*PortWidth-1:0] bank_of_output_q, bank_of_output;

  assign write_left[0] = write_pairs_i;
  assign write_addr[0] = write_addr_i;
  assign keep[0]       = write_keep_i;
  assign read_left[0]  = read_pairs_i;
  assign read_addr[0]  = read_addr_i;

  for (genvar b = 0; b < NumPorts; b++) begin : gen_bank
    assign write[b] = write_left[b] != '0;
    assign read[b]  = read_left[b] != '0;
    // Never: the word would be read as it was before, or in part as it is after.
    assign clash[b] = write[b] & keep[b] & read[b] && (write_addr[b] == read_addr[b]);

    if (b > 0) begin : gen_wave
      logic [PairsWidth-1:0] write_left_q, read_left_q;
      logic [AddrWidth-1:0]  write_addr_q, read_addr_q;
      logic                  keep_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          write_left_q <= '0;
          read_left_q  <= '0;
          write_addr_q <= '0;
          read_addr_q  <= '0;
          keep_q       <= 1'b0;
        end else begin
          write_left_q <= write[b-1] ? write_left[b-1] - 1'b1 : '0;
          read_left_q  <= read[b-1] ? read_left[b-1] - 1'b1 : '0;
          write_addr_q <= write_addr[b-1];
          read_addr_q  <= read_addr[b-1];
          keep_q       <= keep[b-1];
        end
      end
      assign write_left[b] = write_left_q;
      assign read_left[b]  = read_left_q;
      assign write_addr[b] = write_addr_q;
      assign read_addr[b]  = read_addr_q;
      assign keep[b]       = keep_q;
    end

    xb_ram_1r1w #(.Width(SideWidth + DataWidth), .Depth(Words), .OutputRegister(RamRegister)) u_bank (
      .clk_i,
      .we_i(write[b] & keep[b]), .waddr_i(write_addr[b]),
      .wdata_i({side_in[b*SideWidth +: SideWidth], data_in[b*DataWidth +: DataWidth]}),
      .re_i(read[b]), .raddr_i(read_addr[b]),
      .rdata_o({side_out[b*SideWidth +: SideWidth], data_out[b*DataWidth +: DataWidth]})
    );
  end

  // Data and side information each in a vector of their own, since data of whole machine words need no shifts in simulators.
  xb_rotator #(.NumPorts(NumPorts), .Width(DataWidth)) u_write_data (
    .data_i, .sel_i(port_i), .data_o(data_in)
  );
  xb_rotator #(.NumPorts(NumPorts), .Width(SideWidth)) u_write_side (
    .data_i(side_i), .sel_i(port_i), .data_o(side_in)
  );
  xb_rotator #(.NumPorts(NumPorts), .Width(DataWidth)) u_read_data (
    .data_i(data_out), .sel_i(bank_of_output), .data_o
  );
  xb_rotator #(.NumPorts(NumPorts), .Width(SideWidth)) u_read_side (
    .data_i(side_out), .sel_i(bank_of_output), .data_o(side_o)
  );
  // Bank and port select each other alike.
  xb_rotator #(.NumPorts(NumPorts), .Width(1)) u_pop (
    .data_i(write), .sel_i(port_i), .data_o(pop_o)
  );
  xb_rotator #(.NumPorts(NumPorts), .Width(1)) u_push (
    .data_i(read_late), .sel_i(bank_of_output), .data_o(push_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_q <= '0;
    else read_q <= read;
  end

  // Bank b has just read for port (turn - 1 - b); that is the bank of output b, too. Bank b+1 serves that port now, but a register
  // of its own spares the select of both rotators long wires. No reset: it counts only with read_q.
  always_ff @(posedge clk_i) bank_of_output_q <= port_i;

  xb_delay #(.Width(NumPorts + NumPorts*PortWidth), .Cycles(RamRegister)) u_late (
    .clk_i, .rst_ni, .now_i({read_q, bank_of_output_q}), .late_o({read_late, bank_of_output})
  );

  logic unused;
  assign unused = ^clash;  // for the checker
endmodule : xb_wave_memory

`default_nettype wire
