import CommonEncryption
import SampleEncryption
import TransportStreams

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
    /// What the section says, of fragments.
    private let movie: MovieFormat?
    /// How many records of each kind came before; samples are counted within their fragment.
    private var numbers: [EssenceRecord.Kind: Int] = [:]
    private(set) var difference: Difference?
    /// The streams of a range that may be cut.
    private var streams: [PacketIdentifier: CutStream] = [:]
    /// What differs in a PES packet of each PID where a cut may be why, and where.
    ///
    /// The position is one in the data of the next packet, negative. What that packet ends was not cut.
    private var atCuts: [PacketIdentifier: (difference: Difference, position: Int)] = [:]

    /// Nothing compared yet.
    init(with name: String, isCut: Bool, movie: MovieFormat? = nil) {
        self.name = name
        self.isCut = isCut
        self.movie = movie
    }

    /// Compares the next record of both.
    mutating func compare(
        _ record: EssenceRecord,
        _ bytes: Span<UInt8>,
        with other: EssenceRecord,
        _ otherBytes: Span<UInt8>
    ) {
        guard difference == nil else { return }
        if record.kind == .movieFragment { beginFragment() }
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
        var undecided = Int.max
        if isCut, case .pesPacket(let pid, let codec) = record.kind {
            undecided = cut(pid, codec, otherBytes, min(bytes.count, otherBytes.count))
            guard difference == nil else { return }
        }
        guard let position = firstDifference(bytes, otherBytes) else { return }
        let place = place(of: position, record.kind, otherBytes).map { ", \($0)" } ?? ""
        let message =
            "\(record.kind.words(number: number)) is not that of the source \(name)\(place) "
            + "(byte \(position) of it; the source's begins at byte \(other.offset))"
        let found = Difference(message: message, offset: record.offset)
        guard case .pesPacket(let pid, _) = record.kind, position >= undecided else {
            difference = found
            return
        }
        // Of packets that are not as long as each other only the last may be cut.
        let isSameLength = bytes.count == otherBytes.count
        if atCuts[pid] == nil {
            atCuts[pid] = (found, isSameLength ? position - bytes.count : .min)
        }
    }

    private mutating func beginFragment() {
        numbers = numbers.filter { kind, _ in if case .sample = kind { false } else { true } }
    }

    /// What of a record the byte at `position` is, in words.
    private func place(
        of position: Int,
        _ kind: EssenceRecord.Kind,
        _ bytes: Span<UInt8>
    ) -> String? {
        guard case .sample(let track) = kind else { return kind.place(of: position, in: bytes) }
        let words = movie?.track(track)?.entries.first?.codec.words(at: position, in: bytes)
        let fragment = "of 'moof' \(numbers[.movieFragment, default: 1] - 1)"
        return [fragment, words].compactMap(\.self).joined(separator: ", ")
    }

    /// Takes note of a packet of a range that may be cut.
    ///
    /// - Parameters:
    ///   - pid: whose packet it is.
    ///   - codec: what its data are.
    ///   - packet: the clear packet: its header and data.
    ///   - end: how much of it both ranges have.
    /// - Returns: from where on in the packet a difference may come from a cut.
    private mutating func cut(
        _ pid: PacketIdentifier,
        _ codec: SampleAESCodec,
        _ packet: Span<UInt8>,
        _ end: Int
    ) -> Int {
        guard let data = PESData(packet), data.start <= end else { return end }
        let samples = packet.extracting(data.start..<end)
        let undecided = streams[pid, default: CutStream(codec)].undecided(after: samples)
        if let earlier = atCuts[pid] {
            guard earlier.position >= undecided else {
                difference = earlier.difference
                return end
            }
            atCuts[pid]?.position -= samples.count
        }
        return data.start + max(0, undecided)
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

    /// Both segments are over: how many bytes of each are behind the last record, where ranges of I-frames are cut.
    mutating func cut(_ count: Int, _ other: Int, at offset: UInt64) {
        guard difference == nil, count != other else { return }
        let message =
            "the range ends \(count) bytes behind the last whole sample, that of the source \(name) \(other) bytes"
        difference = Difference(message: message, offset: offset)
    }
}
