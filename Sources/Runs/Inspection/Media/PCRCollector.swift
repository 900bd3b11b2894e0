/// Collects the program clock references (PCR) of a PID, in 27 MHz ticks.
struct PCRCollector: Sendable {
    /// The number of ticks after which the PCR wraps around, as its base has 33 bits.
    private static let wrap: UInt64 = (1 << 33) * 300
    private static let ticksPerSecond = 27_000_000

    private var count: UInt64 = 0
    private var first: UInt64 = 0
    private var last: UInt64?
    private var longest: UInt64 = 0
    private var isContinuous = false

    /// Marks a discontinuity before the next PCR, so that the interval to it does not count.
    mutating func skipGap() { isContinuous = false }

    /// Adds the next PCR.
    mutating func take(_ time: UInt64) {
        if count == 0 { first = time }
        count += 1
        if let last, isContinuous {
            let distance = (time + Self.wrap - last) % Self.wrap
            // A backward jump is not an interval.
            if distance < Self.wrap / 2 { longest = max(longest, distance) }
        }
        last = time
        isContinuous = true
    }

    /// The result, or nil without a PCR.
    var inspection: ElementaryStreamInspection.Clock? {
        last.map {
            ElementaryStreamInspection.Clock(
                count: count,
                first: first,
                last: $0,
                longestInterval: ExactSeconds(Duration.seconds(longest) / Self.ticksPerSecond)
            )
        }
    }
}
