/// Counts with their nouns, such as `1 segment` and `2 segments`.
package enum CountText {
    /// Returns the count and the noun in the singular or the plural, separated by a blank.
    ///
    /// - Parameters:
    ///   - count: the number of things.
    ///   - noun: the noun in the singular.
    ///   - plural: the noun in the plural, or nil if it is the singular with an `s`.
    /// - Returns: text such as `2 segments`.
    package static func text(_ count: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }
}
