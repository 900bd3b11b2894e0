import TestRandomness
import Testing
import TextFormats

@testable import LicenseMessages

/// TLLV lists, with bytes written by hand after the published layout.
struct TLLVListTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let hexadecimal: String
        let status: KSMStatus
        let offset: Int

        var testDescription: String { name }
    }

    private static let assetID = "1bf7f53f5d5d5a1f"
    private static let block = String(repeating: "ab", count: 16)

    private func list(_ hexadecimal: String, at start: Int = 0) throws -> TLLVList {
        let bytes = try #require(Hexadecimal.decode(hexadecimal))
        return try TLLVList(reading: bytes.span, at: start)
    }

    @Test func `The value of a tag that is left out is zeros, where it was`() throws {
        let tllvs = [
            TLLV(tag: .assetID, value: [1, 2], padding: [UInt8](repeating: 9, count: 14)),
            TLLV(tag: .r1, value: [3, 4, 5], padding: [UInt8](repeating: 8, count: 13)),
        ]
        let bytes = TLLVList(tllvs).serialized
        let list = try TLLVList(reading: bytes.span, at: 28, leavingOut: .r1)
        #expect(list.tllvs[0] == tllvs[0])
        #expect(list.tllvs[1].value == [0, 0, 0])
        // After a container header of 28 bytes, a TLLV of 32 and a TLLV header of 16.
        #expect(list.valueRange(of: .r1) == 76..<79)
        #expect(bytes[48..<51] == [3, 4, 5])
        #expect(list.valueRange(of: .hdcp) == nil)
    }

    @Test func `Values, padding and unknown tags are read and written as they were`() throws {
        let text =
            Self.assetID + "00000010" + "00000003" + Self.block + "0123456789abcdef" + "00000000" + "00000000"
            + "0123456789abcdef" + "00000010" + "00000010" + Self.block
        let list = try list(text)
        #expect(
            list.tllvs.map(\.tag.name) == ["asset id", "tag 0x0123456789abcdef", "tag 0x0123456789abcdef"]
        )
        #expect(list.tllvs.map(\.value.count) == [3, 0, 16])
        #expect(list.tllvs.map(\.padding.count) == [13, 0, 0])
        #expect(list.tllvs.map(\.blockLength) == [16, 0, 16])
        #expect(Hexadecimal.encode(list.serialized) == text)
        #expect(try list.required(.assetID).value == [0xAB, 0xAB, 0xAB])
        #expect(try self.list("").tllvs.isEmpty)
    }

    @Test(arguments: [
        Case(name: "less than a header", hexadecimal: assetID, status: .spcParsing, offset: 100),
        Case(
            name: "a block over the end",
            hexadecimal: assetID + "00000020" + "00000003" + block,
            status: .spcParsing,
            offset: 108
        ),
        Case(
            name: "the largest block",
            hexadecimal: assetID + "ffffffff" + "00000003" + block,
            status: .spcParsing,
            offset: 108
        ),
        Case(
            name: "a block that is not a multiple of 16",
            hexadecimal: assetID + "0000000f" + "00000003" + block,
            status: .spcParsing,
            offset: 108
        ),
        Case(
            name: "a value longer than its block",
            hexadecimal: assetID + "00000010" + "00000011" + block,
            status: .spcParsing,
            offset: 112
        ),
        Case(
            name: "the largest value",
            hexadecimal: assetID + "00000010" + "ffffffff" + block,
            status: .spcParsing,
            offset: 112
        ),
        Case(
            name: "a known tag twice",
            hexadecimal: assetID + "00000010" + "00000003" + block + assetID + "00000000" + "00000000",
            status: .duplicateTag,
            offset: 132
        ),
        Case(
            name: "bytes behind the last one",
            hexadecimal: assetID + "00000010" + "00000003" + block + "00",
            status: .spcParsing,
            offset: 132
        ),
    ])
    func `Lengths that do not fit are refused where they are`(fault: Case) {
        let error = #expect(throws: LicenseMessageError.self) { try list(fault.hexadecimal, at: 100) }
        #expect(error?.status == fault.status)
        #expect(error?.offset == fault.offset)
    }

    @Test func `Too long a payload is refused`() {
        let error = #expect(throws: LicenseMessageError.self) {
            try TLLVList(reading: [UInt8](repeating: 0, count: SPCContainer.byteLimit + 1).span)
        }
        #expect(error?.status == .spcParsing)
    }

    @Test func `What is required is there once and has its length`() throws {
        let once = TLLV(.assetID, [1, 2, 3])
        let missing = #expect(throws: LicenseMessageError.self) { try TLLVList([once]).required(.r2) }
        #expect(missing?.status == .missingTag)
        #expect(missing?.tag == .r2)
        let twice = #expect(throws: LicenseMessageError.self) {
            try TLLVList([once, once]).required(.assetID)
        }
        #expect(twice?.status == .duplicateTag)
        #expect(try TLLVList([once]).required(.assetID, lengths: 2...3) == [1, 2, 3])
        #expect(try TLLVList([once]).optional(.r2, lengths: 2...3) == nil)
        for lengths in [0...2, 4...4, 4...Int.max] {
            let error = #expect(throws: LicenseMessageError.self) {
                try TLLVList([once]).required(.assetID, lengths: lengths)
            }
            #expect(error?.status == .spcParsing)
        }
    }

    @Test(arguments: [(0, 0, 0), (1, 0, 16), (16, 0, 16), (17, 0, 32), (16, 2, 48), (0, 1, 16)])
    func `A value is padded to whole blocks and some more`(count: Int, extra: Int, block: Int) {
        let tllv = TLLV(.r1, [UInt8](repeating: 1, count: count), extraBlocks: extra)
        #expect(tllv.blockLength == block)
        #expect(TLLVList([tllv]).serialized.count == 16 + block)
    }

    @Test func `Without a number of blocks it is 0 to 3 more`() {
        let blocks = Set((0..<400).map { _ in TLLV(.r1, []).blockLength })
        // Each is missing with a probability of (3/4)^400.
        #expect(blocks == [0, 16, 32, 48])
    }

    @Test func `Shuffling keeps all TLLVs, and every order of three comes`() {
        let tllvs = [TLLV(.r1, [1]), TLLV(.r2, [2]), TLLV(.hdcp, [3])]
        let orders = Set((0..<600).map { _ in TLLVList(tllvs).shuffled(.system).tllvs })
        // Each is missing with a probability of (5/6)^600.
        #expect(orders.count == 6)
        #expect(orders.allSatisfy { Set($0) == Set(tllvs) })
    }

    @Test func `Random lists are read as they were written`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let tllvs = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                TLLV(
                    LicenseTag(rawValue: generator.next()),
                    generator.bytes(Int.random(in: 0...70, using: &generator)),
                    extraBlocks: Int.random(in: 0...3, using: &generator)
                )
            }
            let bytes = TLLVList(tllvs).serialized
            let read = try TLLVList(reading: bytes.span)
            #expect(read.tllvs == tllvs, "seed \(seed)")
            #expect(read.serialized == bytes, "seed \(seed)")
        }
    }
}
