import ElementaryStreams

/// The bytes 0x03 that keep start codes out of NAL units (ITU-T H.264, 7.3.1 and 7.4.1).
enum EmulationPrevention {
    private static let byte: UInt8 = 3

    /// Finds where an emulation prevention byte is missing: before a byte up to 3 that follows two zero bytes.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - range: where the three bytes are; the one before the range is not 0, or does not count.
    ///   - insertions: gets the positions before which one has to be written.
    static func findMissing(in bytes: Span<UInt8>, _ range: Range<Int>, into insertions: inout [Int]) {
        var range = range
        while let pair = ZeroPairs.firstBeforeAtMost3(in: bytes, range) {
            insertions.append(pair + 2)
            // Counting starts anew behind an inserted byte, so that this byte may be the first of the next pair.
            range = pair + 2..<range.upperBound
        }
    }

    /// Takes out each 0x03 that follows two zero bytes.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - unit: the NAL unit.
    /// - Returns: how many bytes are left; they start where the unit starts.
    static func remove(in bytes: inout MutableSpan<UInt8>, _ unit: Range<Int>) -> Int {
        var written = unit.lowerBound
        var kept = unit.lowerBound
        var position = unit.lowerBound
        while let pair = ZeroPairs.firstBeforeAtMost3(in: bytes.span, position..<unit.upperBound) {
            position = pair + 1
            guard bytes[pair + 2] == byte else { continue }
            move(kept..<pair + 2, to: &written, in: &bytes)
            kept = pair + 3
            position = kept
        }
        move(kept..<unit.upperBound, to: &written, in: &bytes)
        return written - unit.lowerBound
    }

    /// Moves a part of `bytes` to the front, behind what is there already.
    private static func move(_ part: Range<Int>, to target: inout Int, in bytes: inout MutableSpan<UInt8>) {
        if part.lowerBound != target {
            unsafe bytes.withUnsafeMutableBytes { buffer in
                let source = unsafe UnsafeRawBufferPointer(rebasing: buffer[part])
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[target...]).copyMemory(from: source)
            }
        }
        target += part.count
    }
}
