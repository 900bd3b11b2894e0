import SampleEncryption
import Testing
import TransportStreams

/// Program maps of protected segments.
struct ProtectedProgramMapTests {
    typealias Stream = TransportStreamSurvey.Stream

    /// Returns setup information from hexadecimal digits, audio type first.
    static func setup(_ text: String) throws -> AudioSetupInformation {
        try AudioSetupInformation(SectionBytes.hexadecimal(text)[...], at: 0)
    }

    static func audio(_ pid: UInt16, _ codec: SampleAESCodec, _ text: String) throws -> Stream {
        Stream(pid: PacketIdentifier(pid), codec: codec, setup: try setup(text))
    }

    /// The program maps of clear lead and protected segments that Shaka Packager 3.8 wrote.
    ///
    /// The inputs are the mezzanines h264-aac, h264-ac3 and h264-eac3, with `--clear_lead 1`.
    @Test(
        arguments: [
            (
                SampleAESCodec.avc, "02b0120001c10000e050f0001be050f000434997be", "",
                "02b0180001c30000e050f000dbe050f0060f047a617663afcc2421"
            ),
            (
                .aac, "02b0120001c10000e050f0000fe050f000e06f1a31", "7a61616300000105119056e500",
                "02b02b0001c30000e050f000cfe050f0190f04616163640511617061647a61616300000105119056e500f67e16fa"
            ),
            (
                .ac3, "02b0120001c10000e050f00081e050f0001efc5712", "7a6163330000010a0b77225f084043e106f0",
                "02b0300001c30000e050f000c1e050f01e0f04616333640516617061647a616333"
                    + "0000010a0b77225f084043e106f0809b497b"
            ),
            (
                .eac3, "02b0120001c10000e050f00087e050f000ac121b8b", "7a656333000001050180200400",
                "02b02b0001c30000e050f000c2e050f0190f04656333640511617061647a6563330000010501802004009f146a37"
            ),
        ]
    )
    func writesWhatShakaPackagerWrites(
        codec: SampleAESCodec,
        clear: String,
        setup: String,
        protected: String
    ) throws {
        let stream = Stream(
            pid: PacketIdentifier(0x50),
            codec: codec,
            setup: setup.isEmpty ? nil : try Self.setup(setup)
        )
        let protection = try ProtectedProgramMap(SectionBytes.map(clear), streams: [stream])
        #expect(protection.section == SectionBytes.hexadecimal(protected))
        #expect(protection.dropped.isEmpty)
        #expect(ProgramMapReading(protection.protectedMap).faults.isEmpty)
        #expect(
            ProgramMapReading.differences(of: protection.protectedMap, from: protection.clearMap).isEmpty
        )
    }

    /// The descriptor loop of AC-3 as observed in real streams: 'apad' and 10 bytes of the frame.
    @Test func writesTheDescriptorsOfAC3() throws {
        let map = SectionBytes.map([SectionBytes.stream(0x81, 0x100)])
        let protection = try ProtectedProgramMap(
            map,
            streams: [Self.audio(0x100, .ac3, "7a6163330000010a0b77e1c1104043e106f0")]
        )
        let loop = "0f0461633364 0516 61706164 7a616333 0000 01 0a 0b77e1c1104043e106f0"
        #expect(Array(protection.section[17..<17 + 30]) == SectionBytes.hexadecimal(loop))
    }

    /// In a map of ffmpeg 5.1 the old registration is dropped, and the language follows the new descriptors.
    ///
    /// The expected section was written by hand, its CRC_32 computed by a bitwise one in Python.
    @Test func dropsTheRegistrationOfClearAC3() throws {
        let clear = "02b0230001c10000e100f0001be100f00081e101f00c050441432d330a04756e6400966c7c9e"
        let protection = try ProtectedProgramMap(
            SectionBytes.map(clear),
            streams: [
                Stream(pid: PacketIdentifier(0x100), codec: .avc),
                Self.audio(0x101, .ac3, "7a6163330000010a0b77225f084043e106f0"),
            ]
        )
        let expected =
            "02b0410001c30000e100f000 dbe100f006 0f047a617663 c1e101f024 0f0461633364"
            + "0516617061647a6163330000010a0b77225f084043e106f0 0a04756e6400"
        #expect(Array(protection.section.dropLast(4)) == SectionBytes.hexadecimal(expected))
        #expect(
            protection.section == SectionBytes.withChecksum(SectionBytes.hexadecimal(expected))
        )
    }

    /// AC-3 in private data gets the stream type of protected AC-3; other descriptors and reserved bits stay.
    @Test func keepsWhatIsNotToChange() throws {
        let clear = SectionBytes.withChecksum(
            SectionBytes.hexadecimal(
                "02 9036 00 01 7f 00 00 2100 6006 0504 43554549"
                    + "1b 2100 0000 06 0101 4009 6a0100 0504 41432d33 15 2102 5006 0504 49443320 86 c103 a000"
            )
        )
        let map = try ProgramMapTable(ProgramSection(clear, at: 0))
        let protection = try ProtectedProgramMap(
            map,
            streams: [
                Stream(pid: PacketIdentifier(0x100), codec: .avc),
                Self.audio(0x101, .ac3, "7a6163330000010a0b77225f084043e106f0"),
            ]
        )
        // Version 31 is followed by 0.
        let expected =
            "02 9054 00 01 41 00 00 2100 6006 0504 43554549"
            + "db 2100 0006 0f047a617663"
            + "c1 0101 4021 0f0461633364 0516617061647a6163330000010a0b77225f084043e106f0 6a0100"
            + "15 2102 5006 0504 49443320 86 c103 a000"
        #expect(protection.section == SectionBytes.withChecksum(SectionBytes.hexadecimal(expected)))
    }

    @Test func leavesAudioWithoutFramesClear() throws {
        let map = SectionBytes.map([
            SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(0x0F, 0x101, [(0x0A, "656e6700")]),
        ])
        let protection = try ProtectedProgramMap(
            map,
            streams: [
                Stream(pid: PacketIdentifier(0x100), codec: .avc),
                Stream(pid: PacketIdentifier(0x101), codec: .aac),
            ]
        )
        #expect(protection.protectedMap.streams.map(\.type.rawValue) == [0xDB, 0x0F])
        #expect(protection.protectedMap.streams[1] == map.streams[1])
        #expect(protection.protectedMap.version == 1)
    }

    @Test func changesNothingWhereNothingIsProtected() throws {
        let map = SectionBytes.map([SectionBytes.stream(0x0F, 0x101)])
        let protection = try ProtectedProgramMap(
            map,
            streams: [Stream(pid: PacketIdentifier(0x101), codec: .aac)]
        )
        #expect(!protection.isChanged)
        #expect(protection.section == map.section)
    }
}
