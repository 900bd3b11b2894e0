/// A time that the first time stamps of all streams of a file are near: that of the stream that was looked at first.
final class TimelineReference {
    /// In ticks of 90 kHz; nil before the first time stamp.
    fileprivate(set) var time: Int64?

    init() {}
}

/// Makes times that go on of time stamps of 33 bits (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampUnwrapper {
    private static let modulus: Int64 = 1 << 33

    private let reference: TimelineReference
    private var last: Int64?

    /// - Parameter reference: what the first time is near.
    init(_ reference: TimelineReference) {
        self.reference = reference
    }

    /// The time that is nearest to the last one, by less than 2^32 ticks.
    mutating func unwrap(_ stamp: UInt64) -> Int64 {
        let near = last ?? reference.time
        let time = near.map { $0 + Self.difference(stamp, $0) } ?? Int64(stamp & 0x1_FFFF_FFFF)
        last = time
        reference.time = reference.time ?? time
        return time
    }

    /// From a time to a time stamp, the shorter way.
    static func difference(_ stamp: UInt64, _ time: Int64) -> Int64 {
        let forward = (Int64(stamp & 0x1_FFFF_FFFF) - time) & (modulus - 1)
        return forward < modulus / 2 ? forward : forward - modulus
    }
}
