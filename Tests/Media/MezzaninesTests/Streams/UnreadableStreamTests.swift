import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing
import TransportStreams

/// Streams whose bytes do not match their stream_type, and unusual but valid ones, next to ordinary streams.
struct UnreadableStreamTests {
    private static let pid: UInt16 = 0x102

    /// Reads a program of video, audio, and a third stream with one packet every `ticks` ticks.
    ///
    /// If `isCut`, the last packet is incomplete.
    private static func read(
        _ type: UInt8,
        _ packets: [[UInt8]],
        ticks: UInt64 = 1920,
        isCut: Bool = false,
        hasLength: Bool = true,
        taking choices: Set<TrackChoice> = [.all]
    ) throws(MezzanineError) -> Mezzanine {
        var builder = StreamBuilder()
        let streams: [(UInt8, UInt16)] = [
            (0x1B, StreamBuilder.videoPID), (0x0F, StreamBuilder.audioPID), (type, pid),
        ]
        builder.addTables(streams.map { .init(type: .init(rawValue: $0), pid: PacketIdentifier($1)) })
        for picture in 0..<50 {
            let time = UInt64(picture) * 3600
            builder.addPicture(picture, isKey: picture == 0, presentation: time)
            // A frame has 1,024 samples at 48 kHz: 1,920 ticks.
            let soundTime = UInt64(picture) * 1920
            builder.addPacket(StreamBuilder.audioPID, StreamBuilder.frame(picture), presentation: soundTime)
            if picture < packets.count {
                // The rest of a cut packet never follows.
                let missing = isCut && picture == packets.count - 1 ? 500 : 0
                builder.addPacket(
                    pid,
                    packets[picture],
                    presentation: UInt64(picture) * ticks,
                    hasLength: hasLength,
                    missing: missing
                )
            }
        }
        return try TransportStreamInput.read(
            path: "in.ts",
            InMemoryByteSource(builder.bytes),
            selecting: choices
        )
    }

    struct Stream: CustomTestStringConvertible {
        let testDescription: String
        let type: UInt8
        let packet: [UInt8]
        let finding: String
    }

