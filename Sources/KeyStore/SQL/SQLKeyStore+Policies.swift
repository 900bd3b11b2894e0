package import Foundation

extension SQLKeyStore {
    package func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy? {
        try read { (session) throws(KeyStoreError) in
            let row = try session.first(
                "SELECT \(KeyPolicy.columns) FROM key_policies WHERE key_id = ? ORDER BY version DESC LIMIT 1",
                [SQLValue(keyID)]
            )
            guard let row else { return nil }
            return try KeyPolicy(row)
        }
    }
}

extension KeyPolicy {
    static let columns = """
        key_id, version, hdcp, security_level, content_type, lease_seconds, rental_seconds, playback_seconds,
        offline_stream_id, offline_title_id
        """

    /// From a row of ``columns``.
    init(_ row: SQLRow) throws(KeyStoreError) {
        var terms = Terms()
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
