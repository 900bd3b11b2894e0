import TextFormats

/// The timings line of a cue: `00:00:01.000 --> 00:00:02.500 align:start` (W3C WebVTT, section 4.1).
struct WebVTTTiming {
    /// The start time, in milliseconds.
    let start: Int64
    /// The end time, in milliseconds.
    let end: Int64

    /// Parses a line as players do (section 6.3): white space around the arrow and hours may be missing.
    ///
    /// - Parameter line: the line; cue settings are not checked. The result is nil if it is not a valid
    ///   timings line.
    init?(_ line: ArraySlice<UInt8>) {
        var rest = line
        rest.skipSpace()
        guard let start = rest.readTime() else { return nil }
        rest.skipSpace()
        guard rest.starts(with: [0x2D, 0x2D, 0x3E]) else { return nil }
        rest = rest.dropFirst(3)
        rest.skipSpace()
        guard let end = rest.readTime() else { return nil }
        // Settings must be separated by white space.
        guard rest.first.map({ $0 == 0x20 || $0 == 0x09 }) ?? true else { return nil }
        self.start = start
        self.end = end
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func skipSpace() {
        while let first, first == 0x20 || first == 0x09 { removeFirst() }
    }

    /// Reads up to 9 digits, so that a time in milliseconds fits into its type; returns nil if there are none
    /// or more.
    private mutating func readDigits() -> (value: Int64, count: Int)? {
        var (value, count): (Int64, Int) = (0, 0)
        while let first, first.isASCIIDigit {
            guard count < 9 else { return nil }
            value = value * 10 + Int64(first - 0x30)
            count += 1
            removeFirst()
        }
        return count > 0 ? (value, count) : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard first == byte else { return false }
        removeFirst()
        return true
    }

    /// Reads a number of two digits, at most 59.
    private mutating func readSixtieth() -> Int64? {
        guard let digits = readDigits(), digits.count == 2, digits.value <= 59 else { return nil }
        return digits.value
    }

    /// Reads a time: `mm:ss.ttt`, or with hours of any number of digits before it.
    fileprivate mutating func readTime() -> Int64? {
        guard let first = readDigits(), skip(0x3A), let second = readSixtieth() else { return nil }
        var (hours, minutes, seconds): (Int64, Int64, Int64) = (0, first.value, second)
        if skip(0x3A) {
            guard let third = readSixtieth() else { return nil }
            (hours, minutes, seconds) = (first.value, second, third)
        } else if first.count != 2 || first.value > 59 {
            return nil
        }
        guard skip(0x2E), let fraction = readDigits(), fraction.count == 3 else { return nil }
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction.value
    }
}
