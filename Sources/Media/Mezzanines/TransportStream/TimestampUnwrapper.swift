/// A time near the first time stamps of all streams of a file: the first one of the stream that was read
/// first.
final class TimelineReference {
    /// The time in ticks of 90 kHz, or nil before the first time stamp.
    fileprivate(set) var time: Int64?

    init() {}
}

/// Converts 33-bit time stamps to times that do not wrap (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampUnwrapper {
    private static let modulus: Int64 = 1 << 33

    private let reference: TimelineReference
    private var lastTime: Int64?

    /// - Parameter reference: a time near the first time stamp.
    init(_ reference: TimelineReference) {
        self.reference = reference
    }

    /// Returns the time of a time stamp that is nearest to the last time, less than 2^32 ticks away.
    mutating func unwrap(_ stamp: UInt64) -> Int64 {
        let nearTime = lastTime ?? reference.time
        let time = nearTime.map { $0 + Self.difference(stamp, $0) } ?? Int64(stamp & 0x1_FFFF_FFFF)
        lastTime = time
        reference.time = reference.time ?? time
        return time
    }

    /// Returns the difference from a time to a time stamp, modulo 2^33, from -2^32 to 2^32 - 1 ticks.
    static func difference(_ stamp: UInt64, _ time: Int64) -> Int64 {
        let forward = (Int64(stamp & 0x1_FFFF_FFFF) - time) & (modulus - 1)
        return forward < modulus / 2 ? forward : forward - modulus
    }
}
