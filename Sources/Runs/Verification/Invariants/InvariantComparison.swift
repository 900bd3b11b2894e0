import CommonEncryption
import SampleEncryption
import TextFormats
import TransportStreams

/// Compares the invariant of a segment with that of its source, and keeps the first difference.
///
/// The invariant is what a clear and a protected segment have in common, as a sequence of records
/// (`InvariantRecord`).
struct InvariantComparison {
    /// A difference, and its offset in the protected segment.
    struct Difference {
        let message: String
        let offset: UInt64?
    }

    /// The file name of the source, for messages.
    private let name: String
    /// Indicates whether the range may be cut in PES packets, as those of I-frames are.
    private let isCut: Bool
    /// The movie format of the initialization section, or nil if there are no fragments.
    private let movie: MovieFormat?
    /// The number of records of each kind so far; samples are counted within their fragment.
    private var numbers: [InvariantRecord.Kind: Int] = [:]
    private(set) var difference: Difference?
    /// The streams of a range that may be cut.
    private var streams: [PacketIdentifier: CutStreamTracker] = [:]
    /// The first difference in the PES packets of each PID that a cut may explain, and its position.
    ///
    /// The position is relative to the data of the next packet, and so is negative. If that packet ends the
    /// NAL unit or frame, it was not cut, and the difference counts.
    private var atCuts: [PacketIdentifier: (difference: Difference, position: Int)] = [:]

    init(with name: String, isCut: Bool, movie: MovieFormat? = nil) {
        self.name = name
        self.isCut = isCut
        self.movie = movie
    }

    /// Compares the next record of the segment with that of the source.
    mutating func compare(
        _ record: InvariantRecord,
        _ bytes: Span<UInt8>,
        with other: InvariantRecord,
        _ otherBytes: Span<UInt8>
    ) {
        guard difference == nil else { return }
        if record.kind == .movieFragment { beginFragment() }
        let number = numbers[record.kind, default: 0]
        numbers[record.kind] = number + 1
        guard record.kind == other.kind else {
            let expected = other.kind.description(number: numbers[other.kind, default: 0])
            let message =
                "\(record.kind.description(number: number)) is where the source \(name) has \(expected) "
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
            "\(record.kind.description(number: number)) differs from that of the source \(name)\(place) "
            + "(first difference at its byte \(position); in the source it begins at byte \(other.offset))"
        let found = Difference(message: message, offset: record.offset)
        guard case .pesPacket(let pid, _) = record.kind, position >= undecided else {
            difference = found
            return
        }
        // If packets differ in length, only the last one may be cut.
        let isSameLength = bytes.count == otherBytes.count
        if atCuts[pid] == nil {
            atCuts[pid] = (found, isSameLength ? position - bytes.count : .min)
        }
    }

    private mutating func beginFragment() {
        numbers = numbers.filter { kind, _ in if case .sample = kind { false } else { true } }
    }

    /// Describes where in a record the byte at `position` is, or returns nil if there is nothing to add.
    private func place(
        of position: Int,
        _ kind: InvariantRecord.Kind,
        _ bytes: Span<UInt8>
    ) -> String? {
        guard case .sample(let track) = kind else { return kind.locationDescription(of: position, in: bytes) }
        let words = movie?.track(track)?.entries.first?.codec.description(ofByteAt: position, in: bytes)
        let fragment = "of 'moof' \(numbers[.movieFragment, default: 1] - 1)"
        return [fragment, words].compactMap(\.self).joined(separator: ", ")
    }

    /// Adds a packet of a range that may be cut.
    ///
    /// - Parameters:
    ///   - pid: the PID of the packet.
    ///   - codec: the codec of its data.
    ///   - packet: the source's packet, header and data.
    ///   - end: the number of its bytes that both ranges have.
    /// - Returns: the position in the packet from which on a cut may explain a difference.
    private mutating func cut(
        _ pid: PacketIdentifier,
        _ codec: SampleAESCodec,
        _ packet: Span<UInt8>,
        _ end: Int
    ) -> Int {
        guard let data = PESDataLocation(packet), data.start <= end else { return end }
        let samples = packet.extracting(data.start..<end)
        let undecided = streams[pid, default: CutStreamTracker(codec)].undecidedPosition(after: samples)
        if let earlier = atCuts[pid] {
            guard earlier.position >= undecided else {
                difference = earlier.difference
                return end
            }
            atCuts[pid]?.position -= samples.count
        }
        return data.start + max(0, undecided)
    }

    /// Compares the ends when one of the segments has no more records.
    ///
    /// - Parameters:
    ///   - record: the next record of the protected segment, or nil at its end.
    ///   - other: the next record of the source, or nil at its end.
    ///   - offset: the end of the protected segment, in bytes.
    mutating func end(_ record: InvariantRecord?, _ other: InvariantRecord?, at offset: UInt64) {
        guard difference == nil else { return }
        if let other {
            let expected = other.kind.description(number: numbers[other.kind, default: 0])
            let message =
                "the segment ends before \(expected) of the source \(name) (byte \(other.offset) there)"
            difference = Difference(message: message, offset: offset)
        } else if let record {
            let found = record.kind.description(number: numbers[record.kind, default: 0])
            let message = "the segment continues after the end of the source \(name): \(found)"
            difference = Difference(message: message, offset: record.offset)
        }
    }

    /// Compares the number of bytes after the last record of an I-frame range with that of its source.
    ///
    /// Call it when neither has another record.
    mutating func compareCutBytes(_ count: Int, _ other: Int, at offset: UInt64) {
        guard difference == nil, count != other else { return }
        let message =
            "the range ends \(CountText.text(count, "byte")) after the last whole sample, that of the source \(name) ends \(CountText.text(other, "byte")) after it"
        difference = Difference(message: message, offset: offset)
    }
}
