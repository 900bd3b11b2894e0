import Bitstreams
import TransportStreams

/// A parser of the packets of one elementary stream.
struct TransportStreamTrack: Sendable {
    private var track: MediaTrack
    private var reader: (any ElementaryStreamReader)?
    private var counter = ContinuityCounterChecker()
    private var packets = PESPacketSplitter()
    private var times = PresentationTimes()

    /// - Parameter stream: the program map entry, or nil if there is none.
    init(_ stream: ProgramMapTable.ElementaryStream?) {
        let format = stream.map(TransportStreamFormat.init) ?? .other
        track = MediaTrack(identifier: UInt32(stream?.pid.rawValue ?? 0), content: format.content)
        reader = format.makeReader()
        if let codec = format.codec { track.codecs = [codec] }
    }

    /// Parses the next packet that has a payload.
    mutating func take(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        switch counter.check(packet, bytes: bytes) {
        case .next: break
        case .duplicate: return
        case .gap: reader?.skipGap()
        }
        guard !packet.payload.isEmpty else { return }
        let payload = bytes.extracting(packet.payload)
        let payloadOffset = offset + UInt64(packet.payload.lowerBound)
        let piece = try packets.split(
            payload,
            unitStart: packet.header.payloadUnitStartIndicator,
            at: payloadOffset
        )
        if let time = piece.presentationTime { times.add(time) }
        guard !piece.data.isEmpty else { return }
        try reader?.consume(
            payload.extracting(piece.data),
            startsPacket: piece.startsPacket,
            at: payloadOffset + UInt64(piece.data.lowerBound)
        )
    }

    /// Ends the stream and returns the track.
    mutating func finish() throws(ParseError) -> MediaTrack {
        try reader?.finish()
        reader?.describe(&track)
        track.timing = times.timing(lengthOfFrames: reader?.length, frameCount: reader?.frameCount)
        return track
    }
}
