/// The short names and colours that the keys of a title have in its report: `K1`, `K2` and so on.
struct KeyLegend {
    /// A key, and what is known of it.
    struct Entry {
        /// What tells it from others: its id, else its URI.
        let identity: String
        /// What it is, where the title says so.
        let key: TitleReport.Key?
        /// Its URI, redacted.
        let uri: String?
        /// Its id.
        let keyID: String?
    }

    /// The keys of the title, then those that only playlists name.
    private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]
    private var placesOfURIs: [String: Int] = [:]

    init(_ title: TitleReport) {
        for key in title.keys {
            add(Entry(identity: key.keyID ?? key.keyURI, key: key, uri: key.keyURI, keyID: key.keyID))
        }
        // Spans of keys whose id the reader of the playlist did not know; keys with one redacted URI cannot be told apart.
        for (uri, keys) in Dictionary(grouping: title.keys, by: \.keyURI) where keys.count == 1 {
            placesOfURIs[uri] = places[keys[0].keyID ?? uri]
        }
        for span in title.renditions.lazy.flatMap(\.timeline) where !span.isClear && place(of: span) == nil {
            add(Entry(identity: Self.identity(of: span), key: nil, uri: span.keyURI, keyID: span.keyID))
        }
    }

    /// The place of the key of a span among the entries; nil when it is clear.
    func place(of span: TitleRendition.Span) -> Int? {
        if span.isClear { return nil }
        let place = places[Self.identity(of: span)]
        return span.keyID == nil ? span.keyURI.flatMap { placesOfURIs[$0] } ?? place : place
    }

    /// The short name at a place.
    static func name(_ place: Int) -> String { "K\(place + 1)" }

    /// The class of CSS that colours a place.
    static func colour(_ place: Int?) -> String {
        place.map { Palette.keys[$0 % Palette.keys.count].name } ?? "clear"
    }

    private mutating func add(_ entry: Entry) {
        guard places[entry.identity] == nil else { return }
        places[entry.identity] = entries.count
        entries.append(entry)
    }

    private static func identity(of span: TitleRendition.Span) -> String {
        span.keyID ?? span.key.map { "key \($0)" } ?? span.keyURI ?? span.method
    }
}
