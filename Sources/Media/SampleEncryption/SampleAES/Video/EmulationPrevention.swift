import ElementaryStreams

/// The emulation prevention bytes 0x03, which keep start codes out of NAL units (ITU-T H.264, 7.3.1 and
/// 7.4.1).
enum EmulationPrevention {
    private static let byte: UInt8 = 3

    /// Finds the positions at which an emulation prevention byte is missing: before a byte of at most 3 that
    /// follows two zero bytes.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - range: the range that must contain all three bytes; the byte before it is not taken into account.
    ///   - insertions: receives the positions before which a byte must be inserted.
    static func findMissing(in bytes: Span<UInt8>, _ range: Range<Int>, into insertions: inout [Int]) {
        var range = range
        while let pair = ZeroPairs.firstBeforeAtMost3(in: bytes, range) {
            insertions.append(pair + 2)
            // The byte after the inserted one may be the first of the next pair.
            range = pair + 2..<range.upperBound
        }
    }

    /// Removes each 0x03 that follows two zero bytes.
    ///
    /// - Parameters:
    ///   - bytes: the elementary stream.
    ///   - unit: the range of the NAL unit.
    /// - Returns: the number of bytes left, from the start of the unit.
    static func remove(in bytes: inout MutableSpan<UInt8>, _ unit: Range<Int>) -> Int {
        var writePosition = unit.lowerBound
        var partStart = unit.lowerBound
        var position = unit.lowerBound
        while let pair = ZeroPairs.firstBeforeAtMost3(in: bytes.span, position..<unit.upperBound) {
            position = pair + 1
            guard bytes[pair + 2] == byte else { continue }
            move(partStart..<pair + 2, to: &writePosition, in: &bytes)
            partStart = pair + 3
            position = partStart
        }
        move(partStart..<unit.upperBound, to: &writePosition, in: &bytes)
        return writePosition - unit.lowerBound
    }

    /// Moves a part of `bytes` down to `target`, and advances `target`.
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
