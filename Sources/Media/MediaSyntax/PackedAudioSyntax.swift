import Bitstreams
import ElementaryStreams
import MediaProbing
import TextFormats

/// Checks a segment of packed audio (RFC 8216, 3.4).
///
/// Checked: an exact run of frames of one format, from the end of the ID3 tag to the last byte; ID3 tags at
/// the start and between frames; the timestamp before the first frame, if it is required; the CRC of every
/// AC-3 and E-AC-3 syncframe, so that no change in those is missed, unless samples are encrypted.
///
/// Not noticed: a change inside an AAC or MPEG audio frame, and in tag frames other than the timestamp.
package struct PackedAudioSyntax: SyntaxChecker {
    private let expectation: ExpectedSyntax
    private var frameParser: AudioFrameParser
    private var offset: UInt64 = 0

    private(set) var fault: SyntaxFault?

    var checksumFaults: [ChecksumFault] {
        let fault = ChecksumFault(frameParser.checksums) { _ in
            Self.structure(after: frameParser.checksums.frameCountBeforeFault)
        }
        return fault.map { [$0] } ?? []
    }

    init(expecting expectation: ExpectedSyntax) {
        self.expectation = expectation
        frameParser = AudioFrameParser(checksCRC: !expectation.hasEncryptedSamples)
    }

    /// Indicates whether an ID3 tag says that the frames are encrypted.
    package var hasAudioDescription: Bool { frameParser.hasAudioDescription }

    var start: SegmentStartTime? { frameParser.timestamp.map { .transport([0: $0.value]) } }

    var kind: StreamKind { .packedAudio(frameParser.codec) }

    mutating func consume(_ chunk: Span<UInt8>) {
        guard fault == nil else { return }
        do throws(ParseError) {
            try frameParser.consume(chunk, at: offset)
            offset += UInt64(chunk.count)
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            try frameParser.checkEnd()
            guard frameParser.frameCount > 0 else { throw .missing(offset: offset, "audio frame") }
            guard !expectation.requiresTimestampTag || frameParser.timestamp != nil else {
                throw .missing(offset: 0, "ID3 PRIV frame " + TransportStreamTimestamp.owner)
            }
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }

    /// The location of a fault, by the number of frames whose header was read, including the current one.
    private var structure: String { Self.structure(after: frameParser.frameCount) }

    private static func structure(after frameCount: Int) -> String {
        "packed audio after \(CountText.text(frameCount, "frame"))"
    }
}
