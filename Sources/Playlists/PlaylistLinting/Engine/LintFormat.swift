import HLSPlaylists

/// How measured and allowed values are written.
enum LintFormat {
    /// Seconds with at most six decimals, `5.994667 s`.
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

    /// Whole bits a second, `1280000 bit/s`.
    static func bitrate(_ bitsPerSecond: Double) -> String {
        "\(rounded(bitsPerSecond)) bit/s"
    }

    /// Whole bits a second.
    static func bitrate(_ bitsPerSecond: UInt64) -> String { "\(bitsPerSecond) bit/s" }

    /// Pixels, `1280x720`.
    static func pixels(_ resolution: Resolution) -> String { "\(resolution.width)x\(resolution.height)" }

    /// Pictures a second, with at most three decimals.
    static func frameRate(_ rate: Double) -> String {
        "\(Double(rounded(rate * 1000)) / 1000) frames/s"
    }

    /// The nearest integer; 0 below 0.
    ///
    /// `rounded()` would need the library of C.
    static func rounded(_ number: Double) -> UInt64 {
        guard number > 0 else { return 0 }
        return number < 1e18 ? UInt64(number + 0.5) : .max
    }
}
