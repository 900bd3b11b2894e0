import KeyURITemplates
import ProtectionTerms
import Testing
import TextFormats

@testable import ProviderTemplates

/// The values of a template file other than its key URI; lines and columns are counted by hand.
@Suite struct TemplateTermsTests {
    /// Four lines, so that a line added by a test is the fifth.
    static let whole = "name: t\nsummary: s\nkey_uri: skd://{asset_id}\nmethods: [aes-128, sample-aes]\n"

    static func read(_ yaml: String) throws -> OnboardingTemplate {
        try OnboardingTemplate(yaml: Array(yaml.utf8), source: "t.yaml")
    }

    @Test func everyTerm() throws {
        let template = try Self.read(
            Self.whole
                + """
                key_format: com.apple.streamingkeydelivery
                key_format_versions: 1/2
                key_systems: [fairplay, widevine]
                method: sample-aes
                iv: record
                key_per: type
                session_keys: all
                clear_lead: forbidden
                asset_id: [host, "query:cid"]
                record:
                  hdcp: type-0
                  security_level: main
                  content_type: hd
                  lease: 90s
                  rental: 2h
                  playback: 10m
                  offline_stream_id: 0011223344556677
                  audio: {hdcp: none, security_level: audio}
                  uhd: {hdcp: type-1, offline_title_id: AABBCCDDEEFF0011}
                exports: [json, cpix-2.3]
                test_only: yes
                source: "a page"
                unconfirmed: [the host, the port]
                """.replacing("cpix-2.3", with: "cpix")
        )
        #expect(template.keyFormat == .fairPlay)
        #expect(template.keyFormatVersions == "1/2")
        #expect(template.keySystems == [.fairPlay, .widevine])
        #expect(template.method == .sampleAES)
        #expect(template.ivSource == .record)
        #expect(template.keyGranularity == .type)
        #expect(template.sessionKeys == .all)
        #expect(template.clearLead == .forbidden)
        #expect(template.assetIDRules == [.host, .query("cid")])
        #expect(template.exportFormats == ["json", "cpix"])
        #expect(template.isTestOnly)
        #expect(template.sources == ["a page"])
        #expect(template.unconfirmedStatements == ["the host", "the port"])
        var terms = template.recordPolicy.terms(ofTrack: "all")
        #expect(terms.hdcp == "type-0" && terms.securityLevel == "main" && terms.contentType == "hd")
        #expect((terms.leaseSeconds, terms.rentalSeconds, terms.playbackSeconds) == (90, 7200, 600))
        #expect(terms.offlineStreamID == "0011223344556677" && terms.offlineTitleID == nil)
        #expect(
            template.recordPolicy.terms(ofTrack: "sd") == terms
                && template.recordPolicy.terms(ofTrack: "x") == terms
        )
        terms = template.recordPolicy.terms(ofTrack: "audio")
        #expect(terms.hdcp == "none" && terms.securityLevel == "audio" && terms.leaseSeconds == 90)
        terms = template.recordPolicy.terms(ofTrack: "uhd")
        #expect(terms.hdcp == "type-1" && terms.offlineTitleID == "aabbccddeeff0011")
    }

    @Test func withoutTermsNothingIsSaid() throws {
        let template = try Self.read(Self.whole)
        #expect(template.keyFormat == nil && template.keyFormatVersions == nil && template.keySystems == nil)
        #expect(template.method == nil && template.ivSource == nil && template.sessionKeys == nil)
        #expect(
            template.keyGranularity == .presentation && template.clearLead == .allowed && !template.isTestOnly
        )
        #expect(
            template.assetIDRules == nil && template.recordPolicy.isEmpty && template.exportFormats.isEmpty
        )
        #expect(
            template.sources.isEmpty && template.unconfirmedStatements.isEmpty && template.ancestors.isEmpty
        )
    }

    @Test(
        arguments: [
            (
                "key_format: com.example.drm", 13,
                .unknownWord(
                    "com.example.drm",
                    key: "key_format",
                    known: ["com.apple.streamingkeydelivery", "identity"]
                )
            ),
            (
                "key_format_versions: 1/", 22,
                .invalidValue(
                    key: "key_format_versions",
                    expected: "positive numbers with / between them, as in 1 or 1/2"
                )
            ),
            (
                "key_systems: [drm]", 15,
                .unknownWord(
                    "drm",
                    key: "key_systems",
                    known: ["fairplay", "widevine", "playready", "identity"]
                )
            ),
            ("key_systems: [fairplay, fairplay]", 25, .duplicate("fairplay")),
            (
                "method: sample-aes-ctr", 9,
                .unknownWord("sample-aes-ctr", key: "method", known: ["aes-128", "sample-aes"])
            ),
            ("iv: random", 5, .unknownWord("random", key: "iv", known: ["record", "segment", "sequence"])),
            (
                "session_keys: some", 15,
                .unknownWord("some", key: "session_keys", known: ["none", "start", "all"])
            ),
            ("clear_lead: no", 13, .unknownWord("no", key: "clear_lead", known: ["allowed", "forbidden"])),
            ("asset_id: host", 11, .invalidValue(key: "asset_id", expected: "a list of rules, or none")),
            ("asset_id: [Host]", 12, .unknownWord("Host", key: "asset_id", known: AssetIDRule.names)),
            ("asset_id: [\"query:\"]", 12, .unknownWord("query:", key: "asset_id", known: AssetIDRule.names)),
            ("test_only: maybe", 12, .unknownWord("maybe", key: "test_only", known: ["yes", "no"])),
            ("exports: [JSON]", 11, .invalidValue(key: "exports", expected: "names of export formats")),
            ("source: []", 9, .invalidValue(key: "source", expected: "a list that is not empty")),
            ("unconfirmed: x", 14, .invalidValue(key: "unconfirmed", expected: "a list that is not empty")),
            (
                "record: {hdcp: type-2}", 16,
                .unknownWord("type-2", key: "hdcp", known: ["none", "type-0", "type-1"])
            ),
            (
                "record: {lease: 1.5}", 17,
                .invalidValue(
                    key: "lease",
                    expected: "whole seconds, 1 to 4294967295, as in 90s, 10m or 2h"
                )
            ),
            (
                "record: {rental: 0}", 18,
                .invalidValue(
                    key: "rental",
                    expected: "whole seconds, 1 to 4294967295, as in 90s, 10m or 2h"
                )
            ),
            (
                "record: {offline_title_id: 123}", 28,
                .invalidValue(key: "offline_title_id", expected: "2 to 32 hexadecimal digits, two a byte")
            ),
            (
                "record: {sd: {audio: {}}}", 15,
                .unknownKey(
                    "audio",
                    known: [
                        "hdcp", "security_level", "content_type", "lease", "rental", "playback",
                        "offline_stream_id",
                        "offline_title_id",
                    ]
                )
            ),
            ("record: {sd: x}", 14, .invalidValue(key: "sd", expected: "a mapping")),
            ("expected: {key_uri: x}", nil, .missingKey("example")),
        ] as [(String, Int?, OnboardingTemplateError.Problem)]
    )
    func rejected(line: String, column: Int?, problem: OnboardingTemplateError.Problem) {
        // A missing key has the location of the whole file, which begins on line 1.
        let error = OnboardingTemplateError(
            at: TextLocation(in: "t.yaml", line: column == nil ? 1 : 5, column: column ?? 1),
            problem
        )
        #expect(throws: error) { try Self.read(Self.whole + line) }
        #expect(error.description.hasSuffix("."))
    }

    @Test func anExampleIsWhatItIsExpectedToBe() throws {
        let template = try Self.read(
            Self.whole + """
                asset_id: [whole, host]
                example: {content_id: c, asset_id: movie}
                expected: {key_uri: "skd://movie", asset_id: movie}
                """
        )
        #expect(template.expected.keyURI == "skd://movie")
        #expect(template.expected.assetID == "movie")
    }

    @Test(
        arguments: [
            (
                "expected: {key_uri: \"skd://other\"}", 21,
                .unexpected(key: "key_uri", got: ["skd://movie"])
            ),
            ("expected: {asset_id: x}", 22, .unexpected(key: "asset_id", got: ["movie"])),
            ("expected: {iv: x}", 12, .unknownKey("iv", known: ["key_uri", "asset_id"])),
        ] as [(String, Int, OnboardingTemplateError.Problem)]
    )
    func anExampleIsNotWhatItIsExpectedToBe(
        line: String,
        column: Int,
        problem: OnboardingTemplateError.Problem
    ) {
        let error = OnboardingTemplateError(at: TextLocation(in: "t.yaml", line: 7, column: column), problem)
        #expect(throws: error) {
            try Self.read(Self.whole + "asset_id: [host]\nexample: {content_id: movie}\n" + line)
        }
    }

    @Test func anExampleWithoutAssetID() {
        let error = OnboardingTemplateError(
            at: TextLocation(in: "t.yaml", line: 5, column: 11),
            .noAssetID(uri: "skd://m", rules: ["host", "query:cid"])
        )
        #expect(throws: error) {
            try Self.read(Self.whole + "asset_id: [host, \"query:cid\"]\nexample: {content_id: m}\n")
        }
    }

    @Test func anotherKeyURITakesWithItWhatWasSaidOfTheOldOne() throws {
        let template = try Self.read(
            Self.whole + "asset_id: [host]\nexample: {content_id: movie}\nmethod: aes-128\n"
        )
        let replaced = template.replacing(keyURI: try KeyURITemplate(parsing: "skd:x"))
        #expect(replaced.assetIDRules == nil && replaced.example.names.isEmpty && replaced.method == .aes128)
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "])
    func deepNestingIsAnError(piece: String) {
        for depth in [17, 100, 999, 10_000] {
            let error = #expect(throws: OnboardingTemplateError.self) {
                try Self.read("name: t\nsummary:\n  " + String(repeating: piece, count: depth))
            }
            #expect(error?.description.hasSuffix(".") == true)
        }
        let closed = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
        let error = #expect(throws: OnboardingTemplateError.self) { try Self.read("a: " + closed) }
        #expect(error?.problem == .tooDeep)
    }
}
