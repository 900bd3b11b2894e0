import FoundationEssentials

/// Writes a batch report as JSON, title by title: what `BatchReport` encodes, a title a line.
package struct JSONReport<Titles: Collection<TitleReport>> {
    private let overview: BatchOverview
    private let titles: Titles

    /// The report of a run; titles may be loaded while they are written.
    package init(_ overview: BatchOverview, titles: Titles) {
        (self.overview, self.titles) = (overview, titles)
    }

    /// Writes it in pieces.
    ///
    /// - Parameter sink: takes the pieces in order.
    /// - Throws: what `sink` throws, and `EncodingError` for numbers that JSON cannot hold.
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
