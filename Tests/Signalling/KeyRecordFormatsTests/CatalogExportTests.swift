import Failures
import Foundation
import KeyStore
import KeyURITemplates
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// Asset ids for keys of many titles: exported ids, and ids that belong to several keys.
struct CatalogExportTests {
    /// Returns all ids that an app may derive from a URI, as records list them if no rule was given.
    private static func derived(_ uri: String) -> [(String, String)] {
        AssetIDRule.candidates(forKeyURI: uri).map { ($0.id, $0.rule.name) }
    }

    /// Returns two keys of two titles, with these URIs and asset ids.
    private static func keys(
        _ first: (uri: String, ids: [(String, String)]),
        _ second: (uri: String, ids: [(String, String)])
    ) throws -> [ExportableKey] {
        let ids = [SampleKeys.keyID, SampleKeys.otherID]
        return try zip(zip(["movie-1", "movie-2"], ids), [first, second]).map { name, signal in
            try SampleKeys.key(
                title: name.0,
                id: name.1,
                signalling: [SampleKeys.fairPlay(name.1, uri: signal.uri, ids: signal.ids)]
            )
        }
    }

    private static func export(_ format: String, _ keys: [ExportableKey]) throws -> (
        text: String, notes: [String]
    ) {
        let exportFormat = try #require(ExportFormats.named(format))
        var bytes: [UInt8] = []
        var notes: [String] = []
        // The export may hold back bytes until `finish`.
        try withoutActuallyEscaping({ (span: Span<UInt8>) in
            for index in span.indices { bytes.append(span[index]) }
        }) {
            sink in
            var export = try KeyExport(exportFormat, ExportSettings(), to: sink)
            if export.surveysKeys { for key in keys { export.survey(key) } }
            for key in keys { _ = try export.append(key) }
            try export.finish()
            notes = export.warnings
        }
        return (String(decoding: bytes, as: UTF8.self), notes)
    }

    private static let (first, second) = ("skd://h.example/f?cid=1a", "skd://h.example/f?cid=2b")

    @Test(arguments: ["csv", "fps-sdk"])
    func `An id of several keys that nobody said is left out, and told`(format: String) throws {
        let keys = try Self.keys(
            (Self.first, Self.derived(Self.first)),
            (Self.second, Self.derived(Self.second))
        )
        let (text, notes) = try Self.export(format, keys)
        let ids = format == "csv" ? ["\r\n1a,", "\r\n2b,"] : ["\"1a\":", "\"2b\":"]
        #expect(ids.allSatisfy(text.contains))
        #expect(!text.contains(format == "csv" ? "\r\nh.example," : "\"h.example\":"))
        #expect(notes.count == 1 && notes[0].contains("host (2 keys)"), "\(notes)")
    }

    @Test(arguments: ["csv", "fps-sdk"])
    func `An id that somebody said goes before one that is derived`(format: String) throws {
        let statedKey = ("skd://x/1", [("h.example", "whole")])
        let (text, notes) = try Self.export(
            format,
            Self.keys(statedKey, (Self.second, Self.derived(Self.second)))
        )
        let id = format == "csv" ? "\r\nh.example," : "\"h.example\":"
        #expect(text.ranges(of: id).count == 1)
        #expect(notes.count == 1 && notes[0].contains("host (1 key)"), "\(notes)")
    }

    @Test(arguments: ["csv", "fps-sdk"])
    func `Distinct ids are written without a word`(format: String) throws {
        let own = [Self.first, Self.second].map { uri in
            (uri, Self.derived(uri).filter { $0.1 == "query:cid" || $0.1 == "whole" })
        }
        let (text, notes) = try Self.export(format, Self.keys(own[0], own[1]))
        #expect(text.contains("1a") && text.contains("2b") && notes.isEmpty)
    }

