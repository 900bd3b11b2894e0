import TestRandomness
import Testing

@testable import Inspection
@testable import Verification

/// A changed byte of a protected transport stream, and the rules that detect it, with the source and without.
///
/// The stream has H.264, AAC, ID3, teletext, subtitles and null packets. Its second segment, which is
/// changed, is in line 9. Without the source the digest in the key store detects changes: `media-digest` is
/// about the whole playlist.
struct StreamTamperingTests {
    /// A change, and the broken rules, without the source (`alone`) and with it (`compared`).
    struct Case: Sendable {
        let name: String
        let alone: Set<Finding.Rule>
        let compared: Set<Finding.Rule>
        let change: @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void

        init(
            _ name: String,
            alone: Set<Finding.Rule> = [.mediaDigest],
            compared: Set<Finding.Rule> = [.sourceMedia],
            change: @escaping @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void
        ) {
            self.name = name
            self.alone = alone
            self.compared = compared
            self.change = change
        }
    }

    private static let segment = "out/segment1.ts"
    private static let (video, audio): (UInt8, UInt8) = (0xDB, 0xCF)

    /// Changes byte `index` of the first IDR slice of more than 48 bytes.
    private static func slice(_ index: Int)
        -> @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void
    {
        { bytes, offsets in
            let pid = try #require(offsets.pid(ofType: video))
            bytes[try #require(offsets.unit(ofType: 5, atLeast: 100, in: pid))[index]] ^= 0x10
        }
    }

    /// Changes a byte of the second PES packet of a type, counted from its header.
    private static func pesPacket(
        _ type: UInt8,
        _ index: Int,
        _ mask: UInt8
    ) -> @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void {
        { bytes, offsets in
            bytes[offsets.pesPackets(of: try #require(offsets.pid(ofType: type)))[1][index]] ^= mask
        }
    }

    /// Changes a byte of the second PES packet of a type, counted from the end of its header.
    private static func data(
        _ type: UInt8,
        _ index: Int,
        _ mask: UInt8 = 0x10
    ) -> @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void {
        { bytes, offsets in
            let packet = offsets.pesPackets(of: try #require(offsets.pid(ofType: type)))[1]
            bytes[Array(offsets.data(packet))[index]] ^= mask
        }
    }

    /// Changes all program maps alike and corrects their CRCs.
    private static func programMaps(
        _ edit: @escaping @Sendable (inout [UInt8], [(offset: Int, pid: Int)]) -> Void
    ) -> @Sendable (inout [UInt8], TransportStreamOffsets) throws -> Void {
        { bytes, offsets in
            for section in offsets.programMaps {
                edit(&bytes, offsets.streams(ofProgramMap: section))
                let end = section + 3 + Int(bytes[section + 1] & 0x0F) << 8 + Int(bytes[section + 2])
                bytes.replaceSubrange(end - 4..<end, with: sectionChecksum(bytes[section..<end - 4]))
            }
        }
    }

    static let cases = [
        Case("a leader of a slice", change: slice(20)),
        Case("a block of a slice", change: slice(40)),
        Case("a clear byte of a slice", change: slice(60)),
        // PTS: 4 bits, then 3, 15 and 15 bits with a marker after each; the last byte ends with bits 6 to 0.
        Case("a PTS", change: pesPacket(video, 13, 0x02)),
        Case(
            "a marker of a PTS",
            alone: [.stream],
            compared: [.stream],
            change: pesPacket(video, 13, 0x01)
        ),
        Case("a flag of a PES header", change: pesPacket(video, 6, 0x04)),
        Case(
            "a start code of a PES packet",
            alone: [.stream],
            compared: [.stream],
            change: pesPacket(audio, 2, 0x02)
        ),
        Case("a PCR") { bytes, offsets in
            let pid = try #require(offsets.pid(ofType: video))
            let packet = try #require(
                offsets.packets(of: pid).first {
                    offsets.hasAdaptationField($0) && bytes[$0 + 4] > 6 && bytes[$0 + 5] & 0x10 != 0
                }
            )
            bytes[packet + 9] ^= 0x01
        },
        Case("stuffing", alone: [.stream], compared: [.stream]) { bytes, offsets in
            let pid = try #require(offsets.pid(ofType: audio))
            let packet = try #require(
                offsets.packets(of: pid).first { offsets.hasAdaptationField($0) && bytes[$0 + 4] > 8 }
            )
            bytes[packet + 4 + Int(bytes[packet + 4])] = 0
        },
        Case("a continuity counter", alone: [.stream], compared: [.stream]) { bytes, offsets in
            bytes[offsets.packets(of: try #require(offsets.pid(ofType: video)))[5] + 3] ^= 0x04
        },
        Case("a sync byte", alone: [.stream], compared: [.stream]) { bytes, _ in bytes[188 * 7] = 0x48 },
        // The sampling rate, which is the same in all frames.
        Case("an ADTS header", alone: [.stream], compared: [.stream], change: data(audio, 2, 0x04)),
        Case("the leader of an AAC frame", change: data(audio, 12)),
        Case("a block of an AAC frame", change: data(audio, 30)),
        Case("an ID3 tag", change: data(0x15, 12)),
        Case("a subtitle", change: data(0x06, 8)),
        Case("a PAT", alone: [.stream], compared: [.stream]) { bytes, offsets in
            bytes[offsets.payload(offsets.packets(of: 0)[0]).lowerBound + 4] ^= 0x01
        },
        Case("a program map", alone: [.stream], compared: [.stream]) { bytes, offsets in
            bytes[offsets.programMaps[0] + 20] ^= 0x01
        },
        Case(
            "clear stream types of a program map with a right CRC",
            alone: [.signalling, .stream],
            compared: [.signalling, .sourceMedia, .stream],
            change: programMaps { bytes, streams in
                for (offset, _) in streams {
                    if bytes[offset] == video { bytes[offset] = 0x1B }
                    if bytes[offset] == audio { bytes[offset] = 0x0F }
                }
            }
        ),
        // The encrypted frames are read as clear ones.
        Case(
            "the clear stream type of one stream in a program map with a right CRC",
            compared: [.signalling, .sourceMedia],
            change: programMaps { bytes, streams in
                for (offset, _) in streams where bytes[offset] == video { bytes[offset] = 0x1B }
            }
        ),
        Case(
            "a private data indicator in a program map with a right CRC",
            alone: [.signalling],
            compared: [.signalling],
            change: programMaps { bytes, streams in bytes[streams[0].offset + 7] ^= 0x01 }
        ),
        // 0F 04 "aacd", 05 11 "apad", then the audio type; the AudioSpecificConfig is 8 bytes further.
        Case(
            "an AudioSpecificConfig in a program map with a right CRC",
            alone: [.signalling],
            compared: [.signalling],
            change: programMaps { bytes, streams in
                for (offset, _) in streams where bytes[offset] == audio {
                    bytes[offset + 5 + 6 + 6 + 8] ^= 0x03
                }
            }
        ),
        // The digest leaves out the program map, which protection changes.
        Case(
            "a stream type of another stream in a program map with a right CRC",
            alone: [],
            compared: [.signalling],
            change: programMaps { bytes, streams in
                for (offset, _) in streams where bytes[offset] == 0x15 { bytes[offset] = 0x86 }
            }
        ),
        // The counters of the next segment do not continue these.
        Case("the last packet is missing", compared: [.order, .sourceMedia]) { bytes, _ in
            bytes.removeLast(188)
        },
        Case("half a packet is missing", alone: [.stream], compared: [.stream]) { bytes, _ in
            bytes.removeLast(94)
        },
        Case("nothing is left", alone: [.stream], compared: [.sourceMedia, .stream]) { bytes, _ in bytes = []
        },
    ]

    /// One tree serves all changes, because generating and protecting it takes most of the time.
    @Test func areFound() throws {
        let title = try Title(stream: .privateStreams, .sampleAES())
        let original = try title.read(Self.segment)
        for test in Self.cases {
            var bytes = original
            try test.change(&bytes, TransportStreamOffsets(original))
            try title.write(bytes, to: Self.segment)
            let alone = try title.verify().findings.filter(\.isError)
            #expect(Set(alone.map(\.rule)) == test.alone, "\(test.name): \(alone.map(\.text))")
            let compared = try title.verifyAgainstSource().findings.filter(\.isError)
            #expect(
                Set(compared.map(\.rule)) == test.compared,
                "\(test.name): \(compared.map(\.text))"
            )
            #expect(compared.contains { $0.line == 9 && $0.file == "segment1.ts" }, "\(test.name)")
        }
    }

    /// The message names the picture, which is the second; the byte is in its slice.
    @Test func differenceIsPlaced() throws {
        let title = try Title(stream: .privateStreams, .sampleAES())
        try title.editBytes(of: Self.segment) { bytes in
            let offsets = TransportStreamOffsets(bytes)
            #expect(throws: Never.self) { try Self.data(Self.video, 100)(&bytes, offsets) }
        }
        let bytes = try title.read(Self.segment)
        let offsets = TransportStreamOffsets(bytes)
        let packet = offsets.pesPackets(of: 0x100)[1]
        let time =
            UInt64(bytes[packet[9]] >> 1 & 0x07) << 30 | UInt64(bytes[packet[10]]) << 22
            | UInt64(bytes[packet[11]] >> 1) << 15 | UInt64(bytes[packet[12]]) << 7
            | UInt64(bytes[packet[13]] >> 1)
        let finding = try #require(try title.verifyAgainstSource().findings.first { $0.rule == .sourceMedia })
        #expect(finding.offset == UInt64(packet[0] / 188 * 188))
        #expect(
            finding.message.hasPrefix(
                "PES packet 1 of PID 0x0100 (H.264) differs from that of the source segment1.ts, in NAL unit "
            ),
            "\(finding.message)"
        )
        #expect(finding.message.contains("PTS \(time) "), "\(finding.message)")
    }

    /// Bits without meaning may change: the payload of null packets, and transport_priority.
    @Test func harmlessChanges() throws {
        let title = try Title(stream: .privateStreams, .sampleAES())
        try title.editBytes(of: Self.segment) { bytes in
            let offsets = TransportStreamOffsets(bytes)
            for packet in offsets.packets(of: 0x1FFF) { bytes[packet + 100] ^= 0xFF }
            bytes[offsets.packets(of: 0x100)[3] + 1] ^= 0x20
        }
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// Any other changed bit is detected, with the source and without.
    @Test func anyBit() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let title = try Title(stream: .privateStreams, .sampleAES())
        let original = try title.read(Self.segment)
        let offsets = TransportStreamOffsets(original)
        for _ in 0..<40 {
            let bit = Int.random(in: 0..<original.count * 8, using: &generator)
            guard !Self.isWithoutMeaning(bit, offsets) else { continue }
            var bytes = original
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try title.write(bytes, to: Self.segment)
            #expect(try !title.verify().holds, "bit \(bit), seed \(seed)")
            #expect(try !title.verifyAgainstSource().holds, "bit \(bit), seed \(seed)")
        }
    }

    /// Indicates whether a bit has no meaning: in a null packet, transport_priority, after the section of a
    /// program map, or in the counter of a packet without payload.
    private static func isWithoutMeaning(_ bit: Int, _ offsets: TransportStreamOffsets) -> Bool {
        let packet = bit / 8 / 188 * 188
        let position = bit / 8 - packet
        let pid = offsets.pid(at: packet)
        if pid == 0x1FFF, position > 3 { return true }
        if position == 1, bit % 8 == 5 { return true }
        if position == 3, bit % 8 < 4, offsets.bytes[packet + 3] & 0x10 == 0 { return true }
        return pid == offsets.programMapPID && position > 100
    }
}
