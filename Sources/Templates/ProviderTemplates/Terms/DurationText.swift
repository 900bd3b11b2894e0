import TextFormats

/// Durations as text: seconds (`6`, `2.5`), or a number with a unit (`90s`, `10m`, `2h`).
package enum DurationText {
    /// Returns the exact duration, with up to nine decimals, or nil if the text is not a duration.
    package static func duration(of text: String) -> Duration? {
        let units: [Character: Int128] = ["s": 1, "m": 60, "h": 3600]
        let factor = text.last.flatMap { units[$0] }
        let number = factor == nil ? text[...] : text.dropLast()
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let isNumber =
            parts[0].utf8.allSatisfy(\.isASCIIDigit) && fraction.utf8.allSatisfy(\.isASCIIDigit)
            && (1...9).contains(parts[0].count) && fraction.count <= 9
            && (parts.count == 1 || !fraction.isEmpty)
        guard isNumber, let digits = Int128(String(parts[0]) + fraction) else { return nil }
        let scale = (0..<(18 - fraction.count)).reduce(Int128(1)) { power, _ in power * 10 }
        return Duration(attoseconds: digits * scale * (factor ?? 1))
    }
}
