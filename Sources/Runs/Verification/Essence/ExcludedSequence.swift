import ElementaryStreams

/// Byte sequences that no NAL unit contains (ITU-T H.264 and H.265, 7.4.1 and 7.4.2).
///
/// These are two zeros followed by 0, 1 or 2, or by 3 and then more than 3.
enum ExcludedSequence {
    /// Returns the first such sequence in a NAL unit, or nil if there is none; zeros at its end do not count.
    static func first(in unit: Span<UInt8>) -> [UInt8]? {
        var end = unit.count
        while end > 0, unit[end - 1] == 0 { end -= 1 }
        var start = 0
        while let pair = ZeroPairs.firstBeforeAtMost3(in: unit, start..<end) {
            let byte = unit[pair + 2]
            if byte < 3 { return [0, 0, byte] }
            if pair + 3 < end, unit[pair + 3] > 3 { return [0, 0, 3, unit[pair + 3]] }
            start = pair + 3
        }
        return nil
    }
}
