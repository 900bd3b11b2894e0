import HLSPlaylists
import Inspection

/// Merges the key intervals of a presentation's playlists into spans of consecutive segments under one key.
///
/// A span may cover several intervals whose key lines differ or repeat the key.
struct KeySpanBuilder {
    private let keyIDs: [String: String]
    /// The number of each key, by its id or else by all URIs of its key lines, unredacted.
    private var numbers: [[String]: Int] = [:]

    /// - Parameter keyIDs: key ids by key URI, unredacted or redacted.
    init(keyIDs: [String: String]) {
        self.keyIDs = keyIDs
    }

    /// Returns the spans of a playlist, in order.
    mutating func spans(of intervals: [KeyInterval], in playlist: MediaPlaylist) -> [TitleRendition.Span] {
        // The key lines in the intervals have redacted URIs only.
        let uris = Dictionary(playlist.keys.map { ($0.line, $0.value.uri ?? "") }) { first, _ in first }
        var spans: [TitleRendition.Span] = []
        for interval in intervals {
            let span = span(of: interval, interval.keys.map { uris[$0.line] ?? "" })
            if let last = spans.last, last.key == span.key, last.method == span.method {
                spans[spans.count - 1].end = span.end
            } else {
                spans.append(span)
            }
        }
        return spans
    }

    private mutating func span(of interval: KeyInterval, _ uris: [String]) -> TitleRendition.Span {
        let id = keyID(of: interval.keys, uris)
        return TitleRendition.Span(
            start: interval.start.duration.roundedSeconds,
            end: interval.end.duration.roundedSeconds,
            key: interval.keys.isEmpty ? nil : number(of: id.map { [$0] } ?? uris.sorted()),
            keyID: id,
            method: interval.keys.first?.method ?? "NONE",
            keyURI: interval.keys.first?.uri,
            line: interval.keys.first?.line ?? interval.line
        )
    }

    /// Returns the id of the key that the key lines of several key systems name, or nil if unknown.
    private func keyID(of lines: [KeyInspection], _ uris: [String]) -> String? {
        for (line, uri) in zip(lines, uris) {
            if let id = keyIDs[uri] ?? line.uri.flatMap({ keyIDs[$0] }) { return id }
        }
        // A line that lists several key ids does not say which of them is in force.
        return lines.first { $0.keyIDs.count == 1 }?.keyIDs.first
    }

    private mutating func number(of identity: [String]) -> Int {
        if let number = numbers[identity] { return number }
        numbers[identity] = numbers.count + 1
        return numbers.count
    }
}
