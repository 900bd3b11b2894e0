import ElementaryStreams

/// Bytes that no NAL unit holds (ITU-T H.264 and H.265, 7.4.1 and 7.4.2): two zeros and then 0, 1 or 2, or 3 and then more
/// than 3.
enum ExcludedSequence {
    /// The first such bytes in a unit; zeros at its end are not of the unit.
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
