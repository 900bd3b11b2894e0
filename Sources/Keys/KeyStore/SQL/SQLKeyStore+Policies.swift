package import Failures
package import FoundationEssentials
package import ProtectionTerms

extension SQLKeyStore {
    package func policy(of keyID: UUID) throws(RunFailure) -> KeyPolicy? {
        try read { (session) throws(RunFailure) in try newestPolicy(of: keyID, in: session) }
    }

    package func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicyTerms) -> KeyPolicyTerms
    ) throws(RunFailure) -> [PolicyVersions] {
        // `before` is what the first run of the body finds: if the outcome of its commit is unknown, the next
        // run may find the changed policy.
        var versions: [UUID: PolicyVersions] = [:]
        try write(excluding: .writers(of: objects(of: keyIDs))) {
            (session, log) throws(RunFailure) in
            for keyID in keyIDs {
                let identity = try identity(of: keyID, in: session)
                let newest = try newestPolicy(of: keyID, in: session)
                let terms = change(newest?.terms ?? KeyPolicyTerms())
                let after = try setPolicy(terms, newest, of: keyID, identity, in: session, log)
                let before = versions[keyID, default: PolicyVersions(before: newest, after: nil)].before
                versions[keyID] = PolicyVersions(before: before, after: after)
            }
        }
        return keyIDs.compactMap { versions[$0] }
    }

    /// Gives a key, whose newest policy is `newest`, these terms, and returns its policy then.
    @discardableResult
    func setPolicy(
        _ terms: KeyPolicyTerms,
        _ newest: KeyPolicy?,
        of keyID: UUID,
        _ identity: KeyIdentity,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(RunFailure) -> KeyPolicy? {
        try terms.check()
        // Having no policy means demanding nothing.
        guard terms != newest?.terms ?? KeyPolicyTerms() else { return newest }
        let policy = KeyPolicy(version: (newest?.version ?? 0) + 1, terms: terms)
        try insert(policy, of: keyID, into: session)
        log.append(.policy, key: keyID, identity, detail: "version \(policy.version)")
        return policy
    }

    func newestPolicy(
        of keyID: UUID,
        in session: any SQLSession
    ) throws(RunFailure) -> KeyPolicy? {
        let row = try session.first(
            "SELECT \(KeyPolicy.columns) FROM key_policies WHERE key_id = ? ORDER BY version DESC LIMIT 1",
            [SQLValue(keyID)]
        )
        guard let row else { return nil }
        return try KeyPolicy(row)
    }

    private func insert(
        _ policy: KeyPolicy,
        of keyID: UUID,
        into session: any SQLSession
    ) throws(RunFailure) {
        let terms = policy.terms
        try session.enqueue(
            """
            INSERT INTO key_policies (\(KeyPolicy.columns), created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                SQLValue(keyID), SQLValue(policy.version), SQLValue(terms.hdcp),
                SQLValue(terms.securityLevel),
                SQLValue(terms.contentType), SQLValue(terms.leaseSeconds), SQLValue(terms.rentalSeconds),
                SQLValue(terms.playbackSeconds), SQLValue(terms.offlineStreamID),
                SQLValue(terms.offlineTitleID), SQLValue(Date()),
            ]
        )
    }
}

extension KeyPolicy {
    static let columns = """
        key_id, version, hdcp, security_level, content_type, lease_seconds, rental_seconds, playback_seconds,
        offline_stream_id, offline_title_id
        """

    /// Reads a policy from a row of ``columns``.
    init(_ row: SQLRow) throws(RunFailure) {
        var terms = KeyPolicyTerms()
        terms.hdcp = try row.optionalText(2)
        terms.securityLevel = try row.optionalText(3)
        terms.contentType = try row.optionalText(4)
        terms.leaseSeconds = try row.optionalInt(5)
        terms.rentalSeconds = try row.optionalInt(6)
        terms.playbackSeconds = try row.optionalInt(7)
        terms.offlineStreamID = try row.optionalText(8)
        terms.offlineTitleID = try row.optionalText(9)
        self.init(version: Int(try row.integer(1)), terms: terms)
    }
}

extension KeyPolicyTerms {
    private static let textLimit = 256
    /// The terms that are texts, with their names.
    var texts: [(name: String, value: String?)] {
        [
            ("hdcp", hdcp), ("security level", securityLevel), ("content type", contentType),
            ("offline stream id", offlineStreamID), ("offline title id", offlineTitleID),
        ]
    }

    /// The terms that are durations in seconds, with their names.
    var durations: [(name: String, value: Int?)] {
        [("lease", leaseSeconds), ("rental", rentalSeconds), ("playback", playbackSeconds)]
    }

    /// Throws if a database would not accept the terms.
    package func check() throws(RunFailure) {
        for case (let name, let text?) in texts {
            _ = try RecordText(text, name: name, limit: Self.textLimit)
        }
        for case (let name, let seconds?) in durations where !Self.secondsRange.contains(seconds) {
            throw .invalidField(
                name: name,
                found: "\(seconds) seconds",
                expected: "\(Self.secondsRange.lowerBound) to \(Self.secondsRange.upperBound)"
            )
        }
    }
}
