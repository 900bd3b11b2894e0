import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// The exporter of ExpressPlay token requests for FairPlay (`/hms/fp/token`): a JSON object per line for each
/// key.
///
/// `parameters` has the request parameters under ExpressPlay's names, as strings: `contentKey` and `iv` (32
/// digits in lower case), and `rentalDuration` (seconds) if the policy has a rental. A client that requests a
/// token adds its `customerAuthenticator` and sends them unchanged. Parameters that depend on the time of the
/// request (`expirationTime`, `cookie`, `errorFormat`) are missing, and so is `kid`, which names a key in
/// ExpressPlay's own storage.
///
/// The client finds the key by the other members: `content_id`, `track`, `period`, `generation`, `key_id`,
/// `key_uris`, and `asset_ids` as in CSV. Keys that are not signalled for FairPlay are left out.
struct ExpressPlayTokenExporter: KeyExporter {
    static let format = ExportFormat(
        name: "expressplay-token",
        encryption: .wholeFile,
        policyTerms: [.rental],
        options: [.recipients, .assetIDRule],
        needsSurvey: true,
        makeExporter: ExpressPlayTokenExporter.init
    )

    private var rows: AssetIDRows
    private let rule: String?

    init(_ settings: ExportSettings) {
        rows = AssetIDRows(rule: settings.assetIDRule)
        rule = settings.assetIDRule
    }

    var warnings: [String] { rows.warnings }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: .fairPlay) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        let uris = Self.keyURIs(of: key)
        guard !uris.isEmpty else { return .leftOut(reason: "they are not signalled for FairPlay") }
        let (rows, _) = try rows.rows(of: key, system: .fairPlay)
        if let rule, rows.isEmpty { return .leftOut(reason: "they have no asset id by the rule \(rule)") }
        let rental = try Self.rentalSeconds(of: key)
        let record = key.record
        var object = JSONObjectWriter(in: file.text)
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

    /// Returns the key URIs for FairPlay without repetitions, in the order of the store.
    private static func keyURIs(of key: ExportableKey) -> [String] {
        // Compares bytes, because strings that are equal to Swift (canonically equivalent) may be different
        // URIs.
        var seen: Set<[UInt8]> = []
        return key.distinctSignalling.filter { $0.system == KeySystem.fairPlay.name }.map(\.keyURI)
            .filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Throws if the rental exceeds 32 bits, which the service refuses (-6007).
    private static func rentalSeconds(of key: ExportableKey) throws(RunFailure) -> Int? {
        guard let seconds = key.policy?.terms.rentalSeconds else { return nil }
        guard KeyPolicyTerms.secondsRange.contains(seconds) else {
            throw .notExportable(
                reason:
                    "\(key.record.identity): a rental of \(seconds) seconds, and ExpressPlay accepts "
                    + "\(KeyPolicyTerms.secondsRange.lowerBound) to \(KeyPolicyTerms.secondsRange.upperBound)",
                remedy: "Correct its policy."
            )
        }
        return seconds
    }
}
