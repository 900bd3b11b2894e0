import BatchReports
import Ciphers
import Foundation
import Testing

/// HTML reports as text; `Tests/Oracles/run-reports` loads them in a browser.
struct HTMLReportTests {
    @Test func `Troubles come before titles, and every title has a row`() throws {
        let text = Self.text(of: SampleReport.everyState)
        let failures = try #require(text.range(of: ">Failures <"))
        let warnings = try #require(text.range(of: ">Warnings <"))
        let titles = try #require(text.range(of: "<details class=\"title\""))
        #expect(failures.lowerBound < warnings.lowerBound && warnings.lowerBound < titles.lowerBound)
        #expect(
            text.components(separatedBy: "<details class=\"title\"").count == TitleState.allCases.count + 1
        )
        for link in 0..<TitleState.allCases.count where text.contains("href=\"#t\(link)\"") {
            #expect(text.contains("id=\"t\(link)\""))
        }
    }

    @Test func `A run without troubles says so`() {
        let text = Self.text(of: SampleReport.report(of: [SampleReport.title(0, state: .published)]))
        #expect(text.contains("No failures, no warnings."))
        let nothing = Self.text(of: SampleReport.report(of: []))
        #expect(nothing.hasSuffix("</html>\n"))
    }

    @Test func `The policy allows the style and the script of the page, and nothing else`() throws {
        let text = Self.text(of: SampleReport.everyState)
        for (tag, directive) in [("style", "style-src"), ("script", "script-src")] {
            let parts = text.components(separatedBy: "<\(tag)>")
            #expect(parts.count == 2)
            let content = try #require(parts.last?.components(separatedBy: "</\(tag)>").first)
            let digest = Base64.encode(SHA256.digest(of: Array(content.utf8)))
            #expect(text.contains("\(directive) &#39;sha256-\(digest)&#39;;"))
        }
        #expect(text.contains("content=\"default-src &#39;none&#39;; img-src data:; "))
        #expect(!text.contains(" style=") && !text.contains(" onclick="))
        #expect(!text.contains("http://") && !text.contains("https://"))
    }

    @Test(arguments: ["<b>", "</style></script>", "\"><img src=x>", "'&]]>", "\u{2028}\u{202E}"])
    func `Nothing of an input is a tag or hides what it is`(name: String) {
        var title = SampleReport.title(0, state: .failed, contentID: name)
        title.error = name
        title.template = name
        title.method = name
        title.keySystems = [name]
        title.warnings = [name]
        title.verification = .init(holds: false, findings: [name])
        title.input = .init(paths: [name], files: 1, bytes: 1, sha256: name)
        title.output = .init(path: name, files: 1, bytes: 1, sha256: name)
        title.keys = [.init(keyID: name, track: name, period: 0, generation: 0, keyURI: name)]
        title.renditions[0].name = name
        title.renditions[0].timeline[1].keyID = name
        title.renditions[0].timeline[2].keyURI = name
        title.renditions[0].timeline[2].method = name
        let report = SampleReport.report(of: [title])
        var overview = report.overview
        overview.manifest.path = name
        overview.manifest.sha256 = name
        overview.toolVersion = name
        var text = ""
        HTMLReport(overview, titles: [title]).write { text += $0 }
        let escaped = MarkupEscaping.escaped(name)
        #expect(text.components(separatedBy: escaped).count > 15)
        // The page's own style and script are removed before the search.
        var rest = text.replacingOccurrences(of: escaped, with: "")
        let plain = Self.text(of: SampleReport.report(of: []))
        for own in ["<style>", "<script>"] {
            let content = plain.components(separatedBy: own).last?.components(separatedBy: "</").first ?? ""
            rest = rest.replacingOccurrences(of: own + content + "</" + own.dropFirst(), with: "")
        }
        #expect(!rest.contains(name), "\(name)")
    }

    @Test func `Titles may be loaded while they are written`() {
        let lazy = (0..<3).lazy.map { SampleReport.title($0, state: .published) }
        var text = ""
        HTMLReport(SampleReport.everyState.overview, titles: lazy).write { text += $0 }
        #expect(text == Self.text(of: BatchReport(SampleReport.everyState.overview, titles: Array(lazy))))
    }

    @Test func `JSON that is written title by title is the report`() throws {
        let report = SampleReport.everyState
        var text = ""
        try JSONReport(report.overview, titles: report.titles).write { text += $0 }
        #expect(try JSONDecoder().decode(BatchReport.self, from: Data(text.utf8)) == report)
        var empty = ""
        try JSONReport(report.overview, titles: []).write { empty += $0 }
        #expect(try JSONDecoder().decode(BatchReport.self, from: Data(empty.utf8)).titles.isEmpty)
    }

    private static func text(of report: BatchReport) -> String {
        var text = ""
        HTMLReport(report.overview, titles: report.titles).write { text += $0 }
        return text
    }
}
