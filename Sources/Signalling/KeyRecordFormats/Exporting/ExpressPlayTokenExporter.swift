import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// Token requests of ExpressPlay for FairPlay (`/hms/fp/token`), a JSON object a line, one for each key.
///
/// `parameters` are those of a request, texts under ExpressPlay's names: `contentKey` and `iv` (32 digits, lower case) and
/// `rentalDuration` (seconds) where the policy has a rental. Whoever asks for a token adds his `customerAuthenticator` and sends
/// them as they are. What belongs to the moment of a request (`expirationTime`, `cookie`, `errorFormat`) is not there, and no `kid`,
/// which names a key in ExpressPlay's storage. Beside them stands what he finds the key by: `content_id`, `track`, `period`,
/// `generation`, `key_id`, `key_uris`, and `asset_ids` as in CSV. Keys that are not signalled for FairPlay are left out.
struct ExpressPlayTokenExporter: KeyExporter {
    static let name = "expressplay-token"
    static let policyTerms: Set<KeyPolicyTerm> = [.rental]
    static let options: Set<ExportOption> = [.recipients, .assetIDRule]
    static let isEncryptedWhole = true
    static let surveysKeys = true

    private var rows: AssetIDRows
    private let rule: String?

    init(_ settings: ExportSettings) {
        rows = AssetIDRows(rule: settings.assetIDRule)
        rule = settings.assetIDRule
    }

    var notes: [String] { rows.notes }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: .fairPlay) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        let uris = Self.keyURIs(of: key)
        guard !uris.isEmpty else { return .leftOut(reason: "they are not signalled for FairPlay") }
        let (rows, _) = try rows.rows(of: key, system: .fairPlay)
        if let rule, rows.isEmpty { return .leftOut(reason: "they have no asset id by the rule \(rule)") }
        let rental = try Self.rentalSeconds(of: key)
        let record = key.record
        var object = JSONObjectText(in: file.text)
        object.append("content_id", record.identity.contentID.value)
        object.append("track", record.identity.track)
        object.append("period", record.identity.period)
        object.append("generation", record.identity.generation)
        object.append("key_id", record.keyID.uuidString.lowercased())
        object.append(TokenParameterName.keyURIs, texts: uris)
        object.append(TokenParameterName.assetIDs, texts: rows.map(\.assetID.id))
        object.append(TokenParameterName.parameters) { parameters in
            record.key.withSpan { parameters.append(TokenParameterName.contentKey, hexadecimal: $0) }
            parameters.append(TokenParameterName.iv, record.iv.hexadecimal)
            parameters.append(TokenParameterName.rentalDuration, rental.map(String.init))
        }
        object.close()
        file.text.append("\n")
        return .written
    }

    /// The key URIs for FairPlay, each once, in the order of the store.
    private static func keyURIs(of key: ExportableKey) -> [String] {
        // By bytes: texts that look alike are not the same URI.
        var seen: Set<[UInt8]> = []
        return key.distinctSignalling.filter { $0.system == KeySystem.fairPlay.name }.map(\.keyURI)
            .filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Refuses what the service does not take (-6007): FairPlay counts a rental in 32 bits.
    private static func rentalSeconds(of key: ExportableKey) throws(KeyStoreError) -> Int? {
        guard let seconds = key.policy?.terms.rentalSeconds else { return nil }
        guard KeyPolicyTerms.seconds.contains(seconds) else {
            throw .notExportable(
                reason:
                    "\(key.record.identity): a rental of \(seconds) seconds, and ExpressPlay takes "
                    + "\(KeyPolicyTerms.seconds.lowerBound) to \(KeyPolicyTerms.seconds.upperBound). Correct its policy"
            )
        }
        return seconds
    }
}
