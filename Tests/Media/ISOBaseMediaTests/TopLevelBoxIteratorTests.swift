import Bitstreams
import ISOBaseMedia
import Testing

struct TopLevelBoxIteratorTests {
    /// Returns the boxes in a range of a file.
    private static func boxes(_ file: [UInt8], _ range: Range<UInt64>) throws(ParseError) -> [TopLevelBox] {
        var iterator = TopLevelBoxIterator(range)
        var boxes: [TopLevelBox] = []
        while let header = iterator.headerRange {
            boxes.append(try iterator.next(file[Int(header.lowerBound)..<Int(header.upperBound)]))
        }
        return boxes
    }

    @Test func goesOverAllKindsOfSizes() throws {
        let file =
            box("free", [1, 2]) + u32(1) + code("mdat") + u64(18) + [7, 7] + box("uuid", [UInt8](0..<16), [5])
            + u32(0) + code("mdat") + [8, 8, 8]
        let found = try Self.boxes(file, 0..<UInt64(file.count))
        #expect(found.map(\.type) == ["free", "mdat", "uuid", "mdat"])
        #expect(found.map(\.range) == [0..<10, 10..<28, 28..<53, 53..<64])
        #expect(found.map(\.body) == [8..<10, 26..<28, 52..<53, 61..<64])
        #expect(found.map(\.indices) == [0..<10, 10..<28, 28..<53, 53..<64])
        #expect(found.map(\.size) == [10, 18, 25, 11])
        #expect(found.map(\.runsToTheEnd) == [false, false, false, true])
        #expect(found.allSatisfy { !$0.isCut })
        #expect(try TopLevelBoxIterator.boxes(in: file) == found)
    }

    @Test func keepsToItsRange() throws {
        let file = [9, 9, 9] + box("free") + box("skip", [1]) + box("mdat")
        let found = try Self.boxes(file, 3..<20)
        #expect(found.map(\.type) == ["free", "skip"])
        #expect(found.map(\.range) == [3..<11, 11..<20])
        #expect(try Self.boxes(file, 5..<5).isEmpty)
    }

    @Test(
        arguments: [
            ("32 bits", u32(30) + code("mdat") + [1], 30),
            ("64 bits", u32(1) + code("mdat") + u64(.max) + [1], .max),
        ] as [(String, [UInt8], UInt64)]
    )
    func endsWithABoxThatIsCutShort(name: String, cut: [UInt8], size: UInt64) throws {
        let file = box("free") + cut
        let found = try Self.boxes(file, 0..<UInt64(file.count))
        #expect(found.map(\.isCut) == [false, true])
        let last = try #require(found.last)
        #expect(last.range == 8..<UInt64(file.count))
        #expect(last.size == size)
        #expect(
            last.truncationError == .truncated(offset: 8, needed: size, available: UInt64(cut.count)),
            "\(name)"
        )
        #expect(throws: ParseError.self) { try TopLevelBoxIterator.boxes(in: file) }
    }

    @Test(
        arguments: [
            ("header cut short", u32(8) + [0x66], 12),
            ("size 7", u32(7) + code("free"), 8),
            ("unprintable type", u32(8) + [1, 2, 3, 4], 12),
        ] as [(String, [UInt8], UInt64)]
    )
    func refuses(name: String, bytes: [UInt8], offset: UInt64) {
        let file = box("free") + bytes
        let error = #expect(throws: ParseError.self) { try Self.boxes(file, 0..<UInt64(file.count)) }
        #expect(error?.offset == offset, "\(name)")
    }
}
