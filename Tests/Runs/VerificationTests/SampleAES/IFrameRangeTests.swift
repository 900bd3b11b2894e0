import Testing

@testable import Inspection
@testable import Verification

/// I-frames whose source ranges are not whole packets; `protect` widens the encrypted ones.
struct IFrameRangeTests {
    private static let prefix = "#EXT-X-BYTERANGE:"

    /// Creates a title whose I-frame ranges begin and end this many bytes later.
    private static func title(_ start: Int, _ end: Int, clearLead: Duration) throws -> Title {
        let title = try Title()
        try title.copySample("ts-byterange", to: "clear")
        try title.editLines(of: "clear/iframes.m3u8") { lines in
            for (index, line) in lines.enumerated() where line.hasPrefix(prefix) {
                let numbers = line.dropFirst(prefix.count).split(separator: "@").compactMap { Int($0) }
                lines[index] = "\(prefix)\(numbers[0] + end - start)@\(numbers[1] + start)"
            }
        }
        try title.protect(title.directory + "/clear/multivariant.m3u8", .sampleAES(clearLead: clearLead))
        return title
    }

    @Test(arguments: [(0, -13, 0), (0, -13, 4), (7, 0, 0), (7, 50, 4), (187, -187, 4)])
    func holds(start: Int, end: Int, lead: Int) throws {
        let title = try Self.title(start, end, clearLead: .seconds(lead))
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
    }

    /// A range of other packets is still another I-frame.
    @Test func findsAnotherPacket() throws {
        let title = try Self.title(7, 50, clearLead: .zero)
        let lines = try title.text("clear/iframes.m3u8").split(separator: "\n")
        let line = try #require(lines.last { $0.hasPrefix(Self.prefix) })
        let numbers = line.dropFirst(Self.prefix.count).split(separator: "@").compactMap { Int($0) }
        try title.replace(
            String(line),
            with: "\(Self.prefix)\(numbers[0] - 188)@\(numbers[1] + 188)",
            in: "clear/iframes.m3u8"
        )
        let report = try title.verifyAgainstSource()
        #expect(report.findings.filter(\.isError).map(\.rule) == [.sourceMedia])
    }
}
