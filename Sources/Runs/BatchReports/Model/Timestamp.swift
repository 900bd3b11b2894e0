package import FoundationEssentials

/// A time with a resolution of one second, encoded as ISO 8601 in UTC: `2025-03-01T09:30:00Z`.
package struct Timestamp: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The time, in whole seconds.
    package let date: Date

    /// Creates a timestamp, rounded down to a whole second.
    package init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// The time in ISO 8601.
    package var description: String { date.formatted(.iso8601) }

    /// Decodes an ISO 8601 string.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time")
        }
        self.init(date)
    }

    /// Encodes an ISO 8601 string.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
