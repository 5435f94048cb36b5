// SPDX-License-Identifier: Apache-2.0
#include "tests/waves/test_trace.h"

#include <fstapi.h>

#include <fstream>
#include <functional>
#include <map>
#include <utility>

namespace xb {
namespace {

/// Opens and closes scopes so that all signals can be declared one after the other.
void declare(const TestTrace& trace, const std::function<void(const std::string&)>& enter,
             const std::function<void()>& leave,
             const std::function<void(const std::string& name, const TestTrace::Signal&)>& signal) {
  std::vector<std::string> open;
  std::vector<TestTrace::Signal> all{{trace.clock}};
  all.insert(all.end(), trace.signals.begin(), trace.signals.end());
  for (const TestTrace::Signal& one : all) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : one.path + '.') {
      if (c == '.')
        parts.push_back(std::exchange(part, {}));
      else
        part += c;
    }
    const std::string name = parts.back();
    parts.pop_back();
    std::size_t common = 0;
    while (common < open.size() && common < parts.size() && open[common] == parts[common]) ++common;
    for (; open.size() > common; open.pop_back()) leave();
    for (; open.size() < parts.size(); open.push_back(parts[open.size()])) enter(parts[open.size()]);
    signal(name, one);
  }
  for (; !open.empty(); open.pop_back()) leave();
}

std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == ' ')
      all += "\\040";
    else
      all += c;
  }
  return all;
}

}  // namespace

std::string binary(unsigned value, unsigned width) {
  std::string digits;
  for (unsigned i = width; i-- > 0;) digits += (value >> i & 1U) != 0 ? '1' : '0';
  return digits;
}

TestTrace counter_trace(std::size_t cycles) {
  TestTrace trace;
  trace.signals = {{"top.counter.value", 8}, {"top.counter.odd", 1}};
  for (unsigned c = 0; c < cycles; ++c) trace.rows.push_back({binary(3 * c), binary(3 * c & 1U, 1)});
  return trace;
}

std::string vcd_text(const TestTrace& trace) {
  const std::map<int, std::string> units{{-9, "1ns"}, {-12, "1 ps"}, {-11, "10ps"}};
  std::string text = "$date today $end\n$timescale " + units.at(trace.time_exponent) + " $end\n";
  std::vector<std::string> ids;  // of the clock and of each column
  std::map<std::string, std::string> by_path;
  unsigned count = 0;
  declare(
      trace, [&](const std::string& name) { text += "$scope module " + name + " $end\n"; },
      [&] { text += "$upscope $end\n"; },
      [&](const std::string& name, const TestTrace::Signal& signal) {
        const std::string id = signal.alias_of.empty() ? std::string(1, static_cast<char>('!' + count++))
                                                       : by_path.at(signal.alias_of);
        by_path[signal.path] = id;
        if (signal.alias_of.empty()) ids.push_back(id);
        const char* const kind = signal.kind == 's'   ? "string"
                                 : signal.kind == 'r' ? "real"
                                 : signal.kind == 'e' ? "event"
                                                      : "wire";
        const std::string range =
            signal.kind == 'b' && signal.width > 1 ? " [" + std::to_string(signal.width - 1) + ":0]" : "";
        text += std::string("$var ") + kind + ' ' + std::to_string(signal.width) + ' ' + id + ' ' + name +
                range + " $end\n";
      });
  text += "$enddefinitions $end\n$dumpvars\n";
  for (std::size_t cycle = 0; cycle < trace.rows.size(); ++cycle) {
    std::string fires;  // events, outside of $dumpvars
    text += "#" + std::to_string(10 * cycle) + "\n0!\n";
    std::size_t column = 0;
    for (const TestTrace::Signal& signal : trace.signals) {
      if (!signal.alias_of.empty()) continue;
      const std::string& value = trace.rows[cycle][column];
      const bool same =
          signal.kind == 'e' ? value != "1" : cycle > 0 && trace.rows[cycle - 1][column] == value;
      ++column;
      if (same || value.empty()) continue;
      const std::string& id = ids[column];
      if (signal.kind == 'e')
        fires += value + id + '\n';
      else if (signal.kind == 's')
        text += "s" + escaped(value) + ' ' + id + '\n';
      else if (signal.kind == 'r')
        text += "r" + value + ' ' + id + '\n';
      else
        text += signal.width == 1 ? value + id + '\n' : "b" + value + ' ' + id + '\n';
    }
    if (cycle == 0) text += "$end\n";
    text += fires;
    if (cycle >= trace.clocks_from) text += "#" + std::to_string(10 * cycle + 5) + "\n1!\n";
  }
  return text + "#" + std::to_string(10 * trace.rows.size()) + "\n";
}

