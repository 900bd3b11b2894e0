import Ciphers
import Failures
import Foundation
import KeyStore
import ProtectionTerms
import TestRandomness
import Testing
import TextFormats
import WipedMemory

@testable import KeyRecordFormats

/// ExpressPlay token requests: the keys in a file, and the lookup of keys in it.
struct ExpressPlayTokenTests {
    private static let format = "expressplay-token"

    /// Returns a key with one URI and only these asset ids.
    private static func key(
        _ title: String = "movie-42",
        uri: String = "skd://movie-42",
        ids: [(String, String)] = [],
        terms: KeyPolicyTerms? = nil
    ) throws -> ExportableKey {
        try SampleKeys.key(
            title: title,
            signalling: [SampleKeys.fairPlay(uri: uri, ids: ids)],
            terms: terms
        )
    }

    /// Returns the text of an export, and the export with the keys left out.
    private static func export(
        _ keys: [ExportableKey],
        _ settings: ExportSettings = ExportSettings()
    ) throws -> (text: String, export: KeyExport) {
        var export = try KeyExport(inMemory: #require(ExportFormats.named(format)), settings)
        for key in keys { export.survey(key) }
        for key in keys { _ = try export.append(key) }
        try export.finish()
        let text = export.contents.withSpan { span in
            String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
        }
        return (text, export)
    }

    private static func lookup(_ text: String) throws -> ExportedKeys {
        var bytes = Array(text.utf8)
        return try ExportedKeys(reading: ImportInput(taking: &bytes, name: "file"), as: nil)
    }

    // MARK: Titles

    static let titles = [
        "a", "mövie-🎬", "a\"b\\c/d", "{content_id}", "a,b|c&d=e+f%20g", "  ", "e\u{301}", "\u{2028}",
        String(repeating: "x", count: 200), String(repeating: "é", count: 100),
        String(repeating: "\"", count: 200),
    ]

    @Test(arguments: titles)
    func `A title comes back byte for byte`(title: String) throws {
        let text = try SampleKeys.text(
            Self.format,
            [
                Self.key(
                    title,
                    uri: "skd://" + title,
                    ids: [(title + "!", "x")].filter { $0.0.utf8.count <= 200 }
                )
            ]
        )
        #expect(text.utf8.count { $0 == 0x0A } == 1)
        let read = try SampleKeys.read(text, as: nil)
        let imported = try #require(read.keys.first)
        #expect(imported.draft.identity.contentID.value.utf8.elementsEqual(title.utf8))
        #expect(imported.signalling.map { Array($0.keyURI.utf8) } == [Array(("skd://" + title).utf8)])
        let exported = try Self.lookup(text)
        #expect(exported.titles.map { Array($0.utf8) } == [Array(title.utf8)])
    }

    // MARK: Exported keys

    @Test func `A key is there without an asset id, and not without FairPlay`() throws {
        let clear = Signalling(
            keyID: SampleKeys.otherID,
            system: "identity",
            method: "sample-aes",
            keyURI: "https://keys.example.com/1",
            tree: "/"
        )
        let keys = [
            try Self.key(uri: "skd://h/rights/?ExpressPlayToken=x"),
            try SampleKeys.key("audio", id: SampleKeys.otherID, signalling: [clear], terms: nil),
            try SampleKeys.key("sd", id: SampleKeys.otherID, signalling: [], terms: nil),
            try SampleKeys.key("uhd", id: SampleKeys.otherID, state: .revoked),
        ]
        let (text, export) = try Self.export(keys)
        #expect(export.writtenCount == 1)
        #expect(export.skippedKeys.values.map(\.count).sorted() == [1, 2])
        #expect(text.contains(#""key_uris":["skd://h/rights/?ExpressPlayToken=x"],"parameters""#))
        #expect(try SampleKeys.read(text, as: nil).keys.first?.signalling.first?.assetIDs == [])
    }

    @Test func `A rule that is named gives the asset ids`() throws {
        var settings = ExportSettings()
        settings.assetIDRule = "query:cid"
        let keys = [
            try Self.key(uri: "skd://h.example/f?cid=1a"),
            try SampleKeys.key("sd", id: SampleKeys.otherID, terms: nil),
        ]
        let (text, export) = try Self.export(keys, settings)
        #expect(text.contains(#""asset_ids":["1a"]"#))
        #expect(export.skippedKeys.keys.sorted() == ["they have no asset id by the rule query:cid"])
    }

    @Test func `Of a policy it has a place for a rental`() throws {
        var terms = SampleKeys.terms()
        (terms.rentalSeconds, terms.playbackSeconds) = (0, 60)
        let (text, export) = try Self.export([Self.key(terms: terms)])
        #expect(text.contains(#","rentalDuration":"0"}"#))
        #expect(
            Set(export.unsupportedTerms.keys) == [.hdcp, .securityLevel, .contentType, .lease, .playback],
            "\(export.unsupportedTerms)"
        )
    }

