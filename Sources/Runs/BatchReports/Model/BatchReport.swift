/// What a batch run did, and what became of each of its titles.
///
/// Its JSON is one object: the members of the overview, and `titles`. Nothing in it is a key or a token; whoever fills it in
/// has redacted the key URIs.
package struct BatchReport: Sendable, Hashable {
    /// What holds for all titles.
    package var overview: BatchOverview
    /// The titles in the order of the manifest.
    package var titles: [TitleReport]

    /// A report of its parts.
    package init(_ overview: BatchOverview, titles: [TitleReport]) {
        self.overview = overview
        self.titles = titles
    }
}

extension BatchReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case titles
    }

    /// Reads the members of both parts from one object.
    package init(from decoder: any Decoder) throws {
        overview = try BatchOverview(from: decoder)
        titles = try decoder.container(keyedBy: CodingKeys.self).decode([TitleReport].self, forKey: .titles)
    }

    /// Writes the members of both parts into one object.
    package func encode(to encoder: any Encoder) throws {
        try overview.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(titles, forKey: .titles)
    }
}
