internal import SampleEncryption
internal import TransportStreams

/// Compares the essence of a segment with that of its source, record by record, and keeps the first difference.
struct EssenceComparison {
    /// What differs, and where in the protected segment.
    struct Difference {
        let message: String
        let offset: UInt64?
    }

    /// The file of the source.
    private let name: String
    /// Whether the range may be cut in PES packets, as those of I-frames are.
    private let isCut: Bool
    /// How many records of each kind came before.
    private var numbers: [EssenceRecord.Kind: Int] = [:]
    private(set) var difference: Difference?
    /// What differs in the last PES packet so far of each PID where a cut may be why; another packet of the PID says that
    /// there was no cut.
    private var atCuts: [PacketIdentifier: Difference] = [:]

    /// Nothing compared yet.
    init(with name: String, isCut: Bool) {
        self.name = name
        self.isCut = isCut
    }

    /// Compares the next record of both.
    mutating func compare(
        _ record: EssenceRecord,
        _ bytes: Span<UInt8>,
        with other: EssenceRecord,
        _ otherBytes: Span<UInt8>
    ) {
        guard difference == nil else { return }
        let number = numbers[record.kind, default: 0]
        numbers[record.kind] = number + 1
        guard record.kind == other.kind else {
            let expected = other.kind.words(number: numbers[other.kind, default: 0])
            let message =
                "\(record.kind.words(number: number)) stands where the source \(name) has \(expected) "
                + "(byte \(other.offset) there)"
            difference = Difference(message: message, offset: record.offset)
            return
        }
        if isCut, case .pesPacket(let pid, _) = record.kind, let earlier = atCuts[pid] {
            difference = earlier
            return
        }
        guard let position = firstDifference(bytes, otherBytes) else { return }
        let place = record.kind.place(of: position, in: otherBytes).map { ", \($0)" } ?? ""
        let message =
            "\(record.kind.words(number: number)) is not that of the source \(name)\(place) "
            + "(byte \(position) of it; the source's begins at byte \(other.offset))"
        let found = Difference(message: message, offset: record.offset)
        if isCut, case .pesPacket(let pid, let codec) = record.kind,
            position >= CutPacket.undecided(otherBytes, min(bytes.count, otherBytes.count), codec)
        {
            atCuts[pid] = found
        } else {
            difference = found
        }
    }

    /// One of the segments is over: what the other one has still.
    ///
    /// - Parameters:
    ///   - record: the next record of the protected segment.
    ///   - other: that of the source.
    ///   - offset: where the protected segment ends.
    mutating func end(_ record: EssenceRecord?, _ other: EssenceRecord?, at offset: UInt64) {
        guard difference == nil else { return }
        if let other {
            let expected = other.kind.words(number: numbers[other.kind, default: 0])
            let message =
                "the segment is over before \(expected) of the source \(name) (byte \(other.offset) there)"
            difference = Difference(message: message, offset: offset)
        } else if let record {
            let found = record.kind.words(number: numbers[record.kind, default: 0])
            let message = "the segment goes on behind the end of the source \(name): \(found)"
            difference = Difference(message: message, offset: record.offset)
        }
    }
}
