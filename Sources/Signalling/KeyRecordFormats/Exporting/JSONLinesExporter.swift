import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The exporter of fairlead's own key records (neutral records): a line with a JSON object for each
/// signalling of each key.
///
/// Signalling with the same system, method, scheme and URI in several trees is one line, with the values
/// recorded last and all asset ids. A key that was never signalled has a line, too. Fields have a fixed order,
/// hexadecimal digits are in lower case, and absent values are left out. The lines of a revoked key are its
/// tombstone: they have no key and IV, and `state` is `revoked`.
package struct JSONLinesExporter: KeyExporter {
    /// Returns the format of lines that contain the keys or not.
    ///
    /// Lines without keys are for people and logs: they have the length of the key in bits (`key_bits`), and
    /// the IV only if it is used.
    package static func format(includesKeys: Bool = true) -> ExportFormat {
        ExportFormat(
            name: "jsonl",
            keyLengths: Set(KeyLength.allCases),
            policyTerms: Set(KeyPolicyTerm.allCases),
            hasTombstones: true
        ) { _ in JSONLinesExporter(includesKeys: includesKeys) }
    }

    private static let version = 1

    let includesKeys: Bool

    /// Writes a line for each signalling of a key, or a single one if it has none.
    mutating func append(_ key: ExportableKey, to file: ExportOutput) -> ExportOutcome {
        let distinct = key.distinctSignalling
        if distinct.isEmpty { append(key, nil, to: file.text) }
        for signalling in distinct {
            append(key, signalling, to: file.text)
        }
        return .written
    }

    private func append(_ key: ExportableKey, _ signalling: Signalling?, to text: SecretBuffer) {
        var object = JSONObjectWriter(in: text)
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

    private func append(_ record: KeyRecord, _ state: KeyState, to object: inout JSONObjectWriter) {
        object.append("version", Self.version)
        object.append("content_id", record.identity.contentID.value)
        object.append("track", record.identity.track)
        object.append("period", record.identity.period)
        object.append("generation", record.identity.generation)
        object.append("key_id", record.keyID.uuidString.lowercased())
        // A license server needs only the identifiers of a revoked key.
        if includesKeys, state != .revoked { record.key.withSpan { object.append("key", hexadecimal: $0) } }
        if includesKeys {
            if state != .revoked { object.append("iv", record.iv.hexadecimal) }
        } else {
            object.append("key_bits", 8 * record.key.length.byteCount)
            object.append("iv", record.usedIV?.hexadecimal)
        }
    }

    private static func append(_ policy: KeyPolicy?, to object: inout JSONObjectWriter) {
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
