import Bitstreams
import CommonEncryption
import ElementaryStreams
import SampleEncryption
import TransportStreams

/// Checks decrypted samples, so that a wrong key or IV is noticed where that is possible.
///
/// Checked in fragments: see `FragmentSamples`. Checked elsewhere: the CRC of every AC-3 and E-AC-3
/// syncframe, so that no change in those is missed; the elements of the first AAC frames of each segment,
/// which garbage does not have; that no H.264 NAL unit has three bytes that emulation prevention excludes
/// (ITU-T H.264, 7.4.1), which garbage has once in 300,000 blocks or so. Not noticed: most garbage in H.264.
/// The media digest and a source reveal all of it.
struct SampleShape {
    /// The first fault, with the offset of its PES packet or frame.
    var fault: StreamShapeFault? { ownFault ?? audioFault }

    private var ownFault: StreamShapeFault?
    private var streams: [PacketIdentifier?: AudioSamples] = [:]
    private var units: [AnnexBUnit] = []
    private var fragments: FragmentSamples

    /// Creates a check of the samples of one verification item.
    ///
    /// - Parameter movie: the movie format of the initialization section, or nil if there are no fragments.
    init(movie: MovieFormat? = nil) {
        fragments = FragmentSamples(movie)
    }

    /// A possible fault: an AAC frame that is not AAC LC, as far as can be recognized.
    var doubt: StreamShapeFault? { audioDoubts.first { !$0.isCertain }?.fault }

    /// A certain fault: many AAC frames that are not AAC LC.
    private var audioFault: StreamShapeFault? { audioDoubts.first { $0.isCertain }?.fault }

    private var audioDoubts: [AACFrameCheck.Doubt] { streams.values.compactMap(\.doubt) }

    /// The audio setup information of the frames of each stream by PID, or by nil for packed audio.
    var setups: [PacketIdentifier?: AudioSetupInformation] { streams.compactMapValues(\.information) }

    /// Checks the next record.
    mutating func take(_ record: EssenceRecord, _ bytes: Span<UInt8>) {
        switch record.kind {
        case .packet, .adaptationField, .tag, .box, .movieFragment:
            break
        case .sample(let track):
            guard ownFault == nil, let (part, error) = fragments.take(bytes, of: track) else { return }
            ownFault = StreamShapeFault(
                offset: record.offset,
                place: "decrypted \(part) of track \(track)",
                found: error.found,
                expected: error.expected
            )
        case .pesPacket(let pid, let codec):
            guard let data = PESData(bytes) else { return }
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
        _ record: EssenceRecord
    ) {
        guard samples.count > 0, let framing = codec.framing else { return }
        do throws(ParseError) {
            try streams[pid, default: AudioSamples(framing)].take(
                samples,
                at: record.offset
            )
        } catch {
            guard ownFault == nil else { return }
            let place = pid.map { "\(codec.rawValue) of \($0)" } ?? codec.rawValue
            ownFault = StreamShapeFault(
                offset: record.offset,
                place: "decrypted \(place)",
                found: error.found,
                expected: error.expected
            )
        }
    }

    private mutating func checkUnits(_ samples: Span<UInt8>, _ record: EssenceRecord) {
        guard ownFault == nil else { return }
        units.removeAll(keepingCapacity: true)
        _ = AnnexB.scan(samples, into: &units, limit: AnnexB.unitLimit)
        for (number, unit) in units.enumerated() where unit.hasZeroPair {
            guard let found = ExcludedSequence.first(in: samples.extracting(unit.range)) else { continue }
            ownFault = StreamShapeFault(
                offset: record.offset,
                place: "NAL unit \(number) of the decrypted PES packet",
                found: "bytes " + found.map(\.hexadecimalText).joined(separator: " "),
                expected: "emulation prevention"
            )
            return
        }
    }
}
