import Bitstreams
import ElementaryStreams
import SampleEncryption
import Testing

/// `dec3` built from access units, with expected values worked out by hand from ETSI TS 102 366, F.6.
struct EAC3SetupTests {
    /// Returns a syncframe of 64 bytes at 48 kHz whose bsi has only the requested fields.
    private static func frame(
        type: UInt8,
        substream: UInt8 = 0,
        blocks: UInt8 = 6,
        mode: UInt8 = 2,
        map: UInt16? = nil,
        objects: UInt8? = nil
    ) -> [UInt8] {
        let blocksCode = blocks == 6 ? 3 : blocks - 1
        var bits: [UInt8] = []
        func write(_ value: Int, _ width: Int) {
            for shift in (0..<width).reversed() { bits.append(UInt8(value >> shift & 1)) }
        }
        write(0x0B77, 16)
        write(Int(type), 2)
        write(Int(substream), 3)
        write(31, 11)
        write(Int(blocksCode), 4)
        write(Int(mode), 3)
        write(0, 1)
        write(16, 5)
        write(31 << 1, 6)
        if type == 1 {
            write(map == nil ? 0 : 1, 1)
            if let map { write(Int(map), 16) }
        }
        write(0, 2)
        if type == 0, blocks < 6 { write(0, 1) }
        write(objects == nil ? 0 : 1, 1)
        if let objects { write(1 << 16 | 1 << 8 | Int(objects), 22) }
        while bits.count < 512 { bits.append(0) }
        return stride(from: 0, to: 512, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    }

    /// PES packets may begin with any substream; those before the first access unit are ignored.
    @Test(arguments: [
        [[frame(type: 0, mode: 7)], [frame(type: 1, map: 0x0200)], [frame(type: 0, mode: 7)]],
        [
            [frame(type: 1)], [frame(type: 0, mode: 7) + frame(type: 1, map: 0x0200)],
            [frame(type: 0, mode: 7)],
        ],
        [
            [frame(type: 0, substream: 1), frame(type: 0, mode: 7)],
            [frame(type: 1, map: 0x0200), frame(type: 0)],
        ],
    ])
    func gathersTheFirstAccessUnitOfPackets(packets: [[[UInt8]]]) throws {
        var reader = AudioSetupReader(.eac3)
        for packet in packets {
            let bytes = packet.flatMap(\.self)
            if try reader.consume(bytes.span, at: 0) { break }
        }
        let expected: [UInt8] = [0x01, 0x00, 0x20, 0x0E, 0x02, 0x02]
        #expect(try reader.finish() == AudioSetupInformation(audioType: .zec3, setupData: expected))
    }

    /// 64 bytes for 1536 samples at 48 kHz are 16 kbit/s: 0000000010000 and three bits of num_ind_sub.
    @Test(
        arguments: [
            // 00 10000 0 0 000 010 0 000 0000 0
            ("stereo", [frame(type: 0)], [0x00, 0x80, 0x20, 0x04, 0x00]),
            // As before up to num_dep_sub 1, then nine bits of chan_loc: 2, Lrs/Rrs.
            (
                "7.1: a dependent substream with rear surround",
                [frame(type: 0, mode: 7), frame(type: 1, map: 0x0200)],
                [0x01, 0x00, 0x20, 0x0E, 0x02, 0x02]
            ),
            (
                "two dependent substreams: Lc/Rc, LFE2 and Cvh",
                [frame(type: 0), frame(type: 1, map: 0x0400), frame(type: 1, substream: 1, map: 0x000A)],
                [0x01, 0x80, 0x20, 0x04, 0x05, 0x81]
            ),
            (
                "a dependent substream without a map",
                [frame(type: 0), frame(type: 1)],
                [0x01, 0x00, 0x20, 0x04, 0x02, 0x00]
            ),
            // Each program is 00 10000 0 0 000 010 0 000 0000 0: 24 bits.
            (
                "two programs",
                [frame(type: 0), frame(type: 0, substream: 1, mode: 1)],
                [0x01, 0x01, 0x20, 0x04, 0x00, 0x20, 0x02, 0x00]
            ),
            // Two frames of three blocks each: 32 kbit/s; each substream counts once.
            (
                "frames of three blocks",
                [
                    frame(type: 0, blocks: 3), frame(type: 1, blocks: 3), frame(type: 0, blocks: 3),
                    frame(type: 1, blocks: 3),
                ],
                [0x02, 0x00, 0x20, 0x04, 0x02, 0x00]
            ),
            ("16 objects", [frame(type: 0, objects: 16)], [0x00, 0x80, 0x20, 0x04, 0x00, 0x01, 0x10]),
            // 256 bytes of AC-3 and 64 of E-AC-3: 320 bytes in 32 ms are 80 kbit/s; bsid 8.
            (
                "a core of AC-3",
                [
                    [0x0B, 0x77, 0, 0, 8, 8 << 3, 0x40, 0] + [UInt8](repeating: 0, count: 248),
                    frame(type: 1, map: 0x0200),
                ],
                [0x02, 0x80, 0x10, 0x04, 0x02, 0x02]
            ),
            // Two programs of 24 bits: 00 01000 0 0 000 010 0 000 0000 0, and the same with bsid 16.
            (
                "a program of AC-3 and one of E-AC-3",
                [
                    [0x0B, 0x77, 0, 0, 8, 8 << 3, 0x40, 0] + [UInt8](repeating: 0, count: 248),
                    frame(type: 0, substream: 1),
                ],
                [0x02, 0x81, 0x10, 0x04, 0x00, 0x20, 0x04, 0x00]
            ),
        ] as [(String, [[UInt8]], [UInt8])]
    )
    func describesAccessUnits(name: String, frames: [[UInt8]], expected: [UInt8]) throws {
        let unit = frames.flatMap(\.self)
        for stream in [unit, unit + unit] {
            let setup = try AudioSetupReaderTests.read(.eac3, stream)
            #expect(setup == AudioSetupInformation(audioType: .zec3, setupData: expected), "\(name)")
        }
    }

    /// These streams give an error, as nil would mean a stream without frames, which needs no protection.
    @Test(arguments: [frame(type: 1) + frame(type: 1), frame(type: 0, substream: 1) + frame(type: 1)])
    func refusesStreamsWithoutTheFirstProgram(stream: [UInt8]) {
        let expected = ParseError.missing(offset: 0, "frame of the first program among the E-AC-3 frames")
        #expect(throws: SampleEncryptionError.malformed(expected)) {
            try AudioSetupReaderTests.read(.eac3, stream)
        }
    }

    @Test func refusesAC3DeclaredAsEAC3() {
        #expect(throws: SampleEncryptionError.self) {
            try AudioSetupReaderTests.read(.eac3, SyntheticPackedAudio.ac3 + SyntheticPackedAudio.ac3)
        }
    }
}
