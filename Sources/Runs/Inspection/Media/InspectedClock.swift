/// The clock references of a PID, in ticks of 27 MHz.
struct InspectedClock: Sendable {
    /// The base wraps at 2^33.
    private static let wrap: UInt64 = (1 << 33) * 300
    private static let ticksPerSecond = 27_000_000

    private var count: UInt64 = 0
    private var first: UInt64 = 0
    private var last: UInt64?
    private var longest: UInt64 = 0
    private var isContinuous = false

    /// The next time does not follow the last one.
    mutating func skipGap() { isContinuous = false }

    /// Takes the next PCR.
    mutating func take(_ time: UInt64) {
        if count == 0 { first = time }
        count += 1
        if let last, isContinuous {
            let distance = (time + Self.wrap - last) % Self.wrap
            // A jump back is no interval.
            if distance < Self.wrap / 2 { longest = max(longest, distance) }
        }
        last = time
        isContinuous = true
    }

    /// What there is to tell; nil without a PCR.
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
