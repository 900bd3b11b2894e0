import PlaylistLinting
import Testing

@Suite struct LintTests {
    @Test(arguments: LintCase.all)
    func findsTheFault(lint: LintCase) throws {
        let all = try lint.faulty.findings()
        let findings = all.filter { $0.rule.id == lint.rule }
        #expect(findings.count == 1, "\(all)")
        let finding = try #require(findings.first)
        #expect(finding.line == lint.line)
        #expect(finding.measured == lint.measured)
        #expect(finding.allowed == lint.allowed)
        #expect(!finding.message.isEmpty && !finding.message.contains("\n"))
    }

    @Test(arguments: LintCase.all)
    func findsNothingInItsLegalNeighbour(lint: LintCase) throws {
        let findings = try lint.legal.findings()
        #expect(!findings.contains { $0.rule.id == lint.rule })
        let errors = findings.filter { $0.rule.severity == .error }
        #expect(errors.isEmpty, "\(errors)")
    }

    /// An IV that cannot be parsed gives one finding only.
    @Test(arguments: ["1234", "0x12g", "0xZZ", "0x000102030405060708090a0b0c0d0e0f10"])
    func aMalformedVectorIsNotShortToo(iv: String) throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv)|#EXTINF:9.5,|a.ts"
        let found = try LintPresentation.media(key).findings().map(\.rule.id).filter {
            $0.hasPrefix("key-iv")
        }
        #expect(found == ["key-iv"])
    }

    /// Bytes that are no playlist have no reading; `LintReportTests` covers these rules.
    private static let ofDocuments: Set = [
        "document-size", "document-header", "document-encoding", "document-control-character",
        "playlist-kind",
    ]

    @Test func everyRuleHasACase() {
        let ids = PlaylistLinter.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        let tried = Set(LintCase.all.map(\.rule)).union(Self.ofDocuments)
        #expect(Set(ids).subtracting(tried).sorted() == [])
        #expect(tried.subtracting(ids).sorted() == [])
        for rule in PlaylistLinter.rules {
            #expect(
                rule.id.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || $0 == 0x2D || (0x30...0x39).contains($0)
                }
            )
            #expect(!rule.source.isEmpty && !rule.summary.isEmpty)
        }
    }
}

extension LintCase {
    static let all =
        reading + text + versions + keys + sessionKeys + segments + dateRanges + lowLatency + together
        + variants + policies
        + renditions + bitrates + measured
}
