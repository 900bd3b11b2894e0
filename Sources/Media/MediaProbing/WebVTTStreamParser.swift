import Bitstreams

/// WebVTT tells nothing that a probe looks for.
struct WebVTTStreamParser: StreamParser {
    var skippable: UInt64 { .max }

    func consume(_ chunk: Span<UInt8>) throws(ParseError) {}

    func finish() throws(ParseError) -> MediaContent { MediaContent(kind: .webVTT, tracks: []) }
}
