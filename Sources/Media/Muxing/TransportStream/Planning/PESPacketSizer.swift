import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A calculator of the sizes of PES packets before they are generated.
struct PESPacketSizer {
    private let plan: MultiplexPlan
    private var measure = AccessUnitSizer()
    private var readers: [(any ByteSourceReader)?]

    init(_ plan: MultiplexPlan) {
        self.plan = plan
        readers = plan.streams.map { _ in nil }
    }

    /// Returns the size of a PES packet.
    ///
    /// - Parameters:
    ///   - unit: the PES packet or PCR-only packet.
    ///   - samples: the samples of the PES packet.
    /// - Returns: the size in bytes with the header, or 0 for a PCR-only packet.
    /// - Throws: `ByteSourceError` if bytes cannot be read or a sample is malformed.
    mutating func size(of unit: ScheduledPacket, _ samples: [MovieSample]) throws(ByteSourceError) -> Int {
        guard !unit.isPCROnly else { return 0 }
        let stream = plan.streams[unit.stream]
        var size = PESHeaderWriter.size(hasDecodingTime: unit.presentationTime != unit.decodingTime)
        switch stream.format.carriage {
        case .avc(let format):
            let reader = try reader(unit.stream)
            for sample in samples { size += try measure.size(of: sample, format, stream, reader) }
        case .audio(let format):
            for sample in samples {
                try format.checkSize(sample, stream)
                size += format.headerSize + Int(sample.size)
            }
        }
        return size
    }

    /// Returns the reader of a stream's source, created at its first use.
    private mutating func reader(_ stream: Int) throws(ByteSourceError) -> any ByteSourceReader {
        if let reader = readers[stream] { return reader }
        let reader = try plan.streams[stream].cut.track.bytes.makeReader()
        readers[stream] = reader
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
