// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/digest.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace xb {
namespace {

XXH3_state_t* of(void* state) { return static_cast<XXH3_state_t*>(state); }

}  // namespace

void Digest::Free::operator()(void* state) const { XXH3_freeState(of(state)); }

Digest::Digest() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(of(state_.get()));
}

void Digest::add(std::string_view text) { XXH3_128bits_update(of(state_.get()), text.data(), text.size()); }

std::string Digest::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(of(state_.get()));
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string digest_of(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.hex();
}

}  // namespace xb
