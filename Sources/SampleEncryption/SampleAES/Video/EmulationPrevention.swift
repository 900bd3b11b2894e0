internal import ElementaryStreams

/// The bytes 0x03 that keep start codes out of NAL units (ITU-T H.264, 7.3.1 and 7.4.1).
enum EmulationPrevention {
    private static let byte: UInt8 = 3

    /// Finds where an emulation prevention byte is missing: before a byte up to 3 that follows two zero bytes.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - window: where the zero bytes are; the byte before it is not 0, or does not count.
    ///   - unitEnd: where the unit ends.
    ///   - insertions: gets the positions before which one has to be written.
    static func findMissing(
        in bytes: Span<UInt8>,
        _ window: Range<Int>,
        unitEnd: Int,
        into insertions: inout [Int]
    ) {
        var position = window.lowerBound
        while let pair = ZeroPairs.first(in: bytes, position..<window.upperBound) {
            // Counting starts anew behind an inserted byte, so that this byte may be the first of the next pair.
            position = pair + 2
            if position < unitEnd, bytes[position] <= byte { insertions.append(position) }
            if position >= window.upperBound { return }
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
        while let pair = ZeroPairs.first(in: bytes.span, position..<unit.upperBound) {
            position = pair + 1
            guard pair + 2 < unit.upperBound, bytes[pair + 2] == byte else { continue }
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
