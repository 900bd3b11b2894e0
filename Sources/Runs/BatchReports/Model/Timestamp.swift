package import FoundationEssentials

/// A moment, written as ISO 8601 in UTC to the second: `2025-03-01T09:30:00Z`.
package struct Timestamp: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The moment, without its fraction of a second.
    package let date: Date

    /// The second in which a moment is.
    package init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// As it is written.
    package var description: String { date.formatted(.iso8601) }

    /// Reads what `encode(to:)` writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time of ISO 8601")
        }
        self.init(date)
    }

    /// Writes a string.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
