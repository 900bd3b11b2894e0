#include "CFuzzingDriver.h"

#include <stddef.h>
#include <stdint.h>

// What libFuzzer exports, and what a fuzz target defines: https://llvm.org/docs/LibFuzzer.html
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int fairlead_fuzz(int argc, char **argv) {
    return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);
}
