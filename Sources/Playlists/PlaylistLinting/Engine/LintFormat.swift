import HLSPlaylists

/// The formatting of measured and allowed values in findings.
enum LintFormat {
    /// Formats seconds with at most six decimals, `5.994667 s`.
    static func seconds(_ duration: Duration) -> String {
        let isNegative = duration < .zero
        let (seconds, attoseconds) = (isNegative ? .zero - duration : duration).components
        let micros = (attoseconds + 500_000_000_000) / 1_000_000_000_000
        let whole = seconds + micros / 1_000_000
        let digits = String(micros % 1_000_000)
        var fraction = String(repeating: "0", count: 6 - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        let number = fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
        return (isNegative ? "-" : "") + number + " s"
    }

    /// Formats whole bits per second, `1280000 bit/s`.
    static func bitrate(_ bitsPerSecond: Double) -> String {
        "\(rounded(bitsPerSecond)) bit/s"
    }

    /// Formats bits per second, `1280000 bit/s`.
    static func bitrate(_ bitsPerSecond: UInt64) -> String { "\(bitsPerSecond) bit/s" }

    /// Formats a size in pixels, `1280x720`.
    static func pixels(_ resolution: Resolution) -> String { "\(resolution.width)x\(resolution.height)" }

    /// Formats frames per second with at most three decimals, `29.97 frames/s`.
    static func frameRate(_ rate: Double) -> String {
        "\(Double(rounded(rate * 1000)) / 1000) frames/s"
    }

    /// Returns the nearest integer, or 0 for negative numbers.
    ///
    /// `rounded()` would need the C library.
    static func rounded(_ number: Double) -> UInt64 {
        guard number > 0 else { return 0 }
        return number < 1e18 ? UInt64(number + 0.5) : .max
    }
}
