/// Reads the parts of a date one behind the other.
struct DateScanner {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        self.position = bytes.startIndex
    }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.endIndex }

    /// A number of exactly so many digits; nil for anything else.
    mutating func number(digits: Int) -> Int? {
        guard bytes.endIndex - position >= digits else { return nil }
        var number: UInt64 = 0
        for _ in 0..<digits {
            guard let digit = ASCII.digit(bytes[position]) else { return nil }
            number = number * 10 + digit
            position += 1
        }
        return Int(number)
    }

    /// Moves over a character; false when another is next.
    mutating func skip(_ character: UInt8) -> Bool {
        guard !isAtEnd, bytes[position] == character else { return false }
        position += 1
        return true
    }

    /// Decimals behind a point or comma, rounded half up to 18; zero when there is neither, nil without digits.
    mutating func fraction() -> Duration? {
        guard skip(ASCII.point) || skip(ASCII.comma) else { return .zero }
        let start = position
        var attoseconds: UInt64 = 0
        var unit: UInt64 = 1_000_000_000_000_000_000
        while !isAtEnd, let digit = ASCII.digit(bytes[position]) {
            if unit > 1 {
                unit /= 10
                attoseconds += digit * unit
            } else if unit == 1 {
                attoseconds += digit >= 5 ? 1 : 0
                unit = 0
            }
            position += 1
        }
        guard position > start else { return nil }
        return Duration(secondsComponent: 0, attosecondsComponent: Int64(attoseconds))
    }

    /// The offset from UTC in minutes, nil when there is none; false when it is malformed.
    mutating func readOffset(_ offset: inout Int?) -> Bool {
        guard !isAtEnd else { return true }
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) {
            offset = 0
            return true
        }
        let isNegative = bytes[position] == UInt8(ascii: "-")
        guard skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")) else { return false }
        guard let hours = number(digits: 2), hours < 24 else { return false }
        var minutes = 0
        if !isAtEnd {
            _ = skip(ASCII.colon)
            guard let written = number(digits: 2), written < 60 else { return false }
            minutes = written
        }
        offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        return true
    }
}
