import Bitstreams
import ISOBaseMedia
import Testing

struct BoxHeaderTests {
    private static let uuid = [UInt8](0..<16)

    @Test(
        arguments: [
            ("32 bits", box("free", [1]), 8, .bytes(9)),
            ("64 bits", u32(1) + code("mdat") + u64(0x1_0000_0010), 16, .bytes(0x1_0000_0010)),
            ("to the end", u32(0) + code("mdat"), 8, .toTheEnd),
            ("uuid", box("uuid", uuid), 24, .bytes(24)),
            ("uuid with 64 bits", u32(1) + code("uuid") + u64(32) + uuid, 32, .bytes(32)),
        ] as [(String, [UInt8], Int, BoxHeader.Extent)]
    )
    func reads(name: String, bytes: [UInt8], size: Int, extent: BoxHeader.Extent) throws {
        var reader = ByteReader(bytes[...])
        let header = try BoxHeader(&reader)
        #expect(header.size == size)
        #expect(header.extent == extent)
        #expect(BoxHeader.size(startingWith: bytes[...]) == size)
        #expect(reader.offset == UInt64(size))
        #expect((header.extendedType != nil) == name.hasPrefix("uuid"))
    }

    @Test(
        arguments: [
            ("size 7", u32(7) + code("free"), 0),
            ("size 2", u32(2) + code("free"), 0),
            ("64-bit size 15", u32(1) + code("free") + u64(15), 0),
            ("uuid of 23 bytes", u32(23) + code("uuid") + uuid, 0),
            ("control character", box("fr\u{1F}e"), 4),
            ("7 bytes", Array(box("free").dropLast()), 4),
            ("64-bit size cut short", u32(1) + code("free") + [0, 0, 0], 8),
            ("extended type cut short", box("uuid", [1, 2]), 8),
        ] as [(String, [UInt8], UInt64)]
    )
    func refuses(name: String, bytes: [UInt8], offset: UInt64) {
        var reader = ByteReader(bytes[...], at: 1000)
        let error = #expect(throws: ParseError.self) { try BoxHeader(&reader) }
        #expect(error?.offset == 1000 + offset, "\(name)")
    }

    @Test(
        arguments: [
            ("past the container", u32(9) + code("free")),
            ("to the end", u32(0) + code("free")),
            ("64-bit size at its limit", u32(1) + code("free") + u64(.max)),
        ] as [(String, [UInt8])]
    )
    func refusesChildrenThatDoNotFit(name: String, bytes: [UInt8]) {
        var reader = ByteReader(bytes[...], at: 20)
        let error = #expect(throws: ParseError.self) { try Box(&reader) }
        #expect(error?.offset == 20, "\(name)")
    }

    @Test func goesOverChildren() throws {
        let bytes = box("free", [1, 2]) + box("skip") + box("uuid", Self.uuid, [7])
        var boxes = BoxIterator(ByteReader(bytes[...], at: 100))
        var found: [Box] = []
        while let box = try boxes.next() { found.append(box) }
        #expect(found.map(\.type) == ["free", "skip", "uuid"])
        #expect(found.map(\.offset) == [100, 110, 118])
        #expect(found.map(\.bodyOffset) == [108, 118, 142])
        #expect(found.map { Array($0.body) } == [[1, 2], [], [7]])
    }
}
