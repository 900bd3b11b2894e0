import CPIXDocuments
import Ciphers
import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyRecordFormats

/// Keys of 32 bytes (AES-256-GCM) in every format: they round-trip, or the error names them.
struct LongKeyFormatTests {
    private static let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let formats = ["jsonl", "csv", "cpix-2.3", "cpix-2.4", "key-file"]

    private static func signalling(_ method: String = "aes-256-gcm") -> Signalling {
        Signalling(
            keyID: SampleKeys.keyID,
            system: "identity",
            method: method,
            keyURI: "https://keys.example.com/1",
            tree: "/tree"
        )
    }

    private static func key(_ signalled: [Signalling] = [signalling()], _ digits: String = digits) throws
        -> ExportableKey
    {
        try SampleKeys.key(key: digits, signalling: signalled, terms: nil)
    }

    /// Exports keys as `keys export` does.
    private static func export(
        _ format: String,
        _ keys: [ExportableKey],
        _ settings: ExportSettings = ExportSettings()
    ) throws -> ([UInt8], KeyExport) {
        let bytes = Collected()
        var export = try KeyExport(#require(ExportFormats.named(format)), settings) {
            (piece) throws(RunFailure) in
            for index in piece.indices { bytes.bytes.append(piece[index]) }
        }
        for key in keys { _ = try export.append(key) }
        try export.finish()
        return (bytes.bytes, export)
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }

    @Test func `Every format is in a table of this file`() {
        #expect(Set(ExportFormats.names) == Set(Self.formats + Self.refusing + Self.leavingOut))
    }

    @Test(arguments: formats)
    func `A key comes back`(format: String) throws {
        let key = try Self.key()
        var (bytes, _) = try Self.export(format, [key])
        var importSettings = ImportSettings()
        if format == "key-file" {
            #expect(bytes == SampleKeys.bytes(Self.digits))
            importSettings.method = "aes-256-gcm"
            importSettings.contentID = try ContentID("movie-42")
        }
        let read = try ImportFormats.read(ImportInput(taking: &bytes, name: "file"), as: nil, importSettings)
        #expect(!read.warnings.contains { $0.contains("no IV") })
        let draft = try #require(read.keys.first?.draft)
        #expect(draft.key == key.record.key)
        #expect(draft.key?.length == .bits256)
        if format != "key-file" {
            #expect(draft.keyID == key.record.keyID)
            #expect(draft.identity == key.record.identity)
        }
        let methods = read.keys.first?.signalling.map(\.method)
        #expect(methods == (format == "key-file" ? [] : ["aes-256-gcm"]))
    }

    @Test(arguments: ["cpix-2.3", "cpix-2.4"])
    func `CPIX names no scheme, as no common encryption is meant`(format: String) throws {
        let text = String(decoding: try Self.export(format, [Self.key()]).0, as: UTF8.self)
        #expect(!text.contains("commonEncryptionScheme"))
        #expect(text.contains(Base64.encode(SampleKeys.bytes(Self.digits))))
    }

    /// `URIExtXKey` of CPIX 2.3 has a URI and no METHOD.
    @Test func `A URI of CPIX without a line is one of the method that takes the key`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        defer { withExtendedLifetime(fixture) {} }
        let kid = SampleKeys.keyID
        var document = CPIXDocument(contentID: "movie-42")
        document.contentKeys = [
            CPIXContentKey(kid: kid, key: try ContentKey(copying: SampleKeys.bytes(Self.digits)))
        ]
        let clearKey = SampleKeys.uuid("3ea8778f-7742-4bf9-b18b-e834b2acbd47")
        var system = CPIXDRMSystem(systemID: clearKey, kid: kid)
        system.keyURI = "https://keys.example.com/1"
        document.drmSystems = [system]
        let rows = try CPIXImporter.rows(of: document, "d.xml", keyOption: "--private-key")
        #expect(rows.map { $0.signals.map(\.method) } == [["aes-256-gcm"]])
        let requirement = KeyRequirement(
            identity: try KeyIdentity(contentID: ContentID("movie-42"), track: "all"),
            media: [.video(pixels: nil)],
            method: .aes256GCM
        )
        let supplier = try CPIXKeySupplier(document, name: "d.xml", contentID: nil)
        let supplied = try supplier.keys(for: [requirement], systems: [clearKey], in: store)
        #expect(supplied.map(\.record.key.length) == [.bits256])
        #expect(
            supplied.map { $0.lines.map(\.media) } == [
                [["#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"https://keys.example.com/1\""]]
            ]
        )
    }

