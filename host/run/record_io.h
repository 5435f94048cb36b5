// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/run/run_result.h"

namespace xb {

/// Writes members of an object.
class RecordWriter {
 public:
  using Json = nlohmann::ordered_json;

  RecordWriter(Json& object, unsigned ports) : object_(object), ports_(ports) {}

  template <class T>
  void operator()(const std::string& name, const T& value) const {
    object_[name] = json_of(value);
  }
  /// A mean, and its interval beside it.
  void operator()(const std::string& name, const Estimate& estimate) const {
    (*this)(name, estimate.mean);
    (*this)(name + "_ci95", estimate.ci95);
  }
  /// A square matrix of a row for each port as [[...]]; [] if it is empty.
  void matrix(const char* name, const std::vector<std::uint64_t>& cells) const {
    if (!cells.empty() && cells.size() != std::size_t{ports_} * ports_)
      throw std::invalid_argument(std::string(name) + ": a matrix that is not of the switch's ports");
    Json rows = Json::array();
    for (auto row = cells.begin(); row != cells.end(); row += ports_)
      rows.push_back(std::vector<std::uint64_t>(row, row + ports_));
    object_[name] = std::move(rows);
  }
  /// An object in this one, whose members `write` writes.
  template <class Write>
  void object(const char* name, const Write& write) const {
    Json inner = Json::object();
    write(RecordWriter(inner, ports_));
    object_[name] = std::move(inner);
  }
  /// The members of what may be missing, in this object.
  template <class T>
  void part(const char* /*member*/, const std::optional<T>& value) const {
    if (value) fields(*this, *value);
  }
  /// A member that may be missing.
  template <class T>
  void member(const char* name, const std::optional<T>& value) const {
    if (value) (*this)(name, *value);
  }
  /// Whether a member that may be missing is there: here, if there is something to write.
  [[nodiscard]] bool has(const char* /*name*/, bool something) const { return something; }
  /// The same object, with matrices of so many ports.
  [[nodiscard]] RecordWriter of_switch(unsigned ports) const { return {object_, ports}; }

 private:
  template <class T>
  Json json_of(const T& value) const {
    if constexpr (std::is_constructible_v<Json, T>) {
      return Json(value);
    } else {
      Json json = Json::object();
      fields(RecordWriter(json, ports_), value);
      return json;
    }
  }
  template <class T>
  Json json_of(const std::optional<T>& value) const {
    return value ? json_of(*value) : Json(nullptr);
  }
  template <class T>
  Json json_of(const std::vector<T>& values) const {
    if constexpr (std::is_constructible_v<Json, T>) {
      return Json(values);
    } else {
      Json all = Json::array();
      for (const auto& value : values) all.push_back(json_of(value));
      return all;
    }
  }

  Json& object_;
  unsigned ports_;
};

/// Reads members of an object. What is null stays as it is. Throws nlohmann's exceptions where one is missing
/// or of another type.
class RecordReader {
 public:
  using Json = nlohmann::ordered_json;

  explicit RecordReader(const Json& object) : object_(object) {}

  template <class T>
  void operator()(const std::string& name, T& value) const {
    read(object_.at(name), value);
  }
  void operator()(const std::string& name, Estimate& estimate) const {
    (*this)(name, estimate.mean);
    (*this)(name + "_ci95", estimate.ci95);
  }
  void matrix(const char* name, std::vector<std::uint64_t>& cells) const {
    for (const auto& row : object_.at(name)) cells.insert(cells.end(), row.begin(), row.end());
  }
  template <class Read>
  void object(const char* name, const Read& read_members) const {
    read_members(RecordReader(object_.at(name)));
  }
  /// What may be missing is there if this member of it is.
  template <class T>
  void part(const char* member, std::optional<T>& value) const {
    if (has(member, false)) fields(*this, value.emplace());
  }
  template <class T>
  void member(const char* name, std::optional<T>& value) const {
    if (has(name, false)) (*this)(name, value);
  }
  [[nodiscard]] bool has(const char* name, bool /*something*/) const { return object_.contains(name); }
  [[nodiscard]] RecordReader of_switch(unsigned /*ports*/) const { return *this; }

 private:
  template <class T>
  void read(const Json& json, T& value) const {
    if (json.is_null()) return;
    if constexpr (std::is_constructible_v<Json, T>) {
      json.get_to(value);
    } else {
      fields(RecordReader(json), value);
    }
  }
  template <class T>
  void read(const Json& json, std::optional<T>& value) const {
    if (json.is_null()) return value.reset();
    value = T{};  // GCC 14 takes what reset() and emplace() leave for unset
    read(json, *value);
  }
  template <class T>
  void read(const Json& json, std::vector<T>& values) const {
    if constexpr (std::is_constructible_v<Json, T>) {
      if (!json.is_null()) json.get_to(values);
    } else {
      for (const auto& value : json) read(value, values.emplace_back());
    }
  }

  const Json& object_;
};

}  // namespace xb
