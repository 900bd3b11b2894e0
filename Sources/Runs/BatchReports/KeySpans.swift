import HLSPlaylists
import Inspection

/// Makes spans of the stretches between the key lines of a presentation: one for all segments behind each other that one key
/// opens, however many lines signal it and repeat it.
struct KeySpans {
    private let keyIDs: [String: String]
    /// The numbers of the keys, by what tells them apart: the id, else the URIs of their lines, whole.
    private var numbers: [[String]: Int] = [:]

    /// - Parameter keyIDs: the ids of keys by their URIs, whole or redacted.
    init(keyIDs: [String: String]) {
        self.keyIDs = keyIDs
    }

    /// The spans of a playlist, in order.
    mutating func spans(of stretches: [KeyStretch], in playlist: MediaPlaylist) -> [TitleRendition.Span] {
        // The lines of stretches have redacted URIs.
        let uris = Dictionary(playlist.keys.map { ($0.line, $0.value.uri ?? "") }) { first, _ in first }
        var spans: [TitleRendition.Span] = []
        for stretch in stretches {
            let span = span(of: stretch, stretch.keys.map { uris[$0.line] ?? "" })
            if let last = spans.last, last.key == span.key, last.method == span.method {
                spans[spans.count - 1].end = span.end
            } else {
                spans.append(span)
            }
        }
        return spans
    }

    private mutating func span(of stretch: KeyStretch, _ uris: [String]) -> TitleRendition.Span {
        let id = keyID(of: stretch.keys, uris)
        return TitleRendition.Span(
            start: stretch.start.duration.roundedSeconds,
            end: stretch.end.duration.roundedSeconds,
            key: stretch.keys.isEmpty ? nil : number(of: id.map { [$0] } ?? uris.sorted()),
            keyID: id,
            method: stretch.keys.first?.method ?? "NONE",
            keyURI: stretch.keys.first?.uri,
            line: stretch.keys.first?.line ?? stretch.line
        )
    }

    /// The id of the key that lines name, each for another key system.
    private func keyID(of lines: [KeyInspection], _ uris: [String]) -> String? {
        for (line, uri) in zip(lines, uris) {
            if let id = keyIDs[uri] ?? line.uri.flatMap({ keyIDs[$0] }) { return id }
        }
        // A document of several keys does not say which of them it is.
        return lines.first { $0.keyIDs.count == 1 }?.keyIDs.first
    }

    private mutating func number(of identity: [String]) -> Int {
        if let number = numbers[identity] { return number }
        numbers[identity] = numbers.count + 1
        return numbers.count
    }
}
