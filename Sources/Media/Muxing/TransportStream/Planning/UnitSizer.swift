import Bitstreams
import ISOBaseMedia
import Mezzanines

/// Tells how many bytes PES packets have before they are made.
struct UnitSizer {
    private let plan: MultiplexPlan
    private var measure = SampleMeasure()
    private var readers: [(any ByteSourceReader)?]

    /// A sizer of a program.
    init(_ plan: MultiplexPlan) {
        self.plan = plan
        readers = plan.streams.map { _ in nil }
    }

    /// Bytes of a PES packet with its header; 0 of a clock on its own.
    ///
    /// - Parameters:
    ///   - unit: the packet.
    ///   - samples: its samples.
    /// - Returns: the bytes.
    /// - Throws: `ByteSourceFailure` where bytes cannot be had or a sample is malformed.
    mutating func size(of unit: MultiplexUnit, _ samples: [MovieSample]) throws(ByteSourceFailure) -> Int {
        guard !unit.isClockOnly else { return 0 }
        let stream = plan.streams[unit.stream]
        var size = PESHeaderWriter.size(hasDecodingTime: unit.presentationTime != unit.decodingTime)
        switch stream.format.carriage {
        case .avc(let format):
            let reader = try reader(unit.stream)
            for sample in samples { size += try measure.size(of: sample, format, stream, reader) }
        case .audio(let format):
            for sample in samples {
                try format.check(sample, stream)
                size += format.headerSize + Int(sample.size)
            }
        }
        return size
    }

    /// The reader of a stream's bytes, made when it is first needed.
    private mutating func reader(_ stream: Int) throws(ByteSourceFailure) -> any ByteSourceReader {
        if let reader = readers[stream] { return reader }
        let reader = try plan.streams[stream].cut.track.bytes.makeReader()
        readers[stream] = reader
        return reader
    }
}

extension AudioFrameFormat {
    /// Refuses a sample that is no frame, or not in its source.
    func check(_ sample: MovieSample, _ stream: MultiplexedStream) throws(ByteSourceFailure) {
        do {
            try check(sample.size, at: sample.offset)
        } catch {
            throw .malformed(path: stream.path, error)
        }
        try SampleMeasure.check(sample, stream)
    }
}
