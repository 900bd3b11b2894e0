#pragma once

// Runs libFuzzer with the arguments of a program, as libFuzzer's own `main` does.
//
// A debug build gives every executable a `main` of its own name, for which libFuzzer has no function; this is it.
int fairlead_fuzz(int argc, char **argv);
