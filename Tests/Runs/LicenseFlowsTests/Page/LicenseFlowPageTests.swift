import BatchReports
import Ciphers
import Foundation
import LicenseFlowFixtures
import LicenseFlows
import Testing
import XMLDocuments

/// The page as text; `Tests/Oracles/run-reports` loads it in a browser.
struct LicenseFlowPageTests {
    private static var samples: KeyValuePairs<String, SampleFlowReport> {
        [
            "holds": .holding, "fails": .failing, "captured": .captured, "unopened": .unopened,
            "one text everywhere": .saying("text"),
        ]
    }

    private static func page(of sample: SampleFlowReport) throws -> String {
        var text = ""
        LicenseFlowPage(try sample.report()).write { text += $0 }
        return text
    }

    /// Returns the element `main` of a page; all elements in it are closed, as in XML.
    private static func main(of page: String) throws -> String {
        let start = try #require(page.range(of: "<main>"))
        let end = try #require(page.range(of: "</main>", options: .backwards))
        return String(page[start.lowerBound..<end.upperBound])
    }

    @Test(arguments: samples.map(\.key))
    func `All tags are closed, and ids are there once`(name: String) throws {
        let sample = try #require(Self.samples.first { $0.key == name }?.value)
        let page = try Self.page(of: sample)
        #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</body>\n</html>\n"))
        for part in [try Self.main(of: page), try Self.header(of: page)] {
            let bytes = Array(part.utf8)
            #expect(throws: Never.self) { try XMLDocument(reading: bytes.span) }
        }
        let ids = page.matches(of: /\bid="([^"]*)"/).map(\.1)
        #expect(Set(ids).count == ids.count)
        for label in page.matches(of: /aria-labelledby="([^"]*)"/) { #expect(ids.contains(label.1)) }
    }

    private static func header(of page: String) throws -> String {
        let start = try #require(page.range(of: "<header>"))
        let end = try #require(page.range(of: "</header>"))
        return String(page[start.lowerBound..<end.upperBound])
    }

    @Test func `The policy allows the style of the page, and nothing else`() throws {
        let page = try Self.page(of: .holding)
        let parts = page.components(separatedBy: "<style>")
        #expect(parts.count == 2)
        let style = try #require(parts.last?.components(separatedBy: "</style>").first)
        let digest = Base64.encode(SHA256.digest(of: Array(style.utf8)))
        #expect(page.contains("style-src &#39;sha256-\(digest)&#39;; script-src &#39;none&#39;;"))
        #expect(page.contains("content=\"default-src &#39;none&#39;; img-src data:; "))
        #expect(!page.contains("<script") && !page.contains(" style=") && !page.contains(" onclick="))
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test func `The way is a row of places, with a result in words in each step`() throws {
        let page = try Self.page(of: .holding)
        let ways = page.components(separatedBy: "<ol class=\"way\">").dropFirst()
        let stations = ways.map { way in
            (way.components(separatedBy: "</ol>\n<").first ?? "").matches(of: /class="station">([^<]*)</)
                .map { String($0.1) }
        }
        #expect(stations == [["app", "exported keys"], ["app", "media"]])
        #expect(page.matches(of: /<li class="box [a-z]+">.*?<span class="badge [a-z]+">/).count == 5)
        #expect(page.contains("<details class=\"more\"><summary>2 licenses that the app asked for</summary>"))
    }

    @Test func `A captured request is shown, and its asset id is read by the key server`() throws {
        let page = try Self.page(of: .captured)
        let stations = page.matches(of: /class="station">([^<]*)</).map { String($0.1) }
        #expect(stations == ["app", "license server", "exported keys"])
        #expect(page.contains("<dt>asset id</dt><dd><bdi>movie-42</bdi></dd>"))
        #expect(page.contains("No public test vector covers this version of SPC"))
        #expect(!(try Self.page(of: .unopened)).contains("<h2>Captured request</h2>"))
    }

    @Test func `Findings have their step, their place and their remedy`() throws {
        let page = try Self.page(of: .failing)
        for text in [
            "<strong>R08 key in the export</strong> <span class=\"muted\"><bdi>keys.csv</bdi></span>",
            "<p class=\"message\">no such asset id.</p>", "<p class=\"message remedy\">Export the title.</p>",
            "<dt>Errors</dt><dd>2</dd>", "<dt>Steps skipped</dt><dd>1</dd>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        ("stand-in", "a stand-in for Apple's D", "a stand-in for Apple&#39;s D"),
        ("command", "the D of a command", "the D of a command"),
    ])
    func `The device key function is at the top`(name: String, function: String, shown: String) throws {
        var sample = SampleFlowReport.failing
        sample.members["device_key_function"] = function
        #expect(
            try Self.header(of: Self.page(of: sample)).contains("device key function: <bdi>\(shown)</bdi>")
        )
    }

    @Test(arguments: ["<b>", "</style></script>", "\"><img src=x>", "'&]]>", "\u{2028}\u{202E}", "\u{1B}[2J"])
    func `Nothing of an input is a tag or hides what it is`(text: String) throws {
        let page = try Self.page(of: .saying(text))
        let escaped = MarkupEscaping.escaped(text)
        #expect(page.components(separatedBy: escaped).count > 30)
        let body = try Self.main(of: page) + Self.header(of: page)
        #expect(!body.replacingOccurrences(of: escaped, with: "").contains(text))
        let bytes = Array(try Self.main(of: page).utf8)
        #expect(throws: Never.self) { try XMLDocument(reading: bytes.span) }
    }

    /// A message has at most 4096 bytes, which escaping makes at most six times as long.
    @Test func `Long texts are cut`() throws {
        let page = try Self.page(of: .saying(String(repeating: "&", count: 50_000)))
        let empty = try Self.page(of: .saying(""))
        #expect(page.utf8.count < empty.utf8.count + 45 * 6 * 4096)
    }
}
