"""Counts checks and prints the closing line that Scripts/test looks for."""

import sys


class Outcome:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}")
        return holds

    def finish(self):
        """Prints the counts and leaves; a run without a check is a failure."""
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)
