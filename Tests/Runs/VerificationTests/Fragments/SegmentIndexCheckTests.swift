import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Segments that begin with a `sidx` box for their two fragments.
struct SegmentIndexCheckTests {
    private static let segment = "segment0.m4s"

    private static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Returns `sidx`, version 0: reference_ID, timescale, times, first_offset; then size, duration, SAP.
    private static func index(_ sizes: [Int]) -> [UInt8] {
        let references: [UInt8] = sizes.flatMap { size -> [UInt8] in
            number(size) + number(2) + [0x90, 0, 0, 0]
        }
        let body =
            [0, 0, 0, 0] + number(1) + number(1) + number(0) + number(0) + [0, 0, 0, UInt8(sizes.count)]
        return number(8 + body.count + references.count) + Array("sidx".utf8) + body + references
    }

    /// Creates a title whose index leaves out `missing` bytes of the first fragment.
    private static func title(missing: Int = 0) throws -> Title {
        let title = try Title()
        try title.copySample("fmp4/video/240p", to: "clear")
        let bytes = try title.read("clear/" + segment)
        let fragments = BoxRanges(bytes).all("moof").map(\.lowerBound)
        try #require(fragments.count == 2 && fragments[0] == 0)
        let sizes = [fragments[1] - missing, bytes.count - fragments[1]]
        try title.write(index(sizes) + bytes, to: "clear/" + segment)
        try title.protect(title.directory + "/clear/index.m3u8", .sampleAES(systems: [.fairPlay]))
        return title
    }

    @Test func holds() throws {
        let title = try Self.title()
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// The low byte of first_offset and of the sizes; the offsets count from version and flags.
    @Test(arguments: [19, 27, 39])
    func findsAnotherPlace(_ offset: Int) throws {
        let title = try Self.title()
        try title.change("out/" + Self.segment, "sidx", at: offset) { $0 &+= 4 }
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.summary) == ["stream index.m3u8:8 segment0.m4s"])
        #expect(report.findings.contains { $0.message.contains("'sidx' at byte 0") })
    }

    /// The index of the result has the fault of the source, which is not a fault of the protection.
    @Test func sourceMayHaveTheFault() throws {
        let title = try Self.title(missing: 36)
        let alone = try title.verify()
        #expect(alone.findings.filter(\.isError).map(\.summary) == ["stream index.m3u8:8 segment0.m4s"])
        let report = try title.verifyAgainstSource()
        #expect(report.summaries == ["(warning) stream index.m3u8:8 segment0.m4s"])
        #expect(report.findings.contains { $0.message.hasSuffix("; the source has this, too") })
        #expect(report.holds)
    }

    /// A fault of the source excuses no other one, here in the low byte of first_offset or of a size.
    @Test(arguments: [19, 27, 39])
    func anotherFaultThanTheSourceIsFound(_ offset: Int) throws {
        let title = try Self.title(missing: 36)
        try title.change("out/" + Self.segment, "sidx", at: offset) { $0 &+= 4 }
        let report = try title.verifyAgainstSource()
        #expect(report.findings.filter(\.isError).map(\.summary) == ["stream index.m3u8:8 segment0.m4s"])
    }

    /// Protection does not change reference_ID, timescale, time, duration and SAP of a subsegment.
    ///
    /// The last change is to the high byte of first_offset, which then points beyond the file.
    @Test(arguments: [7, 11, 15, 31, 35, 16])
    func findsWhatIsNotOfTheSource(_ offset: Int) throws {
        let title = try Self.title()
        try title.change("out/" + Self.segment, "sidx", at: offset) { $0 &+= 4 }
        let report = try title.verifyAgainstSource()
        #expect(
            report.findings.filter(\.isError).map(\.summary) == ["source-media index.m3u8:8 segment0.m4s"]
        )
    }

    /// The comparison of an initialization section and the digest in the store both ignore an index in it.
    @Test(arguments: [true, false])
    func indexInTheSection(isWithDigest: Bool) throws {
        let title = try Title()
        try title.copySample("fmp4/video/240p", to: "clear")
        let segments = try (0..<3).map { try title.read("clear/segment\($0).m4s") }
        let section = try title.read("clear/init.mp4")
        // One file: the section with the index after it, then the segments.
        let index = Self.index(segments.map(\.count))
        try title.write(section + index + segments.joined(), to: "clear/main.mp4")
        try title.editLines(of: "clear/index.m3u8") { lines in
            var start = section.count + index.count
            var number = 0
            for line in lines.indices {
                if lines[line].hasPrefix("#EXT-X-MAP:") {
                    lines[line] = "#EXT-X-MAP:URI=\"main.mp4\",BYTERANGE=\"\(start)@0\""
                } else if lines[line].hasPrefix("segment") {
                    lines[line] = "#EXT-X-BYTERANGE:\(segments[number].count)@\(start)\nmain.mp4"
                    start += segments[number].count
                    number += 1
                }
            }
        }
        for number in 0..<3 { try title.remove("clear/segment\(number).m4s") }
        try title.remove("clear/init.mp4")
        try title.remove("clear/iframes.m3u8")
        try title.protect(title.directory + "/clear/index.m3u8", .sampleAES(systems: [.fairPlay]))
        let boxes = BoxRanges(try title.read("out/main.mp4"))
        #expect(boxes.all("sidx").count == 1)
        #expect(try title.read("out/main.mp4")[boxes.all("sidx")[0]] != index[...])
        let report = isWithDigest ? try title.verify() : try title.verifyAgainstSource()
        #expect(report.summaries == [])
        #expect(report.holds)
        // Both checks detect a change to any other byte of the section.
        try title.change("out/main.mp4", "moov/trak/mdia/mdhd", at: 15) { $0 ^= 1 }
        let changed = isWithDigest ? try title.verify() : try title.verifyAgainstSource()
        #expect(!changed.holds)
    }
}
