/// Human-readable numbers of bytes.
package enum ByteCount {
    /// Returns a number of bytes in a binary unit, with one decimal if it is below 100.
    package static func text(_ count: UInt64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        if unit == 0 { return "\(count) B" }
        let tenths = (value * 10).rounded() / 10
        return value < 100 ? "\(tenths) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
    }
}
