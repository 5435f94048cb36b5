// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/pairing.h"

namespace xb {

unsigned edge_color_rounds(unsigned ranks) { return ranks % 2 == 0 ? ranks - 1 : ranks; }

int edge_color(unsigned round, unsigned rank, unsigned ranks) {
  const unsigned colors = ranks % 2 == 0 ? ranks - 1 : ranks;  // odd
  unsigned partner = 0;
  if (rank < colors)
    partner = (round % colors + colors - rank) % colors;
  else
    partner = round % 2 == 1 ? (round + colors) / 2 % colors : round / 2;
  if (partner == rank) return ranks % 2 == 1 ? -1 : static_cast<int>(colors);
  return static_cast<int>(partner);
}

unsigned xor_rounds(unsigned ranks) {
  unsigned power = 1;
  while (power < ranks) power *= 2;
  return power - 1;
}

int xor_partner(unsigned round, unsigned rank, unsigned ranks) {
  const unsigned partner = rank ^ round;
  return partner < ranks ? static_cast<int>(partner) : -1;
}

}  // namespace xb