    @Test(arguments: [-1, 1 << 32])
    func `A rental that FairPlay has no bits for is refused`(seconds: Int) throws {
        var terms = KeyPolicyTerms()
        terms.rentalSeconds = seconds
        let error = try #require(throws: RunFailure.self) { try Self.export([Self.key(terms: terms)]) }
        #expect("\(error)".contains("a rental of \(seconds) seconds") && "\(error)".contains("4294967295"))
    }

    // MARK: Lookup

    @Test func `A key is found by its asset id, with title and track`() throws {
        let text = try SampleKeys.text(
            Self.format,
            [
                Self.key(
                    uri: "skd://host.example/movie-42",
                    ids: [("movie-42", "vendor"), ("host.example/movie-42", "afterScheme")]
                )
            ]
        )
        let exported = try Self.lookup(text)
        for id in ["movie-42", "host.example/movie-42"] {
            let found = try #require(exported.keys(withAssetID: Array(id.utf8)).first)
            #expect(found.contentID == "movie-42" && found.track == "hd" && found.keyID == SampleKeys.keyID)
            #expect(found.iv?.hexadecimal == SampleKeys.iv)
        }
        #expect(exported.keys.first?.assetIDs.compactMap(\.rule).sorted() == ["afterScheme", "unknown"])
        // Another rule gives the host.
        let miss = try #require(exported.nearMiss(of: Array("host.example".utf8)))
        #expect(miss.miss == .otherRule(sent: "host", expected: ["afterScheme", "unknown"]))
    }

    /// A service that requests tokens may omit fields that it does not look up.
    @Test func `Parameters and an asset id are enough to find a key by`() throws {
        let text = #"""
            {"asset_ids":["ab"],"parameters":{"contentKey":"\#(SampleKeys.skmKey)","iv":"\#(SampleKeys.iv)","rentalDuration":60}}
            """#
        let found = try #require(Self.lookup(text).keys(withAssetID: Array("ab".utf8)).first)
        #expect(found.terms.rentalSeconds == 60 && found.contentID == nil)
    }

    // MARK: Random titles

    /// Parameters in the form of the page "FairPlay license token request": 32 digits each, whole seconds.
    @Test func `Random titles have parameters that the service takes, and come back`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var keys: [ExportableKey] = []
        for number in 0..<200 {
            let bytes = generator.bytes(16)
            let title =
                "title \(number) " + String(decoding: generator.bytes(12).map { $0 | 0x40 }, as: UTF8.self)
            let id = UUID()
            var terms = KeyPolicyTerms()
            if Bool.random(using: &generator) {
                terms.rentalSeconds = Int(UInt32.random(in: 0...UInt32.max, using: &generator))
            }
            let name = Hexadecimal.encode(generator.bytes(4)) + "\(number)"
            keys.append(
                try SampleKeys.key(
                    ["all", "hd", "main 1"].randomElement(using: &generator) ?? "all",
                    period: Int.random(in: 0...9, using: &generator),
                    title: title.filter { !$0.isNewline && $0 != "\u{7F}" },
                    id: id,
                    key: Hexadecimal.encode(bytes),
                    signalling: [SampleKeys.fairPlay(id, uri: "skd://" + name, ids: [(name, "host")])],
                    terms: terms.isEmpty ? nil : terms
                )
            )
        }
        keys.sort { $0.record.identity < $1.record.identity }
        let text = try Self.export(keys).text
        let lines = text.split(separator: "\n")
        #expect(lines.count == keys.count, "seed \(seed)")
        for (line, key) in zip(lines, keys) {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let parameters = try #require(object["parameters"] as? [String: String])
            #expect(
                parameters["contentKey"] == key.record.key.withSpan { Hexadecimal.encode($0) },
                "seed \(seed)"
            )
            #expect(parameters["iv"] == SampleKeys.iv)
            #expect(
                parameters["rentalDuration"] == key.policy?.terms.rentalSeconds.map(String.init),
                "seed \(seed)"
            )
            #expect(Set(parameters.keys).isSubset(of: ["contentKey", "iv", "rentalDuration"]))
            #expect(object["content_id"] as? String == key.record.identity.contentID.value, "seed \(seed)")
        }
        let read = try SampleKeys.read(text, as: nil).keys
        #expect(read.map(\.draft.identity) == keys.map(\.record.identity), "seed \(seed)")
        #expect(zip(read, keys).allSatisfy { $0.draft.key == $1.record.key }, "seed \(seed)")
        #expect(read.map(\.terms) == keys.map { $0.policy?.terms }, "seed \(seed)")
    }
}
