import Bitstreams
import CommonEncryption
import ElementaryStreams
import SampleEncryption
import TransportStreams

/// Looks at the samples that came out of the decryption, so that a wrong key or IV is noticed where that can be.
///
/// Checked in fragments: see `FragmentSamples`. Checked elsewhere: the CRC of every AC-3 and E-AC-3 syncframe, so that nothing in those is missed; the elements of the first AAC
/// frames of each segment, which garbage does not have; that no three bytes stand in an H.264 NAL unit that emulation
/// prevention excludes (ITU-T H.264, 7.4.1), which garbage shows once in 300,000 blocks or so. Not noticed: most garbage
/// in H.264. The media digest and a source notice all of it.
struct SampleShape {
    /// The first thing that is wrong; its offset is that of the PES packet or frame.
    var fault: StreamShapeFault? { ownFault ?? audioFault }

    private var ownFault: StreamShapeFault?
    private var streams: [PacketIdentifier?: AudioSamples] = [:]
    private var units: [AnnexBUnit] = []
    private var fragments: FragmentSamples

    /// Nothing seen yet.
    ///
    /// - Parameter movie: what the section says, of fragments.
    init(movie: MovieFormat? = nil) {
        fragments = FragmentSamples(movie)
    }

    /// What may be wrong: single AAC frames that are none of AAC LC, as far as can be told.
    var doubt: StreamShapeFault? { audioDoubts.first { !$0.isCertain }?.fault }

    /// AAC of which many frames are none.
    private var audioFault: StreamShapeFault? { audioDoubts.first { $0.isCertain }?.fault }

    private var audioDoubts: [AACFrameCheck.Doubt] { streams.values.compactMap(\.doubt) }

    /// What the frames of each audio stream say of themselves, by PID; nil is packed audio.
    var setups: [PacketIdentifier?: AudioSetupInformation] { streams.compactMapValues(\.information) }

    /// Takes the next record.
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
