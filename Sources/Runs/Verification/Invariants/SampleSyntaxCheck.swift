import Bitstreams
import CommonEncryption
import ElementaryStreams
import MediaSyntax
import SampleEncryption
import TransportStreams

/// Checks decrypted samples, so that a wrong key or IV is noticed where that is possible.
///
/// Checked in fragments: see `FragmentSampleCheck`. Checked elsewhere: the CRC of every AC-3 and E-AC-3
/// syncframe, so that no change in those is missed; the elements of the first AAC frames of each segment,
/// which garbage does not have; that no H.264 NAL unit has three bytes that emulation prevention excludes
/// (ITU-T H.264, 7.4.1), which garbage has once in 300,000 blocks or so. Not noticed: most garbage in H.264.
/// The media digest and a source reveal all of it.
struct SampleSyntaxCheck {
    /// The first fault, with the offset of its PES packet or frame.
    var fault: SyntaxFault? { ownFault ?? audioFault }

    private var ownFault: SyntaxFault?
    private var streams: [PacketIdentifier?: AudioStreamCheck] = [:]
    private var units: [AnnexBNALUnit] = []
    private var fragmentCheck: FragmentSampleCheck

    /// Creates a check of the samples of one verification item; `movie` is nil if there are no fragments.
    init(movie: MovieFormat? = nil) {
        fragmentCheck = FragmentSampleCheck(movie)
    }

    /// A possible fault: an AAC frame that is not AAC LC, as far as can be recognized.
    var possibleFault: SyntaxFault? { aacFailures.first { !$0.isCertain }?.fault }

    /// A certain fault: many AAC frames that are not AAC LC.
    private var audioFault: SyntaxFault? { aacFailures.first { $0.isCertain }?.fault }

    private var aacFailures: [AACFrameCheck.Failure] { streams.values.compactMap(\.aacFailure) }

    /// The audio setup information of the frames of each stream by PID, or by nil for packed audio.
    var setups: [PacketIdentifier?: AudioSetupInformation] { streams.compactMapValues(\.setupInformation) }

    /// Checks the next record.
    mutating func check(_ record: InvariantRecord, _ bytes: Span<UInt8>) {
        switch record.kind {
        case .packet, .adaptationField, .tag, .box, .movieFragment:
            break
        case .sample(let track):
            guard ownFault == nil, let (part, error) = fragmentCheck.check(bytes, of: track) else { return }
            ownFault = SyntaxFault(
                offset: record.offset,
                structure: "decrypted \(part) of track \(track)",
                found: error.found,
                expected: error.expected
            )
        case .pesPacket(let pid, let codec):
            guard let data = PESDataLocation(bytes) else { return }
            let samples = bytes.extracting(data.start..<bytes.count)
            if codec == .avc { checkUnits(samples, record) } else { check(samples, codec, pid, record) }
        case .audioFrame(let codec):
            check(bytes, codec, nil, record)
        }
    }

    private mutating func check(
        _ samples: Span<UInt8>,
        _ codec: SampleAESCodec,
        _ pid: PacketIdentifier?,
        _ record: InvariantRecord
    ) {
        guard samples.count > 0, let framing = codec.framing else { return }
        do throws(ParseError) {
            try streams[pid, default: AudioStreamCheck(framing)].check(
                samples,
                at: record.offset
            )
        } catch {
            guard ownFault == nil else { return }
            let streamName = pid.map { "\(codec.rawValue) of \($0)" } ?? codec.rawValue
            ownFault = SyntaxFault(
                offset: record.offset,
                structure: "decrypted \(streamName)",
                found: error.found,
                expected: error.expected
            )
        }
    }

    private mutating func checkUnits(_ samples: Span<UInt8>, _ record: InvariantRecord) {
        guard ownFault == nil else { return }
        units.removeAll(keepingCapacity: true)
        _ = AnnexBScanner.scan(samples, into: &units, limit: AnnexBScanner.unitLimit)
        for (number, unit) in units.enumerated() where unit.hasZeroPair {
            guard let found = ForbiddenByteSequence.first(in: samples.extracting(unit.range)) else {
                continue
            }
            ownFault = SyntaxFault(
                offset: record.offset,
                structure: "NAL unit \(number) of the decrypted PES packet",
                found: "bytes " + found.map(\.hexadecimalText).joined(separator: " "),
                expected: "emulation prevention"
            )
            return
        }
    }
}

/// The start of the data of a PES packet, and its timestamp.
///
/// In a record of the invariant the header is complete.
struct PESDataLocation {
    /// The offset of the data in the packet, in bytes.
    let start: Int
    /// The PTS, 33 bits at 90 kHz, or nil if the header has none.
    let presentationTime: UInt64?

    /// Reads the header, or returns nil if it is not complete.
    init?(_ bytes: Span<UInt8>) {
        guard let header = try? PESHeader(bytes, at: 0), let size = header.size, size <= bytes.count else {
            return nil
        }
        start = size
        presentationTime = header.presentationTime
    }
}

/// Byte sequences that no NAL unit contains (ITU-T H.264 and H.265, 7.4.1 and 7.4.2).
///
/// These are two zeros followed by 0, 1 or 2, or by 3 and then more than 3.
enum ForbiddenByteSequence {
    /// Returns the first such sequence in a NAL unit, or nil if there is none; zeros at its end do not count.
    static func first(in unit: Span<UInt8>) -> [UInt8]? {
        var end = unit.count
        while end > 0, unit[end - 1] == 0 { end -= 1 }
        var start = 0
        while let pair = ZeroPairs.firstBeforeAtMost3(in: unit, start..<end) {
            let byte = unit[pair + 2]
            if byte < 3 { return [0, 0, byte] }
            if pair + 3 < end, unit[pair + 3] > 3 { return [0, 0, 3, unit[pair + 3]] }
            start = pair + 3
        }
        return nil
    }
}
