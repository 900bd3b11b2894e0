import Bitstreams
import TextFormats
import TransportStreams

/// Collects the data of one elementary stream from its packets and passes them to a `SampleFinder`.
final class ElementaryStreamCollector {
    /// The number of bytes to collect before each search for samples.
    private static let windowSize = 1 << 20

    /// The stream by the program map.
    let stream: ProgramPlan.Stream
    /// The finder of the samples.
    let finder: any SampleFinder
    private let path: String
    private var extractor = PESDataExtractor()
    private var window = ElementaryStreamWindow()
    /// The offset of the current PES packet; its size, or 0 if the header has none; and the number of bytes
    /// received.
    private var packetOffset: UInt64 = 0
    private var packetSize = 0
    private var receivedSize = 0
    private var unscannedSize = 0
    private var emptyPacketCount = 0
    /// The total size of the data of all PES packets, without their headers.
    private var totalSize: UInt64 = 0
    private var packetCount = 0
    /// A warning that the stream has no samples, with the reason, or nil if it has some.
    private(set) var noSamplesWarning: String?
    /// The codec of the samples if it is not the signalled one, or nil.
    private var actualCodec: TrackFormat.Codec?

    init(_ stream: ProgramPlan.Stream, _ finder: any SampleFinder, path: String) {
        self.stream = stream
        self.finder = finder
        self.path = path
    }

    /// Handles the next packet that has a payload.
    ///
    /// - Parameters:
    ///   - head: the header of the packet.
    ///   - bytes: the buffer that contains the packet.
    ///   - position: the position of the sync byte in the buffer.
    ///   - offset: the offset of the sync byte in the file.
    /// - Throws: `MezzanineError` if the stream cannot be read or packaged.
    func add(_ head: PacketHead, _ bytes: [UInt8], _ position: Int, at offset: UInt64) throws(MezzanineError)
    {
        guard !head.isScrambled else {
            throw .encrypted(
                path: path,
                what: "scrambled \(MezzanineError.pidDescription(stream.pid)) at byte \(offset)"
            )
        }
        let payload: PESDataExtractor.Payload
        do {
            payload = try extractor.extract(head, bytes.span, position, at: offset)
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

    /// Searches the collected data for samples.
    func find(isLast: Bool) throws(MezzanineError) {
        unscannedSize = 0
        try finder.search(in: &window, isLast: isLast)
    }

    /// Ends the stream after the last search for samples.
    ///
    /// - Parameter isCut: true if the file ends inside a packet.
    /// - Returns: the samples, or nil if the stream has no data or ends inside its first sample.
    /// - Throws: `MezzanineError` if the stream cannot be read or packaged, or its data contains no samples.
    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples? {
        let isIncomplete = packetSize > 0 ? receivedSize < packetSize : isCut
        if let samples = try finder.finish(isCut: isIncomplete) {
            if samples.format.codec != stream.codec.format {
                actualCodec = samples.format.codec
            }
            return samples
        }
        // A PES packet of video need not have a length.
        let mayBeCut = isIncomplete || packetCount == 1 && packetSize == 0
        let isFirstPacketCut = isIncomplete && packetCount == 1
        guard totalSize == 0 || isFirstPacketCut || finder.endsInFirstSample(isCut: mayBeCut) else {
            throw .noSamplesError(path: path, stream.pid, "picture or access unit", nil)
        }
        noSamplesWarning =
            "\(MezzanineError.pidDescription(stream.pid)) "
            + (totalSize == 0 ? "has no data" : "ends inside of its first frame") + " and is left out"
        return nil
    }

    /// Warnings about packets without data, and about the codec.
    var warnings: [String] {
        let pid = MezzanineError.pidDescription(stream.pid)
        let packets =
            "\(pid) has \(CountText.text(emptyPacketCount, "packet")) without data, with an adaptation field where the payload "
            + "should be"
        let codec = actualCodec.map {
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

    /// Throws if a PES packet is shorter or longer than its header says.
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
