// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Pairing of `rank` in `round` by the edge colouring of the complete graph; -1: idle (odd p only).
/// Rounds 1..p-1 (even p) or 1..p (odd p) pair everyone with everyone once. Tam & Wang 2000, Fig. 1.
int edge_color(unsigned round, unsigned rank, unsigned ranks);

/// Rounds that the edge colouring needs: p-1 for even p, p for odd p.
unsigned edge_color_rounds(unsigned ranks);

/// Pairing by exclusive or; -1 where the partner does not exist. Rounds 1..2^ceil(log2 p)-1.
int xor_partner(unsigned round, unsigned rank, unsigned ranks);
unsigned xor_rounds(unsigned ranks);

}  // namespace xb
