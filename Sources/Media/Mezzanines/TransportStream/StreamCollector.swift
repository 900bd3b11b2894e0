import Bitstreams
import TransportStreams

/// Takes the packets of one elementary stream and lets its samples be found.
final class StreamCollector {
    /// Bytes that are gathered before samples are looked for.
    private static let windowSize = 1 << 20

    /// The stream.
    let stream: ProgramPlan.Stream
    /// What finds the samples.
    let finder: any SampleFinder
    private let path: String
    private var payloads = ElementaryStreamPayloads()
    private var window = ElementaryStreamWindow()
    /// Where the PES packet at hand starts, the bytes that it says to have, 0 where it does not, and those that came.
    private var packetOffset: UInt64 = 0
    private var packetSize = 0
    private var receivedSize = 0
    private var unscannedSize = 0
    private var emptyPacketCount = 0
    /// Bytes of all PES packets, without their headers.
    private var totalSize: UInt64 = 0
    private var packetCount = 0
    /// Why nothing of the stream is there; nil where something is.
    private(set) var loss: String?
    /// What the stream is where that is not what the map says.
    private var otherCodec: TrackFormat.Codec?

    init(_ stream: ProgramPlan.Stream, _ finder: any SampleFinder, path: String) {
        self.stream = stream
        self.finder = finder
        self.path = path
    }

    /// Takes the next packet, which has a payload.
    ///
    /// - Parameters:
    ///   - head: its head.
    ///   - bytes: where it is.
    ///   - position: its sync byte in them.
    ///   - offset: where that stands in the file.
    /// - Throws: `MezzanineError` for what cannot be read or packaged.
    func take(_ head: PacketHead, _ bytes: [UInt8], _ position: Int, at offset: UInt64) throws(MezzanineError)
    {
        guard !head.isScrambled else {
            throw .encrypted(
                path: path,
                what: "\(MezzanineError.pidText(stream.pid)) is scrambled (byte \(offset))"
            )
        }
        let payload: ElementaryStreamPayloads.Payload
        do {
            payload = try payloads.take(head, bytes.span, position, at: offset)
            if payload.isDuplicate { return }
            if !head.hasPayloadBytes { emptyPacketCount += 1 }
            if payload.startsPacket {
                try checkPacketSize()
                try startPacket(bytes, position + head.payloadStart, position + TransportPacket.size, offset)
            }
        } catch {
            throw .malformed(path: path, error)
        }
        receivedSize += TransportPacket.size - head.payloadStart
        let dataOffset = offset + UInt64(payload.data.lowerBound - position)
        if let time = payload.presentationTime {
            window.append(
                ElementaryStreamWindow.Stamp(
                    position: window.end,
                    presentation: time,
                    decoding: payload.decodingTime ?? time,
                    fileOffset: dataOffset
                )
            )
        }
        guard !payload.data.isEmpty else { return }
        window.append(bytes, payload.data, fileOffset: dataOffset)
        totalSize += UInt64(payload.data.count)
        unscannedSize += payload.data.count
        if unscannedSize >= Self.windowSize { try find(isLast: false) }
    }

    /// Looks for samples in what was gathered.
    func find(isLast: Bool) throws(MezzanineError) {
        unscannedSize = 0
        try finder.find(in: &window, isLast: isLast)
    }

    /// The file is over, and all samples were looked for.
    ///
    /// - Parameter isCut: whether it ends inside of a packet.
    /// - Returns: the samples; nil where there are none, as nothing came or the first one is cut.
    /// - Throws: `MezzanineError` for what cannot be read or packaged, and for bytes that are no samples.
    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples? {
        let isIncomplete = packetSize > 0 ? receivedSize < packetSize : isCut
        if let samples = try finder.finish(isCut: isIncomplete) {
            if samples.format.codec != stream.codec.format {
                otherCodec = samples.format.codec
            }
            return samples
        }
        // A packet of video need not say where it ends.
        let mayBeCut = isIncomplete || packetCount == 1 && packetSize == 0
        let isFirstPacketCut = isIncomplete && packetCount == 1
        guard totalSize == 0 || isFirstPacketCut || finder.endsInFirstSample(isCut: mayBeCut) else {
            throw .withoutSamples(path: path, stream.pid, "picture or access unit", nil)
        }
        loss =
            "\(MezzanineError.pidText(stream.pid)) "
            + (totalSize == 0 ? "brings nothing" : "ends inside of its first frame") + " and is left out"
        return nil
    }

    /// What is unusual about the packets and the codec.
    var notes: [String] {
        let pid = MezzanineError.pidText(stream.pid)
        let packets =
            "\(emptyPacketCount) packets of \(pid) have an adaptation field where their payload should be, and bring "
            + "nothing"
        let codec = otherCodec.map {
            "\(pid) is \($0.name), though it is signalled as \(stream.codec.format.name)"
        }
        return [emptyPacketCount > 0 ? packets : nil, codec].compactMap(\.self)
    }

    private func startPacket(
        _ bytes: [UInt8],
        _ start: Int,
        _ end: Int,
        _ offset: UInt64
    ) throws(ParseError) {
        packetOffset = offset
        packetCount += 1
        receivedSize = 0
        packetSize = 0
        guard end - start >= 7 else { return }
        let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
        packetSize = length > 0 ? PESHeader.prefixSize + length : 0
    }

    /// Throws where a PES packet is shorter or longer than it says.
    private func checkPacketSize() throws(ParseError) {
        guard packetSize > 0, receivedSize != packetSize else { return }
        throw .invalid(
            offset: packetOffset,
            field: "PES packet",
            found: "of \(receivedSize) bytes",
            expected: "\(packetSize), as PES_packet_length says"
        )
    }
}
