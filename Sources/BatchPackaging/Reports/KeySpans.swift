internal import HLSPackaging
internal import HLSPlaylists
internal import HLSVerification

/// Makes spans of the stretches between key lines: one for all segments behind each other that one key opens, however many
/// lines signal it and repeat it.
struct KeySpans {
    /// Key lines by their lines, which have the URIs whole.
    private let keys: [Int: EncryptionKey]
    private let keyIDs: [String: String]

    /// - Parameters:
    ///   - playlist: the playlist of the stretches.
    ///   - keyIDs: the ids of keys by their URIs, whole or redacted.
    init(_ playlist: MediaPlaylist, _ keyIDs: [String: String]) {
        keys = Dictionary(playlist.keys.map { ($0.line, $0.value) }) { first, _ in first }
        self.keyIDs = keyIDs
    }

    /// The spans of a playlist, in order.
    func spans(of stretches: [KeyStretch]) -> [TitleRendition.Span] {
        var spans: [TitleRendition.Span] = []
        var lastURIs: [String] = []
        for stretch in stretches {
            let span = span(of: stretch)
            let uris = stretch.keys.map { keys[$0.line]?.uri ?? "" }.sorted()
            if let last = spans.last, last.keyID == span.keyID, last.method == span.method,
                span.keyID != nil || uris == lastURIs
            {
                spans[spans.count - 1].end = span.end
            } else {
                spans.append(span)
            }
            lastURIs = uris
        }
        return spans
    }

    private func span(of stretch: KeyStretch) -> TitleRendition.Span {
        TitleRendition.Span(
            start: stretch.start.duration.roundedSeconds,
            end: stretch.end.duration.roundedSeconds,
            keyID: keyID(of: stretch.keys),
            method: stretch.keys.first?.method ?? "NONE",
            keyURI: stretch.keys.first?.uri,
            line: stretch.keys.first?.line ?? stretch.line
        )
    }

    /// The id of the key that lines name, each for another key system.
    private func keyID(of lines: [KeyInspection]) -> String? {
        let known = lines.lazy.compactMap { line in
            keys[line.line]?.uri.flatMap { keyIDs[$0] } ?? line.uri.flatMap { keyIDs[$0] }
        }
        // A document of several keys does not say which of them it is.
        return known.first ?? lines.lazy.filter { $0.keyIDs.count == 1 }.compactMap(\.keyIDs.first).first
    }
}
