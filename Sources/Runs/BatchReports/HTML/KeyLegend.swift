/// The short names (`K1`, `K2` and so on) and colors of a title's keys in its report.
struct KeyLegend {
    /// A key with what is known of it.
    struct Entry {
        /// The identity of the key: its id, or else its number in the presentation or its URI.
        let identity: String
        /// The key as the title's report lists it, or nil if only playlists name it.
        let key: TitleReport.Key?
        /// The URI of the key, redacted.
        let uri: String?
        /// The id of the key, or nil if unknown.
        let keyID: String?
    }

    /// The keys that the title's report lists, then those that only playlists name.
    private(set) var entries: [Entry] = []
    private var indices: [String: Int] = [:]
    private var indicesByURI: [String: Int] = [:]

    init(_ title: TitleReport) {
        for key in title.keys {
            add(Entry(identity: key.keyID ?? key.keyURI, key: key, uri: key.keyURI, keyID: key.keyID))
        }
        // Spans without a key id are matched by redacted URI, unless several keys share that URI.
        for (uri, keys) in Dictionary(grouping: title.keys, by: \.keyURI) where keys.count == 1 {
            indicesByURI[uri] = indices[keys[0].keyID ?? uri]
        }
        for span in title.renditions.lazy.flatMap(\.timeline) where !span.isClear && index(of: span) == nil {
            add(Entry(identity: Self.identity(of: span), key: nil, uri: span.keyURI, keyID: span.keyID))
        }
    }

    /// Returns the index in `entries` of the key of a span, or nil if the span is clear.
    func index(of span: TitleRendition.Span) -> Int? {
        if span.isClear { return nil }
        let entryIndex = indices[Self.identity(of: span)]
        return span.keyID == nil ? span.keyURI.flatMap { indicesByURI[$0] } ?? entryIndex : entryIndex
    }

    /// Returns the short name of the entry at an index.
    static func name(_ index: Int) -> String { "K\(index + 1)" }

    /// Returns the CSS class that colors the entry at an index, or `clear` if the index is nil.
    static func cssClass(at index: Int?) -> String {
        index.map { Palette.keys[$0 % Palette.keys.count].name } ?? "clear"
    }

    private mutating func add(_ entry: Entry) {
        guard indices[entry.identity] == nil else { return }
        indices[entry.identity] = entries.count
        entries.append(entry)
    }

    private static func identity(of span: TitleRendition.Span) -> String {
        span.keyID ?? span.key.map { "key \($0)" } ?? span.keyURI ?? span.method
    }
}
