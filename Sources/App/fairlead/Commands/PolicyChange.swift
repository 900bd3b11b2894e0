import CommandLineParts
import KeyStore
import ProtectionTerms
import ReportTexts

/// A change of a key's policy, for the output.
struct PolicyChange: Encodable {
    let key: KeyReference
    let version: Int
    let changed: Bool
    let policy: PolicyOutput

    /// Applies `change` to the terms of each key, for all keys or none, and returns the changes.
    static func apply(
        to records: [KeyRecord],
        in store: any KeyRecordStore,
        _ change: (KeyPolicyTerms) -> KeyPolicyTerms
    ) throws -> [PolicyChange] {
        let versions = try store.changePolicy(of: records.map(\.keyID), change)
        for terms in Set(versions.compactMap(\.after?.terms)) { warn(about: terms) }
        return zip(records, versions).map { record, versions in
            PolicyChange(
                key: KeyReference(record),
                version: versions.after?.version ?? 0,
                changed: versions.after?.version != versions.before?.version,
                policy: PolicyOutput(versions.after?.terms ?? KeyPolicyTerms())
            )
        }
    }

    /// The change as table cells, which follow those of `KeyReference`.
    var cells: [String] {
        key.cells + ["\(version)", policy.terms.text, changed ? "new" : "unchanged"]
    }

    static func printJSON(_ changes: [PolicyChange]) throws {
        struct Result: Encodable { let keys: [PolicyChange] }
        try StandardOutput.write(JSONText.pretty(Result(keys: changes)))
    }

    /// Warns about terms that exclude each other: FairPlay's license server accepts a lease or offline ids,
    /// not both.
    private static func warn(about terms: KeyPolicyTerms) {
        guard terms.leaseSeconds != nil, terms.offlineStreamID != nil || terms.offlineTitleID != nil else {
            return
        }
        Diagnostics.shared.warning(
            "policy: FairPlay's license server does not accept a lease together with offline ids; --unset one of them"
        )
    }
}

/// A policy in JSON, with the field names of the neutral record.
struct PolicyOutput: Encodable {
    let terms: KeyPolicyTerms

    init(_ terms: KeyPolicyTerms) { self.terms = terms }

    private enum CodingKeys: String, CodingKey {
        case hdcp, security_level, content_type, lease_seconds, rental_seconds, playback_seconds,
            offline_stream_id,
            offline_title_id
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(terms.hdcp, forKey: .hdcp)
        try fields.encodeIfPresent(terms.securityLevel, forKey: .security_level)
        try fields.encodeIfPresent(terms.contentType, forKey: .content_type)
        try fields.encodeIfPresent(terms.leaseSeconds, forKey: .lease_seconds)
        try fields.encodeIfPresent(terms.rentalSeconds, forKey: .rental_seconds)
        try fields.encodeIfPresent(terms.playbackSeconds, forKey: .playback_seconds)
        try fields.encodeIfPresent(terms.offlineStreamID, forKey: .offline_stream_id)
        try fields.encodeIfPresent(terms.offlineTitleID, forKey: .offline_title_id)
    }
}
