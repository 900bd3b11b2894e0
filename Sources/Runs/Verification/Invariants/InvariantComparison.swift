import CommonEncryption
import SampleEncryption
import TextFormats
import TransportStreams

/// Compares the invariant of a segment with that of its source, and keeps the first difference.
///
/// The invariant is what a clear and a protected segment have in common, as a sequence of records
/// (`InvariantRecord`).
struct InvariantComparison {
    /// The file name of the source, for messages.
    private let sourceName: String
    /// Indicates whether the range may be cut in PES packets, as those of I-frames are.
    private let isCut: Bool
    /// The movie format of the initialization section, or nil if there are no fragments.
    private let movie: MovieFormat?
    /// The number of records of each kind so far; samples are counted within their fragment.
    private var recordCounts: [InvariantRecord.Kind: Int] = [:]
    private(set) var difference: SourceDifference?
    /// The streams of a range that may be cut.
    private var streams: [PacketIdentifier: CutStreamTracker] = [:]
    /// The first difference in the PES packets of each PID that a cut may explain, and its position.
    ///
    /// The position is relative to the data of the next packet, and so is negative. If that packet ends the
    /// NAL unit or frame, it was not cut, and the difference counts.
    private var differencesAtCuts: [PacketIdentifier: (difference: SourceDifference, position: Int)] = [:]

    init(with name: String, isCut: Bool, movie: MovieFormat? = nil) {
        self.sourceName = name
        self.isCut = isCut
        self.movie = movie
    }

    /// Compares the next record of the segment with that of the source.
    mutating func compare(
        _ record: InvariantRecord,
        _ bytes: Span<UInt8>,
        with sourceRecord: InvariantRecord,
        _ sourceBytes: Span<UInt8>
    ) {
        guard difference == nil else { return }
        if record.kind == .movieFragment { beginFragment() }
        let number = recordCounts[record.kind, default: 0]
        recordCounts[record.kind] = number + 1
        guard record.kind == sourceRecord.kind else {
            let expected = sourceRecord.kind.description(number: recordCounts[sourceRecord.kind, default: 0])
            let message =
                "\(record.kind.description(number: number)) is where the source \(sourceName) has \(expected) "
                + "(byte \(sourceRecord.offset) there)"
            difference = SourceDifference(message: message, offset: record.offset)
            return
        }
        var undecided = Int.max
        if isCut, case .pesPacket(let pid, let codec) = record.kind {
            undecided = addCutPacket(pid, codec, sourceBytes, min(bytes.count, sourceBytes.count))
            guard difference == nil else { return }
        }
        guard let position = firstDifference(bytes, sourceBytes) else { return }
        let locationSuffix =
            locationDescription(of: position, record.kind, sourceBytes).map { ", \($0)" } ?? ""
        let message =
            "\(record.kind.description(number: number)) differs from that of the source \(sourceName)\(locationSuffix) "
            + "(first difference at its byte \(position); in the source it begins at byte \(sourceRecord.offset))"
        let newDifference = SourceDifference(message: message, offset: record.offset)
        guard case .pesPacket(let pid, _) = record.kind, position >= undecided else {
            difference = newDifference
            return
        }
        // If packets differ in length, only the last one may be cut.
        let isSameLength = bytes.count == sourceBytes.count
        if differencesAtCuts[pid] == nil {
            differencesAtCuts[pid] = (newDifference, isSameLength ? position - bytes.count : .min)
        }
    }

    private mutating func beginFragment() {
        recordCounts = recordCounts.filter { kind, _ in if case .sample = kind { false } else { true } }
    }

    /// Describes where in a record the byte at `position` is, or returns nil if there is nothing to add.
    private func locationDescription(
        of position: Int,
        _ kind: InvariantRecord.Kind,
        _ bytes: Span<UInt8>
    ) -> String? {
        guard case .sample(let track) = kind else { return kind.locationDescription(of: position, in: bytes) }
        let codecDescription = movie?.track(track)?.entries.first?.codec.description(
            ofByteAt: position,
            in: bytes
        )
        let fragment = "of 'moof' \(recordCounts[.movieFragment, default: 1] - 1)"
        return [fragment, codecDescription].compactMap(\.self).joined(separator: ", ")
    }

    /// Adds a packet of a range that may be cut.
    ///
    /// - Parameters:
    ///   - pid: the PID of the packet.
    ///   - codec: the codec of its data.
    ///   - packet: the source's packet, header and data.
    ///   - commonLength: the number of its bytes that both ranges have.
    /// - Returns: the position in the packet from which on a cut may explain a difference.
    private mutating func addCutPacket(
        _ pid: PacketIdentifier,
        _ codec: SampleAESCodec,
        _ packet: Span<UInt8>,
        _ commonLength: Int
    ) -> Int {
        guard let data = PESDataLocation(packet), data.start <= commonLength else { return commonLength }
        let samples = packet.extracting(data.start..<commonLength)
        let undecided = streams[pid, default: CutStreamTracker(codec)].undecidedPosition(after: samples)
        if let earlier = differencesAtCuts[pid] {
            guard earlier.position >= undecided else {
                difference = earlier.difference
                return commonLength
            }
            differencesAtCuts[pid]?.position -= samples.count
        }
        return data.start + max(0, undecided)
    }

    /// Compares the ends when one of the segments has no more records.
    ///
    /// - Parameters:
    ///   - record: the next record of the protected segment, or nil at its end.
    ///   - sourceRecord: the next record of the source, or nil at its end.
    ///   - offset: the end of the protected segment, in bytes.
    mutating func compareEnds(_ record: InvariantRecord?, _ sourceRecord: InvariantRecord?, at offset: UInt64)
    {
        guard difference == nil else { return }
        if let sourceRecord {
            let expected = sourceRecord.kind.description(number: recordCounts[sourceRecord.kind, default: 0])
            let message =
                "the segment ends before \(expected) of the source \(sourceName) (byte \(sourceRecord.offset) there)"
            difference = SourceDifference(message: message, offset: offset)
        } else if let record {
            let found = record.kind.description(number: recordCounts[record.kind, default: 0])
            let message = "the segment continues after the end of the source \(sourceName): \(found)"
            difference = SourceDifference(message: message, offset: record.offset)
        }
    }

    /// Compares the number of bytes after the last record of an I-frame range with that of its source.
    ///
    /// Call it when neither has another record.
    mutating func compareCutBytes(_ count: Int, _ sourceCount: Int, at offset: UInt64) {
        guard difference == nil, count != sourceCount else { return }
        let message =
            "the range ends \(CountText.text(count, "byte")) after the last whole sample, that of the source \(sourceName) ends \(CountText.text(sourceCount, "byte")) after it"
        difference = SourceDifference(message: message, offset: offset)
    }
}
