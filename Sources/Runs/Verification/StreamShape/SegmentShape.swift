import Bitstreams
package import MediaProbing

/// Tells what a clear resource is from its first bytes, and checks the whole of it as that.
///
/// A wrong key leaves garbage, which `sniff` does not know. A wrong IV of AES-128 damages the first 16 bytes only, where
/// every kind has its magic and its first header; a single wrong bit there may still fall on a field of free choice,
/// such as the minor version of `styp`. `start` then helps to tell segments apart.
package struct SegmentShape: StreamShapeChecker {
    private let expectation: StreamExpectation
    private var prefix: [UInt8] = []
    private var checker: (any StreamShapeChecker)?
    private var ownFault: StreamShapeFault?

    /// Bytes seen so far.
    package private(set) var length: UInt64 = 0

    /// - Parameter expectation: what the playlist says about the resource.
    package init(expecting expectation: StreamExpectation = StreamExpectation()) {
        self.expectation = expectation
    }

    /// The first thing that is wrong; nil while there is none.
    package var fault: StreamShapeFault? { ownFault ?? checker?.fault }

    var checksumFaults: [ChecksumFault] { checker?.checksumFaults ?? [] }

    /// The first timestamps; nil where there are none.
    package var start: StreamStart? { checker?.start }

    /// What it is by its first bytes.
    package var kind: StreamKind { checker?.kind ?? .unknown }

    /// The program maps' streams and the counters, of a transport stream.
    var transportStream: TransportStreamShape? { checker as? TransportStreamShape }

    /// The sample entries, of a section of fMP4.
    var initializationSection: InitializationSectionShape? { checker as? InitializationSectionShape }

    /// The sample descriptions, of fragments.
    var fragmentedMP4: FragmentedMP4Shape? { checker as? FragmentedMP4Shape }

    /// The description, of packed audio.
    var packedAudio: PackedAudioShape? { checker as? PackedAudioShape }

    /// Takes the next bytes.
    package mutating func consume(_ chunk: Span<UInt8>) {
        length += UInt64(chunk.count)
        guard ownFault == nil else { return }
        var position = 0
        while checker == nil, prefix.count < StreamKind.sniffLength, position < chunk.count {
            prefix.append(chunk[position])
            position += 1
        }
        if checker == nil, prefix.count == StreamKind.sniffLength { chooseChecker() }
        checker?.consume(chunk.extracting(position..<chunk.count))
    }

    /// The segment is over: what is cut off shows.
    package mutating func finish() {
        guard ownFault == nil else { return }
        if checker == nil { chooseChecker() }
        checker?.finish()
    }

    private mutating func chooseChecker() {
        checker = makeChecker(StreamKind.sniff(prefix[...]))
        guard checker != nil else {
            ownFault = StreamShapeFault(
                offset: 0,
                place: "start of the stream",
                found: prefix.isEmpty
                    ? "nothing" : "bytes " + prefix.prefix(4).map(\.hexadecimalText).joined(separator: " "),
                expected: expectation.role == .mapSection
                    ? "'ftyp' and 'moov', or packets of a transport stream"
                    : "a transport stream, fragmented MP4, packed audio or WebVTT in UTF-8"
            )
            return
        }
        let start = prefix
        prefix = []
        checker?.consume(start.span)
    }

    private func makeChecker(_ kind: StreamKind) -> (any StreamShapeChecker)? {
        switch (kind, expectation.role) {
        case (.transportStream, _): TransportStreamShape(expecting: expectation)
        case (.initializationSection, .mapSection), (.fragmentedMP4, .mapSection):
            InitializationSectionShape()
        case (.initializationSection, _), (.fragmentedMP4, _): FragmentedMP4Shape(expecting: expectation)
        case (.packedAudio, .mapSection), (.webVTT, .mapSection), (.webVTTInUTF16, .mapSection),
            (.unknown, _):
            nil
        case (.packedAudio, _): PackedAudioShape(expecting: expectation)
        case (.webVTT, _): WebVTTShape(isUTF16: false)
        case (.webVTTInUTF16, _): WebVTTShape(isUTF16: true)
        }
    }
}
