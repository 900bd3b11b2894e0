import FoundationEssentials

/// JSON as it is printed: keys in the order of the alphabet, slashes as they are.
package enum JSONText {
    /// Indented, with a line feed at the end.
    package static func pretty(_ value: some Encodable) throws -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
    }

    /// In one line.
    package static func line(_ value: some Encodable) throws -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encode(
        _ value: some Encodable,
        _ formatting: JSONEncoder.OutputFormatting
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
