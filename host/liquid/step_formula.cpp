// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace xb {

StepFormula::StepFormula(const TransferSet& transfers, unsigned steps, std::uint32_t ordered_link)
    : variables_(transfers.size() * steps) {
  const auto in_step = [&](unsigned transfer, unsigned step) {
    return static_cast<int>(transfer * steps + step + 1);
  };
  std::vector<std::vector<unsigned>> users(transfers.links());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) users[link].push_back(t);
    for (unsigned step = 0; step < steps; ++step) clauses_.push_back(in_step(t, step));
    clauses_.push_back(0);
  }
  if (ordered_link != kNoLink) {
    for (unsigned n = 0; n < users[ordered_link].size(); ++n) add({in_step(users[ordered_link][n], n)});
  }
  std::vector<int> literals;
  for (unsigned link = 0; link < transfers.links(); ++link) {
    for (unsigned step = 0; step < steps; ++step) {
      literals.clear();
      for (const unsigned t : users[link]) literals.push_back(in_step(t, step));
      add_at_most(literals, transfers.capacity(link));
    }
  }
}

double StepFormula::size(const TransferSet& transfers, unsigned steps) {
  double all = transfers.size();
  for (unsigned link = 0; link < transfers.links(); ++link) {
    const double load = transfers.load(link);
    all += transfers.capacity(link) == 1 ? 1.5 * load * load : 10 * load * transfers.capacity(link);
  }
  return all * steps;
}

void StepFormula::add(std::initializer_list<int> clause) {
  clauses_.insert(clauses_.end(), clause);
  clauses_.push_back(0);
}

void StepFormula::add_at_most(const std::vector<int>& literals, unsigned most) {
  const std::size_t all = literals.size();
  if (all <= most) return;
  if (most == 1) {
    for (std::size_t a = 0; a < all; ++a) {
      for (std::size_t b = a + 1; b < all; ++b) add({-literals[a], -literals[b]});
    }
    return;
  }
  const unsigned first = variables_ + 1;
  variables_ += static_cast<unsigned>((all - 1) * most);
  const auto more = [&](std::size_t n, unsigned j) { return static_cast<int>(first + n * most + j); };
  for (std::size_t n = 0; n < all; ++n) {
    if (n > 0) add({-literals[n], -more(n - 1, most - 1)});
    if (n + 1 == all) break;
    add({-literals[n], more(n, 0)});
    if (n == 0) continue;
    for (unsigned j = 0; j < most; ++j) add({-more(n - 1, j), more(n, j)});
    for (unsigned j = 1; j < most; ++j) add({-literals[n], -more(n - 1, j - 1), more(n, j)});
  }
}

std::string StepFormula::dimacs() const {
  const auto ends = std::count(clauses_.begin(), clauses_.end(), 0);
  std::string text = fmt::format("p cnf {} {}\n", variables_, ends);
  for (const int literal : clauses_) {
    fmt::format_to(std::back_inserter(text), literal == 0 ? "{}\n" : "{} ", literal);
  }
  return text;
}

}  // namespace xb
