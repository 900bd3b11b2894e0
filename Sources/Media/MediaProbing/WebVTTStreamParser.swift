import Bitstreams

/// A parser of WebVTT, which reads nothing because a probe reports only the kind.
struct WebVTTStreamParser: StreamParser {
    var skippable: UInt64 { .max }

    func consume(_ chunk: Span<UInt8>) throws(ParseError) {}

    func finish() throws(ParseError) -> MediaContent { MediaContent(kind: .webVTT, tracks: []) }
}
