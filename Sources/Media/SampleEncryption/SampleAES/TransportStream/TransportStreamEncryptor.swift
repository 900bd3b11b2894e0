import Bitstreams
import Ciphers
import ProtectionTerms
import TransportStreams

/// A streaming encryptor for a transport stream segment, which changes packets in place.
///
/// It holds the packets from the first one with an unfinished PES packet, and writes those before it.
struct TransportStreamEncryptor: ~Copyable, StreamEncryptor {
    /// The maximum number of bytes in packets that wait for the end of a PES packet.
    private static let windowLimit = 32 << 20

    private var demultiplexer: TransportStreamDemultiplexer
    private var handler: TransportStreamEncryptionHandler
    private var outputLength: UInt64 = 0

    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - key: the content key and IV.
    ///   - digestKey: the key of the MAC over the invariant.
    ///   - buffers: storage for packets and data.
    /// - Throws: `SampleEncryptionError` if the program map does not fit into one packet, or a cipher fails.
    init(
        _ survey: TransportStreamSurvey,
        key: SampleAESKey,
        digestKey: ContentKey,
        buffers: consuming BufferPool
    ) throws(SampleEncryptionError) {
        let demultiplexer = try TransportStreamDemultiplexer(
            format: survey.packetFormat,
            initializationTables: survey.hasTables ? nil : (survey.programMapPID, survey.programMap),
            buffers: buffers
        )
        let handler = try TransportStreamEncryptionHandler(survey, key: key, digestKey: digestKey)
        self.demultiplexer = demultiplexer
        self.handler = handler
    }

    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        try demultiplexer.window.fill(count: count, read)
    }

    mutating func process(isLast: Bool) throws(SampleEncryptionError) {
        guard demultiplexer.window.formPackets(isLast: isLast) else {
            throw .malformed(.missing(offset: 0, "transport stream"))
        }
        while try demultiplexer.step(&handler) {}
        guard !isLast else { return try demultiplexer.finish(&handler) }
        let first = demultiplexer.firstHeldPacket
        let held = (demultiplexer.window.nextNumber - first) * TransportPacket.size
        guard held <= Self.windowLimit else {
            throw .unsupported(
                offset: demultiplexer.window.offset(of: first),
                what: "a PES packet that does not end within \(Self.windowLimit >> 20) MiB of the stream",
                remedy: "Cut shorter segments, or use \(CommandOption.method) aes-128"
            )
        }
    }

    mutating func drain<Failure: Error>(
        _ write: ([UInt8], Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        let limit = demultiplexer.firstHeldPacket
        var position = demultiplexer.window.position(of: demultiplexer.window.firstNumber)
        var written = 0
        for insertion in handler.insertions.waiting where insertion.packet < limit {
            let end = demultiplexer.window.position(of: insertion.packet + 1)
            if position < end { try write(demultiplexer.window.bytes, position..<end) }
            try write(handler.insertions.bytes, insertion.range)
            outputLength += UInt64(end - position + insertion.range.count)
            position = end
            written += 1
        }
        let end = demultiplexer.window.position(of: limit)
        if position < end { try write(demultiplexer.window.bytes, position..<end) }
        outputLength += UInt64(end - position)
        handler.insertions.remove(first: written)
        demultiplexer.window.discard(before: limit)
    }

    consuming func finish(
        returning buffers: inout BufferPool
    ) throws(SampleEncryptionError) -> SegmentOutcome {
        let map = handler.insertions.map(demultiplexer.window.format ?? .plain)
        let length = outputLength
        buffers = demultiplexer.takeBuffers()
        return SegmentOutcome(mac: try handler.finish(), extent: OutputExtent(length: length, map: map))
    }
}
