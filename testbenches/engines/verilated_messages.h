// SPDX-License-Identifier: Apache-2.0
#pragma once
// Included ahead of everything in a Verilated model: what the model would print (assertion messages) is kept
// for the error that follows instead of going to standard output.

#ifdef __cplusplus
extern "C"
#endif
    int
    xb_model_message(const char* format, ...) __attribute__((format(printf, 1, 2), visibility("hidden")));

#define VL_PRINTF xb_model_message
