package import SampleEncryption

/// The map from offsets in a clear file to offsets in the output file.
package struct FileOffsetMap: Hashable, Sendable {
    /// A range of the clear file whose bytes are contiguous in the output.
    package struct Run: Hashable, Sendable {
        /// The byte range in the clear file.
        package let clearRange: Range<UInt64>
        /// The offset of the first byte in the output.
        let outputOffset: UInt64
        /// The length in the output, in bytes.
        let outputLength: UInt64
        /// The map of offsets within the run, relative to its start in the clear file and in the output.
        let map: OffsetMap

        /// Creates a run from its parts.
        package init(clearRange: Range<UInt64>, outputOffset: UInt64, outputLength: UInt64, map: OffsetMap) {
            self.clearRange = clearRange
            self.outputOffset = outputOffset
            self.outputLength = outputLength
            self.map = map
        }
    }

    /// The runs, in ascending order without overlap.
    package let runs: [Run]

    /// Creates a map from its runs.
    package init(runs: [Run]) {
        self.runs = runs
    }

    /// Returns the offset in the output of the byte at an offset of the clear file, or nil if that byte is
    /// not in the output.
    ///
    /// The end of a run maps to the end of the run in the output, unless another run starts there.
    func outputOffset(of clearOffset: UInt64) -> UInt64? {
        // Finds the last run that starts at or before the offset: at a boundary, the run that starts there.
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].clearRange.lowerBound <= clearOffset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let run = runs[low - 1]
        if clearOffset == run.clearRange.upperBound { return run.outputOffset + run.outputLength }
        guard run.clearRange.contains(clearOffset) else { return nil }
        return run.map.outputOffset(of: clearOffset - run.clearRange.lowerBound).map { run.outputOffset + $0 }
    }
}
