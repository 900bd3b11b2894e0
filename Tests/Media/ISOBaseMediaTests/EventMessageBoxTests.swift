import Bitstreams
import ISOBaseMedia
import Testing

/// `emsg` boxes written by hand from ISO/IEC 23009-1, 5.10.3.3.
struct EventMessageBoxTests {
    private static let names = code("urn:a") + [0] + code("7") + [0]

    private static func box(_ body: [UInt8], count: UInt64? = nil) throws(ParseError) -> EventMessageBox {
        try EventMessageBox(body[...], 1000..<1000 + (count ?? UInt64(body.count)))
    }

    private static func first(_ numbers: UInt32...) -> [UInt8] {
        zeros(4) + names + numbers.flatMap(u32)
    }

    private static func second(_ timescale: UInt32, _ time: UInt64, _ numbers: UInt32...) -> [UInt8] {
        [1, 0, 0, 0] + u32(timescale) + u64(time) + numbers.flatMap(u32) + names
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test
    func readsBothVersions() throws {
        let first = try Self.box(Self.first(1000, 40, 500, 9) + [1, 2, 3])
        #expect(
            first.timescale == 1000 && first.start == .delta(40) && first.duration == 500 && first.id == 9
        )
        #expect(first.schemeAndValueRange == 1004..<1012 && first.messageRange == 1028..<1031)
        let second = try Self.box(Self.second(90_000, 1 << 40, .max, 3) + [1])
        #expect(second.timescale == 90_000 && second.start == .time(1 << 40))
        #expect(second.duration == nil && second.id == 3)
        #expect(second.schemeAndValueRange == 1024..<1032 && second.messageRange == 1032..<1033)
    }

    /// The message data are not read, and may be longer than the bytes given.
    @Test
    func readsTheStartOfALargeBox() throws {
        let box = try Self.box(Self.second(1, 0, 0, 0), count: 1 << 20)
        #expect(box.messageRange == 1032..<1000 + 1 << 20)
    }

    @Test
    func writesVersion1() throws {
        let box = try Self.box(Self.first(1000, 40, 500, 9) + [1, 2, 3])
        let expected =
            u32(32 + 8 + 3) + code("emsg") + [1, 0, 0, 0] + u32(5) + u64(1 << 33) + u32(6) + u32(9)
        #expect(box.version1Head(timescale: 5, time: 1 << 33, duration: 6) == expected)
        #expect(box.version1Head(timescale: 5, time: 1 << 33, duration: nil)[24..<28] == u32(.max)[...])
    }

    @Test(
        arguments: [
            ("box version", [2, 0, 0, 0] + Self.second(1, 0, 0, 0).dropFirst(4), nil),
            ("timescale of box 'emsg'", Self.first(0, 0, 0, 0), nil),
            ("timescale of box 'emsg'", Self.second(0, 0, 0, 0), nil),
            ("scheme_id_uri of box 'emsg'", Self.zeros(4) + code("urn:a"), nil),
            ("value of box 'emsg'", Self.zeros(4) + code("urn:a") + [0] + code("7"), nil),
            ("value of box 'emsg'", Self.second(1, 0, 0, 0).dropLast(), nil),
            ("size of box 'emsg'", Self.second(1, 0, 0, 0), 1 << 31),
        ] as [(String, [UInt8], UInt64?)]
    )
    func refusesWhatIsMalformed(field: String, body: [UInt8], count: UInt64?) {
        let error = #expect(throws: ParseError.self) { try Self.box(body, count: count) }
        #expect(error.map { "\($0)".contains(field) } == true, "\(String(describing: error))")
    }

    /// A box that is cut off before its message data gives an error and no crash.
    @Test
    func refusesWhatIsCutShort() {
        for body in [Self.first(1000, 40, 500, 9), Self.second(1000, 40, 500, 9)] {
            for count in 0..<body.count {
                #expect(throws: ParseError.self) { try Self.box(Array(body.prefix(count))) }
            }
        }
    }
}
