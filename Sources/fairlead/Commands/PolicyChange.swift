import KeyStore

/// What became of the policy of a key.
struct PolicyChange: Encodable {
    let key: KeyReference
    let version: Int
    let changed: Bool
    let policy: PolicyText

    /// Gives each key the terms that `change` makes of its own, and says what came of it.
    ///
    /// Keys that demand the same now get their new terms together; a run that was interrupted is completed by running it
    /// again, as keys that have their terms get no new version.
    static func make(
        of records: [KeyRecord],
        in store: any KeyRecordStore,
        _ change: (KeyPolicy.Terms) -> KeyPolicy.Terms
    ) throws -> [PolicyChange] {
        var before: [KeyPolicy?] = []
        for record in records { before.append(try store.policy(of: record.keyID)) }
        let terms = before.map { change($0?.terms ?? KeyPolicy.Terms()) }
        for wanted in Set(terms) {
            warn(about: wanted)
            let places = records.indices.filter { terms[$0] == wanted }
            try store.setPolicy(wanted, of: places.map { records[$0].keyID })
        }
        return try records.indices.map { place in
            let after = try store.policy(of: records[place].keyID)
            return PolicyChange(
                key: KeyReference(records[place]),
                version: after?.version ?? 0,
                changed: after?.version != before[place]?.version,
                policy: PolicyText(after?.terms ?? KeyPolicy.Terms())
            )
        }
    }

    /// The same as cells of a table, behind those of `KeyReference`.
    var cells: [String] {
        key.cells + ["\(version)", policy.terms.text, changed ? "new" : "unchanged"]
    }

    static func printJSON(_ changes: [PolicyChange]) throws {
        struct Result: Encodable { let keys: [PolicyChange] }
        try StandardOutput.write(JSONText.pretty(Result(keys: changes)))
    }

    /// FairPlay's key server takes a lease, or what offline playback needs, not both.
    private static func warn(about terms: KeyPolicy.Terms) {
        guard terms.leaseSeconds != nil, terms.offlineStreamID != nil || terms.offlineTitleID != nil else {
            return
        }
        Diagnostics.shared.warning(
            "policy: a lease and offline ids exclude each other on FairPlay's key server; --unset one of them"
        )
    }
}

/// A policy in JSON, with the names of the neutral record.
struct PolicyText: Encodable {
    let terms: KeyPolicy.Terms

    init(_ terms: KeyPolicy.Terms) { self.terms = terms }

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
