import BatchReports
import Foundation
import Testing

struct BatchReportTests {
    @Test func `A report comes back from its JSON as it was`() throws {
        let report = SampleReport.everyState
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(report)
        #expect(try JSONDecoder().decode(BatchReport.self, from: data) == report)
    }

    @Test func `Absent values are left out, and keys are in snake case`() throws {
        let input = TitleReport.Input(paths: ["a.mp4"], files: 1, bytes: 7)
        let title = TitleReport(index: 0, line: 2, contentID: "movie", state: .waiting, input: input)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(title), as: UTF8.self)
        #expect(
            text == """
                {"attempts":1,"content_id":"movie","duration":0,"index":0,\
                "input":{"bytes":7,"files":1,"paths":["a.mp4"]},"key_systems":[],"keys":[],"line":2,\
                "renditions":[],"seconds":0,"state":"waiting","status":0,"warnings":[]}
                """
        )
    }

    @Test func `Times are ISO 8601 in UTC`() throws {
        let time = Timestamp(Date(timeIntervalSince1970: 1_740_821_400.75))
        #expect(time.description == "2025-03-01T09:30:00Z")
        let data = try JSONEncoder().encode([time])
        #expect(String(decoding: data, as: UTF8.self) == #"["2025-03-01T09:30:00Z"]"#)
        #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [time])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Timestamp].self, from: Data(#"["yesterday"]"#.utf8))
        }
    }

    @Test func `Every state is counted once`() {
        let summary = BatchSummary(SampleReport.everyState.titles)
        #expect(summary.titles == TitleState.allCases.count)
        let counts = [
            summary.published, summary.unchanged, summary.replaced, summary.skipped, summary.failed,
            summary.interrupted, summary.notRun, summary.holds, summary.doesNotHold,
        ]
        #expect(counts == Array(repeating: 1, count: counts.count))
    }

    @Test func `Sums of bytes do not overflow`() {
        var title = SampleReport.everyState.titles[0]
        title.output = TitleReport.Output(path: "out", files: 1, bytes: .max)
        #expect(BatchSummary([title, title]).bytes == .max)
    }
}
