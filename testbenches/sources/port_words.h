// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/stream_search.h"

namespace xb {

/// The words of a name in lower case, without numbers: `S00_AXIS_TVALID`, `s00AxisTvalid`: s axis tvalid;
/// `inAValid`: in a valid.
std::vector<std::string> words_of(const std::string& name);

bool is_one_of(const std::string& word, std::initializer_list<const char*> words);
/// One of the words has one of these in it.
bool has_word(const std::vector<std::string>& words, std::initializer_list<const char*> parts);
/// A port that is 1 where a ready is 0: `full`, `busy`, `stop`.
bool says_not_ready(const std::string& pattern);
/// Credits, that come back for beats.
bool says_credit(const std::string& pattern);

/// A port, or a family of them that differ in one number.
struct Signal {
  FoundSignal found;
  bool output = false;
  bool has_role = false;
  bool whole_word = false;  // says so
  StreamRole role = StreamRole::Data;
  std::string base;  // words that are neither role nor direction
  std::string rest;  // as base, of a port without a role
};

/// What the name says of it.
void find_role(Signal& signal, const std::string& name);
/// The same of names of two letters, one of which is the stream's, or says the direction: `iv`, `qd`, `ro`.
void find_letter_role(Signal& signal);
/// The same of a FIFO's ports that have no other role.
void find_fifo_role(Signal& signal, const std::string& name);
/// The same of Bluespec's methods: `EN_put` and `RDY_put` with `put_data`; `EN_deq` with `first`, or `EN_get`
/// with `get`.
void find_method_roles(std::vector<Signal>& signals);
/// `EN_put`; or that, or `RDY_put`.
bool is_call_of_method(const std::string& pattern);
bool is_control_of_method(const std::string& pattern);
/// A method that is called, and says whether it may be.
bool has_methods(const std::vector<ModulePort>& ports);

/// All ports, those that differ in a number that counts, or in two, as one signal.
std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports);

}  // namespace xb
