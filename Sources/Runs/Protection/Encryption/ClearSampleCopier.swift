import Ciphers
import CommonEncryption
import Presentations
import SampleEncryption
import TransportStreams

/// Copies a clear media resource of a title whose samples are encrypted, and takes the MAC of its invariant.
///
/// Longer packets become packets of 188 bytes, as in protected media resources.
struct ClearSampleCopier: ResourceWriter {
    /// The format of the samples.
    let format: SurveyedFormat

    func write(_ files: borrowing OpenResource, buffers: inout BufferPool) throws -> SegmentOutcome {
        let length = files.resource.clearLength
        let tables = format.tables
        let packetFormat = tables?.packetFormat ?? .plain
        var trimmer = packetFormat == .plain ? nil : PacketTrimmer(packetFormat)
        var written: UInt64 = 0
        var reader = try InvariantReader(
            format.invariantContainer,
            key: nil,
            initializationTables: tables.flatMap { $0.hasTables ? nil : ($0.programMapPID, $0.programMap) },
            at: files.resource.clearRange.lowerBound,
            buffers: buffers.takeAll()
        )
        var mac = try InvariantMAC(key: files.context.digestKey)
        var offset: UInt64 = 0
        repeat {
            let count = Int(min(UInt64(BufferPool.pieceLength), length - offset))
            try reader.fill(count: count) { (buffer, range) throws(any Error) in
                let range = range.prefix(count)
                try files.read(into: &buffer, range, at: offset)
                if trimmer != nil {
                    trimmer?.trim(buffer, range, at: offset)
                    let bytes = trimmer?.bytes ?? []
                    try files.write(bytes, bytes.indices, at: written)
                    written += UInt64(bytes.count)
                } else {
                    try files.write(buffer, range, at: written)
                    written += UInt64(count)
                }
                return count
            }
            offset += UInt64(count)
            while let record = try reader.next(isLast: offset == length) {
                try reader.withBytes(of: record) { bytes throws(CipherError) in
                    try mac.add(record.kind, bytes)
                }
            }
        } while offset < length
        buffers = reader.takeBuffers()
        return SegmentOutcome(
            mac: try mac.finish(),
            extent: OutputExtent(length: written, map: packetFormat.trimmedExtent(of: length).map)
        )
    }
}

extension SurveyedFormat {
    /// The container whose invariant clear media have.
    fileprivate var invariantContainer: InvariantReader.Container {
        switch self {
        case .transportStream: .transportStream
        case .packedAudio: .packedAudio
        case .fragments(let survey): .fragmentedMP4(survey.movie, keyID: nil)
        case .movie(let movie): .fragmentedMP4(movie, keyID: nil)
        }
    }
}
