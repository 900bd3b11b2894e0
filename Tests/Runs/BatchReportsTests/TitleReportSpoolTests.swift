import Failures
import Foundation
import Testing

@testable import BatchReports

/// Reports of titles that are kept until they are written.
struct TitleReportSpoolTests {
    private static func report(_ index: Int) -> TitleReport {
        let input = TitleReport.Input(paths: ["\(index).mp4"], files: 1, bytes: UInt64(index), sha256: "ab")
        var report = TitleReport(
            index: index,
            line: index + 2,
            contentID: "t\(index) \u{1F3AC}",
            state: .published,
            input: input
        )
        report.seconds = Double(index) / 3
        report.warnings = Array(repeating: "a warning", count: index % 7)
        return report
    }

    /// The limit of memory decides only where the reports are.
    @Test(arguments: [0, 1000, 1 << 20])
    func `Reports come back in manifest order`(memoryLimit: Int) throws {
        let spool = TitleReportSpool(memoryLimit: memoryLimit)
        for index in (0..<300).shuffled() where index % 3 != 0 { spool.add(Self.report(index)) }
        let expected = (0..<300).filter { $0 % 3 != 0 }
        #expect(spool.indices == expected)
        #expect(Array(spool.reports) == expected.map(Self.report))
        #expect(spool.reports.reversed().map(\.index) == expected.reversed())
        try spool.requireWhole()
    }

    @Test func `No report is an empty collection`() throws {
        #expect(TitleReportSpool().reports.isEmpty)
        try TitleReportSpool().requireWhole()
    }
}
