// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/bench.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

/// What the model has printed last: an assertion says what is wrong before it stops.
std::string& last_message() {
  static std::string message;
  return message;
}

[[noreturn]] void fail(const char* file, int line, const std::string& what) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what + " " +
                           last_message());
}

}  // namespace

// What Verilator's runtime asks of its user (testbenches/CMakeLists.txt).
void vl_stop(const char* file, int line, const char*) { fail(file, line, "$stop"); }
void vl_fatal(const char* file, int line, const char*, const char* message) { fail(file, line, message); }
void vl_finish(const char* file, int line, const char*) { fail(file, line, "$finish"); }
extern "C" int xb_model_message(const char* format, ...) {
  std::array<char, 1000> text{};
  va_list values;
  va_start(values, format);
  const int written = std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  last_message() = text.data();
  std::fputs(text.data(), stderr);
  return written;
}

namespace xb {

Bench::Bench() : top_(std::make_unique<Vbenches>(&context_)) {
  top_->rst_ni = 0;
  clock();
  top_->rst_ni = 1;
}

Bench::~Bench() { top_->final(); }

void Bench::look() {
  top_->clk_i = 0;
  top_->eval();
}

void Bench::clock() {
  look();
  top_->clk_i = 1;
  top_->eval();
}

}  // namespace xb
