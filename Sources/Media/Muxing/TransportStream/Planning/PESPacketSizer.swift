import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A calculator of the sizes of PES packets before they are generated.
struct PESPacketSizer {
    private let plan: MultiplexPlan
    private var accessUnitSizer = AccessUnitSizer()
    private var readers: [(any ByteSourceReader)?]

    init(_ plan: MultiplexPlan) {
        self.plan = plan
        readers = plan.streams.map { _ in nil }
    }

    /// Returns the size of a PES packet.
    ///
    /// - Parameters:
    ///   - packet: the PES packet or PCR-only packet.
    ///   - samples: the samples of the PES packet.
    /// - Returns: the size in bytes with the header, or 0 for a PCR-only packet.
    /// - Throws: `ByteSourceError` if bytes cannot be read or a sample is malformed.
    mutating func size(of packet: ScheduledPacket, _ samples: [MovieSample]) throws(ByteSourceError) -> Int {
        guard !packet.isPCROnly else { return 0 }
        let stream = plan.streams[packet.streamIndex]
        var size = PESHeaderWriter.size(hasDecodingTime: packet.presentationTime != packet.decodingTime)
        switch stream.format.carriage {
        case .avc(let format):
            let reader = try reader(packet.streamIndex)
            for sample in samples { size += try accessUnitSizer.size(of: sample, format, stream, reader) }
        case .audio(let format):
            for sample in samples {
                try format.checkSize(sample, stream)
                size += format.headerSize + Int(sample.size)
            }
        }
        return size
    }

    /// Returns the reader of a stream's source, created at its first use.
    private mutating func reader(_ streamIndex: Int) throws(ByteSourceError) -> any ByteSourceReader {
        if let reader = readers[streamIndex] { return reader }
        let reader = try plan.streams[streamIndex].trackSegments.track.bytes.makeReader()
        readers[streamIndex] = reader
        return reader
    }
}

extension AudioFraming {
    /// Throws if a sample is not a frame or is beyond the end of its source.
    func checkSize(_ sample: MovieSample, _ stream: MultiplexedStream) throws(ByteSourceError) {
        do {
            try checkSize(sample.size, at: sample.offset)
        } catch {
            throw .malformed(path: stream.path, error)
        }
        try AccessUnitSizer.check(sample, stream)
    }
}
