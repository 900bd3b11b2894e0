import Bitstreams

/// An incremental parser for one kind of stream.
protocol StreamParser: Sendable {
    /// Parses the next bytes.
    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError)
    /// Ends the stream and returns its contents.
    mutating func finish() throws(ParseError) -> MediaContent
    /// The number of next bytes that need not be parsed.
    var skippableCount: UInt64 { get }
    /// Skips bytes, at most `skippableCount`.
    mutating func skip(_ count: UInt64)
    /// The part of the contents that the segments after this one need, or nil if there is none.
    var foundInitialization: MediaInitialization? { get }
}

extension StreamParser {
    var skippableCount: UInt64 { 0 }
    mutating func skip(_ count: UInt64) {}
    var foundInitialization: MediaInitialization? { nil }
}

/// A parser of WebVTT, which reads nothing because a probe reports only the kind.
struct WebVTTStreamParser: StreamParser {
    var skippableCount: UInt64 { .max }

    func consume(_ chunk: Span<UInt8>) throws(ParseError) {}

    func finish() throws(ParseError) -> MediaContent { MediaContent(kind: .webVTT, tracks: []) }
}
