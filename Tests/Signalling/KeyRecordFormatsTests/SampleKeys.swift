import Ciphers
import Foundation
import KeyStore
import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import KeyRecordFormats

/// Keys to export, of which every byte is known.
enum SampleKeys {
    static let keyID = uuid("0f0e0d0c-0b0a-4908-8706-050403020100")
    static let otherID = uuid("101112131415464798191a1b1c1d1e1f")
    /// The key in the wrapped key of SKM's documentation.
    static let skmKey = "a9b9033df0b9ca5447839e3d074817a0"
    static let skmWrappingKey = "000102030405060708090a0b0c0d0e0f"
    static let iv = "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"

    static func uuid(_ text: String) -> UUID { UUID(keyIDText: text) ?? UUID() }

    static func bytes(_ hexadecimal: String) -> [UInt8] { Hexadecimal.decode(hexadecimal) ?? [] }

    /// Returns FairPlay signalling of `skd://movie-42`, with two rules that give the same asset id.
    static func fairPlay(
        _ keyID: UUID = keyID,
        uri: String = "skd://movie-42",
        scheme: String? = "cbcs",
        ids: [(String, String)] = [
            ("movie-42", "host"), ("movie-42", "afterScheme"), ("skd://movie-42", "whole"),
        ]
    ) -> Signalling {
        Signalling(
            keyID: keyID,
            system: "fairplay",
            method: "sample-aes",
            scheme: scheme,
            keyURI: uri,
            keyFormat: "com.apple.streamingkeydelivery",
            keyFormatVersions: "1",
            assetIDs: ids.map { AssetIDRecord(id: $0.0, hex: Hexadecimal.encode($0.0.utf8), rule: $0.1) },
            template: "content-id",
            tree: "/tree"
        )
    }

    /// Returns a key of `movie-42`.
    static func key(
        _ track: String = "hd",
        period: Int = 0,
        generation: Int = 1,
        title: String = "movie-42",
        id: UUID = keyID,
        key: String = skmKey,
        signalling: [Signalling]? = nil,
        terms: KeyPolicyTerms? = terms(),
        state: KeyState = .active
    ) throws -> ExportableKey {
        ExportableKey(
            record: KeyRecord(
                identity: try KeyIdentity(
                    contentID: ContentID(title),
                    track: track,
                    period: period,
                    generation: generation
                ),
                keyID: id,
                key: try ContentKey(copying: bytes(key)),
                iv: try InitializationVector(bytes: bytes(iv)),
                createdAt: Date(timeIntervalSince1970: 1_767_225_600)
            ),
            signalling: signalling ?? [fairPlay(id)],
            policy: terms.map { KeyPolicy(version: 1, terms: $0) },
            state: state
        )
    }

    static func terms(
        hdcp: String? = "type-0",
        level: String? = "baseline",
        type: String? = "hd",
        lease: Int? = 60
    ) -> KeyPolicyTerms {
        var terms = KeyPolicyTerms()
        terms.hdcp = hdcp
        terms.securityLevel = level
        terms.contentType = type
        terms.leaseSeconds = lease
        return terms
    }

    /// Returns the text of an export.
    static func text(
        _ name: String,
        _ keys: [ExportableKey],
        _ settings: ExportSettings = ExportSettings()
    ) throws -> String {
        let format = try #require(ExportFormats.named(name))
        let bytes = try format.export(keys, settings)
        return bytes.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
    }

    static func wrapping(id: String? = "#1.afe008a381bdac03b412a92d54b92ddf") throws -> ExportSettings {
        var settings = ExportSettings()
        settings.wrappingKey = WrappingKey(reading: bytes(skmWrappingKey).span, id: id)
        return settings
    }

    /// Reads a text as an import.
    static func read(
        _ text: String,
        as format: String?,
        _ settings: ImportSettings = ImportSettings()
    ) throws -> KeyImport {
        var bytes = Array(text.utf8)
        return try ImportFormats.read(ImportInput(taking: &bytes, name: "file"), as: format, settings)
    }
}
