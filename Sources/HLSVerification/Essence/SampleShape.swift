internal import Bitstreams
internal import ElementaryStreams
internal import SampleEncryption
internal import TransportStreams

/// Looks at the samples that came out of the decryption, so that a wrong key or IV is noticed where that can be.
///
/// Checked: the CRC of every AC-3 and E-AC-3 syncframe, so that nothing in those is missed; that no three bytes stand in
/// an H.264 NAL unit that emulation prevention excludes (ITU-T H.264, 7.4.1), which garbage shows once in 300,000 blocks
/// or so. Not noticed: garbage in AAC, and most in H.264. The media digest and a source notice all of it.
struct SampleShape {
    /// The first thing that is wrong; its offset is that of the PES packet or frame.
    private(set) var fault: StreamShapeFault?
    private var streams: [PacketIdentifier?: AudioSamples] = [:]
    private var units: [AnnexBUnit] = []

    /// Nothing seen yet.
    init() {}

    /// What the frames of each audio stream say of themselves, by PID; nil is packed audio.
    var setups: [PacketIdentifier?: AudioSetupInformation] { streams.compactMapValues(\.information) }

    /// Takes the next record.
    mutating func take(_ record: EssenceRecord, _ bytes: Span<UInt8>) {
        switch record.kind {
        case .packet, .adaptationField, .tag:
            break
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
            try streams[pid, default: AudioSamples(framing)].take(samples, isPacketStart: pid != nil)
        } catch {
            guard fault == nil else { return }
            let place = pid.map { "\(codec.rawValue) of \($0)" } ?? codec.rawValue
            fault = StreamShapeFault(
                offset: record.offset,
                place: "decrypted \(place)",
                found: error.found,
                expected: error.expected
            )
        }
    }

    private mutating func checkUnits(_ samples: Span<UInt8>, _ record: EssenceRecord) {
        guard fault == nil else { return }
        units.removeAll(keepingCapacity: true)
        _ = AnnexB.scan(samples, into: &units)
        for (number, unit) in units.enumerated() where unit.hasZeroPair {
            guard let found = Self.excluded(in: samples.extracting(unit.range)) else { continue }
            fault = StreamShapeFault(
                offset: record.offset,
                place: "NAL unit \(number) of the decrypted PES packet",
                found: "bytes " + found.map(\.hexadecimalText).joined(separator: " "),
                expected: "emulation prevention"
            )
            return
        }
    }

    /// Bytes that no NAL unit holds: two zeros and then 0, 1 or 2, or 3 and then more than 3.
    private static func excluded(in unit: Span<UInt8>) -> [UInt8]? {
        var zeros = 0
        for position in unit.indices {
            let byte = unit[position]
            guard zeros >= 2 else {
                zeros = byte == 0 ? zeros + 1 : 0
                continue
            }
            if byte < 3 { return [0, 0, byte] }
            if byte == 3, position + 1 < unit.count, unit[position + 1] > 3 {
                return [0, 0, 3, unit[position + 1]]
            }
            zeros = 0
        }
        return nil
    }
}

/// What is remembered of an audio stream between its PES packets or frames.
private struct AudioSamples {
    /// The frames, with their checksums; nil for AAC, which has none, and when the stream begins inside a frame.
    private var frames: AudioFrameRun?
    private var reader: AudioSetupReader?
    private var setup: AudioSetupInformation?
    private let framing: AudioFrameScanner.Codec
    private var hasData = false

    /// What the frames so far say.
    var information: AudioSetupInformation? { setup ?? reader.flatMap { (try? $0.finish()) ?? nil } }

    init(_ framing: AudioFrameScanner.Codec) {
        self.framing = framing
        reader = AudioSetupReader(framing)
    }

    mutating func take(_ samples: Span<UInt8>, isPacketStart: Bool) throws(ParseError) {
        if !hasData {
            hasData = true
            let startsFrame =
                samples.count > 1
                && PackedAudioUnit.headerSize(startingWith: [samples[0], samples[1]]) != nil
            if !startsFrame { reader = nil } else if framing != .aac { frames = AudioFrameRun() }
        }
        readSetup(samples, isPacketStart: isPacketStart)
        do throws(ParseError) {
            try frames?.consume(samples, at: 0)
        } catch {
            // Where the next frame starts is not known.
            frames = nil
            throw error
        }
    }

    /// What cannot be read is a fault of frames, which are looked at elsewhere.
    private mutating func readSetup(_ samples: Span<UInt8>, isPacketStart: Bool) {
        guard var reader else { return }
        self.reader = nil
        guard let isComplete = try? reader.consume(samples, isPacketStart: isPacketStart, at: 0) else {
            return
        }
        if isComplete { setup = (try? reader.finish()) ?? nil } else { self.reader = reader }
    }
}
