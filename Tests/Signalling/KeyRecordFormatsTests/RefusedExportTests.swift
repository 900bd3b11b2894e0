import Failures
import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// Keys that a format cannot express, or that its readers would refuse.
struct RefusedExportTests {
    func reason(_ format: String, _ keys: [ExportableKey], _ settings: ExportSettings = ExportSettings())
        -> String
    {
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.text(format, keys, settings) }
        #expect(error?.kind == .notExportable)
        return error?.statement ?? ""
    }

    @Test(arguments: [
        (SampleKeys.terms(type: nil), "main-1", "no content type"),
        (SampleKeys.terms(type: "8k"), "hd", "content type 8k"),
        (SampleKeys.terms(hdcp: nil, level: nil, type: "uhd"), "uhd", "HDCP type-1 for uhd"),
        (SampleKeys.terms(hdcp: "none"), "hd", "HDCP for hd"),
        (SampleKeys.terms(hdcp: "type-7"), "hd", "HDCP type-7"),
        (SampleKeys.terms(level: "main"), "hd", "no more than level baseline for hd"),
        (SampleKeys.terms(level: "high"), "hd", "security level high"),
        (SampleKeys.terms(lease: 1 << 32), "hd", "32 bits"),
    ])
    func `FairPlay's SDK refuses by its default rules`(terms: KeyPolicyTerms, track: String, part: String)
        throws
    {
        #expect(reason("fps-sdk", [try SampleKeys.key(track, terms: terms)]).contains(part))
    }

    @Test func `FairPlay's SDK refuses a lease with offline playback, and one offline id alone`() throws {
        var terms = SampleKeys.terms()
        terms.rentalSeconds = 60
        #expect(reason("fps-sdk", [try SampleKeys.key(terms: terms)]).contains("exclude each other"))
        terms.leaseSeconds = nil
        terms.offlineStreamID = "0011223344556677"
        #expect(reason("fps-sdk", [try SampleKeys.key(terms: terms)]).contains("both offline ids"))
        terms.offlineTitleID = "x"
        #expect(reason("fps-sdk", [try SampleKeys.key(terms: terms)]).contains("2 to 32 hexadecimal digits"))
    }

    @Test func `FairPlay has no cenc`() throws {
        let key = try SampleKeys.key(signalling: [SampleKeys.fairPlay(scheme: "cenc")])
        #expect(reason("fps-sdk", [key]).contains("no scheme cenc"))
    }

    @Test(arguments: ["csv", "fps-sdk", "fps-sdk-request", "expressplay-token"])
    func `An asset id of two keys is refused, unless another rule tells them apart`(format: String) throws {
        let keys = try [("skd://h/a", SampleKeys.keyID), ("skd://h/b", SampleKeys.otherID)].map { uri, id in
            try SampleKeys.key(
                id == SampleKeys.keyID ? "hd" : "sd",
                id: id,
                signalling: [
                    SampleKeys.fairPlay(id, uri: uri, ids: [("host", "host"), (uri, "whole")])
                ]
            )
        }
        #expect(reason(format, keys).contains("--asset-id-rule"))
        var settings = ExportSettings()
        settings.assetIDRule = "whole"
        let text = try SampleKeys.text(format, keys, settings)
        #expect(text.contains("skd://h/a") && text.contains("skd://h/b"))
    }

    @Test(arguments: ["shaka", "cpix-2.3", "cpix-2.4", "speke-2"])
    func `Formats of one title and generation refuse more`(format: String) throws {
        let key = try SampleKeys.key()
        let titles = [key, try SampleKeys.key(title: "movie-43", id: SampleKeys.otherID)]
        #expect(reason(format, titles).contains("--content-id"))
        let generations = [key, try SampleKeys.key(generation: 2, id: SampleKeys.otherID)]
        #expect(reason(format, generations).contains("--generation"))
    }

    @Test func `Raw keys do not rotate, and labels have no separators`() throws {
        let periods = [try SampleKeys.key(), try SampleKeys.key(period: 1, id: SampleKeys.otherID)]
        #expect(reason("shaka", periods).contains("--period"))
        #expect(reason("shaka", [try SampleKeys.key("a:b")]).contains("label"))
    }

    @Test(arguments: ["cpix-2.3", "cpix-2.4", "speke-2"])
    func `CPIX refuses a key for all beside a key for one`(format: String) throws {
        let keys = [try SampleKeys.key("all"), try SampleKeys.key("hd", id: SampleKeys.otherID)]
        #expect(reason(format, keys).contains("usage rules would select two keys"))
    }

    @Test func `SPEKE has no keys for single renditions and none without a scheme`() throws {
        #expect(reason("speke-2", [try SampleKeys.key("main-1")]).contains("cpix-2.3"))
        let clear = Signalling(
            keyID: SampleKeys.keyID,
            system: "identity",
            method: "aes-128",
            keyURI: "https://k/1",
            tree: "/"
        )
        #expect(reason("speke-2", [try SampleKeys.key(signalling: [clear])]).contains("cpix-2.4"))
    }

    @Test func `SKM needs a key to wrap under`() throws {
        #expect(reason("skm", [try SampleKeys.key()]).contains("--wrap-key"))
    }

    @Test func `Keys that a format has no place for are left out and counted`() throws {
        let plain = try SampleKeys.key("audio", id: SampleKeys.otherID, signalling: [])
        let revoked = try SampleKeys.key(state: .revoked)
        let format = try #require(ExportFormats.named("fps-sdk"))
        var written: [UInt8] = []
        let collected = Collector()
        var export = try KeyExport(format, ExportSettings()) { (piece) throws(RunFailure) in
            collected.bytes += piece.indices.map { piece[$0] }
        }
        for key in [plain, revoked] { _ = try export.append(key) }
        try export.finish()
        written = collected.bytes
        #expect(String(decoding: written, as: UTF8.self) == "{}\n")
        #expect(export.writtenCount == 0)
        #expect(export.skippedKeys.values.map(\.count).sorted() == [1, 1])
    }

    @Test func `Pieces come while keys go in`() throws {
        let collected = Collector()
        let format = try #require(ExportFormats.named("jsonl"))
        var export = try KeyExport(format, ExportSettings()) { (piece) throws(RunFailure) in
            collected.bytes += piece.indices.map { piece[$0] }
            collected.largest = max(collected.largest, piece.count)
        }
        for _ in 0..<1000 { _ = try export.append(SampleKeys.key()) }
        #expect(collected.bytes.count > 500_000)
        try export.finish()
        #expect(collected.bytes.count { $0 == 0x0A } == 1000)
        #expect(collected.largest < 70_000)
    }

    final class Collector {
        var bytes: [UInt8] = []
        var largest = 0
    }
}
