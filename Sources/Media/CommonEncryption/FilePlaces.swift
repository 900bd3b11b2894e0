package import SampleEncryption

/// Where the bytes of a clear file are in the output.
package struct FilePlaces: Hashable, Sendable {
    /// A run of bytes that moves as one.
    package struct Run: Hashable, Sendable {
        /// Its bytes in the clear file.
        package let clear: Range<UInt64>
        /// Where it starts in the output.
        package let outputOffset: UInt64
        /// Its bytes in the output.
        package let outputLength: UInt64
        /// Where its bytes are in it.
        package let map: OffsetMap

        /// A run from its parts.
        package init(clear: Range<UInt64>, outputOffset: UInt64, outputLength: UInt64, map: OffsetMap) {
            self.clear = clear
            self.outputOffset = outputOffset
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// In the order of their bytes; none overlap.
    package let runs: [Run]

    /// Places from their runs.
    package init(runs: [Run]) {
        self.runs = runs
    }

    /// Where the byte at an offset of the clear file is in the output; nil for a byte that is not there.
    ///
    /// Of the end of a run it is the end of the run there.
    package func outputOffset(of clearOffset: UInt64) -> UInt64? {
        // The run that starts there, rather than the one that ends there.
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].clear.lowerBound <= clearOffset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let run = runs[low - 1]
        if clearOffset == run.clear.upperBound { return run.outputOffset + run.outputLength }
        guard run.clear.contains(clearOffset) else { return nil }
        return run.map.outputOffset(of: clearOffset - run.clear.lowerBound).map { run.outputOffset + $0 }
    }
}
