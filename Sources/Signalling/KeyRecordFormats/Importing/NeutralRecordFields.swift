import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The fields of a key record in fairlead's own export format (the neutral record), in JSON or CSV.
protocol NeutralRecordFields {
    func text(_ name: String) throws(RunFailure) -> String?
    func integer(_ name: String) throws(RunFailure) -> Int?
    /// Returns the bytes of a field that may be secret; the caller erases them.
    func secret(_ name: String) throws(RunFailure) -> [UInt8]?
}

extension JSONFields: NeutralRecordFields {}

extension ImportRow {
    /// Creates the row of a neutral record; the importer of each file format reads the asset ids.
    init(location: String, neutral fields: some NeutralRecordFields, assetIDs: [AssetIDRecord])
        throws(RunFailure)
    {
        self.init(location: location)
        let parser = ImportFieldParser(location: location, keyLengths: KeyLength.allCases)
        contentID = try fields.text("content_id")
        track = try fields.text("track")
        period = try fields.integer("period")
        generation = try fields.integer("generation")
        if let id = try fields.text("key_id") { keyID = try parser.keyID(id, "key_id") }
        if var digits = try fields.secret("key") { key = try parser.key(hexadecimal: &digits, "key") }
        if let digits = try fields.text("iv") { iv = try parser.iv(hexadecimal: digits, "iv") }
        if let word = try fields.text("state") {
            guard let known = KeyState(rawValue: word) else {
                throw error("state is neither active nor revoked")
            }
            state = known
        }
        terms = try Self.terms(fields, parser)
        try addSignal(fields, parser, assetIDs)
    }

    private static func terms(
        _ fields: some NeutralRecordFields,
        _ parser: ImportFieldParser
    ) throws(RunFailure) -> KeyPolicyTerms {
        var terms = KeyPolicyTerms()
        if let type = try fields.text("content_type") {
            terms.contentType = try parser.enumeratedValue(type, of: TrackClass.names, "content_type")
        }
        if let level = try fields.text("security_level") {
            terms.securityLevel = try parser.enumeratedValue(level, of: SecurityLevel.names, "security_level")
        }
        if let hdcp = try fields.text("hdcp") { terms.hdcp = try parser.hdcp(hdcp, "hdcp") }
        terms.leaseSeconds = try parser.seconds(try fields.integer("lease_seconds"), "lease_seconds")
        terms.rentalSeconds = try parser.seconds(try fields.integer("rental_seconds"), "rental_seconds")
        terms.playbackSeconds = try parser.seconds(try fields.integer("playback_seconds"), "playback_seconds")
        if let id = try fields.text("offline_stream_id") {
            terms.offlineStreamID = try parser.offlineID(id, "offline_stream_id")
        }
        if let id = try fields.text("offline_title_id") {
            terms.offlineTitleID = try parser.offlineID(id, "offline_title_id")
        }
        return terms
    }

    private mutating func addSignal(
        _ fields: some NeutralRecordFields,
        _ parser: ImportFieldParser,
        _ assetIDs: [AssetIDRecord]
    ) throws(RunFailure) {
        guard let uri = try fields.text("key_uri"), !uri.isEmpty else {
            assetIDsWithoutURI = assetIDs
            return
        }
        guard let method = try fields.text("method") else { throw error("key_uri without method") }
        guard ProtectionMethod(rawValue: method) != nil else {
            throw error(
                "method is not a known value",
                expected: ProtectionMethod.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        func nonEmptyText(_ name: String) throws(RunFailure) -> String? {
            guard let text = try fields.text(name), !text.isEmpty else { return nil }
            return text
        }
        let keyFormat = try nonEmptyText("key_format")
        signals = [
            ImportedSignal(
                system: KeySystem(written: keyFormat).name,
                method: method,
                scheme: try parser.scheme(try fields.text("scheme"), "scheme"),
                keyURI: uri,
                keyFormat: keyFormat,
                keyFormatVersions: try nonEmptyText("key_format_versions"),
                assetIDs: assetIDs,
                template: try nonEmptyText("template")
            )
        ]
    }
}
