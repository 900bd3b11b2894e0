import FoundationEssentials

/// Writes the report of a batch run as JSON, with each title on a line of its own: one object with the members of
/// the overview and `titles`.
///
/// It has no keys or tokens; callers must redact key URIs before they add them.
package struct JSONReport<Titles: Collection<TitleReport>> {
    private let overview: BatchOverview
    private let titles: Titles

    /// Creates the report of a run; titles may be loaded lazily, as they are written.
    package init(_ overview: BatchOverview, titles: Titles) {
        (self.overview, self.titles) = (overview, titles)
    }

    /// Writes the report in pieces.
    ///
    /// - Parameter sink: called with the pieces in order.
    /// - Throws: an error of `sink`, or `EncodingError` for numbers that JSON cannot represent.
    package func write(to sink: (String) throws -> Void) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = String(decoding: try encoder.encode(overview), as: UTF8.self)
        try sink(head.dropLast() + #","titles":["#)
        var separator = "\n"
        for title in titles {
            try sink(separator + String(decoding: try encoder.encode(title), as: UTF8.self))
            separator = ",\n"
        }
        try sink("\n]}\n")
    }
}
