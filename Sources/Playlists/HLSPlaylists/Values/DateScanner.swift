/// A scanner for the consecutive parts of a date.
struct DateScanner {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        self.position = bytes.startIndex
    }

    /// Indicates whether all bytes were read.
    var isAtEnd: Bool { position == bytes.endIndex }

    /// Reads a number with exactly the given number of digits, or returns nil if there are not as many.
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

    /// Moves past a character; returns false if another one is next.
    mutating func skip(_ character: UInt8) -> Bool {
        guard !isAtEnd, bytes[position] == character else { return false }
        position += 1
        return true
    }

    /// Reads decimals after a point or comma, rounded half up to 18; zero if there is neither, nil without
    /// digits.
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

    /// Reads the offset from UTC in minutes, nil if there is none; returns false if it is malformed.
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
            guard let value = number(digits: 2), value < 60 else { return false }
            minutes = value
        }
        offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        return true
    }
}
