import Bitstreams
import ElementaryStreams
import TransportStreams

/// Follows the PES packets of one PID: each starts with a header and is as long as that says, and the data of audio
/// streams is an unbroken run of frames.
struct PESPacketRun: Sendable {
    /// Bytes to the end of the packet at hand; nil when it does not say, or when its start was not seen.
    private var left: Int?
    /// Bytes to the end of the header at hand; nil when no start was seen, or when it could not be read.
    private var headerLeft: Int?
    /// The frames of an audio stream, from the first PES packet that starts with one.
    private var frames: AudioFrameRun?
    private var hasData = false
    /// What the CRCs of the frames said before `frames`.
    private var checksumsBefore: AudioFrameRun.Checksums

    /// What the CRCs of the frames say.
    var checksums: AudioFrameRun.Checksums { frames?.checksums ?? checksumsBefore }

    /// - Parameter checksums: those of frames before a discontinuity, to which others are added.
    init(checksums: AudioFrameRun.Checksums = AudioFrameRun.Checksums()) {
        checksumsBefore = checksums
    }

    /// Takes the payload of the next transport packet; gives the PTS of the PES packet that starts there.
    mutating func consume(
        _ payload: Span<UInt8>,
        unitStart: Bool,
        at offset: UInt64,
        type: StreamType
    ) throws(ParseError) -> UInt64? {
        var presentationTime: UInt64?
        if unitStart {
            if let left, left > 0 {
                throw .invalid(
                    offset: offset,
                    field: "the start of a PES packet",
                    found: "\(left) bytes too early",
                    expected: "the rest of the PES packet before it"
                )
            }
            let header = try PESHeader(payload, at: offset)
            left = header.packetLength.flatMap { $0 == 0 ? nil : PESHeader.prefixSize + Int($0) }
            headerLeft = header.size
            presentationTime = header.presentationTime
        }
        try checkLength(payload.count, at: offset)
        if let audio = Audio(type) { try checkFrames(payload, audio, at: offset) }
        return presentationTime
    }

    private mutating func checkLength(_ count: Int, at offset: UInt64) throws(ParseError) {
        guard let left else { return }
        guard count <= left else {
            throw .invalid(
                offset: offset + UInt64(left),
                field: "payload",
                found: "of \(count - left) bytes behind the end of the PES packet",
                expected: "the end that PES_packet_length gives"
            )
        }
        self.left = left - count
    }

    /// Follows the frames, which may run from one PES packet into the next.
    ///
    /// A stream whose first data is no frame start is let be: the segment may have been cut inside a frame.
    private mutating func checkFrames(
        _ payload: Span<UInt8>,
        _ audio: Audio,
        at offset: UInt64
    ) throws(ParseError) {
        guard let headerLeft else {
            checksumsBefore = checksums
            frames = nil
            return
        }
        let skipped = min(headerLeft, payload.count)
        self.headerLeft = headerLeft - skipped
        let data = payload.extracting(skipped..<payload.count)
        guard data.count > 0 else { return }
        if !hasData, data.count > 1, PackedAudioUnit.headerSize(startingWith: [data[0], data[1]]) != nil {
            frames = AudioFrameRun(checksCRC: audio == .clear, checksums: checksumsBefore)
        }
        hasData = true
        try frames?.consume(data, at: offset + UInt64(skipped))
    }
}

extension PESPacketRun {
    /// Audio whose frames can be told apart; those of SAMPLE-AES have clear headers, and CRCs of the clear frames.
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