    @Test(arguments: ["cbcs", "cenc", "AES-128"])
    func `A scheme of CPIX takes no longer key`(scheme: String) throws {
        let text = String(decoding: try Self.export("cpix-2.4", [Self.key([])]).0, as: UTF8.self)
            .replacing("<cpix:ContentKey ", with: "<cpix:ContentKey commonEncryptionScheme=\"\(scheme)\" ")
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: nil) }
        #expect(
            error.map { "\($0)" }?.contains("the key has 32 bytes, and its scheme \(scheme) requires 16")
                == true,
            "\(String(describing: error))"
        )
    }

    /// Formats for keys of any use, not signalled or for DRM systems.
    static let refusing = ["skm", "shaka", "drmtoday", "speke-2"]
    /// Formats that leave out keys without a DRM system.
    static let leavingOut = ["fps-sdk", "fps-sdk-request", "expressplay-token"]

    @Test(arguments: refusing)
    func `A format of shorter keys refuses it by name`(format: String) throws {
        let settings = try SampleKeys.wrapping()
        let signalled = format == "speke-2" ? [SampleKeys.fairPlay()] : []
        let error = #expect(throws: RunFailure.self) {
            _ = try Self.export(format, [Self.key(signalled)], settings)
        }
        #expect(error?.kind == .notExportable)
        let reason = try #require(error?.statement)
        #expect(
            reason.contains("movie-42") && reason.contains("32 bytes") && reason.contains("expected") == false
        )
        #expect(reason.contains("jsonl") && reason.contains("key-file"))
    }

    /// A file of a small number of keys refuses such keys as `keys export` does.
    @Test(arguments: ["skm", "shaka", "drmtoday"])
    func `No other way to a file has it either`(format: String) throws {
        let exportFormat = try #require(ExportFormats.named(format))
        let error = #expect(throws: RunFailure.self) {
            _ = try exportFormat.export([Self.key([])], SampleKeys.wrapping())
        }
        #expect(error.map { "\($0)" }?.contains("its key has 32 bytes") == true)
    }

    @Test(arguments: leavingOut + ["drmtoday"])
    func `A key that no DRM system has is left out`(format: String) throws {
        let (_, export) = try Self.export(format, [Self.key()])
        #expect(export.writtenCount == 0)
        #expect(export.skippedKeys.count == 1)
    }

    @Test func `A key file has no IV of it`() throws {
        var settings = ExportSettings()
        settings.includesIV = true
        #expect(throws: RunFailure.self) { _ = try Self.export("key-file", [Self.key()], settings) }
    }

    /// The bytes of a file, the requested key length, and the expected digits of the key and of its IV.
    static let files: [(bytes: [UInt8], length: KeyLength, key: String?, iv: String?)] = [
        (SampleKeys.bytes(digits), .bits256, digits, nil),
        (Array(digits.utf8), .bits256, digits, nil),
        (Array((digits.uppercased() + "\r\n").utf8), .bits256, digits, nil),
        (SampleKeys.bytes(digits), .bits128, String(digits.prefix(32)), String(digits.suffix(32))),
        (SampleKeys.bytes(String(digits.prefix(32))), .bits256, nil, nil),
        (Array(digits.prefix(32).utf8), .bits128, String(digits.prefix(32)), nil),
        (SampleKeys.bytes(digits) + [0], .bits256, nil, nil),
        (SampleKeys.bytes(digits) + SampleKeys.bytes(SampleKeys.iv), .bits256, nil, nil),
        (Array((digits + SampleKeys.iv).utf8), .bits256, nil, nil),
    ]

    /// 32 digits could also be a key of 32 bytes, all of them digits, which no random generator would give.
    @Test(arguments: files)
    func `A key file is of the length that is asked for`(
        file: (bytes: [UInt8], length: KeyLength, key: String?, iv: String?)
    ) {
        let read = KeyFile(parsing: file.bytes.span, length: file.length)
        #expect(read.map { $0.key.withSpan { Hexadecimal.encode($0) } } == file.key)
        #expect(read?.iv?.hexadecimal == file.iv)
    }

    @Test(arguments: [
        ("aes-128", digits, "the key has 32 bytes, and aes-128 requires 16"),
        ("sample-aes", digits, "the key has 32 bytes, and sample-aes requires 16"),
        ("aes-256-gcm", SampleKeys.skmKey, "the key has 16 bytes, and aes-256-gcm requires 32"),
    ])
    func `A key that is not for its method is refused`(method: String, digits: String, message: String) throws
    {
        let text = try SampleKeys.text("jsonl", [Self.key([Self.signalling(method)], digits)])
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: nil) }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (
            "drmtoday",
            #"{"assets":[{"type":"CENC","assetId":"a","ingestKeys":[{"keyId":"Dw4NDAsKSQiHBgUEAwIBAA==","key":"K"}]}]}"#
        ),
        ("skm", #"{"kid":"0f0e0d0c0b0a49088706050403020100","k":"H","contentId":"a"}"#),
        ("shaka", "--keys=label=:key_id=0f0e0d0c0b0a49088706050403020100:key=H"),
    ])
    func `A format of shorter keys takes no longer one`(format: String, template: String) throws {
        let text = template.replacing("\"K\"", with: "\"\(Base64.encode(SampleKeys.bytes(Self.digits)))\"")
            .replacing("\"H\"", with: "\"\(Self.digits)\"").replacing("=H", with: "=\(Self.digits)")
        var importSettings = ImportSettings()
        importSettings.contentID = try ContentID("movie-42")
        let error = #expect(throws: RunFailure.self) {
            _ = try SampleKeys.read(text, as: format, importSettings)
        }
        #expect(
            error.map { "\($0)" }?.contains("has 32 bytes, expected 16") == true,
            "\(String(describing: error))"
        )
    }
}
