package import Bitstreams

/// Tells what a clear or SAMPLE-AES segment or initialization section is, from its bytes as they pass by.
///
/// No more than a box of bounded size, a packet or a header is held. What it says does not depend on how the stream
/// is cut into chunks. What cannot be parsed is an error with its place.
package struct MediaProbe: Sendable {
    private var prefix: [UInt8] = []
    private var parser: (any StreamParser)?
    private let initialization: MediaInitialization?

    /// - Parameter initialization: what the initialization section of the segment holds, if there is one.
    package init(initialization: MediaInitialization? = nil) {
        self.initialization = initialization
    }

    /// The number of bytes from here on that need not be given to `consume`.
    package var skippable: UInt64 { parser?.skippable ?? 0 }

    /// Passes over bytes, `skippable` at most.
    package mutating func skip(_ count: UInt64) {
        parser?.skip(count)
    }

    /// Takes the next bytes.
    package mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        var position = 0
        while parser == nil, prefix.count < StreamKind.sniffLength, position < chunk.count {
            prefix.append(chunk[position])
            position += 1
        }
        if parser == nil, prefix.count == StreamKind.sniffLength { try chooseParser() }
        try parser?.consume(chunk.extracting(position..<chunk.count))
    }

    /// The stream is over.
    ///
    /// - Returns: what it holds.
    /// - Throws: `ParseError` where it is cut short, or of a kind that is not known.
    package mutating func finish() throws(ParseError) -> MediaContent {
        if parser == nil { try chooseParser() }
        guard let content = try parser?.finish() else { throw Self.unknown(prefix) }
        return content
    }

    /// What a movie box said on its way, for the segments that follow; nil when there was none.
    package var foundInitialization: MediaInitialization? { parser?.foundInitialization }

    private mutating func chooseParser() throws(ParseError) {
        parser =
            switch StreamKind.sniff(prefix[...]) {
            case .transportStream: TransportStreamParser(initialization: initialization)
            case .fragmentedMP4, .initializationSection: FragmentedMP4Parser(initialization: initialization)
            case .packedAudio: PackedAudioParser()
            case .webVTT: WebVTTStreamParser()
            case .webVTTInUTF16, .unknown: nil
            }
        guard parser != nil else { throw Self.unknown(prefix) }
        let start = prefix
        prefix = []
        try parser?.consume(start.span)
    }

    private static func unknown(_ prefix: [UInt8]) -> ParseError {
        let found =
            switch StreamKind.sniff(prefix[...]) {
            case _ where prefix.isEmpty: "without bytes"
            case .webVTTInUTF16: "of \(StreamKind.webVTTInUTF16)"
            default: "that starts " + prefix.prefix(4).map(\.hexadecimalText).joined(separator: " ")
            }
        return .invalid(
            offset: 0,
            field: "stream",
            found: found,
            expected: "a transport stream, fragmented MP4, packed audio or WebVTT in UTF-8"
        )
    }
}
