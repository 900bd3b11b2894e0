package import Ciphers
import FoundationEssentials
package import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import TextFormats

/// The key lookup of a key security module: from an asset id to a key of an exported file.
package struct KSMLookup: Sendable {
    /// A way of finding a key.
    package enum Criterion: Sendable {
        /// By the bytes of the asset id, or by the key id in it if the file has no asset ids.
        case assetID
        /// By the license address, which identifies the only key of the file.
        case soleKey
    }

    /// A key that licenses can contain: it has an IV and 16 bytes, and is not revoked.
    package struct UsableKey: Sendable {
        /// The key with its metadata in the file.
        package let exportedKey: ExportedKey
        package let key: ContentKey
        package let iv: InitializationVector
    }

    /// The exported keys.
    let keys: ExportedKeys
    private let criterion: Criterion

    /// Creates a lookup in an exported file.
    package init(_ keys: ExportedKeys, _ criterion: Criterion = .assetID) {
        self.keys = keys
        self.criterion = criterion
    }

    /// Finds the key for an asset id.
    ///
    /// - Parameter assetID: the asset id as the client sent it.
    /// - Returns: the key with its IV.
    /// - Throws: `KSMRefusal` with -42584 if there are no or several keys, or the key cannot be used.
    package func key(for assetID: [UInt8]) throws(KSMRefusal) -> UsableKey {
        try Self.usableKey(exportedKey(assetID))
    }

    /// Checks that a license can contain a key of the file.
    ///
    /// - Parameter exportedKey: the key.
    /// - Returns: the key with its IV.
    /// - Throws: `KSMRefusal` with -42584 if the key is revoked, has no IV or does not have 16 bytes.
    static func usableKey(_ exportedKey: ExportedKey) throws(KSMRefusal) -> UsableKey {
        guard exportedKey.state != .revoked else {
            throw refusal(
                exportedKey,
                "the key is revoked in the export",
                "Protect the title with \(CommandOption.newKey), and export again."
            )
        }
        guard let key = exportedKey.key else {
            throw refusal(exportedKey, "the record has no key", "Export it again.")
        }
        guard key.length == .bits128 else {
            throw refusal(
                exportedKey,
                "the key has 32 bytes, and FairPlay's have 16",
                "Protect the title with sample-aes."
            )
        }
        guard let iv = exportedKey.iv else {
            throw refusal(
                exportedKey,
                "the record has no IV, which FairPlay gets with the key and never from the playlist",
                "Export it in a format that has IVs (jsonl, csv, fps-sdk, cpix-2.3)."
            )
        }
        return UsableKey(exportedKey: exportedKey, key: key, iv: iv)
    }

    private func exportedKey(_ assetID: [UInt8]) throws(KSMRefusal) -> ExportedKey {
        if criterion == .soleKey, let sole = keys.soleKey { return sole }
        let candidates = keys.hasAssetIDs ? keys.keys(withAssetID: assetID) : keys(withIDIn: assetID)
        let matches = candidates.inForce.distinct
        guard let first = matches.first else { throw missingKeyRefusal(assetID) }
        guard matches.count == 1 else {
            throw Self.refusal(
                first,
                "the export has \(matches.count) keys for the asset id, and a license server returns only one of them",
                "Give the keys URIs or a rule that tell them apart, or export one title and generation."
            )
        }
        return first
    }

    private static func refusal(_ key: ExportedKey, _ message: String, _ remedy: String) -> KSMRefusal {
        KSMRefusal(
            .lookup,
            .noContentKey,
            message + " (\(key.description))",
            remedy: remedy,
            location: key.location
        )
    }

    private func missingKeyRefusal(_ assetID: [UInt8]) -> KSMRefusal {
        if criterion == .soleKey, !keys.keys.isEmpty {
            return KSMRefusal(
                .lookup,
                .noContentKey,
                "the license URL identifies one key, but the export has several and none with the asset id",
                remedy:
                    "Give the app a license URL for each key, or let it send the asset id of the key line."
            )
        }
        if let nearest = keys.nearMiss(of: assetID) {
            return KSMRefusal(
                .lookup,
                .noContentKey,
                "the export has no such asset id: it \(nearest.miss.message) (\(nearest.key.description))",
                remedy: nearest.miss.remedy,
                location: nearest.key.location
            )
        }
        let contents =
            keys.keys.isEmpty ? "it has no key" : (keys.titles.isEmpty ? "it has " : "") + keys.summary
        return KSMRefusal(
            .lookup,
            .noContentKey,
            "the export has no such asset id (\(CountText.text(assetID.count, "byte")); \(contents))",
            remedy:
                "Export the title that is played, with the asset ids of its app (\(CommandOption.assetIDRule))."
        )
    }

    /// Returns the keys whose ids are part of an asset id, as digits, as a UUID, or in base64 with or without
    /// padding.
    private func keys(withIDIn assetID: [UInt8]) -> [ExportedKey] {
        let text = String(decoding: assetID, as: UTF8.self)
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "-+/_=".contains($0))) }
        // A slash may separate path components or be a base64 digit, so both readings are tried.
        let values = words.flatMap { [$0] + $0.split(separator: "=") }
        let parts = values.flatMap { [$0] + $0.split(separator: "/") }
        var found: [ExportedKey] = []
        for id in parts.compactMap({ Self.keyID($0) }) {
            if let key = keys.key(withID: id), !found.contains(where: { $0.keyID == id }) {
                found.append(key)
            }
        }
        return found
    }

    private static func keyID(_ word: Substring) -> UUID? {
        if let id = UUID(uuidString: String(word)) { return id }
        if word.utf8.count == 32, let bytes = Hexadecimal.decode(word) { return UUID(bytes: bytes) }
        let digits = String(word.filter { $0 != "=" }.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        // 16 bytes are 22 base64 digits (RFC 4648), the last of which has four unused bits.
        guard digits.count == 22, let bytes = Base64.decode(digits, .missingPadding) else { return nil }
        return UUID(bytes: bytes)
    }
}
