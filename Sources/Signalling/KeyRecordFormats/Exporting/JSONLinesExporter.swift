import Ciphers
import FoundationEssentials
package import KeyStore
package import ProtectionTerms

/// The neutral record: one JSON object a line, for every key and every way in which it was signalled.
///
/// The same system, method, scheme and URI in several trees is one line, with what was recorded last and the asset ids of all
/// of them. A key that was never signalled has one line too. Fields keep their order, hexadecimal digits are lower case, absent values are left out.
/// The lines of a revoked key are its tombstone: without key and IV, `state` is `revoked`.
package struct JSONLinesExporter: KeyExporter {
    package static let name = "jsonl"
    package static let keyLengths = Set(KeyLength.allCases)
    package static let policyTerms = Set(KeyPolicyTerm.allCases)
    package static let hasTombstones = true

    private static let version = 1

    private let includesKeys: Bool

    /// Settings: whether the lines hold the keys; without them they are for people and logs, with the length of the key in bits
    /// (`key_bits`), and the IV only where something uses it.
    package init(includesKeys: Bool = true) {
        self.includesKeys = includesKeys
    }

    /// All settings are the usual ones.
    package init(_ settings: ExportSettings) {
        self.init()
    }

    /// One line for every signalling, each ended by a line feed.
    package mutating func append(_ key: ExportableKey, to file: ExportText) -> ExportOutcome {
        let distinct = key.distinctSignalling
        if distinct.isEmpty { append(key, nil, to: file.text) }
        for signalling in distinct {
            append(key, signalling, to: file.text)
        }
        return .written
    }

    private func append(_ key: ExportableKey, _ signalling: Signalling?, to text: SecretText) {
        var object = JSONObjectText(in: text)
        append(key.record, key.state, to: &object)
        object.append("method", signalling?.method)
        object.append("scheme", signalling?.scheme)
        object.append("key_format", signalling?.keyFormat)
        object.append("key_format_versions", signalling?.keyFormatVersions)
        object.append("key_uri", signalling?.keyURI)
        object.append("asset_ids", objects: signalling?.assetIDs ?? []) { assetID, object in
            object.append("id", assetID.id)
            object.append("hex", assetID.hex)
            object.append("rule", assetID.rule)
        }
        Self.append(key.policy, to: &object)
        object.append("state", key.state.rawValue)
        object.append("created_at", key.record.createdAt.formatted(.iso8601))
        object.append("template", signalling?.template)
        object.close()
        text.append("\n")
    }

    private func append(_ record: KeyRecord, _ state: KeyState, to object: inout JSONObjectText) {
        object.append("version", Self.version)
        object.append("content_id", record.identity.contentID.value)
        object.append("track", record.identity.track)
        object.append("period", record.identity.period)
        object.append("generation", record.identity.generation)
        object.append("key_id", record.keyID.uuidString.lowercased())
        // Of a revoked key nobody needs more than its name.
        if includesKeys, state != .revoked { record.key.withSpan { object.append("key", hexadecimal: $0) } }
        if includesKeys {
            if state != .revoked { object.append("iv", record.iv.hexadecimal) }
        } else {
            object.append("key_bits", 8 * record.key.length.byteCount)
            object.append("iv", record.usedIV?.hexadecimal)
        }
    }

    private static func append(_ policy: KeyPolicy?, to object: inout JSONObjectText) {
        object.append("content_type", policy?.terms.contentType)
        object.append("security_level", policy?.terms.securityLevel)
        object.append("hdcp", policy?.terms.hdcp)
        object.append("lease_seconds", policy?.terms.leaseSeconds)
        object.append("rental_seconds", policy?.terms.rentalSeconds)
        object.append("playback_seconds", policy?.terms.playbackSeconds)
        object.append("offline_stream_id", policy?.terms.offlineStreamID)
        object.append("offline_title_id", policy?.terms.offlineTitleID)
    }
}
