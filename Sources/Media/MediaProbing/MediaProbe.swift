package import Bitstreams

/// An incremental parser that identifies a segment or initialization section, clear or with SAMPLE-AES.
///
/// It holds at most a box of bounded size, a packet or a header. The result does not depend on how the stream
/// is cut into chunks. Bytes that cannot be parsed cause an error with their offset.
package struct MediaProbe: Sendable {
    private var prefix: [UInt8] = []
    private var parser: (any StreamParser)?
    private let initialization: MediaInitialization?

    /// Creates a probe of one segment or initialization section.
    ///
    /// - Parameter initialization: the contents of the initialization section of the segment, or nil if there
    ///   is none.
    package init(initialization: MediaInitialization? = nil) {
        self.initialization = initialization
    }

    /// The number of next bytes that need not be given to `consume`.
    package var skippableCount: UInt64 { parser?.skippableCount ?? 0 }

    /// Skips bytes, at most `skippableCount`.
    package mutating func skip(_ count: UInt64) {
        parser?.skip(count)
    }

    /// Parses the next bytes.
    package mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        var position = 0
        while parser == nil, prefix.count < StreamKind.detectionLength, position < chunk.count {
            prefix.append(chunk[position])
            position += 1
        }
        if parser == nil, prefix.count == StreamKind.detectionLength { try chooseParser() }
        try parser?.consume(chunk.extracting(position..<chunk.count))
    }

    /// Ends the stream.
    ///
    /// - Returns: the contents of the segment or initialization section.
    /// - Throws: `ParseError` if the stream is cut short or of an unknown kind.
    package mutating func finish() throws(ParseError) -> MediaContent {
        if parser == nil { try chooseParser() }
        guard let content = try parser?.finish() else { throw Self.unknown(prefix) }
        return content
    }

    /// The `moov`, or the PAT and PMT, found so far, for the segments that follow; nil if there was none.
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
            default: "that starts with " + prefix.prefix(4).map(\.hexadecimalText).joined(separator: " ")
            }
        return .invalid(
            offset: 0,
            field: "stream",
            found: found,
            expected: "a transport stream, fragmented MP4, packed audio or WebVTT in UTF-8"
        )
    }
}
