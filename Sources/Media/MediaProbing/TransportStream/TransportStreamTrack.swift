import Bitstreams
import TransportStreams

/// A parser of the packets of one elementary stream.
struct TransportStreamTrack: Sendable {
    private var track: MediaTrack
    private var reader: (any ElementaryStreamReader)?
    private var splitter = PESPacketSplitter()
    private var times = PresentationTimes()

    /// - Parameter stream: the program map entry, or nil if there is none.
    init(_ stream: ProgramMapTable.ElementaryStream?) {
        let format = stream.map(TransportStreamFormat.init) ?? .other
        track = MediaTrack(identifier: UInt32(stream?.pid.rawValue ?? 0), content: format.content)
        reader = format.makeReader()
        if let codec = format.codec { track.codecs = [codec] }
    }

    /// Parses the next packet that has a payload.
    ///
    /// - Parameters:
    ///   - packet: the parsed packet.
    ///   - verdict: its relation to the one before it.
    ///   - bytes: all 188 bytes.
    ///   - offset: the offset of the packet in the stream.
    /// - Throws: `ParseError` if the payload cannot be parsed.
    mutating func parse(
        _ packet: TransportPacket,
        _ verdict: ContinuityCounterChecker.Verdict,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        switch verdict {
        case .next: break
        case .duplicate: return
        case .gap: reader?.skipGap()
        }
        guard !packet.payload.isEmpty else { return }
        let payload = bytes.extracting(packet.payload)
        let payloadOffset = offset + UInt64(packet.payload.lowerBound)
        let piece = try splitter.split(
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

/// The presentation times of a stream in one segment, 33 bits at 90 kHz.
///
/// Times may wrap at 2^33 because they are compared with the first one. That fails only from 13 hours on, and
/// a segment is far shorter.
struct PresentationTimes: Sendable {
    private var firstTime: UInt64?
    private var earliestDistance: Int64 = 0
    private var latestDistance: Int64 = 0
    private var count: UInt64 = 0

    /// Adds the PTS of the next PES packet.
    mutating func add(_ time: UInt64) {
        count += 1
        guard let firstTime else {
            self.firstTime = time
            return
        }
        let modulus = Int64(MediaTiming.transportModulus)
        var distance = Int64(time) - Int64(firstTime)
        if distance >= modulus / 2 { distance -= modulus }
        if distance < -modulus / 2 { distance += modulus }
        earliestDistance = min(earliestDistance, distance)
        latestDistance = max(latestDistance, distance)
    }

    /// Returns the times of the samples, or nil without time stamps.
    ///
    /// - Parameters:
    ///   - lengthOfFrames: the duration of the frames, or nil if they were not counted. Then each packet
    ///     counts as one sample, and the last one gets the average duration of the others.
    ///   - frameCount: the number of frames, or nil if they were not counted.
    /// - Returns: the times of the segment, or nil.
    func timing(lengthOfFrames: MediaTicks?, frameCount: UInt64?) -> MediaTiming? {
        guard let firstTime else { return nil }
        let start = UInt64((Int64(firstTime) + earliestDistance) & Int64(MediaTiming.transportModulus - 1))
        return MediaTiming(
            start: MediaTicks(ticks: start, timescale: MediaTiming.transportTimescale),
            length: lengthOfFrames ?? lengthOfPackets,
            sampleCount: frameCount ?? count,
            wraps: true
        )
    }

    private var lengthOfPackets: MediaTicks? {
        let span = UInt64(latestDistance - earliestDistance)
        guard count > 1, span > 0 else { return nil }
        // The span lacks the duration of the last sample. The product overflows only for absurd input.
        let (product, overflow) = span.multipliedReportingOverflow(by: count)
        guard !overflow else { return nil }
        return MediaTicks(
            ticks: (product + (count - 1) / 2) / (count - 1),
            timescale: MediaTiming.transportTimescale
        )
    }
}
