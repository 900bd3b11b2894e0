/// A number with its noun: `1 segment`, `2 segments`.
package enum CountText {
    /// The number and the noun in the singular or the plural.
    ///
    /// - Parameters:
    ///   - count: the number.
    ///   - noun: the noun in the singular.
    ///   - plural: its plural; nil for one with an `s` more.
    /// - Returns: both, with a blank between.
    package static func text(_ count: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }
}
