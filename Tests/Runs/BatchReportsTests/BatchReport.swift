import BatchReports

/// The report of a batch run, with the outcome of each title.
///
/// Its JSON is one object with the members of the overview and `titles`. It has no keys or tokens; callers
/// must redact key URIs before they add them.
struct BatchReport: Sendable, Hashable {
    /// The part of the report that concerns the run as a whole.
    var overview: BatchOverview
    /// The reports of the titles, in manifest order.
    var titles: [TitleReport]

    /// Creates a report.
    init(_ overview: BatchOverview, titles: [TitleReport]) {
        self.overview = overview
        self.titles = titles
    }
}

extension BatchReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case titles
    }

    /// Decodes the members of both parts from one object.
    init(from decoder: any Decoder) throws {
        overview = try BatchOverview(from: decoder)
        titles = try decoder.container(keyedBy: CodingKeys.self).decode([TitleReport].self, forKey: .titles)
    }

    /// Encodes the members of both parts into one object.
    func encode(to encoder: any Encoder) throws {
        try overview.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(titles, forKey: .titles)
    }
}
