import Bitstreams
import ElementaryStreams
import Testing

/// AudioSpecificConfig written bit by bit from ISO/IEC 14496-3, 1.6.2.1 and 4.4.1.
struct AudioSpecificConfigurationTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let objectType: UInt8
        let samplingRate: Int
    }

    static let accepted: [Case] = [
        // 00010 0011 0010 000
        Case(
            description: "AAC LC, 48 kHz, stereo",
            bytes: [0x11, 0x90],
            objectType: 2,
            samplingRate: 48_000
        ),
        // 00101 0110 0010 0011 00010 00 and padding: SBR over 24 kHz AAC LC
        Case(
            description: "HE-AAC, announced before",
            bytes: [0x2B, 0x11, 0x88, 0x00],
            objectType: 5,
            samplingRate: 24_000
        ),
        // 11101 0110 0001 0011 00010 00
        Case(
            description: "HE-AAC v2, announced before",
            bytes: [0xEB, 0x09, 0x88, 0x00],
            objectType: 29,
            samplingRate: 24_000
        ),
        // 00010 0110 0010 000, then 01010110111 00101 1 0011
        Case(
            description: "HE-AAC, announced behind",
            bytes: [0x13, 0x10, 0x56, 0xE5, 0x98],
            objectType: 5,
            samplingRate: 24_000
        ),
        // the same followed by 10101001000 1
        Case(
            description: "HE-AAC v2, announced behind",
            bytes: [0x13, 0x08, 0x56, 0xE5, 0x9D, 0x48, 0x80],
            objectType: 29,
            samplingRate: 24_000
        ),
        // the same with sbrPresentFlag 0, as encoders of AAC LC write it
        Case(
            description: "AAC LC that denies SBR",
            bytes: [0x11, 0x90, 0x56, 0xE5, 0x00],
            objectType: 2,
            samplingRate: 48_000
        ),
        // 11111 001010 0011 0010 ...: object type 42
        Case(
            description: "USAC",
            bytes: [0xF9, 0x46, 0x40, 0x00],
            objectType: 42,
            samplingRate: 48_000
        ),
        // 00010 1111 (24 bits: 44056) 0010 000
        Case(
            description: "AAC LC of a sampling rate of its own",
            bytes: [0x17, 0x80, 0x56, 0x0C, 0x10],
            objectType: 2,
            samplingRate: 44_056
        ),
    ]

    @Test(arguments: accepted)
    func reads(configuration: Case) throws {
        let found = try AudioSpecificConfiguration(configuration.bytes[...], at: 0)
        #expect(found.objectType == configuration.objectType)
        #expect(found.samplingRate == configuration.samplingRate)
    }

    @Test(arguments: [[], [0x11], [0x2B, 0x11], [0x17, 0x80, 0x56], [0x16, 0x90]] as [[UInt8]])
    func refuses(bytes: [UInt8]) {
        #expect(throws: ParseError.self) { try AudioSpecificConfiguration(bytes[...], at: 7) }
    }
}
