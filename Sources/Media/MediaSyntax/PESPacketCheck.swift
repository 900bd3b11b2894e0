import Bitstreams
import ElementaryStreams
import TextFormats
import TransportStreams

/// Checks the PES packets of one PID.
///
/// Each starts with a header and has the length that it states, and the data of audio streams is an unbroken
/// run of frames.
struct PESPacketCheck: Sendable {
    /// The number of bytes to the end of the current packet, or nil if its length is unknown.
    private var remainingLength: Int?
    /// The number of bytes to the end of the current header, or nil if it could not be read.
    private var remainingHeaderLength: Int?
    /// The parser of the frames of an audio stream, from the first PES packet that starts with one.
    private var frameParser: AudioFrameParser?
    private var hasData = false
    /// The CRC results of the frames before those that `frameParser` parses.
    private var checksumsBefore: AudioFrameParser.Checksums

    /// The CRC results of all frames.
    var checksums: AudioFrameParser.Checksums { frameParser?.checksums ?? checksumsBefore }

    /// - Parameter checksums: the CRC results of frames before a discontinuity, to which others are added.
    init(checksums: AudioFrameParser.Checksums = AudioFrameParser.Checksums()) {
        checksumsBefore = checksums
    }

    /// Checks the payload of the next TS packet, and returns the PTS of a PES packet that starts there.
    mutating func consume(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64,
        type: StreamType
    ) throws(ParseError) -> UInt64? {
        var presentationTime: UInt64?
        if unitStart {
            if let remainingLength, remainingLength > 0 {
                throw .invalid(
                    offset: offset,
                    field: "the start of a PES packet",
                    found: "\(CountText.text(remainingLength, "byte")) too early",
                    expected: "the rest of the PES packet before it"
                )
            }
            let header = try PESHeader(payload, at: offset)
            remainingLength = header.packetLength.flatMap { $0 == 0 ? nil : PESHeader.prefixSize + Int($0) }
            remainingHeaderLength = header.size
            presentationTime = header.presentationTime
        }
        try checkLength(payload.count, at: offset)
        if let audio = Audio(type) { try checkFrames(payload, audio, at: offset) }
        return presentationTime
    }

    private mutating func checkLength(_ count: Int, at offset: UInt64) throws(ParseError) {
        guard let remainingLength else { return }
        guard count <= remainingLength else {
            throw .invalid(
                offset: offset + UInt64(remainingLength),
                field: "payload",
                found:
                    "of \(CountText.text(count - remainingLength, "byte")) after the end of the PES packet",
                expected: "the end that PES_packet_length gives"
            )
        }
        self.remainingLength = remainingLength - count
    }

    /// Checks the frames, which may continue from one PES packet to the next.
    ///
    /// A stream whose first data does not start a frame is not checked: the segment may have been cut inside
    /// a frame.
    private mutating func checkFrames(
        _ payload: Span<UInt8>,
        _ audio: Audio,
        at offset: UInt64
    ) throws(ParseError) {
        guard let remainingHeaderLength else {
            checksumsBefore = checksums
            frameParser = nil
            return
        }
        let skipped = min(remainingHeaderLength, payload.count)
        self.remainingHeaderLength = remainingHeaderLength - skipped
        let data = payload.extracting(skipped..<payload.count)
        guard data.count > 0 else { return }
        if !hasData, data.count > 1, PackedAudioElement.headerSize(startingWith: [data[0], data[1]]) != nil {
            frameParser = AudioFrameParser(checksCRC: audio == .clear, checksums: checksumsBefore)
        }
        hasData = true
        try frameParser?.consume(data, at: offset + UInt64(skipped))
    }
}

extension PESPacketCheck {
    /// Audio with frame headers that can be found.
    ///
    /// With SAMPLE-AES the headers are clear, but the CRCs are those of the clear frames.
    private enum Audio {
        case clear
        case protected

        init?(_ type: StreamType) {
            switch type.rawValue {
            case 0xC1, 0xC2, 0xCF: self = .protected
            default:
                guard type.isFramedAudio else { return nil }
                self = .clear
            }
        }
    }
}
