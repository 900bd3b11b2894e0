import Bitstreams
import ElementaryStreams
import ProtectionTerms
import TransportStreams

/// A stream that SAMPLE-AES can protect, during the survey of a segment.
struct SurveyedStream: Sendable {
    let pid: PacketIdentifier
    let codec: SampleAESCodec
    /// Indicates whether no more packets are needed.
    private(set) var isComplete: Bool

    private var counter = ContinuityCounterChecker()
    private var packets = PESPacketSplitter()
    private var setupReader: AudioSetupReader?
    private var hasStarted = false

    init(pid: PacketIdentifier, codec: SampleAESCodec, declaredType: AudioSetupInformation.AudioType?) {
        self.pid = pid
        self.codec = codec
        setupReader =
            switch codec {
            case .avc: nil
            case .aac: AudioSetupReader(.aac, declaredType: declaredType)
            case .ac3: AudioSetupReader(.ac3)
            case .eac3: AudioSetupReader(.eac3)
            }
        isComplete = setupReader == nil
    }

    mutating func examine(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        switch counter.check(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return
        case .gap(let expected):
            throw .malformed(
                ContinuityCounterChecker.gapError(
                    on: pid,
                    found: packet.header.continuityCounter,
                    expected: expected,
                    at: offset
                )
            )
        }
        guard !packet.payload.isEmpty else { return }
        guard hasStarted || packet.header.payloadUnitStartIndicator else {
            throw .unsupported(
                offset: offset,
                what: "a PES packet on \(pid) that began before the segment",
                remedy:
                    "Segment the stream at the start of PES packets, or use \(CommandOption.method) aes-128"
            )
        }
        hasStarted = true
        guard !isComplete else { return }
        let payload = bytes.extracting(packet.payload)
        let payloadOffset = offset + UInt64(packet.payload.lowerBound)
        let piece: PESPacketSplitter.Piece
        do throws(ParseError) {
            piece = try packets.split(
                payload,
                unitStart: packet.header.payloadUnitStartIndicator,
                at: payloadOffset
            )
        } catch {
            throw .malformed(error)
        }
        guard !piece.data.isEmpty else { return }
        isComplete =
            try setupReader?.consume(
                payload.extracting(piece.data),
                at: payloadOffset + UInt64(piece.data.lowerBound)
            ) ?? true
    }

    /// Returns the result, after the last packet or once `isComplete` is true.
    func finish() throws(SampleEncryptionError) -> TransportStreamSurvey.Stream {
        TransportStreamSurvey.Stream(pid: pid, codec: codec, setup: try setupReader?.finish())
    }
}
