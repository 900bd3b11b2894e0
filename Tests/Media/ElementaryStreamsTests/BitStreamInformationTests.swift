import Bitstreams
import ElementaryStreams
import Testing

/// bsi() of AC-3 and E-AC-3, written bit by bit from ETSI TS 102 366, 4.3.2 and E.1.2.2.
struct BitStreamInformationTests {
    private static func frame(_ fields: String) -> [UInt8] {
        let bits = fields.filter { $0 == "0" || $0 == "1" }.map { $0 == "1" ? UInt8(1) : 0 }
        let padded = bits + [UInt8](repeating: 0, count: 64 * 8 - bits.count)
        return stride(from: 0, to: padded.count, by: 8).map { padded[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    }

    private static let syncword = "0000101101110111"
    /// strmtyp 0, substreamid 0, frmsiz 31, 48 kHz, six blocks.
    private static let independent = syncword + " 00 000 00000011111 00 11"
    private static let dependent = syncword + " 01 000 00000011111 00 11"

    @Test func readsAC3() throws {
        // crc1, fscod, frmsizecod, bsid; bsmod 2, 3/2, two mix levels, lfeon.
        let surround = Self.syncword + " 0000000000000000 00 001000 01000 010 111 01 10 1"
        let information = try DolbyBitStreamInformation(Self.frame(surround)[...], at: 0)
        #expect(information.bitstreamID == 8 && information.bitstreamMode == 2 && information.codingMode == 7)
        #expect(information.hasLowFrequencyChannel)
        // 2/0 has dsurmod and no mix levels.
        let stereo = Self.syncword + " 0000000000000000 00 001000 01000 000 010 00 1"
        #expect(try DolbyBitStreamInformation(Self.frame(stereo)[...], at: 0).hasLowFrequencyChannel)
        let mono = Self.syncword + " 0000000000000000 00 001000 01000 000 001 1"
        #expect(try DolbyBitStreamInformation(Self.frame(mono)[...], at: 0).hasLowFrequencyChannel)
    }

    /// All fields that may precede addbsi, followed by object audio of 16 objects.
    @Test(
        arguments: [
            ("nothing", "010 0 10000 11111 0", "0 0"),
            ("compression", "010 1 10000 11111 1 10101010", "0 0"),
            ("dual mono", "000 0 10000 11111 0 11111 1 11111111", "0 0"),
            (
                "mixing metadata of 3/2 with LFE",
                "111 1 10000 11111 0",
                "1 11 111111 111111 1 11111 1 111111 1 111111 11 00001 111111111111111111111111 0 0"
            ),
            ("mixing of 12 bits", "010 0 10000 11111 0", "1 0 0 10 111111111111 0 0"),
            ("mixing of 5 bits, and a pan", "001 0 10000 11111 0", "1 0 0 01 11111 1 11111111 111111 0 0"),
            ("mixing of blocks", "010 0 10000 11111 0", "1 0 0 00 1 0 1 11111 0 0 0 1 11111 0"),
            ("informational metadata", "010 0 10000 11111 0", "0 1 000 11 1111 1 11111111 1"),
        ]
    )
    func findsObjectAudio(name: String, start: String, metadata: String) throws {
        // addbsie, addbsil 1 (two bytes), seven bits and the object audio flag, the complexity index.
        let text = Self.independent + start + metadata + " 1 000001 0000000 1 00010000"
        let information = try DolbyBitStreamInformation(Self.frame(text)[...], at: 0)
        #expect(information.objectComplexity == 16, "\(name)")
        #expect(information.bitstreamID == 16)
    }

    @Test(
        arguments: [
            ("no addbsi", "0"), ("one byte", "1 000000 00000001"),
            ("another extension", "1 000001 00000011 00010000"),
            ("complexity 0", "1 000001 00000001 00000000"), ("complexity 17", "1 000001 00000001 00010001"),
        ]
    )
    func findsNoObjectAudio(name: String, additional: String) throws {
        let text = Self.independent + "010 0 10000 11111 0 0 0 " + additional
        #expect(
            try DolbyBitStreamInformation(Self.frame(text)[...], at: 0).objectComplexity == nil,
            "\(name)"
        )
    }

    @Test func readsChannelMapAndMode() throws {
        let mapped = Self.dependent + "010 0 10000 11111 0 1 0000001000000010 0 0 0"
        #expect(try DolbyBitStreamInformation(Self.frame(mapped)[...], at: 0).channelMap == 0x0202)
        let unmapped = Self.dependent + "010 0 10000 11111 0 0 0 1 101 11 1111 0 1 0"
        let information = try DolbyBitStreamInformation(Self.frame(unmapped)[...], at: 0)
        #expect(information.channelMap == nil && information.bitstreamMode == 5)
    }

    @Test func refusesInformationPastTheFrame() {
        let frame = Self.frame(Self.independent + "010 0 10000 11111 0 0 0 1 111111")
        #expect(throws: ParseError.self) { try DolbyBitStreamInformation(frame[..<20], at: 0) }
    }
}
