import Testing

@testable import MediaSyntax

struct SegmentStartTimeTests {
    @Test(
        arguments: [
            ("later", [256: 100], [256: 200], true),
            ("equal", [256: 100], [256: 100], true),
            ("earlier", [256: 200], [256: 100], false),
            ("across the wrap", [256: 0x1_FFFF_FFFF], [256: 5], true),
            ("back across the wrap", [256: 5], [256: 0x1_FFFF_FFFF], false),
            ("other streams", [256: 200], [257: 100], true),
            ("one of two is earlier", [256: 100, 257: 300], [256: 200, 257: 200], false),
        ] as [(String, [UInt32: UInt64], [UInt32: UInt64], Bool)]
    )
    func comparesTimes(name: String, first: [UInt32: UInt64], second: [UInt32: UInt64], expected: Bool) {
        #expect(SegmentStartTime.transport(second).canFollow(.transport(first)) == expected, "\(name)")
    }

    @Test func comparesDecodeTimesOf64Bits() {
        let late = SegmentStartTime.fragment([1: .max])
        let early = SegmentStartTime.fragment([1: 0])
        #expect(late.canFollow(early))
        #expect(!early.canFollow(late))
        #expect(early.canFollow(.transport([1: 5])))
    }
}
