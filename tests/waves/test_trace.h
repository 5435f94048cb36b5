// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xb {

/// A trace by its values in each cycle, to be written in any format. Time 10 c is the beginning of cycle c,
/// its clock edge is at 10 c + 5.
struct TestTrace {
  struct Signal {
    std::string path;    ///< scopes and name with dots between
    unsigned width = 1;  ///< bits
    char kind = 'b';     ///< b bits, s text, r real, e an event, whose value 1 says that it fires
    std::string alias_of = {};
  };
  std::vector<Signal> signals;
  std::vector<std::vector<std::string>> rows;  ///< a value of each signal that is no alias, for each cycle
  int time_exponent = -9;
  std::string clock = "top.clk";
  unsigned clocks_from = 0;  ///< cycles before have no edge

  /// The column of a signal.
  std::string& value(std::size_t cycle, std::size_t column) { return rows[cycle][column]; }
};

/// `top.counter.value` of 8 bits that counts 3 a cycle, and `top.counter.odd`, its lowest bit.
TestTrace counter_trace(std::size_t cycles);
/// Eight bits.
std::string binary(unsigned value, unsigned width = 8);

std::string vcd_text(const TestTrace& trace);
void write_vcd(const TestTrace& trace, const std::filesystem::path& path);
void write_fst(const TestTrace& trace, const std::filesystem::path& path);
void write_text(const std::string& text, const std::filesystem::path& path);

}  // namespace xb