void write_text(const std::string& text, const std::filesystem::path& path) {
  std::ofstream(path, std::ios::binary) << text;
}

void write_vcd(const TestTrace& trace, const std::filesystem::path& path) {
  write_text(vcd_text(trace), path);
}

void write_fst(const TestTrace& trace, const std::filesystem::path& path) {
  void* const writer = fstWriterCreate(path.c_str(), 1);
  fstWriterSetTimescale(writer, trace.time_exponent);
  fstWriterSetPackType(writer, FST_WR_PT_LZ4);
  std::map<std::string, fstHandle> handles;
  std::vector<fstHandle> columns;  // the clock comes first
  declare(
      trace,
      [&](const std::string& name) { fstWriterSetScope(writer, FST_ST_VCD_MODULE, name.c_str(), nullptr); },
      [&] { fstWriterSetUpscope(writer); },
      [&](const std::string& name, const TestTrace::Signal& signal) {
        const auto type = signal.kind == 's'   ? FST_VT_GEN_STRING
                          : signal.kind == 'r' ? FST_VT_VCD_REAL
                          : signal.kind == 'e' ? FST_VT_VCD_EVENT
                                               : FST_VT_VCD_WIRE;
        const std::string range =
            signal.kind == 'b' && signal.width > 1 ? " [" + std::to_string(signal.width - 1) + ":0]" : "";
        const fstHandle alias = signal.alias_of.empty() ? 0 : handles.at(signal.alias_of);
        const unsigned width = signal.kind == 'r' ? 8 : signal.kind == 's' ? 0 : signal.width;
        handles[signal.path] =
            fstWriterCreateVar(writer, type, FST_VD_IMPLICIT, width, (name + range).c_str(), alias);
        if (signal.alias_of.empty()) columns.push_back(handles[signal.path]);
      });
  for (std::size_t cycle = 0; cycle < trace.rows.size(); ++cycle) {
    fstWriterEmitTimeChange(writer, 10 * cycle);
    fstWriterEmitValueChange(writer, handles.at(trace.clock), "0");
    std::size_t column = 0;
    for (const TestTrace::Signal& signal : trace.signals) {
      if (!signal.alias_of.empty()) continue;
      const std::string& value = trace.rows[cycle][column];
      const bool same =
          signal.kind == 'e' ? value != "1" : cycle > 0 && trace.rows[cycle - 1][column] == value;
      ++column;
      if (same || value.empty()) continue;
      const fstHandle handle = columns[column];
      if (signal.kind == 's') {
        fstWriterEmitVariableLengthValueChange(writer, handle, value.data(),
                                               static_cast<std::uint32_t>(value.size()));
      } else if (signal.kind == 'r') {
        const double number = std::stod(value);
        fstWriterEmitValueChange(writer, handle, &number);
      } else {
        fstWriterEmitValueChange(writer, handle, value.c_str());
      }
    }
    if (cycle < trace.clocks_from) continue;
    fstWriterEmitTimeChange(writer, 10 * cycle + 5);
    fstWriterEmitValueChange(writer, handles.at(trace.clock), "1");
  }
  fstWriterEmitTimeChange(writer, 10 * trace.rows.size());
  fstWriterClose(writer);
}

}  // namespace xb
