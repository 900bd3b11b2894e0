import BatchReports
import Testing
import XMLDocuments

struct JUnitReportTests {
    @Test func `Every state is a test case with what became of it`() throws {
        let text = Self.text(of: SampleReport.everyState)
        #expect(
            text.hasPrefix(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="fairlead batch" tests="10" failures="2" errors="1" skipped="1" time="75.25">
                <testsuite name="titles.csv" tests="10" failures="2" errors="1" skipped="1" time="75.25" \
                timestamp="2025-03-01T09:30:00Z">
                <testcase name="title-0" classname="titles.csv" time="1.5"/>
                <testcase name="title-1" classname="titles.csv" time="2.5"/>
                <testcase name="title-2" classname="titles.csv" time="3.5">
                <system-out>warning: the picture is small</system-out>
                </testcase>
                <testcase name="title-3" classname="titles.csv" time="4.5"/>
                <testcase name="title-4" classname="titles.csv" time="5.5">
                <failure message="in/4.mp4: something is wrong" type="failed">titles.csv:6: exit status 65
                in/4.mp4: something is wrong</failure>
                </testcase>
                <testcase name="title-5" classname="titles.csv" time="6.5">
                <error message="in/5.mp4: something is wrong" type="interrupted">titles.csv:7: exit status 75
                in/5.mp4: something is wrong</error>
                </testcase>
                <testcase name="title-6" classname="titles.csv" time="7.5">
                <skipped message="not begun"/>
                </testcase>
                <testcase name="title-7" classname="titles.csv" time="8.5"/>
                <testcase name="title-8" classname="titles.csv" time="9.5">
                <failure message="main.m3u8: media: a segment is missing" type="does-not-hold">
                """
            ),
            "\(text)"
        )
    }

    @Test func `It is well-formed XML, whatever titles are called`() throws {
        let names = [
            "</testcase><script>", "\"'&]]>",
            "\u{0}\u{1}\u{B}" + String(decoding: [0xEF, 0xBF, 0xBF], as: UTF8.self), "\u{202E}a\u{2028}",
            "a\nb\tc",
        ]
        var titles = names.enumerated().map { SampleReport.title($0, state: .failed, contentID: $1) }
        for index in titles.indices { (titles[index].error, titles[index].warnings) = (names[index], names) }
        let text = Self.text(of: SampleReport.report(of: titles))
        let bytes = Array(text.utf8)
        let document = try XMLDocument(reading: bytes.span)
        #expect(document.root.name == "testsuites")
        #expect(text.contains("name=\"\\u{0}\\u{1}\\u{B}\\u{FFFF}\""))
        #expect(text.contains("name=\"a&#10;b&#9;c\""))
    }

    private static func text(of report: BatchReport) -> String {
        var text = ""
        JUnitReport(report.overview, titles: report.titles).write { text += $0 }
        return text
    }
}
