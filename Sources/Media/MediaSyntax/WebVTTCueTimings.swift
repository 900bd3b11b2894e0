import TextFormats

/// Reads a WebVTT timestamp as players do from the start of `text`.
///
/// W3C WebVTT, section 6.3: optional hours of any number of digits, minutes, seconds, milliseconds. Returns
/// milliseconds, or nil if there is no timestamp.
private func readTimestamp(_ text: inout Substring.UTF8View) -> UInt64? {
    var fields: [UInt64] = []
    let firstDigitCount = text.prefix(while: \.isASCIIDigit).count
    while fields.count < 3 {
        let digits = text.prefix(while: \.isASCIIDigit)
        // Ten digits of hours stay far below 64 bits of milliseconds.
        guard (1...10).contains(digits.count), let value = UInt64(Substring(digits)) else { return nil }
        guard fields.isEmpty || digits.count == 2 && value < 60 else { return nil }
        fields.append(value)
        text = text.dropFirst(digits.count)
        guard fields.count < 3, text.first == UInt8(ascii: ":") else { break }
        text = text.dropFirst()
    }
    let milliseconds = text.dropFirst().prefix(while: \.isASCIIDigit)
    guard text.first == UInt8(ascii: "."), milliseconds.count == 3, fields.count > 1,
        fields.count == 3 || firstDigitCount == 2 && fields[0] < 60,
        let fraction = UInt64(Substring(milliseconds))
    else { return nil }
    text = text.dropFirst(4)
    return fields.reduce(0) { $0 * 60 + $1 } * 1000 + fraction
}

/// The timings line of a WebVTT cue (W3C WebVTT, section 4.1).
struct WebVTTCueTimings: Hashable, Sendable {
    /// The start time in milliseconds.
    let start: UInt64
    /// The end time in milliseconds.
    let end: UInt64

    /// Indicates whether a line has an arrow, which no other line of WebVTT may have.
    static func hasArrow(_ line: String) -> Bool { line.contains("-->") }

    /// Reads a line as players do (section 6.3), or returns nil if it is malformed.
    ///
    /// Blanks around the arrow may be missing. A blank must separate settings from the times; settings are
    /// not checked.
    init?(_ line: String) {
        var text = Self.skippingBlanks(line[...].utf8)
        guard let start = readTimestamp(&text) else { return nil }
        text = Self.skippingBlanks(text)
        guard text.starts(with: "-->".utf8) else { return nil }
        text = Self.skippingBlanks(text.dropFirst(3))
        guard let end = readTimestamp(&text), text.first.map(Self.isBlank) ?? true else { return nil }
        self.start = start
        self.end = end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func skippingBlanks(_ text: Substring.UTF8View) -> Substring.UTF8View {
        text.drop(while: isBlank)
    }
}

/// The header line that maps the times of a segment to those of its presentation (RFC 8216, 3.5).
struct WebVTTTimestampMap: Hashable, Sendable {
    private static let name = "X-TIMESTAMP-MAP="

    /// The transport stream time, in ticks of 90 kHz.
    let transportTime: UInt64
    /// The cue time that corresponds to it, in milliseconds.
    let localTime: UInt64

    /// Indicates whether a header line is meant as a timestamp map, even if its name is damaged.
    static func isTimestampMap(_ line: String) -> Bool {
        line.hasPrefix("X-TIMESTAMP-MAP") || line.contains("MPEGTS:")
    }

    /// Reads a line, or returns nil if it is malformed.
    init?(_ line: String) {
        guard line.hasPrefix(Self.name) else { return nil }
        var transportTime: UInt64?
        var localTime: UInt64?
        for part in line.dropFirst(Self.name.count).split(separator: ",", omittingEmptySubsequences: false) {
            var text = part.utf8.drop { $0 == 0x20 }
            if text.starts(with: "MPEGTS:".utf8), transportTime == nil {
                transportTime = UInt64(Substring(text.dropFirst(7)))
            } else if text.starts(with: "LOCAL:".utf8), localTime == nil {
                text = text.dropFirst(6)
                localTime = readTimestamp(&text)
            } else {
                return nil
            }
        }
        guard let transportTime, let localTime else { return nil }
        self.transportTime = transportTime
        self.localTime = localTime
    }

    /// Converts a cue time in milliseconds to ticks of 90 kHz, modulo 2^33.
    func transportTime(of milliseconds: UInt64) -> UInt64 {
        (transportTime &+ (milliseconds &- localTime) &* 90) % (1 << 33)
    }
}
