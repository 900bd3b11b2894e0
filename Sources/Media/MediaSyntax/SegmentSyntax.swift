import Bitstreams
package import MediaProbing

/// Detects the format of a clear media resource by its first bytes, and checks all of it.
///
/// A wrong key leaves garbage, whose format `sniff` does not detect. A wrong IV of AES-128 damages only the
/// first 16 bytes, where every format has its magic and its first header. A single wrong bit there may still
/// be in a field that may have any value, such as the minor version of `styp`. `start` then helps to tell
/// segments apart.
package struct SegmentSyntax: SyntaxChecker {
    private let expectation: ExpectedSyntax
    private var prefix: [UInt8] = []
    private var checker: (any SyntaxChecker)?
    private var ownFault: SyntaxFault?

    /// The number of bytes so far.
    package private(set) var length: UInt64 = 0

    /// Creates a check of one media resource, with the properties that its playlist implies.
    package init(expecting expectation: ExpectedSyntax = ExpectedSyntax()) {
        self.expectation = expectation
    }

    /// The first fault, or nil if there is none so far.
    package var fault: SyntaxFault? { ownFault ?? checker?.fault }

    package var checksumFaults: [ChecksumFault] { checker?.checksumFaults ?? [] }

    /// The first timestamps, or nil if there are none.
    package var start: SegmentStartTime? { checker?.start }

    /// The format that the first bytes show.
    package var kind: StreamKind { checker?.kind ?? .unknown }

    /// The check of a transport stream, or nil for another format.
    package var transportStream: TransportStreamSyntax? { checker as? TransportStreamSyntax }

    /// The check of an fMP4 initialization section, or nil for another format.
    package var initializationSection: InitializationSectionSyntax? {
        checker as? InitializationSectionSyntax
    }

    /// The check of fMP4 fragments, or nil for another format.
    package var fragmentedMP4: FragmentedMP4Syntax? { checker as? FragmentedMP4Syntax }

    /// The check of packed audio, or nil for another format.
    package var packedAudio: PackedAudioSyntax? { checker as? PackedAudioSyntax }

    /// Checks the next bytes.
    package mutating func consume(_ chunk: Span<UInt8>) {
        length += UInt64(chunk.count)
        guard ownFault == nil else { return }
        var position = 0
        while checker == nil, prefix.count < StreamKind.detectionLength, position < chunk.count {
            prefix.append(chunk[position])
            position += 1
        }
        if checker == nil, prefix.count == StreamKind.detectionLength { chooseChecker() }
        checker?.consume(chunk.extracting(position..<chunk.count))
    }

    /// Ends the media resource, so that what is cut off is a fault.
    package mutating func finish() {
        guard ownFault == nil else { return }
        if checker == nil { chooseChecker() }
        checker?.finish()
    }

    private mutating func chooseChecker() {
        checker = makeChecker(StreamKind.sniff(prefix[...]))
        guard checker != nil else {
            ownFault = SyntaxFault(
                offset: 0,
                structure: "start of the stream",
                found: prefix.isEmpty
                    ? "nothing" : "bytes " + prefix.prefix(4).map(\.hexadecimalText).joined(separator: " "),
                expected: expectation.role == .initializationSection
                    ? "'ftyp' and 'moov', or packets of a transport stream"
                    : "a transport stream, fragmented MP4, packed audio or WebVTT in UTF-8"
            )
            return
        }
        let firstBytes = prefix
        prefix = []
        checker?.consume(firstBytes.span)
    }

    private func makeChecker(_ kind: StreamKind) -> (any SyntaxChecker)? {
        switch (kind, expectation.role) {
        case (.transportStream, _): TransportStreamSyntax(expecting: expectation)
        case (.initializationSection, .initializationSection), (.fragmentedMP4, .initializationSection):
            InitializationSectionSyntax()
        case (.initializationSection, _), (.fragmentedMP4, _): FragmentedMP4Syntax(expecting: expectation)
        case (.packedAudio, .initializationSection), (.webVTT, .initializationSection),
            (.webVTTInUTF16, .initializationSection),
            (.unknown, _):
            nil
        case (.packedAudio, _): PackedAudioSyntax(expecting: expectation)
        case (.webVTT, _): WebVTTSyntax(isUTF16: false)
        case (.webVTTInUTF16, _): WebVTTSyntax(isUTF16: true)
        }
    }
}
