// SPDX-License-Identifier: Apache-2.0
`define LISTED_BITS 64
