import Foundation
import LicenseFlowFixtures
import LicenseFlowTexts
import Testing

struct LicenseFlowTextTests {
    private static func lines(of sample: SampleFlowReport) throws -> [String] {
        let text = LicenseFlowText.text(of: try sample.report())
        #expect(text.hasSuffix("\n"))
        return text.dropLast().components(separatedBy: "\n")
    }

    @Test func `A run that holds has a table for each flow, remarks once, and its outcome at the end`() throws
    {
        let expected = """
            keys: keys.csv (csv), 3 keys
            source: in/main.m3u8

            ksm (FairPlay, the asset id is extracted from the key URI): holds
            CODE  STEP           ASKED                  CAME             RESULT
            R01   key lines      key lines of FairPlay  2 key lines      holds
            R06   SPC posted ×3  SPC of 896 bytes       HTTP status 200  holds
            R09   policy         the policy             a lease of 60 s  holds, with warnings

            warning: R09: keys.csv:2: the lease is short. Give a longer one.

            cenc (Widevine and PlayReady, the key is found by its id): holds
            CODE  STEP       ASKED        CAME  RESULT
            R01   key lines                     holds
            R11   segments   21 segments        holds

            remark: The device key function (Apple's D) is a stand-in.
            remark: Only in ksm.

            out/main.m3u8: rehearsed: ksm, cenc: all steps hold (1 warning) (device key function: a stand-in for Apple's D)
            """
        #expect(try Self.lines(of: .holding) == expected.components(separatedBy: "\n"))
    }

    @Test func `A run that fails has its findings in full below the table`() throws {
        let expected = """
            keys: keys.csv (csv), 3 keys

            ksm (FairPlay, the asset id is extracted from the key URI): DOES NOT HOLD
            CODE  STEP               ASKED                  CAME                     RESULT
            R01   key lines          key lines of FairPlay  2 key lines              holds
            R08   key in the export                                                  FAILS
            R10   CKC opened                                a step before it failed  skipped

            error: R08: keys.csv: no such asset id. Export the title.
            error: R08: no such asset id anywhere. Name the rule.

            remark: The device key function (Apple's D) is a stand-in.

            out/main.m3u8: rehearsed: ksm: does not hold (2 errors) (device key function: a stand-in for Apple's D)
            """
        #expect(try Self.lines(of: .failing) == expected.components(separatedBy: "\n"))
    }

    @Test func `A captured request has tables of its fields and its blocks`() throws {
        let expected = """
            keys: keys.csv (csv), 3 keys

            spc: an SPC, as base64, of a version that no public test vector covers
            FIELD      VALUE
            asset id   movie-42
            streaming  on the device

            BLOCK     BYTES
            R2        21
            asset id  8

            ksm (how a license server handles a captured request): holds
            CODE  STEP               ASKED  CAME  RESULT
            R05   certificate                     holds
            R07   SPC opened                      holds
            R02   asset id                        holds
            R08   key in the export               holds

            remark: D's block stays closed.

            spc: checked: all steps hold
            """
        #expect(try Self.lines(of: .captured) == expected.components(separatedBy: "\n"))
    }

    @Test func `A captured request that cannot be opened has its error alone`() throws {
        let lines = try Self.lines(of: .unopened)
        #expect(lines.contains("error: R06: spc: too short. Capture all of it."))
        #expect(lines.last == "the captured SPC: checked: does not hold (1 error)")
        #expect(!lines.contains { $0.hasPrefix("FIELD") })
    }

    @Test(arguments: [
        ("escape sequence", "\u{1B}[2J\u{1B}]0;title\u{7}", "\\u{1B}"),
        ("lines", "one\nerror: R08: two\rthree", "one\\nerror: R08: two\\rthree"),
        ("C1 control", "a\u{9B}31mb", "a\\u{009B}31mb"),
        ("zero byte", "a\u{0}b", "a\\0b"),
        ("direction", "a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
    ])
    func `Controls are spelled out, so that no text of a file begins a line`(
        name: String,
        text: String,
        shown: String
    ) throws {
        let lines = try Self.lines(of: .saying(text))
        let plain = try Self.lines(of: .saying("plain"))
        #expect(lines.count == plain.count, "\(name)")
        let controls = lines.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.isEmpty, "\(name)")
        #expect(lines.filter { $0.contains(shown) }.count >= 12, "\(name)")
    }

    /// Table lines have at most four columns of known width, and 60 characters each for `asked` and `came`.
    @Test(arguments: [
        ("long", String(repeating: "x", count: 20_000)),
        ("long, of characters of many bytes", String(repeating: "é🎬", count: 10_000)),
        ("long, of controls", String(repeating: "\u{1B}", count: 20_000)),
    ])
    func `Long texts leave lines of tables readable, and those of findings as long as messages are`(
        name: String,
        text: String
    ) throws {
        var sample = SampleFlowReport.failing
        let step = SampleFlowReport.step(
            "R08",
            "key in the export",
            "fails",
            asked: "BEGIN\(text)END",
            came: "BEGIN\(text)END",
            findings: [SampleFlowReport.finding(at: text, text, text)]
        )
        sample.members["flows"] = [SampleFlowReport.flow("ksm", [step])]
        let lines = try Self.lines(of: sample)
        let row = try #require(lines.first { $0.hasPrefix("R08") })
        #expect(row.count == 6 + 19 + 62 + 62 + 5, "\(name)")
        #expect(row.contains("  BEGIN") && row.contains("END  ") && row.contains("…"), "\(name)")
        #expect(lines.allSatisfy { $0.utf8.count <= 4096 }, "\(name)")
    }

    @Test(arguments: [
        ("a stand-in", "a stand-in for Apple's D"),
        ("a command", "the D of a command"),
    ])
    func `The outcome names the device key function`(name: String, function: String) throws {
        for sample in [SampleFlowReport.holding, .failing] {
            var sample = sample
            sample.members["device_key_function"] = function
            #expect(
                try Self.lines(of: sample).last?.hasSuffix(" (device key function: \(function))") == true,
                "\(name)"
            )
            sample.members["device_key_function"] = nil
            #expect(try Self.lines(of: sample).last?.contains("device") == false)
        }
    }
}