    /// A frame of MPEG-1 layer 3 at 128 kbit/s and 44.1 kHz (ISO/IEC 11172-3, 2.4.2.3).
    private static let layer3: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0x55, count: 413)

    static let unreadable: [Stream] = [
        Stream(testDescription: "MP3 as AAC", type: 0x0F, packet: layer3, finding: "bytes 0xFF 0xFB"),
        Stream(
            testDescription: "AAC from back to front",
            type: 0x0F,
            packet: StreamBuilder.frame(7).reversed(),
            finding: "expected the syncword of the next AAC frame"
        ),
        Stream(
            testDescription: "AAC as AC-3",
            type: 0x81,
            packet: StreamBuilder.frame(7),
            finding: "expected the syncword of the next AC-3 or E-AC-3 frame"
        ),
        Stream(
            testDescription: "AAC as E-AC-3",
            type: 0x87,
            packet: StreamBuilder.frame(7),
            finding: "expected the syncword of the next AC-3 or E-AC-3 frame"
        ),
        Stream(
            testDescription: "zeros as H.264",
            type: 0x1B,
            packet: [UInt8](repeating: 0, count: 500),
            finding: "without a picture or access unit"
        ),
        Stream(
            testDescription: "parameter sets alone",
            type: 0x1B,
            packet: [0, 0, 1] + StreamBuilder.sequenceSet + [0, 0, 1] + StreamBuilder.pictureSet,
            finding: "without a picture or access unit"
        ),
        Stream(
            testDescription: "sound as HEVC",
            type: 0x24,
            packet: layer3,
            finding: "without a picture or access unit"
        ),
    ]

    @Test(arguments: unreadable, [1, 50])
    func `Bytes that are not what the map says are refused, but not where nobody asks for them`(
        stream: Stream,
        count: Int
    ) throws {
        do throws(MezzanineError) {
            _ = try Self.read(stream.type, Array(repeating: stream.packet, count: count))
            Issue.record("not refused")
        } catch {
            guard case .unsupported(_, let what, let remedy) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(what.hasPrefix("PID 0x0102 without a") && what.contains(stream.finding), "\(what)")
            #expect(remedy.contains("each as INPUT:track=PID"), "\(remedy)")
        }
        let packets = Array(repeating: stream.packet, count: count)
        let choices: Set<TrackChoice> = [.identifier(0x100), .identifier(0x101)]
        let mezzanine = try Self.read(stream.type, packets, taking: choices)
        #expect(mezzanine.tracks.map(\.identifier) == [0x100, 0x101] && mezzanine.notes.isEmpty)
        #expect(mezzanine.otherTracks.map(\.identifier) == [0x102])
    }

    @Test(arguments: [
        ([], "PID 0x0102 has no data and is left out"),
        ([[]], "PID 0x0102 has no data and is left out"),
        (
            [Array(StreamBuilder.frame(7).dropLast())],
            "PID 0x0102 ends inside of its first frame and is left out"
        ),
    ])
    func `A stream that brings nothing is left out with a note`(packets: [[UInt8]], note: String) throws {
        let mezzanine = try Self.read(0x0F, packets)
        #expect(mezzanine.tracks.count == 2)
        #expect(mezzanine.notes == [note])
    }

    /// Parameter sets in a PES packet of their own, and the incomplete packet after it.
    @Test(arguments: [
        StreamBuilder.slice(3, isKey: true), [0x09, 0xF0], StreamBuilder.sequenceSet,
        [0x06, 0x05, 0x20, 0x55],
    ])
    func `Video that is cut in its first picture is left out with a note`(unit: [UInt8]) throws {
        let mezzanine = try Self.read(0x1B, [Self.sets, [0, 0, 1] + unit], isCut: true)
        #expect(mezzanine.tracks.count == 2)
        #expect(mezzanine.notes == ["PID 0x0102 ends inside of its first frame and is left out"])
    }

    private static let sets = [0, 0, 1] + StreamBuilder.sequenceSet + [0, 0, 1] + StreamBuilder.pictureSet

    /// If a PES packet has no length, a cut after one of its transport packets cannot be detected.
    @Test
    func `Sets without a picture may be the beginning of one`() throws {
        let mezzanine = try Self.read(0x1B, [Self.sets], hasLength: false)
        #expect(mezzanine.notes == ["PID 0x0102 ends inside of its first frame and is left out"])
        for packets in [[Self.sets, Self.sets], [[UInt8](repeating: 0, count: 500)], [Self.layer3]] {
            #expect(throws: MezzanineError.self) { try Self.read(0x1B, packets, hasLength: false) }
        }
    }

    /// A sequence parameter set of Baseline profile, 640 by 368 (ISO/IEC 14496-10, 7.3.2.1.1).
    private static let otherSequenceSet: [UInt8] = [0x67, 0x42, 0x00, 0x1E, 0xDA, 0x02, 0x80, 0xBE, 0x40]

    /// The parameter sets of the second GOP are cut after each of their bytes.
    @Test
    func `Sets that are cut at the end do no harm`() throws {
        let sets =
            [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1] + StreamBuilder.sequenceSet + [0, 0, 1]
            + StreamBuilder.pictureSet
        let slices = (0..<10).map { [0, 0, 1] + StreamBuilder.slice($0, isKey: $0 == 0) }
        // Parameter sets of another picture size, without a picture.
        let otherSets = [0, 0, 1] + Self.otherSequenceSet + [0, 0, 1] + StreamBuilder.pictureSet
        let ends =
            (0...sets.count).map { Array(sets.prefix($0)) } + [
                otherSets, otherSets + [0, 0, 1, 0x06, 5, 0x20],
            ]
        for (count, end) in ends.enumerated() {
            let packets = [sets + slices[0]] + slices[1...] + [end]
            let mezzanine = try Self.read(0x1B, packets, ticks: 3600)
            #expect(mezzanine.tracks.map(\.samples.count) == [50, 50, 10], "\(count)")
            #expect(mezzanine.notes.isEmpty, "\(count): \(mezzanine.notes)")
        }
    }

    /// An AC-3 syncframe and an E-AC-3 one.
    ///
    /// AC-3 of 64 kbit/s at 48 kHz, stereo (ETSI TS 102 366, table 4.13); E-AC-3 of six blocks.
    private static let coreFrame: [UInt8] =
        [0x0B, 0x77, 0, 0, 8, 0x40, 0x40] + [UInt8](repeating: 0, count: 249)
    private static let enhancedFrame: [UInt8] =
        [0x0B, 0x77, 0, 31, 0x34, 0x80] + [UInt8](repeating: 0, count: 58)

    @Test(arguments: [
        (
            UInt8(0x87), coreFrame, TrackFormat.Codec.ac3,
            ["PID 0x0102 is AC-3, though it is signalled as E-AC-3"]
        ),
        (0x81, coreFrame, .ac3, []),
        (0x87, enhancedFrame, .eac3, []),
        (0x81, enhancedFrame, .eac3, ["PID 0x0102 is E-AC-3, though it is signalled as AC-3"]),
    ])
    func `AC-3 and E-AC-3 are told apart by their frames`(
        type: UInt8,
        frame: [UInt8],
        codec: TrackFormat.Codec,
        notes: [String]
    ) throws {
        // Six blocks of 256 samples each: 32 ms.
        let mezzanine = try Self.read(type, Array(repeating: frame, count: 50), ticks: 2880)
        #expect(mezzanine.tracks[2].format.codec == codec)
        #expect(mezzanine.tracks[2].samples.count == 50)
        #expect(mezzanine.notes == notes)
    }

    /// A dependent substream 0 of six blocks: strmtyp 1.
    private static let dependentFrame: [UInt8] =
        [0x0B, 0x77, 0x40, 31, 0x34, 0x80] + [UInt8](repeating: 0, count: 58)

    @Test(arguments: [UInt8(0x81), 0x87], [1, 20])
    func `Sound that changes between AC-3 and E-AC-3 is refused where it does`(type: UInt8, count: Int) throws
    {
        let extended = Self.coreFrame + Self.dependentFrame
        let changes = [
            [Self.coreFrame, Self.enhancedFrame], [Self.enhancedFrame, Self.coreFrame],
            [Self.coreFrame, extended], [extended, Self.enhancedFrame], [Self.enhancedFrame, extended],
            // The last access unit may be cut: a missing substream is no change.
            [extended, Self.coreFrame, Self.coreFrame],
        ]
        for change in changes {
            let packets = change.flatMap { Array(repeating: $0, count: count) }
            Self.expectChange { () throws(MezzanineError) in
                _ = try Self.read(type, packets, ticks: 2880)
            }
            Self.expectChange { () throws(MezzanineError) in
                _ = try PackedAudioInput.read(path: "in.ec3", InMemoryByteSource(packets.flatMap(\.self)))
            }
        }
    }

    private static func expectChange(_ read: () throws(MezzanineError) -> Void) {
        do throws(MezzanineError) {
            try read()
            Issue.record("not refused")
        } catch {
            guard case .unsupported(_, let what, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(what.contains("changes between AC-3 and E-AC-3 at byte "), "\(what)")
        }
    }

    @Test
    func `A last access unit without what extends it is no change`() throws {
        let extended = Self.coreFrame + Self.dependentFrame
        let packets = Array(repeating: extended, count: 9) + [Self.coreFrame]
        let mezzanine = try Self.read(0x87, packets, ticks: 2880)
        #expect(mezzanine.tracks[2].samples.count == 10 && mezzanine.tracks[2].format.codec == .eac3)
    }

    /// The time stamp of such a packet belongs to the next access unit (ISO/IEC 13818-1, 2.4.3.7).
    @Test(arguments: [coreFrame, enhancedFrame], [dependentFrame, secondProgramFrame])
    func `A packet may begin with a further substream`(first: [UInt8], further: [UInt8]) throws {
        let unit = first + further
        let streams = [
            (0..<20).flatMap { _ in [first, further] },
            [first] + Array(repeating: further + first, count: 19) + [further],
        ]
        for (index, packets) in streams.enumerated() {
            let mezzanine = try Self.read(0x87, packets, ticks: index == 0 ? 1440 : 2880)
            let track = mezzanine.tracks[2]
            #expect(track.samples.count == 20 && track.samples.map(\.size).allSatisfy { $0 == unit.count })
            // 1,536 samples at 48 kHz each.
            #expect(track.samples.map(\.decodeTime) == (0..<20).map { UInt64($0) * 1536 })
            #expect(mezzanine.notes.isEmpty, "\(mezzanine.notes)")
        }
    }

    /// Independent substream 1 of six blocks, which belongs to a second program.
    private static let secondProgramFrame: [UInt8] =
        [0x0B, 0x77, 0x08, 31, 0x34, 0x80] + [UInt8](repeating: 0, count: 58)

    /// An access unit whose beginning was cut off has only its further substream left.
    @Test(arguments: [coreFrame, enhancedFrame], [dependentFrame, secondProgramFrame])
    func `A stream begins with the first independent substream`(independent: [UInt8], rest: [UInt8]) throws {
        let unit = independent + Self.dependentFrame
        let mezzanine = try Self.read(0x87, [rest] + Array(repeating: unit, count: 49), ticks: 2880)
        #expect(mezzanine.tracks[2].samples.count == 49)
        #expect(mezzanine.tracks[2].samples.map(\.size).allSatisfy { $0 == unit.count })
        #expect(
            mezzanine.notes == [
                "PID 0x0102 does not begin with a whole access unit: 64 bytes are left out"
            ]
        )
        let packed = try PackedAudioInput.read(
            path: "in.ec3",
            InMemoryByteSource(rest + Array(repeating: unit, count: 49).flatMap(\.self))
        )
        #expect(packed.tracks[0].samples.count == 49)
        #expect(packed.tracks[0].format.sampleEntry == mezzanine.tracks[2].format.sampleEntry)
        #expect(
            packed.notes == ["the file does not begin with a whole access unit: 64 bytes are left out"]
        )
    }

    /// Returns the payload of a frame, and the frame, with a CRC before the payload if `hasCRC`.
    private static func frame(_ number: Int, hasCRC: Bool) -> (payload: [UInt8], frame: [UInt8]) {
        let plain = StreamBuilder.frame(number)
        let payload = Array(plain.dropFirst(7))
        guard hasCRC else { return (payload, plain) }
        let size = payload.count + 9
        var header = Array(plain.prefix(7))
        header[1] = 0xF0
        header[3] = 0x80 | UInt8(size >> 11)
        header[4] = UInt8(size >> 3 & 0xFF)
        header[5] = UInt8(size & 7) << 5 | 0x1F
        return (payload, header + [0xC5, 0xC5] + payload)
    }

    @Test(
        arguments: [{ _ in true }, { $0 % 2 == 0 }, { $0 % 2 == 1 }, { $0 == 17 }]
            as [@Sendable (Int) -> Bool]
    )
    func `Frames of AAC with and without a CRC are in one stream`(hasCRC: @Sendable (Int) -> Bool) throws {
        let frames = (0..<50).map { Self.frame($0, hasCRC: hasCRC($0)) }
        let stream = try Self.read(0x0F, frames.map(\.frame))
        let packed = try PackedAudioInput.read(
            path: "in.aac",
            InMemoryByteSource(frames.flatMap(\.frame))
        )
        for track in [stream.tracks[2], packed.tracks[0]] {
            let reader = try track.bytes.makeReader()
            let samples = try (0..<track.samples.count).map { index in
                let sample = track.samples[index]
                return try reader.bytes(Int(sample.size), at: sample.offset)
            }
            #expect(samples == frames.map(\.payload))
        }
        #expect(stream.notes.isEmpty && packed.notes.isEmpty, "\(stream.notes) \(packed.notes)")
    }
}
