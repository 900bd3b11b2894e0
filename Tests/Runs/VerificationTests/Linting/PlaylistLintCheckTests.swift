import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Lint findings in `verify`: faults of playlists are errors, unless the clear source has them.
struct PlaylistLintCheckTests {
    /// A playlist whose second segment, ending at line 7, is longer than the target duration allows.
    private static let long =
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\n0.vtt\n#EXTINF:2,\n1.vtt\n#EXT-X-ENDLIST\n"
    private static let files = ["0.vtt": Synthetic.webVTT(0), "1.vtt": Synthetic.webVTT(1)]

    private func title(_ playlist: String, _ iv: IVMode = .sequence) throws -> Title {
        try Title(
            files: Self.files.merging(["index.m3u8": playlist]) { $1 },
            ProtectionOptions(iv: iv)
        )
    }

    @Test func aBrokenRuleIsAnError() throws {
        let report = try title(Self.long).verify()
        let finding = try #require(report.findings.first { $0.rule.rawValue == "segment-duration" })
        #expect(!report.holds)
        #expect(finding.severity == .error)
        // One key line before the first segment.
        #expect(finding.line == 7)
        #expect(finding.measured?.contains("2") == true)
        #expect(finding.allowed?.contains("1.5") == true)
        #expect(finding.source?.hasPrefix("RFC 8216bis") == true)
    }

    /// This also holds if every segment has its own key line, which shifts all line numbers.
    @Test(arguments: [IVMode.sequence, .segment])
    func aFaultOfTheSourceIsAWarning(iv: IVMode) throws {
        let title = try title(Self.long, iv)
        let report = try title.verifyAgainstSource()
        let finding = try #require(report.findings.first { $0.rule.rawValue == "segment-duration" })
        #expect(report.holds)
        #expect(finding.severity == .warning)
        #expect(finding.message.contains("the source has this, too"))
    }

    /// The same rule at another line is another fault.
    @Test func aFaultThatTheSourceDoesNotHaveIsAnError() throws {
        let title = try title(Self.long)
        try title.replace("#EXTINF:1,", with: "#EXTINF:2,", in: "out/index.m3u8")
        let findings = try title.verifyAgainstSource().findings.filter {
            $0.rule.rawValue == "segment-duration"
        }
        #expect(findings.map(\.severity) == [.error, .warning])
        #expect(findings.map(\.line) == [5, 7])
    }

    /// The source needs no version; the protected playlist needs one but has none.
    @Test func aVersionThatTheProtectionNeeds() throws {
        let title = try title(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\n0.vtt\n#EXT-X-ENDLIST\n",
            .segment
        )
        try title.editLines(of: "out/index.m3u8") { lines in
            lines.removeAll { $0.hasPrefix("#EXT-X-VERSION") }
        }
        let report = try title.verifyAgainstSource()
        #expect(!report.holds)
        #expect(report.findings.contains { $0.rule.rawValue == "version" && $0.severity == .error })
    }

    /// The line that needs the version has another number after key lines were added, which the message says.
    @Test func aVersionThatIsTooLowInTheSource() throws {
        let title = try title(
            Self.long.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-VERSION:2\n").replacing(
                "2,",
                with: "2.0,"
            )
        )
        let found = try title.verifyAgainstSource().findings.filter { $0.rule.rawValue == "version" }
        #expect(found.map(\.severity) == [.warning])
        try title.replace("#EXT-X-VERSION:2", with: "#EXT-X-VERSION:1", in: "out/index.m3u8")
        let lower = try title.verifyAgainstSource().findings.filter { $0.rule.rawValue == "version" }
        #expect(lower.map(\.severity) == [.error])
    }

    /// Only `inspect` shows notes.
    @Test func notesAreLeftOut() throws {
        let title = try title(Self.long)
        try title.editLines(of: "out/index.m3u8") { $0.insert("#EXT-X-VENDOR:1", at: 1) }
        #expect(try title.verify().findings.allSatisfy { $0.severity != .note })
    }

    /// Each faulty line of one playlist has a finding; what it describes is not checked, everything else is.
    @Test func aPlaylistThatCannotBeReadAsAWhole() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let playlist = "video/240p/index.m3u8"
        try title.editLines(of: "out/" + playlist) { lines in
            lines[4] = "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://movie-42/all/0\",IV=0x12g"
            lines[8] = "#EXTINF:x,"
        }
        let report = try title.verify()
        let errors = report.findings.filter { $0.severity == .error }
        #expect(!report.holds)
        #expect(Set(errors.filter { $0.source != nil }.map(\.line)).isSuperset(of: [5, 9]))
        #expect(errors.allSatisfy { $0.playlist == playlist }, "\(errors.map(\.summary))")
        let unread = errors.filter { $0.rule == .notChecked }
        #expect(unread.map(\.line) == [5])
        #expect(!report.renditions.map(\.playlist).contains(playlist))
        #expect(report.renditions.count == 5)
        #expect(report.renditions.allSatisfy { $0.holds })
        // The playlist exists, so the comparison with the source does not report it as missing.
        #expect(try title.verifyAgainstSource().findings.allSatisfy { $0.rule != .sourcePlaylist })
    }

    @Test func aMultivariantPlaylistThatCannotBeReadAsAWhole() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try title.editLines(of: "out/multivariant.m3u8") { lines in
            lines.insert("#EXT-X-KEY:METHOD=NONE", at: 4)
        }
        let report = try title.verify()
        #expect(!report.holds)
        #expect(report.renditions.count == 6)
        #expect(report.findings.contains { $0.rule.rawValue == "tag-foreign" && $0.line == 5 })
        #expect(report.findings.contains { $0.rule == .notChecked && $0.line == 5 })
    }
}
