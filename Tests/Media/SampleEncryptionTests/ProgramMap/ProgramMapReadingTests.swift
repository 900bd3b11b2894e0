import SampleEncryption
import Testing
import TransportStreams

/// Reading of program maps of protected segments.
struct ProgramMapReadingTests {
    private static let indicator = "61616364"
    private static let setup = "617061647a61616300000105119056e500"
    private static let pid = PacketIdentifier(0x101)

    private static func reading(_ type: UInt8, _ descriptors: [(UInt8, String)]) -> ProgramMapReading {
        ProgramMapReading(SectionBytes.map([SectionBytes.stream(type, 0x101, descriptors)]))
    }

    @Test func readsProtectedAAC() throws {
        let reading = Self.reading(0xCF, [(0x0F, Self.indicator), (0x05, Self.setup), (0x0A, "656e6700")])
        #expect(reading.faults.isEmpty)
        let stream = try #require(reading.streams.first)
        #expect(stream.pid == Self.pid)
        #expect(stream.codec == .aac)
        #expect(stream.setup?.audioType == .zaac)
        #expect(stream.setup?.setupData == [0x11, 0x90, 0x56, 0xE5, 0x00])
    }

    @Test(arguments: [0x1B, 0x0F, 0x15, 0x06] as [UInt8])
    func findsNothingInClearMaps(type: UInt8) {
        let reading = Self.reading(type, [(0x0A, "656e6700"), (0x05, "49443320")])
        #expect(reading.faults.isEmpty && reading.streams.isEmpty)
    }

    @Test(
        arguments: [
            (
                "no indicator", 0xCF, [(0x05, setup)],
                ["no private data indicator", "registration 'apad' as descriptor 1"]
            ),
            (
                "the indicator of another codec", 0xCF, [(0x0F, "7a617663"), (0x05, setup)],
                ["private data indicator 'zavc'"]
            ),
            (
                "the indicator behind the registration", 0xCF, [(0x05, setup), (0x0F, indicator)],
                ["private data indicator as descriptor 2", "registration 'apad' as descriptor 1"]
            ),
            (
                "a language between", 0xCF, [(0x0F, indicator), (0x0A, "656e6700"), (0x05, setup)],
                ["registration 'apad' as descriptor 3"]
            ),
            ("no registration", 0xCF, [(0x0F, indicator)], ["no registration 'apad'"]),
            (
                "two registrations", 0xCF, [(0x0F, indicator), (0x05, setup), (0x05, setup)],
                ["registration 'apad' 2 times"]
            ),
            (
                "GPAC's registration", 0xCF, [(0x0F, indicator), (0x05, "7a616163")],
                ["no registration 'apad'"]
            ),
            (
                "the setup of another codec", 0xCF,
                [(0x0F, indicator), (0x05, "617061647a6163330000010a0b77e1c1104043e106f0")],
                ["audio setup information of type 'zac3'"]
            ),
            (
                "setup data cut short", 0xCF, [(0x0F, indicator), (0x05, "617061647a616163000001051190")],
                ["audio setup information: setup_data_length 5"]
            ),
            (
                "an audio type that is not known", 0xCF,
                [(0x0F, indicator), (0x05, "617061647a7a7a7a00000100")],
                ["audio setup information: audio_type of an unknown kind"]
            ),
            (
                "no AudioSpecificConfig", 0xCF, [(0x0F, indicator), (0x05, "617061647a61616300000100")],
                ["audio setup information: 0 bytes"]
            ),
            (
                "an AC-3 frame of 9 bytes", 0xC1,
                [(0x0F, "61633364"), (0x05, "617061647a616333000001090b77e1c1104043e106")],
                ["audio setup information: setup_data of 9 bytes"]
            ),
            (
                "no AC-3 frame", 0xC1,
                [(0x0F, "61633364"), (0x05, "617061647a6163330000010a0c77e1c1104043e106f0")],
                ["audio setup information: bytes without syncword"]
            ),
            (
                "a dec3 cut short", 0xC2,
                [(0x0F, "65633364"), (0x05, "617061647a6563330000010404002004")],
                ["audio setup information: 4 bytes"]
            ),
            (
                "the registration of clear AC-3", 0xC1,
                [
                    (0x0F, "61633364"), (0x05, "617061647a6163330000010a0b77e1c1104043e106f0"),
                    (0x05, "41432d33"),
                ],
                ["registration 'AC-3' in a protected stream"]
            ),
            (
                "an indicator in a clear stream", 0x0F, [(0x0F, indicator)],
                ["private data indicator 'aacd' in a stream with a clear stream_type"]
            ),
            (
                "'apad' in private data", 0x06, [(0x05, setup)],
                ["registration 'apad' in a stream with a clear stream_type"]
            ),
        ] as [(String, UInt8, [(UInt8, String)], [String])]
    )
    func findsFaults(name: String, type: UInt8, descriptors: [(UInt8, String)], found: [String]) {
        let faults = Self.reading(type, descriptors).faults
        #expect(faults.map(\.found) == found, "\(name)")
        #expect(faults.allSatisfy { $0.pid == Self.pid && !$0.expected.isEmpty })
    }

    @Test func refusesMoreThanAPacket() {
        let reading = Self.reading(
            0xDB,
            [(0x0F, "7a617663"), (0xFD, String(repeating: "00", count: 155))]
        )
        #expect(reading.faults == [.size(184)])
    }
}
