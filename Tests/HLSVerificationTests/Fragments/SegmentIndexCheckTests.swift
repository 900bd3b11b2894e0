import HLSPackaging
import Testing

@testable import HLSVerification

/// Segments that begin with an index of their two fragments.
struct SegmentIndexCheckTests {
    private static let segment = "segment0.m4s"

    private static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// `sidx`, version 0: reference_ID, timescale, times, first_offset, and of each reference size, duration and SAP.
    private static func index(_ sizes: [Int]) -> [UInt8] {
        let references: [UInt8] = sizes.flatMap { size -> [UInt8] in
            number(size) + number(2) + [0x90, 0, 0, 0]
        }
        let body =
            [0, 0, 0, 0] + number(1) + number(1) + number(0) + number(0) + [0, 0, 0, UInt8(sizes.count)]
        return number(8 + body.count + references.count) + Array("sidx".utf8) + body + references
    }

    private static func title() throws -> Title {
        let title = try Title()
        try title.copySample("fmp4/video/240p", to: "clear")
        let bytes = try title.read("clear/" + segment)
        let fragments = BoxPlaces(bytes).all("moof").map(\.lowerBound)
        try #require(fragments.count == 2 && fragments[0] == 0)
        try title.write(index([fragments[1], bytes.count - fragments[1]]) + bytes, to: "clear/" + segment)
        try title.protect(title.directory + "/clear/index.m3u8", .sampleAES(systems: [.fairPlay]))
        return title
    }

    @Test func holds() throws {
        let title = try Self.title()
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// Bytes behind version and flags, reference_ID, timescale and time: the low byte of first_offset, then of the sizes.
    @Test(arguments: [19, 27, 39])
    func findsAnotherPlace(_ place: Int) throws {
        let title = try Self.title()
        try title.change("out/" + Self.segment, "sidx", at: place) { $0 &+= 4 }
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.summary) == ["stream index.m3u8:8 segment0.m4s"])
        #expect(report.findings.contains { $0.message.contains("'sidx' at byte 0") })
    }
}