    @Test(
        arguments: ["csv", "fps-sdk"],
        [
            // An id by a rule that was given, and ids by all rules.
            [("h.example", "host")], [],
        ]
    )
    func `An id of two keys is refused`(format: String, statedIDs: [(String, String)]) throws {
        let uri = "skd://static"
        let ids = statedIDs.isEmpty ? Self.derived(uri) : statedIDs
        let keys = try Self.keys(
            (statedIDs.isEmpty ? uri : Self.first, ids),
            (statedIDs.isEmpty ? uri : Self.second, ids)
        )
        let error = try #require(throws: RunFailure.self) { try Self.export(format, keys) }
        #expect("\(error)".contains("belongs to several keys") && "\(error)".contains("--asset-id-rule"))
    }

    /// A record by a template that lists other rules.
    @Test func `A rule that is named is applied to the URI`() throws {
        let keys = try Self.keys(
            (Self.first, [(Self.first, "whole")]),
            (Self.second, [(Self.second, "whole")])
        )
        var settings = ExportSettings()
        settings.assetIDRule = "query:cid"
        let rows = try SampleKeys.text("csv", keys, settings).split(separator: "\r\n").dropFirst()
        #expect(rows.map { $0.prefix { $0 != "," } } == ["1a", "2b"])
    }

    // MARK: Several rules for one id

    @Test(arguments: [
        ("host", ["host"]), ("host|afterScheme|query:cid", ["host", "afterScheme", "query:cid"]),
        ("query:a|b|whole", ["query:a|b", "whole"]), ("vendor|unknown", ["vendor", "unknown"]),
        ("host|host", ["host"]), ("|", ["|"]),
    ])
    func `Rules of one field`(text: String, rules: [String]) {
        #expect(AssetIDRuleList.rules(in: text) == rules)
    }

    @Test func `An id by several rules comes back by all of them`() throws {
        let key = try SampleKeys.key()
        let text = try SampleKeys.text("csv", [key])
        #expect(text.contains("\r\nmovie-42,6d6f7669652d3432,host|afterScheme,"))
        let signalling = try #require(SampleKeys.read(text, as: "csv").keys.first?.signalling.first)
        let rules = signalling.assetIDs.map { "\($0.id) \($0.rule)" }
        #expect(rules == ["movie-42 host", "movie-42 afterScheme", "skd://movie-42 whole"])
    }

    // MARK: Ids for offline playback

    @Test(
        arguments: ["00", "0011223344556677", "000102030405060708090a0b0c0d0e0f"],
        ["fps-sdk", "csv", "jsonl"]
    )
    func `Offline ids of 1 to 16 bytes come back`(id: String, format: String) throws {
        var terms = SampleKeys.terms(level: format == "fps-sdk" ? nil : "baseline", lease: nil)
        (terms.offlineStreamID, terms.offlineTitleID) = (id, "8899")
        let text = try SampleKeys.text(format, [try SampleKeys.key(terms: terms)])
        var settings = ImportSettings()
        if format == "fps-sdk" { (settings.contentID, settings.track) = (try ContentID("movie-42"), "hd") }
        #expect(try SampleKeys.read(text, as: format, settings).keys.first?.terms == terms)
    }

    @Test(arguments: ["", "0", "001", "0g", "000102030405060708090a0b0c0d0e0f10"])
    func `Other offline ids are refused`(id: String) throws {
        let text = """
            {"content_id":"a","track":"hd","key_id":"\(SampleKeys.keyID)","key":"\(SampleKeys.skmKey)","offline_title_id":"\(id)"}
            """
        #expect(throws: RunFailure.self) { try SampleKeys.read(text, as: "jsonl") }
        var terms = SampleKeys.terms(lease: nil)
        (terms.offlineStreamID, terms.offlineTitleID) = (id, "8899")
        let key = try SampleKeys.key(terms: terms)
        #expect(throws: RunFailure.self) { try SampleKeys.text("fps-sdk", [key]) }
    }
}
