import Bitstreams

/// Reads a stream of one kind as it passes by.
protocol StreamParser: Sendable {
    /// Takes the next bytes.
    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError)
    /// The stream is over; gives what it holds.
    mutating func finish() throws(ParseError) -> MediaContent
    /// Bytes from here on that say nothing.
    var skippable: UInt64 { get }
    /// Passes over bytes, `skippable` at most.
    mutating func skip(_ count: UInt64)
    /// What it said that segments behind it need.
    var foundInitialization: MediaInitialization? { get }
}

extension StreamParser {
    var skippable: UInt64 { 0 }
    mutating func skip(_ count: UInt64) {}
    var foundInitialization: MediaInitialization? { nil }
}
